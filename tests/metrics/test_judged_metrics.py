"""The other judged metrics give the numbers of worked examples, and each situation its state."""

from typing import Any

import pytest

from raggauge.errors import UsageError
from raggauge.evidence import Claim, Entity, Evidence, Finding, Grade, Needed, Nugget, Rated, Span
from raggauge.metrics import METRICS, get
from raggauge.metrics.metric import direction_of, text_of
from raggauge.sample import Sample
from raggauge.score import Score


def _score(metric: str, evidence: Evidence | None = None, **fields: Any) -> Score:
    plain = {"question": "q", "answer": "a", "contexts": ("c1", "c2"), "references": ("g",)}
    return get(metric).score(Sample(id="s", **{**plain, **fields}), evidence or Evidence(sample="s"))


def _cosines(*values: float) -> Evidence:
    return Evidence(sample="s", similarities={"answer~references": values})


def _cited(*claims: tuple[tuple[int, ...], str, tuple[int, ...]]) -> Evidence:
    """Claims with the numbers they cite, the verdict on what they cite, and the contexts (from 0) that support them."""
    findings = []
    for j, (_, verdict, support) in enumerate(claims, 1):
        if verdict:
            named: Any = verdict
            findings.append(Finding(f"a{j}", "cited", named, support=support, joint=len(support) > 1))
    found = tuple(Claim(f"a{j}", "answer", "c", citations=numbers) for j, (numbers, _, _) in enumerate(claims, 1))
    return Evidence(sample="s", claims=found, findings=tuple(findings))


@pytest.mark.parametrize(
    ("evidence", "fields", "expected"),
    [
        (_cosines(-0.2), {}, 0.0),
        (_cosines(0.4, 0.9), {"references": ("g", "h")}, 0.9),
        (_cosines(0.99), {"references": ("a",)}, 1.0),
        (_cosines(0.0), {}, 0.0),
        (_cosines(0.7), {"answer": ""}, 0.0),
        (_cosines(1.0000000000000002), {}, 1.0),
        (Evidence(sample="s", similarities={"answer~references": (0.7,)}, refusals={"answer": True}), {}, 0.7),
    ],
)
def test_similarity(evidence: Evidence, fields: dict[str, Any], expected: float) -> None:
    """Negative cosines are 0, identical text is exactly 1, the best reference counts, a refusal is a text."""
    assert _score("answer_similarity", evidence, **fields).value == expected


def test_similarity_with_one_missing() -> None:
    """A missing cosine leaves the best open from the best known one up to 1."""
    score = _score("answer_similarity", _cosines(0.4), references=("g", "h"))
    assert (score.state, score.lowest, score.highest) == ("unscored", 0.4, 1.0)


@pytest.mark.parametrize(
    ("claims", "precision", "recall"),
    [
        ([((1,), "supported", (0,)), ((2,), "not_found", ())], 0.5, 0.5),
        ([((1, 2), "supported", (0, 1))], 1.0, 1.0),
        ([((1, 2), "supported", (0,))], 0.5, 1.0),
        ([((7,), "", ())], 0.0, 0.0),
        ([((0,), "", ())], 0.0, 0.0),
        ([((1, 1), "supported", (0,))], 1.0, 1.0),
        ([((1,), "supported", (0,)), ((), "", ())], 1.0, 0.5),
        ([((), "", ())], "no citation", 0.0),
        ([], "no checkable claim", "no checkable claim"),
    ],
)
def test_citations(claims: list[Any], precision: float | str, recall: float | str) -> None:
    """Each cited passage is held against its claim; numbers out of range support nothing; doubles count once."""
    first, second = (_score(name, _cited(*claims)) for name in ("citation_precision", "citation_recall"))
    assert precision in (first.value, first.reason)
    assert recall in (second.value, second.reason)


