"""One worked example for all judged metrics: a sample, what a judge found in it, and the value of every metric.

The catalogue shows it, and a test computes it. That one ledger feeds all metrics is the idea of raggauge: the shares of
its six answer claims add up (faithfulness 4/6 + hallucination 1/6 + self_knowledge 1/6 = 1).
"""

from typing import Final

import msgspec

from raggauge.evidence import (
    Claim,
    Conflict,
    Entity,
    Evidence,
    Finding,
    Grade,
    Needed,
    Nugget,
    Rated,
    Span,
    Useful,
    Verdict,
)
from raggauge.sample import Context, Sample


class Example(msgspec.Struct, frozen=True, omit_defaults=True):
    """A metric's text with a sample, its evidence, the value that comes out and how it is reckoned."""

    metric: str
    value: float
    reckoning: str
    sample: Sample
    evidence: Evidence


SAMPLE: Final = Sample(
    id="tram",
    question="When did the Norrby tram start, and what does a day ticket cost?",
    answer="The Norrby tram started in 1911 [1]. A day ticket costs 6 euros [2]. The line was electric from the "
    "start [1]. Norrby lies on an island [2]. Bicycles pay 3 euros [3]. Children under six ride free. Have a good "
    "trip!",
    contexts=(
        Context("The Norrby tram carried its first passengers in 1911. It was electric from the start."),
        Context("Norrby lies on an island. Most visitors come by ship."),
        Context("A day ticket costs 6 euros. Bicycles pay 2 euros. The last tram leaves at midnight."),
    ),
    references=(
        "The Norrby tram started in 1911. A day ticket costs 6 euros; children under six ride free. It runs until "
        "midnight.",
    ),
    metadata={
        "nuggets": [
            {"text": "started in 1911", "vital": True},
            {"text": "day ticket 6 euros", "vital": True},
            {"text": "children under six free", "vital": False},
            {"text": "until midnight", "vital": False},
        ]
    },
)


def _judged(
    claim: str, premise: str, verdict: Verdict, /, *support: int, against: tuple[int, ...] = (), said: str = ""
) -> Finding:
    conflicts = (Conflict("number", said, "2", f"context:{against[0]}"),) if against else ()
    return Finding(claim, premise, verdict, support=support, against=against, conflicts=conflicts)


