"""Messages of `raggauge plan`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Say what a run would take, without sending anything and without a key.\n\n"
        "  raggauge plan outputs.jsonl --judge openai:gpt-4.1-mini\n"
        "  raggauge plan outputs.jsonl --judge openai:gpt-4.1-mini --models all\n"
        "  raggauge plan outputs.jsonl --judge deepseek:deepseek-chat --per-day 1000 --rate 5%",
        "预估一次运行的开销；不发送任何内容，也不需要密钥。\n\n"
        "  raggauge plan outputs.jsonl --judge openai:gpt-4.1-mini\n"
        "  raggauge plan outputs.jsonl --judge openai:gpt-4.1-mini --models all\n"
        "  raggauge plan outputs.jsonl --judge deepseek:deepseek-chat --per-day 1000 --rate 5%",
    ),
    "opt_models": (
        "Price per 1,000 samples of these models, or of all known.",
        "列出这些（或全部已知）模型每千样本的价格。",
    ),
    "opt_calls_per_minute": ("Calls a minute that the server allows.", "服务端每分钟允许的调用数。"),
    "opt_per_day": (
        "Questions a day in operation: adds the monthly bill of monitoring.",
        "线上每天的问题数：给出每月监控账单。",
    ),
    "opt_rate": ("Share of them that is judged.", "其中接受评判的比例。"),
    "opt_system_cost": (
        "What the system itself costs a question: adds the judge's part of the whole.",
        "系统自身每个问题的费用：给出评判所占的比例。",
    ),
    "opt_format": ("How to print it.", "输出格式。"),
    "samples": ("samples", "样本"),
    "metrics": ("metrics", "指标"),
    "judge": ("judge", "评判器"),
    "calls": ("judge calls", "评判调用"),
    "embedded_texts": ("embedded texts", "嵌入文本"),
    "prompt_tokens": ("tokens in", "输入 token"),
    "completion_tokens": ("tokens out", "输出 token"),
    "minutes": ("time", "时间"),
    "price": ("price", "价格"),
    "price_per_1000": ("price per 1,000 samples", "每千样本价格"),
    "monitoring": ("monitoring", "监控"),
    "judges_part": ("the judge's part of all costs", "评判占总费用的比例"),
    "at_rate": ("{minutes} minutes at {rate} calls a minute", "按每分钟 {rate} 次调用，需 {minutes} 分钟"),
    "a_month": ("{price} a month for {n} samples", "每月 {n} 个样本，{price}"),
    "no_price": (
        "not known; give it in raggauge.yaml (prices:)",
        "未知；请在 raggauge.yaml 的 prices: 中给出",
    ),
    "unpriced": (
        "nobody knows the price of {model}; write provider:model, or give it in raggauge.yaml (prices:)",
        "不知道 {model} 的价格；请写成 提供方:模型，或在 raggauge.yaml 的 prices: 中给出",
    ),
    "bad_share": ("{value} is no share; write 5% or 0.05", "{value} 不是比例；请写成 5% 或 0.05"),
}
