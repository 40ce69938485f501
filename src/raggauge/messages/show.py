"""Messages of `raggauge show`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Look at a run: its summary, its worst samples, or one sample with the evidence for every score.\n"
        "RUN is a folder, a name, the beginning of an id, or last.\n\n"
        "  raggauge show last\n"
        "  raggauge show last q17\n"
        "  raggauge show last --worst 10 --metric faithfulness",
        "查看一次运行：摘要、最差的样本，或某个样本及每个得分的证据。\n"
        "RUN 可以是文件夹、名称、编号开头或 last。\n\n"
        "  raggauge show last\n"
        "  raggauge show last q17\n"
        "  raggauge show last --worst 10 --metric faithfulness",
    ),
    "worst": ("List so many samples with the worst values.", "列出值最差的若干样本。"),
    "metric": ("Which metric --worst goes by (default: the first).", "--worst 依据的指标（默认第一个）。"),
    "full": ("Show passages to their end.", "完整显示段落。"),
    "one_of": (
        "give a sample id or --worst, not both",
        "请只给出样本编号或 --worst 之一",
    ),
}
