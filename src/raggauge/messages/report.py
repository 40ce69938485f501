"""Messages of reports: the words around a run's numbers, and the help of `raggauge report`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Write a run as something to read, or as data. RUN is a folder, a name, the beginning of an id, or last.\n\n"
        "  raggauge report last -o report.html        one file, opens offline\n"
        "  raggauge report last --format md\n"
        "  raggauge report last --format json -o run.json\n"
        "  raggauge report last --format spot -o spot_check.csv   items to check by hand\n"
        "  raggauge report last --plots plots/        every plot as an SVG file\n\n"
        "The form of the JSON is published as a schema: raggauge report --schema.",
        "把一次运行写成报告或数据。RUN 可以是文件夹、名称、编号开头或 last。\n\n"
        "  raggauge report last -o report.html        单个文件，可离线打开\n"
        "  raggauge report last --format md\n"
        "  raggauge report last --format json -o run.json\n"
        "  raggauge report last --format spot -o spot_check.csv   供人工抽查的条目\n"
        "  raggauge report last --plots plots/        每张图存为 SVG 文件\n\n"
        "JSON 的结构以 schema 发布：raggauge report --schema。",
    ),
    "format": (
        "The form of the report (default: by the ending of the file, else terminal).",
        "报告格式（默认按文件扩展名，否则为 terminal）。",
    ),
    "plots": ("Write the plots as SVG files into this folder.", "把图表以 SVG 文件写入该文件夹。"),
    "written": ("written: {path}", "已写入：{path}"),
    "output": ("The file to write (default: standard output).", "要写入的文件（默认标准输出）。"),
    "which_form": (
        "{path} does not say what to write; add --format, or name a file that ends in one of {endings}",
        "从 {path} 看不出要写什么；请加上 --format，或使用以下结尾之一的文件名：{endings}",
    ),
    "schema": ("Print the JSON schema of the report and exit.", "打印报告的 JSON schema 并退出。"),
    "needs": ("needs {field}", "需要 {field}"),
    "judge_cannot": ("the {judge} judge cannot give {facet}", "评判器 {judge} 无法提供 {facet}"),
    "not_run": ("not run ({why}): {metrics}", "未运行（{why}）：{metrics}"),
    "idle": ("not applicable to any sample: {metrics}", "对所有样本都不适用：{metrics}"),
    "judged": ("from the same evidence", "出自同一份证据"),
    "retrieval": ("retrieval", "检索"),
    "lexical": ("words of the references", "与参考答案的文字重合"),
    "estimate": (
        "answer_relevance is a direct estimate: the {judge} judge makes no questions",
        "answer_relevance 为直接估计：评判器 {judge} 不生成问题",
    ),
    "judge": ("judge: {judge}", "评判器：{judge}"),
    "target": (
        "system under test: latency p50 {p50:.3g} s, p95 {p95:.3g} s over {n} questions, {n_failed} failed",
        "被测系统：{n} 个问题的延迟 p50 {p50:.3g} 秒、p95 {p95:.3g} 秒，失败 {n_failed} 个",
    ),
    "target_tokens": ("; {tokens:.0f} tokens over {n} answers", "；{n} 个回答共用 {tokens:.0f} 个 token"),
    "target_cost": ("; it reported a cost of {cost:.4g} over {n} answers", "；{n} 个回答自报费用 {cost:.4g}"),
    "uncalibrated": (" (not calibrated on your data)", "（未用您的数据校准）"),
    "embedded_agreement": (
        "how far it agrees with people: docs/embedded-judge.md",
        "与人工判断的一致程度：docs/embedded-judge.md",
    ),
    "why_unscored": ("unscored: {metrics} (first {id}: {reason})", "未评分：{metrics}（首个 {id}：{reason}）"),
    "unlocked": (
        "This judge is not the one that raggauge.lock names ({differences}): the run was forced.",
        "该评判器不是 raggauge.lock 锁定的那个（{differences}）：此次运行为强制执行。",
    ),
    "unreviewed": (
        "unreviewed set: most questions are generated and people read {n} of {of}, under 15%; `raggauge goldens sample` draws "
        "the part to read",
        "未经审阅的问题集：多数问题为自动生成，人工审阅了 {of} 条中的 {n} 条，不足 15%；`raggauge goldens sample` 可抽取待审阅部分",
    ),
    "skipped": ("{n} faulty rows of the input were left out", "输入中有 {n} 行有误，已略过"),
    "unfinished": (
        "unfinished: {done} of {n} samples; `raggauge run --resume {path}` goes on",
        "未完成：{n} 个样本中完成了 {done} 个；用 `raggauge run --resume {path}` 继续",
    ),
    "no_such_metric": (
        "the run has no metric {metric}; it has: {metrics}",
        "该运行没有指标 {metric}；它有：{metrics}",
    ),
    "none_scored": ("no sample has a value of {metric}", "没有样本具有 {metric} 的值"),
    "worst": ("the {n} worst samples by {metric}", "{metric} 最差的 {n} 个样本"),
    "sample": ("sample", "样本"),
    "why": ("why", "原因"),
    "unsupported_claims": (
        "{n} of {total} claims not supported, first: {first}",
        "{total} 条论断中有 {n} 条未得到支持，首条：{first}",
    ),
    "question": ("Question", "问题"),
    "answer": ("Answer", "回答"),
    "claims": ("Claims of the answer", "回答中的论断"),
    "contexts": ("Passages", "段落"),
    "references": ("References", "参考答案"),
    "scores": ("Scores", "得分"),
    "imported": ("Scores of other tools", "其他工具的得分"),
    "gaps": ("What the judge left open", "评判器未能给出的部分"),
    "abstains": ("the answer says that it cannot answer", "该回答表示无法作答"),
    "supported": ("supported", "有依据"),
    "contradicted": ("contradicted", "相矛盾"),
    "unsure": ("unsure", "存疑"),
    "not_found": ("not found", "无依据"),
    "not_checkable": ("not checkable", "不可核查"),
    "open": ("open", "未判定"),
    "together": (" together", " 共同支持"),
    "conflict": ("says {said}, the passage {found}", "称 {said}，段落为 {found}"),
    "no_contexts": ("nothing was retrieved", "没有检索到内容"),
    "useful": ("useful", "有用"),
    "not_useful": ("not useful", "无用"),
    "grade": ("relevance {grade}/3", "相关度 {grade}/3"),
    "more_characters": (" … ({n} more characters, --full shows them)", " ……（另有 {n} 个字符，--full 可全部显示）"),
    "not_applicable": ("n/a", "不适用"),
    "unscored": ("unscored", "未评分"),
    "between": ("between {lowest} and {highest}", "在 {lowest} 与 {highest} 之间"),
    "of_n": ("of {n}", "共 {n}"),
}
