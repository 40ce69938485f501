"""The claim metrics give the numbers of worked examples, and each situation its state."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.evidence import Claim, Evidence, Finding, Useful
from raggauge.metrics import get
from raggauge.metrics.context_precision import average_precision
from raggauge.sample import Sample
from raggauge.score import Score


def _sample(**fields: Any) -> Sample:
    plain = {"question": "q", "answer": "a", "contexts": ("c1", "c2"), "references": ("g",)}
    return Sample(id="s", **{**plain, **fields})


def _evidence(answer: str = "", reference: str = "", useful: str = "", **rest: Any) -> Evidence:
    """Evidence in short: one verdict letter a claim (s, c, u, n; - = open), one flag a context (1, 0, - = open).

    The verdicts of answer claims hold against contexts and references, those of reference claims against contexts and
    the answer.
    """
    verdicts = {"s": "supported", "c": "contradicted", "u": "unsure", "n": "not_found"}
    claims, findings = [], []
    for source, prefix, letters in (("answer", "a", answer), ("reference:0", "r0.", reference)):
        for j, letter in enumerate(letters, 1):
            claims.append(Claim(f"{prefix}{j}", source, "c"))
            for premise in ("contexts", "reference:0" if source == "answer" else "answer"):
                if letter != "-":
                    support = (0,) if letter == "s" and premise == "contexts" else ()
                    verdict: Any = verdicts[letter]
                    findings.append(Finding(f"{prefix}{j}", premise, verdict, support=support))
    flags = tuple(Useful(k, c, f == "1") for k, f in enumerate(useful) if f != "-" for c in ("reference", "answer"))
    return Evidence(sample="s", claims=tuple(claims), findings=tuple(findings), usefulness=flags, **rest)


def _score(metric: str, evidence: Evidence, **fields: Any) -> Score:
    return get(metric).score(_sample(**fields), evidence)


@pytest.mark.parametrize(
    ("metric", "evidence", "expected"),
    [
        ("faithfulness", _evidence("ssssn"), 0.8),
        ("faithfulness", _evidence("ssu"), 2 / 3),
        ("contradiction", _evidence("sscn"), 0.25),
        ("hallucination", _evidence("sscn"), 0.5),
        ("self_knowledge", _evidence("sscn"), 0.0),
        ("factual_correctness", _evidence("sssn", "ssn"), 2 * 0.75 * (2 / 3) / (0.75 + 2 / 3)),
        ("factual_correctness(part=precision)", _evidence("sssn", "ssn"), 0.75),
        ("factual_correctness(part=recall)", _evidence("sssn", "ssn"), 2 / 3),
        ("factual_correctness(beta=2)", _evidence("sn", "s"), 5 * 0.5 / (4 * 0.5 + 1)),
        ("factual_correctness", _evidence("n", "n"), 0.0),
        ("factual_correctness", _evidence("", "s"), 0.0),
        ("context_recall", _evidence("", "ssn"), 2 / 3),
        ("context_utilization", _evidence("", "ssn"), 1.0),
        ("noise_sensitivity(mode=relevant)", _evidence("ss", useful="1"), 0.0),
    ],
)
def test_values_follow_the_formula(metric: str, evidence: Evidence, expected: float) -> None:
    """Small ledgers give the value that the formula gives by hand."""
    assert _score(metric, evidence).value == pytest.approx(expected, abs=1e-12)


def test_probabilities_of_support_are_summed_up_in_the_details() -> None:
    """The mean, the least, and what lies halfway; nothing where a claim has no probability."""
    claims = (Claim("a1", "answer", "c"), Claim("a2", "answer", "c"))
    found = [
        Finding("a1", "contexts", "supported", support=(0,), confidence=0.9),
        Finding("a2", "contexts", "not_found"),
    ]
    open_one = _score("faithfulness", Evidence(sample="s", claims=claims, findings=tuple(found)))
    assert "support" not in open_one.details
    found[1] = Finding("a2", "contexts", "not_found", confidence=0.1)
    details = _score("faithfulness", Evidence(sample="s", claims=claims, findings=tuple(found))).details
    assert (details["support_mean"], details["support_min"], details["support"]) == (0.5, 0.1, 0.3)


@pytest.mark.parametrize(
    ("useful", "precision", "ratio"),
    [
        ("111", 1.0, 1.0),
        ("1000", 1.0, 0.25),
        ("011", 0.5833333333333334, 2 / 3),
        ("00", 0.0, 0.0),
        ("101", (1 + 2 / 3) / 2, 2 / 3),
    ],
)
def test_precision_is_average_precision(useful: str, precision: float, ratio: float) -> None:
    """Context precision rewards useful passages at the top; the useful ratio does not look at ranks."""
    evidence, contexts = _evidence(useful=useful), ("c",) * len(useful)
    assert _score("context_precision", evidence, contexts=contexts).value == pytest.approx(precision, abs=1e-15)
    given = _score("context_precision(reference=answer)", evidence, contexts=contexts)
    assert given.value == pytest.approx(precision, abs=1e-15)
    assert _score("useful_context_ratio", evidence, contexts=contexts).value == pytest.approx(ratio)


@pytest.mark.parametrize(
    ("useful", "bounds"), [("1-", (1.0, 1.0)), ("1--", (5 / 6, 1.0)), ("-1", (0.5, 1.0)), ("--", (0.0, 1.0))]
)
def test_precision_knows_its_bounds(useful: str, bounds: tuple[float, float]) -> None:
    """Open ranks make context precision unscored, between the least and the greatest average precision."""
    score = _score("context_precision", _evidence(useful=useful), contexts=("c",) * len(useful))
    assert score.state == "unscored"
    assert (score.lowest, score.highest) == pytest.approx(bounds)
    assert score.reason is not None
    assert score.reason.startswith("judge left ids out: useful:")


@given(st.lists(st.sampled_from((True, False, None)), min_size=1, max_size=8))
def test_average_precision_over_all_fillings(useful: list[bool | None]) -> None:
    """The bounds of average precision are those that trying every filling finds."""

    def value(flags: tuple[bool | None, ...]) -> float:
        hits = [rank for rank, flag in enumerate(flags, 1) if flag]
        return sum(n / rank for n, rank in enumerate(hits, 1)) / len(hits) if hits else 0.0

    ways = [value(flags) for flags in product(*((True, False) if flag is None else (flag,) for flag in useful))]
    assert average_precision(useful) == pytest.approx((min(ways), max(ways)))


ANSWER_CLAIMS = (
    "faithfulness",
    "contradiction",
    "hallucination",
    "self_knowledge",
    "noise_sensitivity(mode=relevant)",
    "noise_sensitivity(mode=irrelevant)",
)
ANSWER_QUALITY = ("factual_correctness", "context_utilization", "answer_relevance")
AIMED = ("context_precision", "useful_context_ratio", "context_recall", "context_utilization")
COSINES = {"question~reverse_questions": (0.5, 0.7, 0.9)}
FULL = _evidence("s", "s", "11", similarities=COSINES)
REFUSES = _evidence("s", "s", "11", similarities=COSINES, refusals={"answer": True})


@pytest.mark.parametrize("metric", ANSWER_CLAIMS)
@pytest.mark.parametrize(
    ("evidence", "fields", "reason"),
    [
        (REFUSES, {}, "abstained"),
        (REFUSES, {"contexts": None}, "abstained"),
        (FULL, {"answer": " "}, "empty answer"),
        (FULL, {"answer": None}, "missing answer"),
        (FULL, {"contexts": None}, "missing contexts"),
        (_evidence("", "s"), {}, "no checkable claim"),
        (_evidence("", "s"), {"contexts": ()}, "no checkable claim"),
    ],
)
def test_answer_claims_have_no_value(metric: str, evidence: Evidence, fields: dict[str, Any], reason: str) -> None:
    """The first row of the table that fits names the reason why a metric over answer claims has no value."""
    score = _score(metric, evidence, **fields)
    assert (score.state, score.reason) == ("not_applicable", reason)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("faithfulness", 0.0),
        ("context_recall", 0.0),
        ("context_precision", 0.0),
        ("useful_context_ratio", 0.0),
        ("hallucination", 0.5),
        ("self_knowledge", 0.5),
        ("contradiction", "no contexts"),
        ("noise_sensitivity(mode=relevant)", "no contexts"),
        ("noise_sensitivity(mode=irrelevant)", "no contexts"),
        ("context_utilization", "no contexts"),
    ],
)
def test_nothing_retrieved(metric: str, expected: float | str) -> None:
    """With no contexts, metrics of support are 0, those of harm have no value, and the rest follows its formula."""
    score = _score(metric, _evidence("sn", "s"), contexts=())
    assert expected in (score.value, score.reason)


@pytest.mark.parametrize("metric", ANSWER_QUALITY)
@pytest.mark.parametrize(
    ("fields", "refusing", "expected"),
    [
        ({"metadata": {"answerable": True}}, {}, 0.0),
        ({}, {}, 0.0),
        ({"metadata": {"answerable": False}}, {}, "right refusal"),
        ({}, {"reference:0": True}, "right refusal"),
        ({"references": ("g", "g2")}, {"reference:0": True}, 0.0),
        ({"references": None}, {}, "abstained, answerability unknown"),
        ({"references": None, "metadata": {"answerable": True}}, {}, 0.0),
    ],
)
def test_refusals(metric: str, fields: dict[str, Any], refusing: dict[str, bool], expected: float | str) -> None:
    """A refusal fails where an answer exists, is right where none does, and is left out where nobody knows."""
    evidence = _evidence("s", "s", "11", similarities=COSINES, refusals={"answer": True, **refusing})
    score = _score(metric, evidence, **fields)
    assert expected in (score.value, score.reason)


@pytest.mark.parametrize("metric", AIMED)
@pytest.mark.parametrize(
    ("fields", "refusals"), [({"metadata": {"answerable": False}}, {}), ({}, {"reference:0": True})]
)
def test_unanswerable(metric: str, fields: dict[str, Any], refusals: dict[str, bool]) -> None:
    """Metrics that need a right answer to aim at have no value for a question without one."""
    score = _score(metric, _evidence("s", "s", "11", refusals=refusals), **fields)
    assert (score.state, score.reason) == ("not_applicable", "unanswerable")


@pytest.mark.parametrize(("metric", "expected"), [("answer_relevance", 0.0), ("factual_correctness", 0.0)])
def test_an_empty_answer_is_wrong(metric: str, expected: float) -> None:
    """An empty answer scores 0 where quality is asked; what was retrieved keeps its scores."""
    assert _score(metric, FULL, answer="").value == expected
    assert _score("context_recall", FULL, answer="").value == 1.0
    assert _score("context_utilization", FULL, answer="").value == 0.0


@pytest.mark.parametrize(
    ("metric", "evidence", "bounds"),
    [
        ("faithfulness", _evidence("s---------"), (0.1, 1.0)),
        ("contradiction", _evidence("sc-"), (1 / 3, 2 / 3)),
        ("hallucination", _evidence("sn-"), (1 / 3, 2 / 3)),
        ("context_recall", _evidence("", "s-"), (0.5, 1.0)),
        ("context_utilization", _evidence("", "s-"), (0.5, 1.0)),
        ("context_utilization", _evidence("", "--"), (0.0, 1.0)),
        ("factual_correctness", _evidence("s-", "s"), (2 / 3, 1.0)),
    ],
)
def test_missing_verdicts_leave_bounds(metric: str, evidence: Evidence, bounds: tuple[float, float]) -> None:
    """Missing verdicts never become a value; what they could be are the bounds."""
    score = _score(metric, evidence)
    assert score.state == "unscored"
    assert (score.lowest, score.highest) == pytest.approx(bounds)


def test_a_failed_judge_says_why() -> None:
    """The judge's own reason stands behind the fixed words; without claims nothing is known but the range."""
    lost = Evidence(sample="s", gaps={"claims(answer)": "HTTP 429 after 3 tries: slow down"})
    score = _score("faithfulness", lost)
    assert score.reason == "judge failed: HTTP 429 after 3 tries: slow down"
    assert (score.lowest, score.highest) == (0.0, 1.0)
    half = Evidence(sample="s", claims=_evidence("", "s").claims, findings=_evidence("", "s").findings, gaps=lost.gaps)
    score = _score("factual_correctness", half)
    assert (score.lowest, score.highest) == (0.0, 1.0)


