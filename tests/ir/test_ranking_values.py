"""The values of the measures, by hand and by definition."""

import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.errors import DataError
from raggauge.ir import Triples, evaluate, parse_measure, parse_measures

Grades = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Mapping[str, float]]


def falling(*docs: str) -> dict[str, float]:
    """A list in this order."""
    return {doc: float(len(docs) - i) for i, doc in enumerate(docs)}


def per_query(grades: Grades, run: Run, measure: str, **options: str) -> dict[str, float | None]:
    """One measure, per query."""
    found = evaluate(
        Triples.from_dict(grades, grades=True),
        Triples.from_dict(run, grades=False),
        [parse_measure(measure)],
        **options,  # type: ignore[arg-type]
    )
    values = found.values[parse_measure(measure)]
    return {q: float(v) if d else None for q, v, d in zip(found.queries, values.value, values.defined, strict=True)}


def one(grades: Mapping[str, int], run: Mapping[str, float], measure: str, **options: str) -> float | None:
    """One measure of one query."""
    return per_query({"q": grades}, {"q": run}, measure, **options)["q"]


@pytest.mark.parametrize(
    ("measure", "grades", "run", "right"),
    [
        ("map", {"a": 1, "b": 1, "c": 1}, falling("a", "x", "y"), 1 / 3),
        ("precision@3", {"a": 1, "b": 1}, falling("a", "x", "b"), 2 / 3),
        ("recall@3", {"a": 1, "b": 1, "c": 1, "d": 1}, falling("a", "b", "c"), 3 / 4),
        ("mrr", {"b": 1}, falling("a", "b"), 1 / 2),
        ("mrr", {"c": 1}, falling("a", "b", "c"), 1 / 3),
        ("mrr@2", {"c": 1}, falling("a", "b", "c"), 0.0),
        ("precision@10", {"a": 1}, falling("a"), 1 / 10),
        ("precision(denominator=returned)@10", {"a": 1}, falling("a", "b"), 1 / 2),
        ("f1@2", {"a": 1, "c": 1, "d": 1}, falling("a", "b"), 2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3)),
        ("f1@2", {"a": 1}, falling("b", "c"), 0.0),
        ("hit@1", {"b": 1}, falling("a", "b"), 0.0),
        ("hit@2", {"b": 1}, falling("a", "b"), 1.0),
        ("hit(need=all)@2", {"b": 1, "c": 1}, falling("a", "b", "c"), 0.0),
        ("hit(need=all)@3", {"b": 1, "c": 1}, falling("a", "b", "c"), 1.0),
        ("ndcg@2", {"a": 1, "b": 3}, falling("a", "b"), (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3))),
        (
            "ndcg(gain=exponential)@2",
            {"a": 1, "b": 3},
            falling("a", "b"),
            (1 + 7 / math.log2(3)) / (7 + 1 / math.log2(3)),
        ),
        ("r_precision", {"a": 1, "b": 1, "c": 0}, falling("a", "c", "b"), 1 / 2),
        ("bpref", {"a": 1, "b": 1, "c": 0, "d": 0}, falling("c", "a", "x", "b"), (1 - 1 / 2 + 1 - 1 / 2) / 2),
        ("judged@3", {"a": 1, "c": 0}, falling("a", "x", "c", "y"), 2 / 3),
        ("judged@9", {"a": 1, "c": 0}, falling("a", "x"), 1 / 2),
        ("recall(rel=2)@2", {"a": 1, "b": 2, "c": 3}, falling("a", "b"), 1 / 2),
    ],
)
def test_by_hand(measure: str, grades: dict[str, int], run: dict[str, float], right: float) -> None:
    """Values that were worked out from the definitions."""
    assert one(grades, run, measure) == pytest.approx(right, abs=1e-15)


def test_equal_scores_are_ordered_by_id_descending() -> None:
    """Ties are broken as trec_eval does: the greater id (in bytes) first."""
    run = {"a": 1.0, "b": 1.0, "é": 1.0, "B": 1.0, "ab": 1.0}
    order = ["é", "b", "ab", "a", "B"]
    for rank, doc in enumerate(order, 1):
        assert one({doc: 1}, run, "mrr") == 1 / rank


