"""Texts of two-stage screening."""

MESSAGES: dict[str, tuple[str, str]] = {
    "bad_rule": (
        "{rule} is not a screening rule; write a metric without a judge, < or >, and a number: "
        "rougeL(part=recall) < 0.1",
        "{rule} 不是初筛规则；请写 不需要评判器的指标、< 或 >、数字：rougeL(part=recall) < 0.1",
    ),
    "needs_judge": (
        "{metric} needs a judge itself; screen with a lexical or retrieval metric",
        "{metric} 本身需要评判器；初筛请用词面或检索指标",
    ),
    "bad_share": ("the audited share lies between 0 and 1, not at {value}", "抽查比例应在 0 与 1 之间，而不是 {value}"),
    "no_judge": (
        "screening by {rule} saves nothing: no metric of this run needs a judge",
        "按 {rule} 初筛没有意义：本次运行没有需要评判器的指标",
    ),
    "n_out": ("{n} screened out", "{n} 个被初筛排除"),
    "opt_screen": (
        "Do not judge what this cheap rule holds of, e.g. 'rougeL(part=recall) < 0.1', but for an audited share.",
        "不评判符合此规则的样本，例如 'rougeL(part=recall) < 0.1'，但抽查其中一部分。",
    ),
    "opt_audit": (
        "The share of those that is judged all the same (default 0.1, at least 20).",
        "其中仍要评判的比例（默认 0.1，至少 20 个）。",
    ),
    "title": (
        "Screened by {rule}: {n_passed} passed, {n_failed} failed, of which {n_audited} ({share}) were judged too; "
        "means stand for all.",
        "按 {rule} 初筛：{n_passed} 个通过，{n_failed} 个未通过，其中抽查评判 {n_audited} 个（{share}）；均值代表全部样本。",
    ),
    "heading": ("Two stages: a cheap rule, then the judge", "两段评测：先用廉价规则，再由评判器判断"),
    "head_metric": ("Metric", "指标"),
    "head_mean": ("Mean of the whole set", "全部样本的均值"),
    "head_good": ("Failed the rule, good to the judge", "未通过规则但评判合格"),
    "head_bad": ("Passed the rule, not good to the judge", "通过规则但评判不合格"),
    "head_off": ("The stages would differ on", "两段不一致的比例"),
    "note": (
        "Each audited sample stands for the others that failed the rule, so that means and shares are those of the whole "
        "set. Where the last column is high, the rule saves at the wrong place.",
        "每个被抽查的样本代表其他未通过规则的样本，因此均值和比例都是对全部样本的估计。最后一列较高时，说明这条规则省错了地方。",
    ),
    "stages": (
        "  {metric}: the judge finds {good} of {failed} audited good, and {bad} of {passed} that passed not good; the "
        "two would differ on {share} of all",
        "  {metric}：抽查的 {failed} 个中评判器认为 {good} 个合格，通过的 {passed} 个中认为 {bad} 个不合格；"
        "两者在全部样本的 {share} 上会不一致",
    ),
}