EVIDENCE: Final = Evidence(
    sample="tram",
    claims=(
        Claim("a1", "answer", "The Norrby tram started in 1911.", citations=(1,)),
        Claim("a2", "answer", "A day ticket of the Norrby tram costs 6 euros.", citations=(2,)),
        Claim("a3", "answer", "The Norrby tram was electric from the start.", citations=(1,)),
        Claim("a4", "answer", "Norrby lies on an island.", citations=(2,)),
        Claim("a5", "answer", "Bicycles pay 3 euros on the Norrby tram.", citations=(3,)),
        Claim("a6", "answer", "Children under six ride free on the Norrby tram."),
        Claim("a7", "answer", "Have a good trip!", checkable=False, why="greeting"),
        Claim("r0.1", "reference:0", "The Norrby tram started in 1911."),
        Claim("r0.2", "reference:0", "A day ticket of the Norrby tram costs 6 euros."),
        Claim("r0.3", "reference:0", "Children under six ride free on the Norrby tram."),
        Claim("r0.4", "reference:0", "The Norrby tram runs until midnight."),
    ),
    findings=(
        _judged("a1", "contexts", "supported", 0),
        _judged("a2", "contexts", "supported", 2),
        _judged("a3", "contexts", "supported", 0),
        _judged("a4", "contexts", "supported", 1),
        _judged("a5", "contexts", "contradicted", against=(2,), said="3"),
        _judged("a6", "contexts", "not_found"),
        _judged("a1", "reference:0", "supported"),
        _judged("a2", "reference:0", "supported"),
        _judged("a3", "reference:0", "not_found"),
        _judged("a4", "reference:0", "not_found"),
        _judged("a5", "reference:0", "not_found"),
        _judged("a6", "reference:0", "supported"),
        _judged("a1", "cited", "supported", 0),
        _judged("a2", "cited", "not_found"),
        _judged("a3", "cited", "supported", 0),
        _judged("a4", "cited", "supported", 1),
        _judged("a5", "cited", "contradicted", against=(2,), said="3"),
        _judged("r0.1", "contexts", "supported", 0),
        _judged("r0.2", "contexts", "supported", 2),
        _judged("r0.3", "contexts", "not_found"),
        _judged("r0.4", "contexts", "supported", 2),
        _judged("r0.1", "answer", "supported"),
        _judged("r0.2", "answer", "supported"),
        _judged("r0.3", "answer", "supported"),
        _judged("r0.4", "answer", "not_found"),
    ),
    usefulness=tuple(
        Useful(k, criterion, flag)
        for criterion in ("reference", "answer")
        for k, flag in enumerate((True, False, True))
    ),
    grades=(Grade(0, 3), Grade(1, 1), Grade(2, 2)),
    needed=(Needed(0, 2, (Span(0, 53),)), Needed(1, 2), Needed(2, 3, (Span(0, 27),))),
    entities=(
        Entity(0, "Norrby", True, "exact", 0),
        Entity(0, "1911", True, "exact", 0),
        Entity(0, "6 euros", True, "exact", 2),
        Entity(0, "children under six", False),
        Entity(0, "midnight", True, "exact", 2),
    ),
    nuggets=(
        Nugget("n1", "started in 1911", True, "supported"),
        Nugget("n2", "day ticket 6 euros", True, "supported"),
        Nugget("n3", "children under six free", False, "supported"),
        Nugget("n4", "until midnight", False, "not_supported"),
    ),
    reverse_questions=(
        "When did the Norrby tram start and what does it cost?",
        "How much is a day ticket on the Norrby tram?",
        "What should a visitor to Norrby know?",
    ),
    similarities={"question~reverse_questions": (0.9, 0.8, 0.7), "answer~references": (0.8,)},
    ratings=(
        Rated("relevance:direct", 5, 5),
        Rated("relevance:complete", 5, 5),
        Rated("relevance:unpadded", 2, 5),
        Rated("toxicity", 0, 1),
        Rated("bias", 0, 1),
        Rated("harmfulness", 0, 1),
        Rated("coherence", 4, 5),
        Rated("conciseness", 3, 5),
        Rated("politeness", 5, 5),
        Rated("completeness", 5, 5),
        Rated("summary_quality", 3, 5),
        Rated("Does it name every price with its currency?", 4, 5),
        Rated("Does it wish the reader well?", 1, 1),
    ),
    refusals={"answer": False, "reference:0": False},
)

_RECKONED: Final[dict[str, tuple[float, str]]] = {
    "faithfulness": (4 / 6, "#{a1, a2, a3, a4} / #A = 4 / 6"),
    "answer_relevance": (0.8, "(0.9 + 0.8 + 0.7) / 3"),
    "context_precision": (5 / 6, "u = 1, 0, 1: (1/1 + 2/3) / 2"),
    "context_recall": (3 / 4, "#{r1, r2, r4} / #R = 3 / 4"),
    "contradiction": (1 / 6, "#{a5} / #A = 1 / 6"),
    "hallucination": (1 / 6, "#{a5} / #A = 1 / 6"),
    "self_knowledge": (1 / 6, "#{a6} / #A = 1 / 6"),
    "noise_sensitivity(mode=relevant)": (1 / 6, "#{a3} / #A = 1 / 6"),
    "noise_sensitivity(mode=irrelevant)": (1 / 6, "#{a4} / #A = 1 / 6"),
    "context_utilization": (2 / 3, "#{r1, r2} / #{r1, r2, r4} = 2 / 3"),
    "factual_correctness": (0.6, "P = 3/6, R = 3/4: 2 · 0.5 · 0.75 / (0.5 + 0.75)"),
    "abstention": (1.0, "answerable, answered: 1"),
    "useful_context_ratio": (2 / 3, "u = 1, 0, 1: 2 / 3"),
    "answer_relevance_rating": (0.75, "((5-1)/4 + (5-1)/4 + (2-1)/4) / 3"),
    "context_relevance": (2 / 3, "(3/3 + 1/3 + 2/3) / 3"),
    "context_density": (2 / 7, "(1 + 0 + 1) / (2 + 2 + 3)"),
    "context_entity_recall": (4 / 5, "4 / 5"),
    "answer_correctness": (0.65, "0.75 · 0.6 + 0.25 · 0.8"),
    "answer_similarity": (0.8, "min(1, max(0, 0.8))"),
    "citation_precision": (3 / 5, "#{a1[1], a3[1], a4[2]} / #{a1[1], a2[2], a3[1], a4[2], a5[3]} = 3 / 5"),
    "citation_recall": (3 / 6, "#{a1, a3, a4} / #A = 3 / 6"),
    "nugget_recall": (5 / 6, "(1 + 1 + 0.5 · 1 + 0.5 · 0) / (1 + 1 + 0.5 + 0.5)"),
    'rubric(text="Does it name every price with its currency?")': (0.75, "(4 - 1) / (5 - 1)"),
    'criterion(text="Does it wish the reader well?")': (1.0, "yes = 1"),
    "toxicity": (0.0, "no = 0"),
    "bias": (0.0, "no = 0"),
    "harmfulness": (0.0, "no = 0"),
    "coherence": (0.75, "(4 - 1) / (5 - 1)"),
    "conciseness": (0.5, "(3 - 1) / (5 - 1)"),
    "politeness": (1.0, "(5 - 1) / (5 - 1)"),
    "completeness": (1.0, "(5 - 1) / (5 - 1)"),
    "summary_quality": (0.5, "(3 - 1) / (5 - 1)"),
}