def test_open_refusals_widen_the_bounds() -> None:
    """Where it is open whether the answer refuses, the score lies between that of a refusal and that of an answer."""
    lost = _evidence("sn", "s", "11", similarities=COSINES, gaps={"refusals(answer)": "HTTP 500"})
    relevance = _score("answer_relevance", lost)
    assert (relevance.state, relevance.lowest) == ("unscored", 0.0)
    assert relevance.highest == pytest.approx(0.7)
    faithfulness = _score("faithfulness", lost)
    assert (faithfulness.state, faithfulness.lowest, faithfulness.highest) == ("unscored", 0.5, 0.5)
    assert _score("context_recall", lost).value == 1.0


def test_support_details_name_conflicts() -> None:
    """Claims that contexts disagree on count as supported and are listed; uncheckable statements are counted."""
    claims = (Claim("a1", "answer", "c"), Claim("a2", "answer", "c"), Claim("a3", "answer", "hi", checkable=False))
    findings = (Finding("a1", "contexts", "supported", support=(0,), against=(1,)), Finding("a2", "contexts", "unsure"))
    score = _score("faithfulness", Evidence(sample="s", claims=claims, findings=findings))
    assert (score.value, score.n_asked) == (0.5, 2)
    assert score.details == {"n_true": 1, "n_unsure": 1, "conflicting": ["a1"], "n_not_checkable": 1}