def test_long_ids_that_differ_at_the_end_are_told_apart() -> None:
    """Ids with the same first 24 bytes are different documents, and ordered by what follows."""
    stem = "https://example.org/docs/"
    run = {f"{stem}{i:03}": 0.5 for i in range(50)}
    assert one({f"{stem}000": 1}, run, "mrr") == 1 / 50
    assert one({f"{stem}049": 1}, run, "mrr") == 1.0
    assert one({f"{stem}04": 1}, run, "mrr") == 0.0


def test_scores_are_compared_in_64_bits() -> None:
    """Two scores that differ only beyond 32 bits are no tie."""
    assert one({"a": 1}, {"b": 1.0, "a": 1.0 + 1e-12}, "mrr") == 1.0


def test_a_query_without_a_relevant_document_has_no_value() -> None:
    """It leaves the mean, unless trec_eval's 0 is asked for; how much is judged can still be said."""
    grades, run = {"q": {"a": 0, "b": -1}, "p": {"a": 1}}, {"q": falling("a", "b"), "p": falling("a")}
    assert per_query(grades, run, "recall@5") == {"q": None, "p": 1.0}
    assert per_query(grades, run, "recall@5", no_relevant="zero") == {"q": 0.0, "p": 1.0}
    assert per_query(grades, run, "judged@2") == {"q": 1.0, "p": 1.0}


def test_a_judged_query_that_the_run_lacks_counts_zero() -> None:
    """It is a failure of the system; trec_eval's way of passing it over is an option."""
    grades, run = {"q": {"a": 1}, "p": {"a": 1}}, {"p": falling("a"), "other": falling("a")}
    assert per_query(grades, run, "mrr") == {"q": 0.0, "p": 1.0}
    assert per_query(grades, run, "mrr", missing="skip") == {"q": None, "p": 1.0}


def test_a_query_with_an_empty_list_counts_zero() -> None:
    """A system that was asked and returned nothing is no missing query."""
    assert per_query({"q": {"a": 1}}, {"q": {}}, "mrr", missing="skip") == {"q": 0.0}


def columns(docs: list[str], grades: dict[str, int], measure: str) -> float | None:
    """One measure of a list in which documents may repeat."""
    run = Triples.from_columns(
        ("q",), np.zeros(len(docs), np.int32), docs, [float(-i) for i in range(len(docs))], grades=False
    )
    found = evaluate(Triples.from_dict({"q": grades}, grades=True), run, [parse_measure(measure)])
    return found.values[parse_measure(measure)].mean


@pytest.mark.parametrize(
    ("measure", "right"),
    [
        ("precision@3", 1 / 3),
        ("precision@4", 2 / 4),
        ("recall@3", 1 / 2),
        ("ndcg@5", (1 + 1 / math.log2(5)) / (1 + 1 / math.log2(3))),
        ("map", (1 + 2 / 4) / 2),
        ("precision(dedupe=collapse)@2", 1.0),
        ("precision(dedupe=collapse)@3", 2 / 3),
        ("precision(dedupe=collapse,denominator=returned)@9", 2 / 3),
        ("map(dedupe=collapse)", 1.0),
        ("judged@4", 1.0),
    ],
)
def test_a_document_that_comes_again_gains_nothing(measure: str, right: float) -> None:
    """Several chunks of one document count once, at the first rank; `collapse` takes later copies out of the list."""
    assert columns(["a", "a", "a", "b", "x"], {"a": 1, "b": 1}, measure) == pytest.approx(right, abs=1e-15)


def test_copies_of_documents_that_nobody_judged_are_collapsed_too() -> None:
    """What stands behind moves up, also where the copies are tied."""
    assert columns(["x", "x", "y", "x", "a"], {"a": 1}, "mrr(dedupe=collapse)") == 1 / 3


