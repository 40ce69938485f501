"""Messages of the embedded judge, its calibration and its benchmark."""

MESSAGES: dict[str, tuple[str, str]] = {
    "unknown_option": (
        "the embedded judge has no option {option}; write `embedded`, or `embedded:NAME` for a stored calibration",
        "内置评判器没有选项 {option}；请写 `embedded`，或用 `embedded:名称` 指定已保存的校准",
    ),
    "no_calibration": (
        "there is no calibration {name} ({path}); make one with `raggauge judge calibrate --labels FILE --name {name}`",
        "没有名为 {name} 的校准（{path}）；请用 `raggauge judge calibrate --labels 文件 --name {name}` 生成",
    ),
    "bad_calibration": (
        "this is no calibration: {problem}; make it anew with `raggauge judge calibrate`",
        "该文件不是校准文件：{problem}；请用 `raggauge judge calibrate` 重新生成",
    ),
    "other_model": (
        "calibration {name} was fitted for {model}, the judge is now {now}; fit it anew with `raggauge judge calibrate`",
        "校准 {name} 是为 {model} 拟合的，当前评判器为 {now}；请用 `raggauge judge calibrate` 重新拟合",
    ),
    "bad_row": (
        "this line is no labelled row: {problem}; a row has id, label_kind and human_label (0 to 1), or preferred",
        "该行不是带标签的数据：{problem}；每行应有 id、label_kind 和 human_label（0 到 1），或 preferred",
    ),
    "few_labels": (
        "{file} holds {n} usable labels of kind {kind}; a calibration needs at least 20, with both good and bad ones",
        "{file} 中 {kind} 类可用标签只有 {n} 个；校准至少需要 20 个，且好坏都有",
    ),
    "no_rows": (
        "{path} holds no labelled rows for these splits; name a folder or file of JSONL rows, or another --split",
        "{path} 中没有符合这些划分的带标签数据；请指定 JSONL 数据的文件夹或文件，或换用其他 --split",
    ),
    "calibrated": (
        "{kind}: {n} labels, calibration error {before} before, {after} after (cross-validated)",
        "{kind}：{n} 个标签，校准误差 {before} → {after}（交叉验证）",
    ),
    "stored": (
        "stored in {path}; use it with --judge embedded:{name}",
        "已保存到 {path}；使用方式：--judge embedded:{name}",
    ),
    "opt_labels": (
        "JSONL rows with labels by people: id, question, contexts, answer, label_kind, human_label.",
        "带人工标签的 JSONL 数据：id、question、contexts、answer、label_kind、human_label。",
    ),
    "opt_name": ("Name of the calibration.", "校准的名称。"),
    "opt_method": (
        "platt (20 to 500 labels) or isotonic (hundreds).",
        "platt（20 到 500 个标签）或 isotonic（数百个）。",
    ),
    "opt_data": ("Folder or file of labelled rows.", "带标签数据的文件夹或文件。"),
    "opt_split": ("Only rows of these splits; all by default.", "只用这些划分的数据；默认全部。"),
    "opt_format": ("table or json.", "table 或 json。"),
    "opt_limit": ("At most this many rows of each set.", "每个数据集最多使用的行数。"),
}
