"""Messages of the embedded judge, its calibration and its benchmark."""

MESSAGES: dict[str, tuple[str, str]] = {
    "unknown_option": (
        "the embedded judge has no option {option}; write `embedded`, or `embedded:NAME` for a stored calibration",
        "内置评判器没有选项 {option}；请写 `embedded`，或用 `embedded:名称` 指定已保存的校准",
    ),
}