@pytest.mark.parametrize("gain", ["linear", "exponential"])
def test_great_grades_cost_nothing(gain: str) -> None:
    """Grades up to a million neither overflow nor take memory."""
    value = one({"a": 1_000_000, "b": 999_999, "c": 1}, falling("b", "a", "c"), f"ndcg(gain={gain})@10")
    assert value is not None
    assert 0.5 < value < 1.0
    assert one({"a": 1_000_000, "b": 1}, falling("a", "b"), f"ndcg(gain={gain})@10") == 1.0


def with_needs(needs: list[tuple[str, str, int]], run: dict[str, float], measure: str) -> float | None:
    """One measure where (document, need, grade) say what is needed."""
    judged = Triples.from_columns(
        ("q",), np.zeros(len(needs), np.int32), [row[0] for row in needs], [row[2] for row in needs], grades=True
    ).with_needs([row[1] for row in needs])
    return (
        evaluate(judged, Triples.from_dict({"q": run}, grades=False), [parse_measure(measure)])
        .values[parse_measure(measure)]
        .mean
    )


@pytest.mark.parametrize(
    ("run", "measure", "right"),
    [
        (falling("d1", "d2", "x"), "recall@3", 1 / 2),
        (falling("d1", "d3", "x"), "recall@3", 1.0),
        (falling("d2", "x", "d3"), "recall@2", 1 / 2),
        (falling("d2", "d1", "d3"), "precision@3", 1.0),
        (falling("d2", "d1", "d3"), "map", (1 + 2 / 3) / 2),
        (falling("d2", "d3", "d1"), "ndcg@3", 1.0),
        (falling("d2", "d1"), "hit(need=all)@2", 0.0),
        (falling("d3", "d1"), "hit(need=all)@2", 1.0),
        (falling("x", "d3"), "mrr", 1 / 2),
    ],
)
def test_one_of_these_two_and_also_that_one(run: dict[str, float], measure: str, right: float) -> None:
    """Rows with the same need are alternatives; a question is answerable when every need is met."""
    gold = [("d1", "who", 1), ("d2", "who", 1), ("d3", "when", 1), ("x", "", 0)]
    assert with_needs(gold, run, measure) == pytest.approx(right, abs=1e-15)


def test_a_document_that_meets_two_needs() -> None:
    """It counts for both; measures of the best order have no value then."""
    gold = [("d1", "who", 1), ("d3", "who", 1), ("d3", "when", 1)]
    assert with_needs(gold, falling("d3"), "recall@1") == 1.0
    assert with_needs(gold, falling("d3"), "precision@1") == 1.0
    assert with_needs(gold, falling("d3"), "judged@1") == 1.0
    assert with_needs(gold, falling("d3"), "ndcg@1") is None


def test_a_document_judged_twice_differently_is_refused() -> None:
    """Two grades for one document are a mistake in the file; twice the same grade is not."""
    rows = (("q",), np.zeros(2, np.int32), ["a", "a"])
    run = Triples.from_dict({"q": {"a": 1.0}}, grades=False)
    same = Triples.from_columns(*rows, [1, 1], grades=True)
    assert evaluate(same, run, parse_measures("ndcg recall@1")).values[parse_measure("ndcg")].mean == 1.0
    with pytest.raises(DataError, match="judges document a twice, as 1 and as 0"):
        evaluate(Triples.from_columns(*rows, [1, 0], grades=True), run, parse_measures("map"))


@pytest.mark.parametrize(
    ("grade", "said"), [(1.5, "whole number"), (float("nan"), "whole"), ("1", "'1' is not a judgement")]
)
def test_a_grade_is_a_whole_number(grade: float, said: str) -> None:
    """Anything else is refused, with the value."""
    with pytest.raises(DataError, match=said):
        Triples.from_dict({"q": {"a": grade}}, grades=True)


def test_a_score_that_is_no_number_is_refused() -> None:
    """NaN cannot be ranked."""
    with pytest.raises(DataError, match="not a score"):
        Triples.from_dict({"q": {"a": float("nan")}}, grades=False)


