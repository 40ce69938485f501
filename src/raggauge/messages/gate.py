"""Gates: rules, rulings and how they are written."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Hold a run against thresholds and a baseline. Exit code 0 passed, 1 failed, 3 inconclusive.\n\n"
        "  raggauge gate last --config raggauge.yaml\n"
        "  raggauge gate last --baseline main\n"
        "  raggauge gate last --on-inconclusive pass",
        "用阈值和基线检验一次运行。退出码 0 通过，1 未通过，3 无法判定。\n\n"
        "  raggauge gate last --config raggauge.yaml\n"
        "  raggauge gate last --baseline main\n"
        "  raggauge gate last --on-inconclusive pass",
    ),
    "config": (
        "The file with the rules (default: raggauge.yaml found from here).",
        "规则文件（默认自动查找 raggauge.yaml）。",
    ),
    "baseline": (
        "The run, or the name of a baseline, to compare with (default: the one set as baseline).",
        "用于比较的运行或基线名称（默认为已设定的基线）。",
    ),
    "on_inconclusive": (
        "Exit 1 (fail) or 0 (pass) when the gate is inconclusive.",
        "无法判定时退出码为 1（fail）或 0（pass）。",
    ),
    "format": ("terminal, md or json", "terminal、md 或 json"),
    "confirm": (
        "Before failing, judge the deciding samples this many further times (1 or 2) and decide once more.",
        "判为未通过之前，对决定结果的样本再评判这么多次（1 或 2），并重新判定一次。",
    ),
    "confirmed": (
        "{n} deciding samples were judged {rounds} further times (run {run}): {first} became {second}",
        "对 {n} 个决定性样本又评判了 {rounds} 次（运行 {run}）：由{first}变为{second}",
    ),
    "not_confirmed": (
        "nothing was judged again: this judge always says the same, or no sample decides",
        "没有重新评判：该评判器结果固定，或没有决定性的样本",
    ),
    "bad_rounds": ("--confirm takes 1 to {most}, not {value}", "--confirm 只接受 1 到 {most}，而不是 {value}"),
    "judge_gone": (
        "the run's judge was made by a program and cannot be asked again; gate it from that program",
        "该运行的评判器由程序创建，无法再次询问；请在该程序中检验",
    ),
    "force": ("Compare with the baseline although the judges differ.", "即使评判器不同也与基线比较。"),
    "pass": ("PASS", "通过"),
    "fail": ("FAIL", "未通过"),
    "inconclusive": ("INCONCLUSIVE", "无法判定"),
    "verdict": (
        "{outcome}: {n_pass} passed, {n_fail} failed, {n_inconclusive} inconclusive",
        "{outcome}：{n_pass} 条通过，{n_fail} 条未通过，{n_inconclusive} 条无法判定",
    ),
    "unknown_key": ("the gate has no rule {name}; did you mean {nearest}?", "门禁没有规则 {name}；是否指 {nearest}？"),
    "thresholds_twice": (
        "thresholds stand both at the top and in gate.thresholds; keep one of them",
        "thresholds 同时出现在顶层和 gate.thresholds 中；请只保留一处",
    ),
    "metric_twice": (
        "{name} names {metric}, which has a threshold already; keep one of them",
        "{name} 即 {metric}，它已有阈值；请只保留一处",
    ),
    "nothing_asked": (
        "{name} is {value}, which asks nothing; write a number, {{min: 0.8}} or {{share_above: 0.7, share: 0.9}}",
        "{name} 为 {value}，没有提出要求；请写一个数、{{min: 0.8}} 或 {{share_above: 0.7, share: 0.9}}",
    ),
    "must_pass_alone": (
        "must_pass names samples, but no metric has a threshold that they could reach; write thresholds, too",
        "must_pass 指定了样本，但没有任何指标设有阈值；请同时写出 thresholds",
    ),
    "min_and_max": (
        "{name} has both min and max; a metric has one good side",
        "{name} 同时有 min 和 max；一个指标只有一个好的方向",
    ),
    "bad_tolerance": (
        "{name} is {value}; write 5% (of the baseline's mean) or 0.05 (absolute)",
        "{name} 为 {value}；请写 5%（相对基线均值）或 0.05（绝对值）",
    ),
    "no_mapping": ("{name} must be names with values, not {value}", "{name} 应为名称与值，而不是 {value}"),
    "no_ids": ("must_pass must be a list of sample ids, not {value}", "must_pass 应为样本编号列表，而不是 {value}"),
    "out_of_range": ("{name} must be a number from 0 to 1, not {value}", "{name} 应为 0 到 1 之间的数，而不是 {value}"),
    "not_positive": ("{name} must be a number that is not negative, not {value}", "{name} 应为非负数，而不是 {value}"),
    "metric_not_in_run": (
        "the gate has a rule on {metric}, which the run did not score; it has: {metrics}",
        "门禁规则涉及 {metric}，但该运行没有此项得分；已有：{metrics}",
    ),
    "unfinished": (
        "the run was broken off: {done} of {n} samples are done; `raggauge run --resume {path}` goes on",
        "运行已中断：{n} 个样本中只完成了 {done} 个；用 `raggauge run --resume {path}` 继续",
    ),
    "no_baseline": (
        "there is no baseline to hold the run against; name one with --baseline RUN or `raggauge baseline set RUN`",
        "没有可供比较的基线；请用 --baseline RUN 或 `raggauge baseline set RUN` 指定",
    ),
    "no_tolerance": (
        "the gate has no rule on a loss against {name}; write `gate: {{baseline: {{tolerance: 5%}}}}` into raggauge.yaml",
        "门禁没有规定相对 {name} 允许下降多少；请在 raggauge.yaml 中写入 `gate: {{baseline: {{tolerance: 5%}}}}`",
    ),
    "no_rules": (
        "the gate has no rule; write `thresholds: {{faithfulness: 0.85}}` into raggauge.yaml, or, to hold a run against the "
        "baseline, `gate: {{baseline: {{tolerance: 5%}}}}`",
        "门禁没有任何规则；请在 raggauge.yaml 中写入 `thresholds: {{faithfulness: 0.85}}`，或为与基线比较写入 "
        "`gate: {{baseline: {{tolerance: 5%}}}}`",
    ),
    "no_sample": ("must_pass names {id}, which is not in the run", "must_pass 中的 {id} 不在该运行中"),
    "nothing_scored": (
        "{about}{where}: none of {n} samples has a score, so nothing can be decided",
        "{about}{where}：{n} 个样本都没有得分，无法判定",
    ),
    "mean_pass_min": (
        "{about}{where}: mean {value:.3f} [{low:.3f}, {high:.3f}] over {n} samples reaches {bound:g}",
        "{about}{where}：{n} 个样本均值 {value:.3f} [{low:.3f}, {high:.3f}]，达到 {bound:g}",
    ),
    "mean_fail_min": (
        "{about}{where}: mean {value:.3f} [{low:.3f}, {high:.3f}] over {n} samples is below {bound:g}, and so is its whole interval",
        "{about}{where}：{n} 个样本均值 {value:.3f} [{low:.3f}, {high:.3f}]，整个区间都低于 {bound:g}",
    ),
    "mean_inconclusive_min": (
        "{about}{where}: mean {value:.3f} is below {bound:g}, but its interval [{low:.3f}, {high:.3f}] over {n} samples "
        "reaches it: too few samples to tell",
        "{about}{where}：均值 {value:.3f} 低于 {bound:g}，但 {n} 个样本的区间 [{low:.3f}, {high:.3f}] 包含它：样本太少，无法判定",
    ),
    "mean_pass_max": (
        "{about}{where}: mean {value:.3f} [{low:.3f}, {high:.3f}] over {n} samples stays within {bound:g}",
        "{about}{where}：{n} 个样本均值 {value:.3f} [{low:.3f}, {high:.3f}]，不超过 {bound:g}",
    ),
    "mean_fail_max": (
        "{about}{where}: mean {value:.3f} [{low:.3f}, {high:.3f}] over {n} samples is above {bound:g}, and so is its whole interval",
        "{about}{where}：{n} 个样本均值 {value:.3f} [{low:.3f}, {high:.3f}]，整个区间都高于 {bound:g}",
    ),
    "mean_inconclusive_max": (
        "{about}{where}: mean {value:.3f} is above {bound:g}, but its interval [{low:.3f}, {high:.3f}] over {n} samples "
        "reaches it: too few samples to tell",
        "{about}{where}：均值 {value:.3f} 高于 {bound:g}，但 {n} 个样本的区间 [{low:.3f}, {high:.3f}] 包含它：样本太少，无法判定",
    ),
    "whole_pass": (
        "{about}: {value:.3f} for the set of {n} samples meets {bound:g}",
        "{about}：{n} 个样本整体为 {value:.3f}，符合 {bound:g}",
    ),
    "whole_fail": (
        "{about}: {value:.3f} for the set of {n} samples misses {bound:g} (a value of the whole set, without interval)",
        "{about}：{n} 个样本整体为 {value:.3f}，未达到 {bound:g}（整个集合的值，没有区间）",
    ),
    "share_pass": (
        "{about}{where}: {value:.1%} of {n} samples reach {limit:g}, {bound:.1%} were asked",
        "{about}{where}：{n} 个样本中 {value:.1%} 达到 {limit:g}，要求 {bound:.1%}",
    ),
    "share_fail": (
        "{about}{where}: only {value:.1%} [{low:.1%}, {high:.1%}] of {n} samples reach {limit:g}, {bound:.1%} were asked",
        "{about}{where}：{n} 个样本中只有 {value:.1%} [{low:.1%}, {high:.1%}] 达到 {limit:g}，要求 {bound:.1%}",
    ),
    "share_inconclusive": (
        "{about}{where}: {value:.1%} [{low:.1%}, {high:.1%}] of {n} samples reach {limit:g}, {bound:.1%} were asked: too few samples to tell",
        "{about}{where}：{n} 个样本中 {value:.1%} [{low:.1%}, {high:.1%}] 达到 {limit:g}，要求 {bound:.1%}：样本太少，无法判定",
    ),
    "must_pass": ("{id} reaches every threshold", "{id} 达到全部阈值"),
    "must_fail": ("{id}, which must pass, misses {metrics}", "必须通过的 {id} 未达到 {metrics}"),
    "must_inconclusive": ("{id}, which must pass, has no score for {metrics}", "必须通过的 {id} 没有 {metrics} 的得分"),
    "coverage": (
        "{about}: {n_unscored} of {n} samples are unscored, coverage {value:.1%} is under {bound:.1%}; resume the run or see why",
        "{about}：{n} 个样本中有 {n_unscored} 个未得分，覆盖率 {value:.1%} 低于 {bound:.1%}；请继续运行或查明原因",
    ),
    "not_applicable_pass": (
        "{about}: {n_not_applicable} of {n} samples not applicable ({value:.1%}, at most {bound:.1%})",
        "{about}：{n} 个样本中 {n_not_applicable} 个不适用（{value:.1%}，上限 {bound:.1%}）",
    ),
    "not_applicable_fail": (
        "{about}: {n_not_applicable} of {n} samples not applicable, {value:.1%} is more than {bound:.1%}",
        "{about}：{n} 个样本中 {n_not_applicable} 个不适用，{value:.1%} 超过 {bound:.1%}",
    ),
    "limit_pass": ("{about}: {value:.4g} is within {bound:g}", "{about}：{value:.4g} 不超过 {bound:g}"),
    "limit_fail": ("{about}: {value:.4g} is over {bound:g}", "{about}：{value:.4g} 超过 {bound:g}"),
    "latency_pass": (
        "{about}: {value:.4g} over {n_timed} of {n} questions is within {bound:g}",
        "{about}：{n} 个问题中 {n_timed} 个有计时，{value:.4g} 不超过 {bound:g}",
    ),
    "latency_fail": (
        "{about}: {value:.4g} over {n_timed} of {n} questions is over {bound:g}",
        "{about}：{n} 个问题中 {n_timed} 个有计时，{value:.4g} 超过 {bound:g}",
    ),
    "limit_inconclusive": (
        "{about}: was not measured, so {bound:g} cannot be checked",
        "{about}：没有测量值，无法检查上限 {bound:g}",
    ),
    "no_pairs": (
        "{about}: none of {n} common samples was scored in both runs, so it cannot be held against the baseline",
        "{about}：{n} 个共同样本在两次运行中都没有配对得分，无法与基线比较",
    ),
    "baseline_kept": (
        "{about}: {before:.3f} -> {after:.3f} over {n} pairs, nothing lost",
        "{about}：{n} 个配对 {before:.3f} -> {after:.3f}，没有下降",
    ),
    "baseline_lacks": (
        "{about}: the baseline does not have it; set a baseline that does",
        "{about}：基线中没有该指标；请设定包含它的基线",
    ),
    "run_lacks": (
        "{about}: the baseline has it, this run did not score it; run with this metric, or set a baseline without it",
        "{about}：基线中有该指标，而本次运行没有评分；请评测该指标，或设定不含它的基线",
    ),
    "baseline_other": (
        "{about}: the baseline has {other}, which is not comparable; set a baseline with {about}",
        "{about}：基线中是 {other}，二者不可比较；请用 {about} 重新设定基线",
    ),
    "baseline_pass": (
        "{about}: {before:.3f} -> {after:.3f} over {n} pairs, a loss of {value:.3f} is within the tolerance of {tolerance}",
        "{about}：{n} 个配对 {before:.3f} -> {after:.3f}，下降 {value:.3f}，在容差 {tolerance} 之内",
    ),
    "baseline_fail": (
        "{about}: {before:.3f} -> {after:.3f} over {n} pairs, a loss of {value:.3f} [{least:.3f}, {most:.3f}] beyond the "
        "tolerance of {tolerance} (p = {p:.2g})",
        "{about}：{n} 个配对 {before:.3f} -> {after:.3f}，下降 {value:.3f} [{least:.3f}, {most:.3f}]，超过容差 {tolerance}（p = {p:.2g}）",
    ),
    "baseline_inconclusive": (
        "{about}: {before:.3f} -> {after:.3f} over {n} pairs, a loss of {value:.3f} [{least:.3f}, {most:.3f}] is beyond the "
        "tolerance of {tolerance}, but may be chance (p = {p:.2g}, corrected for all metrics compared)",
        "{about}：{n} 个配对 {before:.3f} -> {after:.3f}，下降 {value:.3f} [{least:.3f}, {most:.3f}] 超过容差 {tolerance}，但可能是偶然（p = {p:.2g}，已按所比较的全部指标校正）",
    ),
    "baseline_wide": (
        "{about}: {before:.3f} -> {after:.3f} over {n} pairs, a loss of {value:.3f} is within the tolerance of {tolerance}, "
        "but up to {most:.3f} is possible: too few samples to show that nothing was lost",
        "{about}：{n} 个配对 {before:.3f} -> {after:.3f}，下降 {value:.3f} 在容差 {tolerance} 之内，但可能达到 {most:.3f}：样本太少，无法证明没有变差",
    ),
    "bad_test": (
        "baseline.test is {value}; it takes tolerance or non-inferiority",
        "baseline.test 为 {value}；只接受 tolerance 或 non-inferiority",
    ),
    "sample_low": (
        "sample {id}: {metric} is {value:.3f}, the threshold is {bound:g}",
        "样本 {id}：{metric} 为 {value:.3f}，阈值为 {bound:g}",
    ),
    "cut": ("{n} more characters were cut; the HTML report has everything", "已截去 {n} 个字符；完整内容见 HTML 报告"),
    "passed": ("{n} rules passed", "{n} 条规则通过"),
    "worst": ("worst: {ids}", "最差：{ids}"),
}
