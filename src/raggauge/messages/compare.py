"""Two runs side by side."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Compare two runs sample by sample: what changed, by how much, and whether it is the change or the dice.\n\n"
        "  raggauge compare main last\n"
        "  raggauge compare before after --movers 20\n"
        "  raggauge compare before after --format json",
        "逐个样本比较两次运行：变了什么、变了多少、是真的变化还是偶然。\n\n"
        "  raggauge compare main last\n"
        "  raggauge compare before after --movers 20\n"
        "  raggauge compare before after --format json",
    ),
    "force": ("Compare although the judges differ; the result is marked.", "即使评判器不同也比较；结果会注明。"),
    "format": (
        "terminal, md, html or json; else by the ending of the file",
        "terminal、md、html 或 json；未指定时按文件扩展名决定",
    ),
    "movers": ("How many of the samples that moved most are shown.", "显示变化最大的样本数量。"),
    "margin": ("The difference that would not matter, for 'equivalent'.", "可忽略的差值，用于判断“等价”。"),
    "judges_differ": (
        "the runs were judged by different judges ({a} and {b}; they differ in: {difference}), so their scores cannot be "
        "compared; judge both with one, or insist with --force",
        "两次运行的评判器不同（{a} 与 {b}；差异：{difference}），得分不可比较；请用同一评判器，或用 --force 强制比较",
    ),
    "unequal_parameters": (
        "{a} of one run cannot be compared with {b} of the other: the same name measures something else there; run both "
        "with one of them",
        "一次运行的 {a} 与另一次的 {b} 不可比较：名称相同而参数不同；请用其中一个重新运行两者",
    ),
    "unequal": (
        "{a} and {b} are not comparable: their parameters differ (not compared)",
        "{a} 与 {b} 不可比较：参数不同（不比较）",
    ),
    "no_pairs": ("no sample was scored in both runs", "没有样本在两次运行中都得到分数"),
    "title": ("{a} -> {b}: {n} samples in both", "{a} -> {b}：共同样本 {n} 个"),
    "forced": (
        "The judges differ: these differences mix the change of the system with the change of the judge.",
        "评判器不同：以下差值混合了系统的变化与评判器的变化。",
    ),
    "set_changes": (
        "{added} added, {removed} removed, {changed} changed (not compared)",
        "新增 {added} 个，移除 {removed} 个，内容改变 {changed} 个（不比较）",
    ),
    "slice": (
        "moved otherwise than the rest: {key} = {value}, {metric} {difference:+.3f}, elsewhere {rest:+.3f} (n = {n}, p = {p:.2g})",
        "与其余样本变化不同：{key} = {value}，{metric} {difference:+.3f}，其余 {rest:+.3f}（n = {n}，p = {p:.2g}）",
    ),
    "corrected": (
        "{metric}: by itself p is {p:.2g} and the interval leaves 0 out; corrected for {n} metrics p is {adjusted:.2g}, "
        "which chance may give",
        "{metric}：单独看 p 为 {p:.2g}，区间不含 0；按 {n} 个指标校正后 p 为 {adjusted:.2g}，可能是偶然",
    ),
    "lost": ("{metric}: no pair for {reasons}", "{metric}：未能配对：{reasons}"),
    "only_in": ("only in {run}: {metrics} (not compared)", "仅在 {run} 中：{metrics}（不比较）"),
    "metric": ("metric", "指标"),
    "before": ("before", "之前"),
    "after": ("after", "之后"),
    "difference": ("difference [95%]", "差值 [95%]"),
    "p": ("p (Holm)", "p（Holm）"),
    "pairs": ("pairs", "配对"),
    "word": ("verdict", "结论"),
    "better": ("better", "变好"),
    "worse": ("worse", "变差"),
    "equivalent": ("equivalent", "等价"),
    "indistinguishable": ("indistinguishable", "无法区分"),
    "within_judge_noise": ("within judge noise", "在评判噪声内"),
    "not_compared": ("not compared", "未比较"),
    "movers_title": ("What moved most", "变化最大的样本"),
    "mover": ("{id}  {metric}  {before:.2f} -> {after:.2f}", "{id}  {metric}  {before:.2f} -> {after:.2f}"),
    "and": (" and ", "，"),
    "lost_weight": ("of weight 0", "权重为 0"),
    "lost_a": ("{state} before", "之前{state}"),
    "lost_b": ("{state} after", "之后{state}"),
    "lost_both": ("{state} in both", "两次均{state}"),
    "state_unscored": ("unscored", "未评分"),
    "state_not": ("not applicable", "不适用"),
    "state_scored": ("scored", "有分"),
    "sample": ("sample", "样本"),
    "score": ("score", "得分"),
    "the_same": ("(the same)", "（相同）"),
    "more": ("… {n} more", "… 另有 {n} 条"),
    "legend": (
        "✓ supported, ✗ not, ? unsure; + a passage that only this run has",
        "✓ 有依据，✗ 无依据，? 存疑；+ 仅该次运行检索到的段落",
    ),
}
