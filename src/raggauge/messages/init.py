"""`raggauge init`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Write a commented raggauge.yaml, a golden set to fill and a CI workflow. What exists is left as it is.\n\n"
        "  raggauge init\n"
        "  raggauge init --ci github\n"
        "  raggauge init --profile personal      for a knowledge base of your own",
        "写出带注释的 raggauge.yaml、待填写的问题集和 CI 流程。已有文件保持不变。\n\n"
        "  raggauge init\n"
        "  raggauge init --ci github\n"
        "  raggauge init --profile personal      用于个人知识库",
    ),
    "profile": (
        "team: gates in CI; personal: a small set of your own questions, no references.",
        "team：在 CI 中把关；personal：自己的少量问题，无需参考答案。",
    ),
    "ci": ("Which CI to write a job for.", "为哪种 CI 写出任务。"),
    "kept": ("kept: {path} (exists)", "保留：{path}（已存在）"),
    "written": ("written: {path}", "已写入：{path}"),
    "next": (
        "next: fill goldens.jsonl, name your system under `target` in raggauge.yaml, then\n"
        "  raggauge run && raggauge baseline set last --thresholds 95% && raggauge gate last\n"
        "  raggauge ready                        what is still missing before going live",
        "接下来：填写 goldens.jsonl，在 raggauge.yaml 的 `target` 中指定系统，然后\n"
        "  raggauge run && raggauge baseline set last --thresholds 95% && raggauge gate last\n"
        "  raggauge ready                        上线前还缺什么",
    ),
    "next_personal": (
        "next: write 20 to 50 questions of your own into goldens.jsonl, then after each change\n"
        "  raggauge run --target app:answer && raggauge diagnose last\n"
        "  raggauge report last --format spot -o spot_check.csv      to read some by hand",
        "接下来：在 goldens.jsonl 中写入 20 到 50 个自己的问题，每次改动后运行\n"
        "  raggauge run --target app:answer && raggauge diagnose last\n"
        "  raggauge report last --format spot -o spot_check.csv      人工抽查",
    ),
}