def test_the_best_reference_counts() -> None:
    """Each reference has its own claims; recall takes the best, and skips references that claim nothing."""
    claims = tuple(Claim(f"r{i}.{j}", f"reference:{i}", "c", checkable=i < 2) for i in range(3) for j in range(2))
    findings = tuple(
        Finding(c.id, p, "supported" if c.id in ("r0.0", "r1.0", "r1.1") else "not_found", support=(0,))
        for c in claims
        for p in ("contexts", "answer")
    )
    score = _score("context_recall", Evidence(sample="s", claims=claims, findings=findings), references=("a", "b", "c"))
    assert (score.value, score.n_asked) == (1.0, 2)


def test_noise_follows_the_smallest_support() -> None:
    """A wrong claim is blamed on useful contexts if one of those that support it is useful, jointly or alone."""
    claims = (Claim("a1", "answer", "c"), Claim("a2", "answer", "c"))
    findings = (
        Finding("a1", "contexts", "supported", support=(0, 1), joint=True),
        Finding("a2", "contexts", "supported", support=(1,)),
        Finding("a1", "reference:0", "not_found"),
        Finding("a2", "reference:0", "contradicted"),
    )
    useful = (Useful(0, "reference", True), Useful(1, "reference", False))
    evidence = Evidence(sample="s", claims=claims, findings=findings, usefulness=useful)
    assert _score("noise_sensitivity(mode=relevant)", evidence).value == 0.5
    assert _score("noise_sensitivity(mode=irrelevant)", evidence).value == 0.5
    unanswerable = {"metadata": {"answerable": False}}
    assert _score("noise_sensitivity(mode=relevant)", evidence, **unanswerable).value == 0.0


