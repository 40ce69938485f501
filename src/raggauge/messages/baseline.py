"""`raggauge baseline`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Set or show the run that changes are held against.\n\n"
        '  raggauge baseline set last --why "release 2.1"\n'
        "  raggauge baseline set last --thresholds 95%\n"
        "  raggauge baseline set last --thresholds 95% --ratchet\n"
        "  raggauge baseline show",
        "设定或查看用于比较的基线运行。\n\n"
        '  raggauge baseline set last --why "2.1 版"\n'
        "  raggauge baseline set last --thresholds 95%\n"
        "  raggauge baseline set last --thresholds 95% --ratchet\n"
        "  raggauge baseline show",
    ),
    "name": ("The baseline's name, where there are several.", "基线名称（可有多个）。"),
    "why": ("Why it is set, kept with it.", "设定的原因，会一并保存。"),
    "thresholds": (
        "Write thresholds at this share of the run's means into the config, e.g. 95%.",
        "把该运行均值的这一比例（如 95%）作为阈值写入配置。",
    ),
    "ratchet": ("Only make thresholds stricter, never looser.", "阈值只收紧，不放宽。"),
    "config": (
        "The file that thresholds are written into (default: raggauge.yaml).",
        "写入阈值的文件（默认 raggauge.yaml）。",
    ),
    "line": ("baseline: {run}, set by {by} at {at}, why: {why}", "基线：{run}，由 {by} 于 {at} 设定，原因：{why}"),
    "thresholds_in_gate": (
        "{path} has its thresholds in gate.thresholds; move them to `thresholds` at the top, where they can be written",
        "{path} 的阈值位于 gate.thresholds；请移到顶层的 thresholds，才能写入",
    ),
    "few_repeats": (
        "note: this run has {n} repeat(s); a baseline as the mean of 3 (`raggauge run --repeats 3`) wavers less",
        "注意：该运行只有 {n} 次重复；取 3 次的均值（`raggauge run --repeats 3`）作为基线更稳定",
    ),
    "none": (
        "no baseline {name} was set; `raggauge baseline set RUN` sets one",
        "尚未设定基线 {name}；请用 `raggauge baseline set RUN`",
    ),
    "which": (
        "which run? `raggauge baseline set RUN`, for example `last`",
        "哪次运行？请写 `raggauge baseline set RUN`，例如 `last`",
    ),
    "bad_share": (
        "--thresholds takes a percentage like 95%, not {value}",
        "--thresholds 接受形如 95% 的百分比，而不是 {value}",
    ),
    "bad_name": ("a baseline's name is a plain word, not {name}", "基线名称应为普通单词，而不是 {name}"),
    "unfinished": (
        "run {run} is not finished or not on disk; finish it with `raggauge run --resume` first",
        "运行 {run} 尚未完成或不在磁盘上；请先用 `raggauge run --resume` 完成",
    ),
    "unreadable": ("{path} is no baseline: {problem}; set it again", "{path} 不是有效的基线：{problem}；请重新设定"),
    "written": ("{n} thresholds written to {path}", "已把 {n} 个阈值写入 {path}"),
}
