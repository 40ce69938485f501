"""What a judge is asked for, in words: one message for each kind of question in `facets.py`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "claims": ("claims", "论断"),
    "support": ("verdicts on claims", "对论断的判定"),
    "usefulness": ("the usefulness of passages", "段落是否有用"),
    "grades": ("grades of passages", "段落的相关等级"),
    "needed_sentences": ("the sentences that are needed", "所需的句子"),
    "entities": ("entities", "实体"),
    "nuggets": ("nuggets", "要点"),
    "reverse_questions": ("questions made from the answer", "由回答反推的问题"),
    "similarity": ("similarities of meaning", "语义相似度"),
    "rating": ("ratings by a rule in words", "按文字规则打分"),
    "preference": ("preferences between answers", "对两个回答的偏好"),
    "refusals": ("whether a text refuses", "文本是否拒答"),
}
