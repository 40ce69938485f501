"""Items to check by hand."""

MESSAGES: dict[str, tuple[str, str]] = {
    "id": ("id", "编号"),
    "why": ("why it is here", "入选原因"),
    "question": ("question", "问题"),
    "answer": ("answer", "回答"),
    "claim": ("the claim in doubt", "存疑的陈述"),
    "verdict": ("what the judge says of it", "评判结果"),
    "passages": ("passages", "检索到的段落"),
    "right": ("is the judge right? (yes/no)", "评判是否正确？（是/否）"),
    "note": ("note", "备注"),
    "unsure": ("the judge is unsure", "评判器拿不准"),
    "low": ("low score", "得分低"),
    "good": ("drawn from the others", "从其余样本中抽取"),
}