_ids = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=12)
_grades = st.dictionaries(_ids, st.integers(-2, 4), max_size=12)
_scores = st.dictionaries(_ids, st.floats(-2, 2, width=16), max_size=20)
_ALL = parse_measures(
    "precision@{1,5} recall@{1,5} f1@5 hit@5 hit(need=all)@5 mrr mrr@3 map map@3 ndcg ndcg@5 ndcg(gain=exponential)@5 "
    "r_precision bpref judged@5 precision(dedupe=collapse)@5 precision(denominator=returned)@5 recall(rel=2)@5"
)


@given(st.dictionaries(st.sampled_from("pqr"), _grades), st.dictionaries(st.sampled_from("pqr"), _scores))
def test_every_value_lies_between_0_and_1(grades: Grades, run: Run) -> None:
    """No input gives a value outside [0, 1], and a value is there where something is relevant."""
    found = evaluate(Triples.from_dict(grades, grades=True), Triples.from_dict(run, grades=False), _ALL)
    for measure, values in found.values.items():
        assert ((values.value >= 0) & (values.value <= 1)).all()
        if measure.rel == 1 and measure.name != "judged":
            assert (values.defined == ~found.no_relevant).all()


@given(_grades)
def test_the_best_order_is_exactly_one(grades: Mapping[str, int]) -> None:
    """A list of all relevant documents in the order of their grades is perfect, to the last bit."""
    relevant = sorted((doc for doc, grade in grades.items() if grade > 0), key=lambda doc: -grades[doc])
    if relevant:
        run = falling(*relevant)
        for measure in ("map", "ndcg", "ndcg(gain=exponential)", "r_precision", "bpref", "mrr", f"f1@{len(relevant)}"):
            assert one(grades, run, measure) == 1.0


@given(_grades, _scores, st.randoms())
def test_the_order_of_rows_does_not_matter(grades: dict[str, int], run: dict[str, float], random: object) -> None:
    """A list is ordered by score and id, wherever its rows stand in the file."""
    rows = list(run.items())
    random.shuffle(rows)  # type: ignore[attr-defined]
    for measure in ("map", "ndcg@5", "bpref"):
        assert one(grades, dict(rows), measure) == one(grades, run, measure)


def test_rows_of_a_query_may_stand_apart() -> None:
    """A file that is ordered by score, or not at all, gives the same lists."""
    rng = np.random.default_rng(3)
    n = 400
    query = rng.integers(0, 7, n).astype(np.int32)
    docs = [f"d{i}" for i in range(n)]
    scores = rng.integers(0, 20, n).astype(float)
    judged = Triples.from_columns(
        tuple("abcdefg"), query, docs, (rng.random(n) < 0.1).astype(int).tolist(), grades=True
    )
    mixed = Triples.from_columns(tuple("abcdefg"), query, docs, scores.tolist(), grades=False)
    order = np.argsort(query, kind="stable")
    sorted_rows = Triples.from_columns(
        tuple("abcdefg"), query[order], [docs[i] for i in order], scores[order].tolist(), grades=False
    )
    left, right = evaluate(judged, mixed, _ALL), evaluate(judged, sorted_rows, _ALL)
    for measure in _ALL:
        assert (left.values[measure].value == right.values[measure].value).all()


def test_columns_of_arrays() -> None:
    """Numbers serve as ids and are ordered as text, as trec_eval would; columns of unequal length are refused."""
    judged = Triples.from_arrays(np.array([7, 7]), np.array([9, 10]), np.array([1, 0]), grades=True)
    run = Triples.from_arrays([7, 7], [10, 9], [0.5, 0.5], grades=False)
    found = evaluate(judged, run, [parse_measure("mrr")])
    assert found.queries == ("7",)
    assert found.values[parse_measure("mrr")].mean == 1.0
    with pytest.raises(DataError, match="1 queries, 2 documents, 2 numbers"):
        Triples.from_arrays([7], [10, 9], [1, 1], grades=True)
