"""The one table of foreign names: which column of which tool is which field of a Sample.

Names are compared after `plain`: lower case, words joined by `_`, so that `userInput`, `User Input` and `user-input`
are `user_input`.
"""

import re
from functools import lru_cache
from typing import Final

ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "question": (
        "question", "user_input", "input", "query", "prompt", "user_query", "user_question", "input_query",
        "query_text", "question_text", "prompt_text", "user_utterance", "utterance",
        "user_message", "user_prompt", "q", "request",
        "问题", "提问", "用户问题", "用户提问", "用户输入", "问", "问句", "查询", "問題", "提問",
    ),
    "answer": (
        "answer", "response", "actual_output", "output", "generated_answer", "generated_response", "prediction",
        "predicted_answer", "completion", "model_answer", "model_output", "model_response", "generated_text",
        "generation", "ai_answer", "ai_response", "assistant_answer", "assistant_response", "chatbot_response",
        "final_answer", "generated_output", "actual_answer", "actual_response", "bot_response", "rag_response",
        "llm_answer", "llm_output", "llm_response", "rag_answer", "bot_answer", "system_answer", "reply",
        "回答", "答案", "答", "模型回答", "模型回复", "ai回答", "大模型回答", "生成回答", "机器人回答", "助手回答",
        "系统回复", "系统回答", "生成答案", "实际输出", "模型输出", "回复",
    ),
    "contexts": (
        "contexts", "retrieved_contexts", "retrieval_context", "retrieval_contexts", "retrieved_context",
        "retrieved_documents", "retrieved_docs", "retrieved_chunks", "retrieved_passages", "retrieved_texts",
        "source_documents", "source_nodes", "documents", "docs", "passages", "chunks", "context_list", "context_docs",
        "ctxs", "retriever_resources", "search_results",
        "上下文", "检索内容", "检索文档", "检索段落", "召回片段", "召回段落", "召回文档", "檢索內容", "檢索結果",
        "检索结果", "检索上下文", "召回内容", "召回结果", "段落", "文档", "知识片段", "检索片段",
    ),
    "references": (
        "references", "reference", "ground_truth", "ground_truths", "expected_output", "expected_outputs",
        "expected_answer", "expected_answers", "expected_response", "gold_answer", "gold_answers", "golden_answer",
        "golden_answers", "correct_answer", "correct_answers", "reference_answer", "reference_answers",
        "reference_output", "reference_outputs", "ideal_answer", "ideal_response", "ideal", "gt_answer",
        "ground_truth_answer", "ground_truth_answers", "ground_truth_response", "gold_response", "reference_response",
        "target_output", "gold", "target", "target_answer",
        "参考答案", "标准答案", "标准回答", "正确回答", "黄金答案", "真实答案", "參考答案", "正确答案", "期望答案",
        "期望输出", "参考回答", "標準答案",
    ),
    "reference_contexts": (
        "reference_contexts", "reference_context", "ground_truth_contexts", "ground_truth_context", "gold_contexts",
        "gold_context", "gold_passages", "golden_contexts", "golden_context", "expected_contexts", "expected_context",
        "expected_retrieval_context", "relevant_passages", "relevant_contexts", "positive_passages",
        "参考段落", "参考上下文", "标准段落", "黄金段落",
    ),
    "context_ids": (
        "context_ids", "retrieved_context_ids", "retrieved_ids", "retrieved_doc_ids", "retrieved_document_ids",
        "retrieval_ids", "doc_ids", "document_ids", "检索文档编号",
    ),
    "context_scores": ("context_scores", "retrieval_scores", "retrieved_scores"),
    "reference_context_ids": (
        "reference_context_ids", "reference_ids", "relevant_ids", "relevant_doc_ids", "relevant_document_ids",
        "gold_ids", "gold_doc_ids", "expected_ids", "expected_doc_ids", "ground_truth_ids", "ground_truth_doc_ids",
        "参考文档编号",
    ),
    "id": (
        "id", "sample_id", "name", "query_id", "question_id", "example_id", "test_id", "case_id", "row_id", "qid",
        "uid", "uuid", "_id", "编号", "样本编号", "問題編號",
    ),
    "weight": ("weight", "权重"),
    "cluster": ("cluster",),
    "metadata": ("metadata", "additional_metadata", "元数据"),
    "imported": ("imported",),
}  # fmt: skip

