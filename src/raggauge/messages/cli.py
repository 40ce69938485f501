"""The command line itself: one line per command, common options, usage errors."""

MESSAGES: dict[str, tuple[str, str]] = {
    "root": (
        "Measure a RAG system, find the part that is broken, keep it from breaking again.\n\n"
        "  raggauge run outputs.jsonl              score a file of outputs, no key needed\n"
        "  raggauge show last --worst 10           the worst samples with their evidence\n"
        "  raggauge metrics faithfulness           what a metric means",
        "衡量 RAG 系统，找出有问题的环节，并防止它再次出错。\n\n"
        "  raggauge run outputs.jsonl              为一个输出文件打分，无需密钥\n"
        "  raggauge show last --worst 10           最差的样本及其证据\n"
        "  raggauge metrics faithfulness           一个指标的含义",
    ),
    "usage": ("Usage:", "用法："),
    "group_usage": ("COMMAND [OPTIONS]", "命令 [选项]"),
    "options": ("Options", "选项"),
    "commands": ("Commands", "命令"),
    "error": ("error: ", "错误："),
    "convert": ("write a file in the format of another tool", "把文件写成其他工具的格式"),
    "check": ("say what a file holds and which metrics it allows", "说明文件内容以及可用的指标"),
    "run": ("score a file of RAG outputs", "为 RAG 输出文件打分"),
    "show": ("look at a run, or at one sample of it", "查看一次运行或其中一个样本"),
    "report": ("write a run as a report or data", "把一次运行写成报告或数据"),
    "metrics": ("list the metrics, or explain one", "列出指标，或解释一个指标"),
    "diagnose": ("say which part is broken and what to change", "指出哪个环节有问题、该改什么"),
    "retrieval": ("measure ranked lists against judgements", "用相关性判断衡量排序结果"),
    "compare": ("compare two runs sample by sample", "逐个样本比较两次运行"),
    "plan": ("say what a run would take: calls, tokens, money, time", "预估一次运行所需的调用、token、费用和时间"),
    "cache": ("show, prune or clear the cache of judge calls", "查看、清理或清空评判调用缓存"),
    "judge_group": (
        "Settle on a judge, so that scores stay comparable.\n\n  raggauge judge lock --judge openai:gpt-4.1-mini",
        "固定评判器，使得分保持可比。\n\n  raggauge judge lock --judge openai:gpt-4.1-mini",
    ),
    "judge_benchmark": (
        "measure a judge's agreement with people on labelled rows",
        "在带标签数据上衡量评判器与人的一致程度",
    ),
    "judge_calibrate": ("fit the embedded judge to your own labels", "用自己的标签校准内置评判器"),
    "judge_canary": ("say how far hostile passages and answers move the judge", "查看恶意段落和回答对评判器的影响"),
    "judge_lock": (
        "write raggauge.lock: model, parameters, prompts, embedder",
        "写入 raggauge.lock：模型、参数、提示、嵌入器",
    ),
    "judge": ("fix the judge, so that scores stay comparable", "固定评判器，使得分保持可比"),
    "gate": ("hold a run against thresholds and a baseline", "用阈值和基线检验一次运行"),
    "baseline": ("set or show the run that changes are held against", "设定或查看基线运行"),
    "power": ("how many questions show a drop, and what drop shows", "看出下降需要多少问题，以及能看出多大的下降"),
    "goldens": ("build golden datasets, check them, keep them up to date", "构建、检查黄金问题集并保持更新"),
    "goldens_group": (
        "Golden datasets: built from documents, checked, kept up to date, read by people.\n\n"
        "  raggauge goldens build docs/ -n 200 -o goldens.jsonl",
        "黄金问题集：从文档构建、检查、保持更新、由人审阅。\n\n  raggauge goldens build docs/ -n 200 -o goldens.jsonl",
    ),
    "goldens_build": ("make a set from documents", "从文档构建问题集"),
    "goldens_check": ("find the faults of a set", "查找问题集的缺陷"),
    "init": (
        "write a commented config, a golden set to fill, a CI workflow",
        "写出带注释的配置、待填写的问题集和 CI 流程",
    ),
    "ready": ("the go-live checklist", "上线检查清单"),
    "config": ("show the settings in force and where each comes from", "显示生效的设置及其来源"),
    "completion": ("print the completion script of a shell", "输出 shell 补全脚本"),
    "help_option": ("Show this text and exit.", "显示本帮助并退出。"),
    "lang": ("language of all output (default: the locale's)", "所有输出的语言（默认随系统区域）"),
    "version": ("show the version", "显示版本"),
    "verbose": ("Say more on stderr; twice for everything.", "在标准错误输出更多信息；写两次则输出全部。"),
    "quiet": ("No progress and no hints, only results and errors.", "不显示进度与提示，只有结果和错误。"),
    "log_file": ("Write a full log to this file.", "把完整日志写入该文件。"),
    "debug": ("Show the traceback of an error.", "显示错误的回溯信息。"),
    "interrupted": ("interrupted", "已中断"),
    "os_error": ("{path}: {problem}", "{path}：{problem}"),
    "defect": (
        "something in raggauge itself went wrong ({problem}); --debug shows where, please report it",
        "raggauge 自身出错（{problem}）；用 --debug 可看到位置，请反馈给我们",
    ),
    "bad_language": ("--lang takes en or zh, not {value}", "--lang 只接受 en 或 zh，而不是 {value}"),
    "did_you_mean": (" (did you mean {name}?)", "（是否指 {name}？）"),
    "no_such_command": ("there is no command '{name}'{hint}", "没有命令 '{name}'{hint}"),
    "no_such_option": ("there is no option {name}{hint}", "没有选项 {name}{hint}"),
    "no_integer": ("{value} is no whole number", "{value} 不是整数"),
    "no_number": ("{value} is no number", "{value} 不是数"),
    "no_choice": ("{value} is not one of {choices}", "{value} 不是以下之一：{choices}"),
    "out_of_range": ("{value} is not in the range {range}", "{value} 不在范围 {range} 内"),
    "is_a_file": ("{path} is a file, no folder", "{path} 是文件，不是文件夹"),
    "is_a_folder": ("{path} is a folder, no file", "{path} 是文件夹，不是文件"),
    "needs_value": ("the option {name} needs a value", "选项 {name} 需要一个值"),
    "takes_no_value": ("the option {name} takes no value", "选项 {name} 不接受值"),
    "too_many": ("there are more arguments than it takes: {extra}", "参数过多：{extra}"),
    "missing_parameter": ("{name} is missing", "缺少 {name}"),
    "bad_parameter": ("{name}: {problem}", "{name}：{problem}"),
    "try_help": ("`{command} --help` shows how it is used", "用 `{command} --help` 查看用法"),
    "no_completion": ("no completion for {name}", "不支持 {name} 的补全"),
}
