"""Messages of `raggauge judge` and of the lock."""

MESSAGES: dict[str, tuple[str, str]] = {
    "opt_show": ("Only say how the judge differs from the lock.", "只显示评判器与锁定内容的差别。"),
    "opt_ask": (
        "Make one short call to note which snapshot of the model answers.",
        "发出一次简短调用，记录实际应答的模型快照。",
    ),
    "snapshot": ("served by {snapshot}", "实际应答的模型：{snapshot}"),
    "opt_force": (
        "Run although the judge differs from raggauge.lock; the run says so.",
        "即使评判器与 raggauge.lock 不同也运行；运行中会注明。",
    ),
    "canary_kind": (
        "{kind}: {n} canaries, mean shift {mean}, worst {worst}",
        "{kind}：{n} 条，平均偏移 {mean}，最大 {worst}",
    ),
    "canary_all": (
        "all: {n} canaries, mean shift {mean}; moved by: {moved}",
        "合计：{n} 条，平均偏移 {mean}；有影响的：{moved}",
    ),
    "locked": ("{file}: settled on {judge} ({id})", "{file}：已固定为 {judge}（{id}）"),
    "same": ("{judge} is the judge of the lock", "{judge} 与锁定的评判器一致"),
    "differs": (
        "the judge differs from {file}: {differences}; scores would not be comparable: restore it, settle on the new "
        "one with `raggauge judge lock`, or run with --force",
        "评判器与 {file} 不同：{differences}；得分将不可比：请恢复原评判器，或用 `raggauge judge lock` 固定新的评判器，"
        "或加 --force 运行",
    ),
    "broken_lock": (
        "this is no lock of a judge: {problem}; write it anew with `raggauge judge lock`",
        "该文件不是评判器锁定文件：{problem}；请用 `raggauge judge lock` 重新生成",
    ),
}