# A word that some tools use for what was retrieved and others for what is right: nobody can tell without asking.
AMBIGUOUS: Final = frozenset({"context", "语境"})

# Inside one passage.
PASSAGE: Final[dict[str, tuple[str, ...]]] = {
    "text": ("text", "content", "page_content", "page_text", "chunk", "chunk_text", "passage", "document", "body",
             "page_snippet", "snippet",
             "内容", "文本"),
    "doc_id": ("doc_id", "id", "document_id", "docid", "chunk_id", "id_", "_id", "node_id", "pid", "文档编号"),
    "score": ("score", "similarity", "relevance_score", "similarity_score", "rank_score", "分数"),
    "grade": ("grade", "relevance_grade", "relevance_label"),
    "metadata": ("metadata", "meta", "extra_info"),
}  # fmt: skip

# Columns of scores in result frames, as RAGAS names them; a parameter in brackets may follow.
_SCORES: Final = frozenset(
    {
        *("faithfulness", "answer_relevancy", "answer_relevance", "response_relevancy", "context_precision"),
        *("context_recall", "context_relevancy", "context_relevance", "context_entity_recall", "answer_correctness"),
        *("answer_similarity", "semantic_similarity", "factual_correctness", "context_utilization", "harmfulness"),
        *("llm_context_precision_with_reference", "llm_context_precision_without_reference", "maliciousness"),
        *("non_llm_context_precision_with_reference", "non_llm_context_recall", "noise_sensitivity"),
        *("noise_sensitivity_relevant", "noise_sensitivity_irrelevant", "nv_accuracy", "nv_context_relevance"),
        *("nv_response_groundedness", "faithfulness_with_hhem", "id_based_context_precision"),
        *("id_based_context_recall", "bleu_score", "rouge_score", "exact_match", "string_present"),
        *("non_llm_string_similarity", "summary_score", "aspect_critic", "groundedness"),
    }
)

_NUMBERED: Final = re.compile(r"(\D+?)_?\[?([0-9]{1,3})\]?")
_FIELD: Final = {alias: field for field, aliases in ALIASES.items() for alias in aliases}
_PASSAGE: Final = {alias: field for field, aliases in PASSAGE.items() for alias in aliases}


@lru_cache(maxsize=4096)
def plain(name: str, /) -> str:
    """A column name as it is compared."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\s\-.]+", "_", words).lower() if not name.startswith("_") else name.lower()


def field_of(name: str, /) -> str | None:
    """The field that a column stands for, or None."""
    return _FIELD.get(plain(name))


def part_of(name: str, /) -> tuple[str, int] | None:
    """The field and the number where a column holds one passage or reference of several: `context_1`, `contexts[0]`."""
    found = _NUMBERED.fullmatch(plain(name))
    if found is None:
        return None
    stem = "context" if found[1] in AMBIGUOUS else found[1]
    field = _FIELD.get(f"{stem}s") or _FIELD.get(stem)
    is_listed = field in ("contexts", "references", "reference_contexts") and stem not in ("doc", "docs")
    return (field, int(found[2])) if field and is_listed else None


def passage_field_of(name: str, /) -> str | None:
    """The part of a passage that a key stands for, or None."""
    return _PASSAGE.get(plain(name))


def rank_of_id(name: str, /) -> int:
    """How much a column is the id, where several could be: 0 is the strongest."""
    return ALIASES["id"].index(plain(name))


def is_score(name: str, /) -> bool:
    """Whether a column holds scores of another tool, by its name."""
    return plain(name).partition("(")[0] in _SCORES