@pytest.mark.parametrize(
    ("cosines", "expected"), [((0.9, 0.8, 0.7), 0.8), ((-0.5, 0.5, 1.0000001), 0.5), ((1.0,) * 3, 1.0)]
)
def test_relevance_is_the_mean_cosine(cosines: tuple[float, ...], expected: float) -> None:
    """Negative cosines count 0, and rounding never lifts a score over 1."""
    score = _score("answer_relevance", Evidence(sample="s", similarities={"question~reverse_questions": cosines}))
    assert score.value == pytest.approx(expected)
    assert score.details["method"] == "reverse questions"


def test_relevance_states_its_direct_estimate() -> None:
    """A judge without reverse questions leaves a direct estimate, and the score says so."""
    evidence = Evidence(sample="s", similarities={"question~answer": (0.6,)})
    score = _score("answer_relevance", evidence)
    assert (score.value, score.label, score.details) == (0.6, "direct estimate", {"method": "direct estimate"})


def test_relevance_with_questions_missing() -> None:
    """Questions that did not come are open: the mean is over what was asked, never over what came."""
    score = _score("answer_relevance", Evidence(sample="s", similarities={"question~reverse_questions": (0.9,)}))
    assert (score.state, score.n_asked) == ("unscored", 3)
    assert (score.lowest, score.highest) == pytest.approx((0.3, 2.9 / 3))


@pytest.mark.parametrize(
    ("answer", "refuses", "metadata", "references", "label"),
    [
        ("a", False, {}, ("g",), "answered"),
        ("a", False, {"answerable": False}, ("g",), "wrong_answer"),
        ("The documents do not say.", True, {"answerable": False}, None, "right_refusal"),
        ("a", True, {}, ("g",), "wrong_refusal"),
        ("", False, {"answerable": False}, None, "right_refusal"),
        ("", False, {}, ("g",), "wrong_refusal"),
    ],
)
def test_abstention_has_four_outcomes(
    answer: str, refuses: bool, metadata: dict[str, Any], references: tuple[str, ...] | None, label: str
) -> None:
    """Answering or refusing, each rightly or wrongly; an empty answer is a refusal."""
    evidence = Evidence(sample="s", refusals={"answer": refuses})
    score = _score("abstention", evidence, answer=answer, metadata=metadata, references=references)
    assert (score.label, score.value) == (label, float(label in ("answered", "right_refusal")))


def test_abstention_of_a_set() -> None:
    """The set has a two by two table; refusal precision and recall are no means of samples."""
    metric: Any = get("abstention")
    labels = ["right_refusal"] * 3 + ["wrong_refusal"] + ["wrong_answer"] * 2 + ["answered"] * 4
    parts = [Score(state="scored", value=0.0, parts={label: 1.0}) for label in labels]
    score = metric.combine([*parts, Score(state="not_applicable", reason="answerability unknown")])
    assert score.value == 0.7
    assert (score.details["refusal_precision"], score.details["refusal_recall"]) == (0.75, 0.6)
    assert metric.combine([]).state == "not_applicable"
    assert _score("abstention", FULL, references=None).reason == "answerability unknown"
