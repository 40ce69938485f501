"""The go-live checklist."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "The go-live checklist: what is there, what is missing, what cannot be known. Exit code 0 all ok, 1 something missing, "
        "3 only unknown.\n\n"
        "  raggauge ready\n"
        "  raggauge ready --json",
        "上线检查清单：已具备什么、还缺什么、什么无法得知。退出码 0 全部具备，1 有缺失，3 只有未知项。\n\n"
        "  raggauge ready\n"
        "  raggauge ready --json",
    ),
    "json": ("Print the list as JSON.", "以 JSON 输出清单。"),
    "ok": ("ok", "具备"),
    "missing": ("missing", "缺失"),
    "unknown": ("unknown", "未知"),
    "name_size": ("golden set of at least 100", "问题集不少于 100 条"),
    "name_versioned": ("golden set in Git", "问题集纳入 Git"),
    "name_kinds": ("kinds of questions covered, unanswerable ones too", "覆盖多种问题，包括不可回答的"),
    "name_reviewed": ("at least 15% read by people", "至少 15% 经人工审阅"),
    "name_baseline": ("baseline of the core metrics, mean of 3 repeats", "核心指标的基线，取 3 次重复的均值"),
    "name_locked": ("judge locked", "评判器已锁定"),
    "name_workflow": ("CI on pull requests and on a schedule", "在合并请求和定时任务上运行 CI"),
    "name_thresholds": ("a threshold for each core metric", "每个核心指标都有阈值"),
    "name_regression": ("a rule against regressions", "防退化规则"),
    "name_monitored": (
        "sampling and windows on faithfulness and answer_relevance",
        "对 faithfulness 和 answer_relevance 设有抽样与窗口",
    ),
    "name_budgeted": ("judge cost in the budget", "评判费用有预算"),
    "name_judge_checked": ("judge checked by people within 90 days", "90 天内经人工核对评判器"),
    "no_goldens": ("{path}: cannot be read or is not there", "{path}：不存在或无法读取"),
    "n_goldens": ("{path}: {n} samples", "{path}：{n} 条"),
    "no_git": ("git is not installed here", "此处未安装 git"),
    "kinds_found": ("kinds found: {kinds}", "已有种类：{kinds}"),
    "n_reviewed": ("{n} of {total} reviewed ({share:.0%})", "{total} 条中 {n} 条已审阅（{share:.0%}）"),
    "no_baseline": ("no baseline was set", "尚未设定基线"),
    "baseline_gone": ("run {run} of the baseline is not here", "基线的运行 {run} 不在此处"),
    "baseline_found": (
        "run {run}: {repeats} repeats, without: {lacking}",
        "运行 {run}：重复 {repeats} 次，缺少：{lacking}",
    ),
    "no_lock": ("{path} is not there", "没有 {path}"),
    "no_workflow": ("no workflow runs `raggauge gate`", "没有流程运行 `raggauge gate`"),
    "thresholds_found": ("thresholds: {found}; without: {lacking}", "阈值：{found}；缺少：{lacking}"),
    "monitor_found": ("sampling rate {rate}, windows: {windows}", "抽样率 {rate}，窗口：{windows}"),
    "judge_is_free": ("the embedded judge costs nothing", "内置评判器不花钱"),
    "no_calibration": ("no labels of people were compared with the judge", "尚未用人工标注核对评判器"),
    "remedy_size": (
        "write or build more questions: raggauge goldens build DOCS -n 200",
        "补充问题：raggauge goldens build 文档 -n 200",
    ),
    "remedy_versioned": ("git add the golden set and commit it", "用 git add 提交问题集"),
    "remedy_kinds": (
        "give samples metadata.kind (3 kinds or more) and add some with metadata.answerable false",
        "为样本填写 metadata.kind（至少 3 种），并加入 metadata.answerable 为 false 的问题",
    ),
    "remedy_reviewed": (
        "let people read a share of it: raggauge goldens sample --share 15%, then fill reviewed_by and reviewed_at",
        "请人审阅一部分：raggauge goldens sample --share 15%，并填写 reviewed_by 和 reviewed_at",
    ),
    "remedy_baseline": (
        "run raggauge run --repeats 3 --metrics core && raggauge baseline set last",
        "运行 raggauge run --repeats 3 --metrics core && raggauge baseline set last",
    ),
    "remedy_locked": ("run raggauge judge lock", "运行 raggauge judge lock"),
    "remedy_workflow": ("raggauge init --ci github (or gitlab)", "raggauge init --ci github（或 gitlab）"),
    "remedy_thresholds": (
        "run raggauge baseline set last --thresholds 95%",
        "运行 raggauge baseline set last --thresholds 95%",
    ),
    "remedy_regression": (
        "gate: {{baseline: {{tolerance: 5%}}}} in raggauge.yaml",
        "在 raggauge.yaml 中写入 gate: {{baseline: {{tolerance: 5%}}}}",
    ),
    "remedy_monitored": (
        "monitor: {{sampling: {{rate: 0.05}}, windows: {{faithfulness: 1h, answer_relevance: 1h}}}} in raggauge.yaml",
        "在 raggauge.yaml 中写入 monitor: {{sampling: {{rate: 0.05}}, windows: {{faithfulness: 1h, answer_relevance: 1h}}}}",
    ),
    "remedy_budgeted": (
        "gate: {{max_cost: 2.0}} or monitor: {{budget: 50}} in raggauge.yaml",
        "在 raggauge.yaml 中写入 gate: {{max_cost: 2.0}} 或 monitor: {{budget: 50}}",
    ),
    "remedy_judge_checked": (
        "label 50 to 200 claims by hand and run raggauge judge calibrate --labels FILE",
        "人工标注 50 到 200 条论断并运行 raggauge judge calibrate --labels 文件",
    ),
}