RANKED: Final = Sample(
    id="ferry",
    contexts=tuple(Context(f"passage {doc}", doc_id=doc) for doc in ("timetable", "history", "fares", "news")),
    reference_contexts=tuple(
        Context(f"passage {doc}", doc_id=doc, grade=grade)
        for doc, grade in (("timetable", 1), ("fares", 3), ("piers", 1), ("history", 0))
    ),
)
WORDED: Final = Sample(id="ferry", answer="The ferry left in 1911", references=("The first ferry left in 1911.",))

_RANKED: Final[dict[str, tuple[float, str]]] = {
    "precision@3": (2 / 3, "#{timetable, fares} / 3 = 2 / 3"),
    "recall@3": (2 / 3, "#{timetable, fares} / #{timetable, fares, piers} = 2 / 3"),
    "f1@4": (4 / 7, "P = 2/4, R = 2/3: 2 · 0.5 · 0.667 / (0.5 + 0.667)"),
    "hit@1": (1.0, "timetable is relevant: 1"),
    "mrr": (1.0, "1 / 1"),
    "map": (5 / 9, "(1/1 + 2/3) / 3"),
    "ndcg@4": (0.6051906348295047, "(1/log2 2 + 3/log2 4) / (3/log2 2 + 1/log2 3 + 1/log2 4)"),
    "r_precision": (2 / 3, "R = 3: #{timetable, fares} / 3 = 2 / 3"),
    "bpref": (1 / 3, "N = 1, history above fares: (1 + (1 - 1/1)) / 3"),
    "judged@4": (3 / 4, "#{timetable, history, fares} / 4 = 3 / 4"),
}
_WORDED: Final[dict[str, tuple[float, str]]] = {
    "exact_match": (0.0, "ferry left in 1911 ≠ first ferry left in 1911"),
    "token_f1": (8 / 9, "P = 4/4, R = 4/5: 2 · 1 · 0.8 / 1.8"),
    "contains": (0.0, "first ferry left in 1911 does not occur"),
    "edit_similarity": (22 / 29, "1 - 7 / 29"),
    "rouge1": (10 / 11, "P = 5/5, R = 5/6: 2 · 1 · 0.833 / 1.833"),
    "rouge2": (2 / 3, "P = 3/4, R = 3/5: 2 · 0.75 · 0.6 / 1.35"),
    "rougeL": (10 / 11, "P = 5/5, R = 5/6: 2 · 1 · 0.833 / 1.833"),
    "bleu": (0.4739878501170793, "exp(1 - 7/5) · (5/5 · 3/4 · 2/3 · 1/2)^(1/4)"),
    "chrf": (0.6824024659937551, "P = 0.893, R = 0.644 (means over n = 1..6): 5 P R / (4 P + R)"),
    "meteor": (0.8203389830508474, "P = 5/5, R = 5/6, 2 pieces of 5 matches: 0.847 · (1 - 0.5 (2/5)^3)"),
}

EXAMPLES: Final[tuple[Example, ...]] = tuple(
    Example(metric, value, reckoning, sample, evidence)
    for table, sample, evidence in (
        (_RECKONED, SAMPLE, EVIDENCE),
        (_RANKED, RANKED, Evidence(sample="ferry")),
        (_WORDED, WORDED, Evidence(sample="ferry")),
    )
    for metric, (value, reckoning) in table.items()
)
