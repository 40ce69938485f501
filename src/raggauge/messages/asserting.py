"""Scores in tests."""

MESSAGES: dict[str, tuple[str, str]] = {
    "no_thresholds": (
        "assert_scores needs at least one metric, as in assert_scores(sample, faithfulness=0.8)",
        "assert_scores 至少需要一个指标，例如 assert_scores(sample, faithfulness=0.8)",
    ),
    "below": ("{metric} is {value:.3f}, at least {bound:g} was asked", "{metric} 为 {value:.3f}，要求不低于 {bound:g}"),
    "above": ("{metric} is {value:.3f}, at most {bound:g} was asked", "{metric} 为 {value:.3f}，要求不高于 {bound:g}"),
    "unscored": (
        "{metric} is unscored ({reason}); it lies between {lowest:g} and {highest:g}",
        "{metric} 未评分（{reason}）；其值在 {lowest:g} 与 {highest:g} 之间",
    ),
    "share": (
        "{test}: only {n_good} of {n} samples reach {limit:g} in {metric}, {share:.1%} were asked",
        "{test}：{n} 个样本中只有 {n_good} 个的 {metric} 达到 {limit:g}，要求 {share:.1%}",
    ),
    "judge_out": ("the judge could not decide: {said}", "评判器无法判定：{said}"),
    "question": ("question: {text}", "问题：{text}"),
    "answer": ("answer: {text}", "回答：{text}"),
    "more": ("  … and {n} more", "  ……另有 {n} 个"),
    "no_dataset": (
        'the raggauge mark of {test} names no dataset; write @pytest.mark.raggauge(dataset="goldens.jsonl", ...)',
        '{test} 的 raggauge 标记没有指定数据集；请写 @pytest.mark.raggauge(dataset="goldens.jsonl", ...)',
    ),
    "bad_mark": (
        "the raggauge mark of {test} does not take {name}; it takes dataset, target, thresholds, metrics, judge, "
        "repeats, repeat_rule, limit",
        "{test} 的 raggauge 标记不接受 {name}；可用 dataset、target、thresholds、metrics、judge、repeats、repeat_rule、limit",
    ),
    "line_without": (
        "{metric}: no sample has a score, {n_unscored} unscored, {n_na} n/a",
        "{metric}：没有样本得分，{n_unscored} 个未评分，{n_na} 个不适用",
    ),
    "line": (
        "{metric}: mean {mean:.3f} over {n} samples, lowest {lowest:.3f} ({id}), {n_unscored} unscored, {n_na} n/a",
        "{metric}：{n} 个样本均值 {mean:.3f}，最低 {lowest:.3f}（{id}），{n_unscored} 个未评分，{n_na} 个不适用",
    ),
}
