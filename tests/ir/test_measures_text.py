"""How measures are written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raggauge.errors import UsageError
from raggauge.ir import MEASURES, Measure, parse_measure, parse_measures


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("ndcg@10 recall@{1,3,5,10}", ["ndcg@10", "recall@1", "recall@3", "recall@5", "recall@10"]),
        ("map, mrr@10,map", ["map", "mrr@10"]),
        ("precision(dedupe=collapse)@3", ["precision(dedupe=collapse)@3"]),
        (
            "precision(denominator=returned,dedupe=collapse)@3",
            ["precision(dedupe=collapse,denominator=returned)@3"],
        ),
        ("ndcg(gain=exponential)@{5, 10}", ["ndcg(gain=exponential)@5", "ndcg(gain=exponential)@10"]),
        ("ndcg(gain=linear)", ["ndcg"]),
        ("recall(rel=2)@5", ["recall(rel=2)@5"]),
        ("P_5 ndcg_cut_10 recip_rank Rprec success_1", ["precision@5", "ndcg@10", "mrr", "r_precision", "hit@1"]),
        ("nDCG@10 P@5 R@100 AP RR@10", ["ndcg@10", "precision@5", "recall@100", "map", "mrr@10"]),
        ("hit(need=all)@4", ["hit(need=all)@4"]),
    ],
)
def test_texts_are_understood(text: str, printed: list[str]) -> None:
    """Lists, cutoffs in braces, parameters in any order and the names of other tools lead to one spelling."""
    assert [str(measure) for measure in parse_measures(text)] == printed


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    """Any measure that can be named."""
    name = draw(st.sampled_from(sorted(MEASURES)))
    definition = MEASURES[name]
    k = None if definition.cutoff == "none" else draw(st.integers(1, 5000))
    chosen = {key: draw(st.sampled_from(values)) for key, values in definition.parameters.items()}
    rel = 1 if name in ("ndcg", "judged") else draw(st.integers(1, 9))
    return Measure(name=name, k=k, rel=rel, **chosen)


@given(measures())
def test_what_is_printed_is_read_again(measure: Measure) -> None:
    """The text of a measure is its identity."""
    assert parse_measure(str(measure)) == measure


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no measure is named"),
        ("ndgc@10", "is not a retrieval measure"),
        ("ndcg@ten", "is not a retrieval measure"),
        ("recall", "needs a cutoff"),
        ("bpref@5", "cannot be cut off at 5"),
        ("recall@0", "cannot be cut off at 0"),
        ("recall(gain=exponential)@5", "does not take gain=exponential"),
        ("ndcg(gain=cubic)@5", "does not take gain=cubic"),
        ("ndcg(rel=2)@5", "does not take rel=2"),
        ("recall(rel=two)@5", "does not take rel=two"),
        ("recall(rel=0)@5", "does not take rel=0"),
    ],
)
def test_nonsense_is_refused(text: str, said: str) -> None:
    """A text that names no measure is refused with the reason."""
    with pytest.raises(UsageError, match=said):
        parse_measures(text)


def test_one_measure_is_one() -> None:
    """Where one measure is wanted, a text that names two is refused."""
    with pytest.raises(UsageError, match="names 2 measures"):
        parse_measure("recall@{1,3}")
