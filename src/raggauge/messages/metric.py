"""Messages of the metrics: what is wrong with a parameter, and what the catalogue says of each metric."""

MESSAGES: dict[str, tuple[str, str]] = {
    "bad_weight": ("the weight w must lie between 0 and 1, not {value}", "权重 w 应在 0 与 1 之间，而不是 {value}"),
    "bad_rubric": (
        "a rubric needs a rule in words and a scale of at least 2, not text={text}, scale={scale}",
        "评分规则需要文字说明和不小于 2 的分级，而不是 text={text}，scale={scale}",
    ),
    "bad_fields": (
        "{value} names no fields; write one or several of {fields}",
        "{value} 不是字段名；请写 {fields} 中的一个或多个",
    ),
    "needs_parameter": (
        "metric {name} needs the parameter {parameter}: write {name}({parameter}=...)",
        "指标 {name} 需要参数 {parameter}：请写 {name}({parameter}=...)",
    ),
}
