"""Evaluates three configurations of one RAG system and holds what the diagnosis finds against what was planted.

    python examples/tidewell/demo.py

Needs no model, key or network. The runs are kept in .raggauge/runs, a report of each in .raggauge/.
"""

import sys
from pathlib import Path

import make_outputs as planted

import raggauge
from raggauge.diagnosis import Cause, headline
from raggauge.messages import language
from raggauge.report.formats import chunks_of

HERE = Path(__file__).parent
UNANSWERABLE = frozenset(planted.ANSWERED_ANYWAY)

# configuration: what it is, and per planted fault its words, the cause that should be named, and the samples
SYSTEMS: dict[str, tuple[tuple[str, str], list[tuple[tuple[str, str], Cause, frozenset[str]]]]] = {
    "narrow": (
        (
            "chunks cut inside sentences, top-k 2, a prompt that fears mistakes",
            "在句中切块，top-k 为 2，提示词过于谨慎",
        ),
        [
            (("passage not retrieved", "段落没有检索到"), "retrieval_misses", frozenset(planted.MISSED)),
            (("fact cut in two by chunking", "事实被分块切断"), "cut_by_chunking", frozenset(planted.CUT)),
            (("refused though the passage was there", "有段落却拒答"), "too_cautious", frozenset(planted.TOO_CAUTIOUS)),
        ],
    ),
    "wide": (
        ("top-k 8, no reranker", "top-k 为 8，没有重排序"),
        [
            (("seven distractors around it", "混入七个干扰段落"), "noise", frozenset(planted.LATE)),
            (("right passage comes sixth", "正确段落排在第六"), "ranking", frozenset(planted.LATE)),
            (("answer follows a distractor", "回答被干扰段落误导"), "misled_by_distractors", frozenset(planted.MISLED)),
        ],
    ),
    "chatty": (
        ("good retrieval, a model that embellishes", "检索良好，但模型喜欢添油加醋"),
        [
            (("an invented sentence", "有一句是编造的"), "generation_invents", frozenset(planted.INVENTED)),
            (("answers another question", "答非所问"), "off_the_point", frozenset(planted.OFF_THE_POINT)),
            (("padded with courtesies", "夹杂客套话"), "off_the_point", frozenset(planted.PADDED)),
            (("answered what the documents do not say", "文档没有却作答"), "knowledge_gap", UNANSWERABLE),
        ],
    ),
}
CORE = ("context_recall", "context_precision", "faithfulness", "answer_relevance")


def main() -> int:
    """Print the findings of each configuration beside its planted faults; 1 if one was not named."""
    missed = 0
    print(told("40 questions in English and Chinese, three configurations of one RAG system, no model or key needed.",
               "40 个中英文问题，同一 RAG 系统的三种配置，不需要模型或密钥。"))  # fmt: skip
    for name, (what, faults) in SYSTEMS.items():
        print(f"\n== {name}: {told(*what)}")
        missed += show(name, faults)
    print(told("\nLook further:", "\n继续查看："))
    for command in ("raggauge show chatty en-15", "raggauge diagnose chatty", "raggauge compare narrow chatty"):
        print(f"  .venv/bin/{command}")
    print(told("  and open .raggauge/chatty.html in a browser", "  并在浏览器中打开 .raggauge/chatty.html"))
    return 1 if missed else 0


def show(name: str, faults: list[tuple[tuple[str, str], Cause, frozenset[str]]]) -> int:
    """Evaluate one configuration and print what was found of its faults; the number that no finding names."""
    run = raggauge.evaluate(HERE / f"outputs/{name}.jsonl", name=name)
    summary, found = run.summary(), raggauge.diagnose(run)
    print("   " + "   ".join(f"{metric} {summary[metric]['mean']:.2f}" for metric in CORE))
    for number, fault in enumerate(found, 1):
        print(f"{number}. {headline(fault)}\n   → {fault.knob()}")
    print(told("   planted, and found again:", "   植入的问题，以及是否找到："))
    named = {fault.cause: (number, set(fault.samples)) for number, fault in enumerate(found, 1)}
    missed = 0
    for words, cause, ids in faults:
        number, samples = named.get(cause, (0, set()))
        missed += not number
        place = told(f"finding {number}", f"第 {number} 条") if number else told("NOT FOUND", "未找到")
        share = told(f"{len(ids & samples)} of {len(ids)} samples", f"{len(ids)} 个样本中的 {len(ids & samples)} 个")
        print(f"   · {told(*words)}: {place}, {share}")
    (Path(".raggauge") / f"{name}.html").write_bytes(b"".join(chunks_of(run, "html")))
    return missed


def told(english: str, chinese: str) -> str:
    """A text in the language in force."""
    return chinese if language() == "zh" else english


if __name__ == "__main__":
    sys.exit(main())
