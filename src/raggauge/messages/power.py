"""`raggauge power`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "How many questions are needed to see a drop, and what drop the present set can see (80% power, paired comparison, "
        "two-sided 5%).\n\n"
        "  raggauge power last --drop 0.05\n"
        "  raggauge power last --with main       with the correlation of two runs, measured",
        "看出某个下降需要多少问题，以及现有问题集能看出多大的下降（功效 80%，配对比较，双侧 5%）。\n\n"
        "  raggauge power last --drop 0.05\n"
        "  raggauge power last --with main       用两次运行实测的相关系数",
    ),
    "drop": ("The drop of a mean one wants to see.", "希望看出的均值下降幅度。"),
    "other": (
        "Another run of the same set, to measure the correlation with.",
        "同一问题集的另一次运行，用于实测相关系数。",
    ),
    "correlation": (
        "The correlation of two runs' scores (default 0.5, cautious).",
        "两次运行得分的相关系数（默认 0.5，较保守）。",
    ),
    "format": ("terminal or json", "terminal 或 json"),
    "column_metric": ("metric", "指标"),
    "column_n": ("scored", "已打分"),
    "column_sd": ("spread", "标准差"),
    "column_shown": ("drop that shows", "可看出的下降"),
    "column_needed": ("questions for a drop of {drop:g}", "看出 {drop:g} 的下降所需问题数"),
    "measured": (
        "the spread of the differences was measured between the two runs",
        "差值的离散程度由两次运行实测",
    ),
    "assumed": (
        "correlation assumed; `--with RUN` measures it, and pairs usually correlate more, which needs fewer questions",
        "相关系数为假设值；`--with RUN` 可以实测，通常实测更高，所需问题更少",
    ),
}