def test_citations_of_nothing() -> None:
    """Where nothing was retrieved every citation is out of range; a missing verdict leaves its citations open."""
    evidence = _cited(((1,), "", ()))
    assert _score("citation_precision", evidence, contexts=()).value == 0.0
    assert _score("citation_recall", evidence, contexts=()).value == 0.0
    score = _score("citation_precision", _cited(((1, 2, 9), "", ())))
    assert (score.state, score.lowest, score.highest) == ("unscored", 0.0, pytest.approx(2 / 3))


NUGGETS = Evidence(
    sample="s",
    nuggets=(
        Nugget("n1", "t", True, "supported"),
        Nugget("n2", "t", True, "partly"),
        Nugget("n3", "t", False, "not_supported"),
        Nugget("n4", "t", False, "partly"),
    ),
)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("nugget_recall", (1 + 0.5 + 0.25) / 3),
        ("nugget_recall(strict=true)", 1 / 3),
        ("nugget_recall(vital_only=true)", 0.75),
        ("nugget_recall(vital_only=true,strict=true)", 0.5),
    ],
)
def test_nuggets(metric: str, expected: float) -> None:
    """Vital nuggets weigh 1, others half; partly is half, or nothing when strict."""
    metadata = {"nuggets": [{"text": "t", "vital": True}]}
    assert _score(metric, NUGGETS, metadata=metadata, references=None).value == pytest.approx(expected)


def test_nuggets_need_a_source() -> None:
    """Without nuggets and references there is nothing to recall; an empty answer recalls nothing."""
    assert _score("nugget_recall", references=None).reason == "missing references"
    assert _score("nugget_recall").reason == "no nugget"
    assert _score("nugget_recall", NUGGETS, answer=" ").value == 0.0


@pytest.mark.parametrize(("grades", "expected"), [((3, 0), 0.5), ((3, 3), 1.0), ((0, 0), 0.0), ((1, 2), 0.5)])
def test_context_relevance(grades: tuple[int, int], expected: float) -> None:
    """The mean grade over 3, with first, best and worst in the details."""
    score = _score("context_relevance", Evidence(sample="s", grades=tuple(Grade(k, g) for k, g in enumerate(grades))))
    assert score.value == expected
    assert score.details == {"first": grades[0], "best": max(grades), "worst": min(grades)}


@pytest.mark.parametrize(
    ("needed", "expected"),
    [([(4, 1), (6, 1)], 0.2), ([(2, 0), (3, 0)], 0.0), ([(0, 0), (0, 0)], "no sentence in the contexts")],
)
def test_context_density(needed: list[tuple[int, int]], expected: float | str) -> None:
    """Needed sentences over all sentences; 0 where the contexts are insufficient."""
    entries = tuple(Needed(k, n, tuple(Span(i, i + 1) for i in range(m))) for k, (n, m) in enumerate(needed))
    score = _score("context_density", Evidence(sample="s", needed=entries))
    assert expected in (score.value, score.reason)
    assert (score.label == "insufficient") == (expected == 0.0)


def test_entities() -> None:
    """The best reference counts; what is missing and what matched only nearly is listed."""
    entities = (
        Entity(0, "Ada", False),
        Entity(1, "Ada Lovelace", True, "fuzzy", 0),
        Entity(1, "London", False),
        Entity(1, "1843", True, "exact", 1),
    )
    score = _score("context_entity_recall", Evidence(sample="s", entities=entities), references=("g", "h"))
    assert score.value == pytest.approx(2 / 3)
    assert score.details == {"missing": ["London"], "fuzzy": ["Ada Lovelace"]}
    assert _score("context_entity_recall").reason == "no entity in the references"
    assert _score("context_entity_recall", Evidence(sample="s", entities=entities), contexts=()).value == 0.0


