"""What the statistics refuse, and why."""

MESSAGES: dict[str, tuple[str, str]] = {
    "not_flat": (
        "{name} must be a flat list of numbers, not of shape {shape}",
        "{name} 必须是一维数字列表，而不是形状 {shape}",
    ),
    "too_few": ("{name} holds {n} numbers; at least {needed} are needed", "{name} 只有 {n} 个数；至少需要 {needed} 个"),
    "not_finite": (
        "{name}[{index}] is {value}; leave out what has no value and count it",
        "{name}[{index}] 是 {value}；没有值的应当剔除并计数",
    ),
    "bad_bounds": ("the lower bound {low} is not below the upper bound {high}", "下界 {low} 不小于上界 {high}"),
    "outside": (
        "{name}[{index}] is {value}, outside [{low}, {high}]; give the bounds that hold or correct the value",
        "{name}[{index}] 是 {value}，超出 [{low}, {high}]；请给出正确的界限或修正该值",
    ),
    "bad_weight": (
        "weights[{index}] is {value}; a weight is a positive number, the inverse of the chance of being sampled",
        "weights[{index}] 是 {value}；权重必须是正数，即被抽中概率的倒数",
    ),
    "lengths": (
        "{first} has {n_first} entries but {second} has {n_second}; they must run in parallel",
        "{first} 有 {n_first} 项，而 {second} 有 {n_second} 项；两者必须一一对应",
    ),
    "not_share": (
        "{name} is {value}; it must lie strictly between 0 and 1",
        "{name} 是 {value}；必须严格介于 0 和 1 之间",
    ),
    "not_positive": ("{name} is {value}; it must be above 0", "{name} 是 {value}；必须大于 0"),
    "bad_rate": (
        "{successes} successes of {n} is no rate; n must be at least 1 and the successes 0 to n",
        "{n} 次中成功 {successes} 次不成比率；n 至少为 1，成功次数为 0 到 n",
    ),
    "not_p": ("{value} is no p value; it must lie in [0, 1]", "{value} 不是 p 值；必须在 [0, 1] 内"),
    "no_spread": (
        "all {n} values are equal and no bounds are given, so nothing can be said of their mean; give the bounds",
        "{n} 个值全部相等且没有给出界限，无法推断均值；请给出界限",
    ),
    "other_bounds": ("moments over {first} and {second} cannot be merged", "界限为 {first} 与 {second} 的矩不能合并"),
    "not_correlation": ("a correlation is {value}; it must lie in [-1, 1]", "相关系数是 {value}；必须在 [-1, 1] 内"),
    "bad_drop": ("a drop of {value} is not in (0, 1]", "下降幅度 {value} 不在 (0, 1] 内"),
    "not_binary": (
        "{name} holds {value}; only 0 and 1 are labels here",
        "{name} 含有 {value}；这里的标签只能是 0 或 1",
    ),
    "no_better_than_chance": (
        "sensitivity + specificity - 1 is {quality}: the judge is no better than chance; its rate cannot be corrected",
        "灵敏度 + 特异度 - 1 为 {quality}：评判器并不优于随机，无法校正其比率",
    ),
    "one_category": (
        "{n} items do not hold two different categories (or hold one that is not in the order given); "
        "agreement beyond chance is undefined",
        "{n} 个条目中没有两个不同的类别（或含有给定顺序之外的类别）；无法定义超出随机的一致性",
    ),
    "constant": (
        "{name} is {value} throughout; a correlation with a constant is undefined",
        "{name} 始终为 {value}；与常数的相关系数没有定义",
    ),
    "bad_games": (
        "{n} games: ratings need at least one, each between two different systems",
        "{n} 场对局：评分至少需要一场，且每场须为两个不同的系统",
    ),
    "drop_below_zero": (
        "a drop of {drop} from a baseline of {baseline} leaves nothing; choose a smaller drop",
        "从基线 {baseline} 下降 {drop} 后将一无所剩；请选择更小的下降幅度",
    ),
    "reference_small": (
        "the reference holds {n} scores; to tell a drop of {drop} from its own uncertainty it needs about {needed}: "
        "collect more or choose a larger drop",
        "参考期只有 {n} 个分数；要把 {drop} 的下降与自身的不确定性区分开，约需 {needed} 个："
        "请收集更多或选择更大的下降幅度",
    ),
    "one_kind": (
        "only {least} labels are of the rarer kind; calibration needs at least 2 of each, better 20",
        "较少的一类只有 {least} 个标签；校准每类至少需要 2 个，最好 20 个",
    ),
}