def test_correctness_mixes_facts_and_sense() -> None:
    """Claim F1 weighs three quarters by default; facts and similarity are of the same reference."""
    claims = tuple(Claim(name, source, "c") for name, source in (
        ("a1", "answer"), ("r0.1", "reference:0"), ("r1.1", "reference:1"), ("r1.2", "reference:1")))  # fmt: skip
    findings = (
        Finding("a1", "reference:0", "not_found"),
        Finding("a1", "reference:1", "supported"),
        Finding("r0.1", "answer", "not_found"),
        Finding("r1.1", "answer", "supported"),
        Finding("r1.2", "answer", "not_found"),
    )
    similarities = {"answer~references": (1.0, 0.4)}
    evidence = Evidence(sample="s", claims=claims, findings=findings, similarities=similarities)
    score = _score("answer_correctness", evidence, references=("g", "h"))
    assert score.value == pytest.approx(0.75 * (2 / 3) + 0.25 * 0.4)
    assert score.details["reference"] == 1
    assert _score("answer_correctness(w=0)", evidence, references=("g", "h")).value == 1.0
    assert _score("answer_correctness", evidence, answer="").value == 0.0
    words = _score(
        "answer_correctness(facts=tokens,w=0.5)", _cosines(0.8), answer="old red cat", references=("red cat",)
    )
    assert words.value == pytest.approx(0.5 * 0.8 + 0.5 * 0.8)


RATED = Evidence(
    sample="s",
    ratings=(
        Rated("relevance:direct", 5, 5),
        Rated("relevance:complete", 3, 5),
        Rated("relevance:unpadded", 1, 5),
        Rated("toxicity", 1, 1),
        Rated("coherence", 4, 5),
        Rated("Is it warm?", 2, 3),
    ),
)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("answer_relevance_rating", 0.5),
        ("toxicity", 1.0),
        ("coherence", 0.75),
        ("rubric(text=Is it warm?,scale=3)", 0.5),
    ],
)
def test_ratings_are_mapped(metric: str, expected: float) -> None:
    """Grades of 1..m become (r - 1) / (m - 1), yes becomes 1."""
    assert _score(metric, RATED).value == expected
    assert _score(metric, RATED, answer="").state == (
        "scored" if metric == "answer_relevance_rating" else "not_applicable"
    )


@pytest.mark.parametrize("grade", [0, 6, 15, -3])
def test_grades_off_the_scale_are_none(grade: int) -> None:
    """A grade outside its scale is never moved onto it."""
    score = _score("coherence", Evidence(sample="s", ratings=(Rated("coherence", grade, 5),)))
    assert (score.state, score.lowest, score.highest) == ("unscored", 0.0, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        'criterion(text="Is it polite (always), and warm?")',
        r'criterion(text="Is it \"\\ polite\"?")',
        "rubric(text=kind,scale=7,lower_is_better=true)",
        "answer_correctness(w=0.5)",
        "noise_sensitivity(mode=irrelevant)",
        "nugget_recall(strict=true)",
    ],
)
def test_metrics_are_written_as_they_are_read(text: str) -> None:
    """The text of a metric names the same metric again."""
    assert text_of(get(text)) == text
    assert get(text_of(get(text))) == get(text)


def test_parameters_are_checked() -> None:
    """Wrong or missing parameters are refused by name."""
    for text, word in {
        "rubric": "text",
        "rubric(text=kind,scale=1)": "scale=1",
        "criterion(text=kind,shown=answer+mood)": "mood",
        "answer_correctness(w=2)": "2",
        "noise_sensitivity(mode=both)": "mode",
    }.items():
        with pytest.raises(UsageError, match=word):
            get(text)
    assert direction_of(get("criterion(text=rude?,lower_is_better=true)")) == "down"


def test_other_spellings_are_accepted_only_where_asked_for() -> None:
    """`answer_relevancy` is a peer's name: taken from files that use it, otherwise answered with ours."""
    assert text_of(get("answer_relevancy", aliases=True)) == "answer_relevance"
    assert text_of(get("groundedness", aliases=True)) == "faithfulness"
    with pytest.raises(UsageError, match="answer_relevance"):
        get("answer_relevancy")


def test_the_table_is_literal() -> None:
    """Every name in the table is the name of the class behind it."""
    assert {
        name: text_of(get(name)).split("(")[0].split("@")[0] for name in METRICS if name not in ("rubric", "criterion")
    } == {name: name for name in METRICS if name not in ("rubric", "criterion")}
