"""Ranking measures of samples, and which passage is which."""

import json
from typing import Any

import msgspec
import pytest

from raggauge.errors import UsageError
from raggauge.evidence import Evidence
from raggauge.metrics import GROUPS, get
from raggauge.metrics.metric import text_of
from raggauge.metrics.passages import Passage, match
from raggauge.metrics.retrieval import Ranked
from raggauge.run.chosen import choose
from raggauge.sample import Context, Sample
from raggauge.score import Score

TIDE = "High tide at the north pier is at six in the morning and at half past six in the evening."

RETURNS = "退货需在七天内提出申请，商品保持完好。"


def score(metric: str, contexts: Any, gold: Any) -> Score:
    """A metric of a sample with these contexts and reference contexts."""
    return get(metric).score(Sample(id="s", contexts=contexts, reference_contexts=gold), Evidence(sample="s"))


def docs(*names: str) -> tuple[Context, ...]:
    """Passages with these document ids."""
    return tuple(Context(f"text of {name}", doc_id=name) for name in names)


@pytest.mark.parametrize(
    ("metric", "contexts", "gold", "right"),
    [
        ("map", docs("a", "x", "y"), docs("a", "b", "c"), 1 / 3),
        ("precision@3", docs("a", "b", "x"), docs("a", "b"), 2 / 3),
        ("recall@3", docs("a", "b", "c"), docs("a", "b", "c", "d"), 3 / 4),
        ("mrr", docs("x", "a"), docs("a"), 1 / 2),
        ("mrr", docs("x", "y", "a"), docs("a"), 1 / 3),
        ("ndcg@5", docs("a", "a", "a"), docs("a"), 1.0),
        ("precision@5", docs("a", "a", "a"), docs("a"), 1 / 5),
        ("precision(dedupe=collapse,denominator=returned)@5", docs("a", "a", "b"), docs("a"), 1 / 2),
        ("hit@5", (), docs("a"), 0.0),
        ("recall@5", docs("b"), (Context("b", "b", grade=0), Context("a", "a", grade=1)), 0.0),
        ("recall(rel=2)@5", docs("b"), (Context("b", "b", grade=2), Context("a", "a", grade=1)), 1.0),
        ("judged@2", docs("b", "x"), (Context("b", "b", grade=0), Context("a", "a", grade=1)), 1 / 2),
    ],
)
def test_by_hand(metric: str, contexts: Any, gold: Any, right: float) -> None:
    """The contexts keep their order, and later passages of a document gain nothing."""
    assert score(metric, contexts, gold).value == pytest.approx(right, abs=1e-12)


def test_there_is_no_value_without_a_relevant_passage() -> None:
    """Nothing to find is no failure; what is missing is named."""
    state = score("recall@5", docs("a"), (Context("a", "a", grade=0),))
    assert (state.state, state.reason) == ("not_applicable", "no relevant document")
    assert score("recall@5", docs("a"), None).reason == "missing reference_contexts"
    assert score("recall@5", None, docs("a")).reason == "missing contexts"


@pytest.mark.parametrize("name", GROUPS["retrieval"])
def test_the_text_of_a_metric_is_that_of_its_measure(name: str) -> None:
    """One name for one thing, in samples and in run files."""
    metric = get(name)
    assert isinstance(metric, Ranked)
    assert text_of(metric) == str(metric.measure)


@pytest.mark.parametrize("text", ["recall@0", "recall(rel=0)@3", "ndcg(rel=2)@3", "recall(overlap=0)@3", "bpref@3"])
def test_parameters_that_do_not_fit_are_refused(text: str) -> None:
    """A wrong cutoff, grade or share is a mistake, not a number."""
    with pytest.raises(UsageError):
        get(text)


@pytest.mark.parametrize(
    ("retrieved", "reference", "way"),
    [
        (Passage("d1", "anything"), Passage("d1", TIDE), "id"),
        (Passage("d2", TIDE), Passage("d1", TIDE), ""),
        (Passage(None, TIDE), Passage("d1", TIDE), "hash"),
        (Passage(None, TIDE.upper().replace(" ", "\n ")), Passage(None, TIDE), "hash"),
        (Passage(None, f"The harbour office says: {TIDE} Bring boots."), Passage(None, TIDE), "containment"),
        (Passage(None, TIDE[5:60]), Passage(None, TIDE), "containment"),
        (Passage(None, "at six"), Passage(None, TIDE), ""),
        (Passage(None, TIDE.replace("morning", "mornings")), Passage(None, TIDE), "overlap"),
        (Passage(None, "Low tide is at noon, and the south pier is closed."), Passage(None, TIDE), ""),
        (Passage(None, ""), Passage(None, ""), ""),
        (Passage(None, f"{RETURNS}谢谢"), Passage(None, RETURNS.replace("，", ",")), "containment"),
    ],
)  # fmt: skip
def test_how_passages_are_matched(retrieved: Passage, reference: Passage, way: str) -> None:
    """By id where both have one, else by equal text, containment, and shared character sequences, in this order."""
    assert match([retrieved], [reference]).by == (way,)


def test_the_threshold_of_overlap_is_reached_when_it_is_met() -> None:
    """At exactly the threshold passages match, on the same side everywhere."""
    left, right = Passage(None, "abcdefghijklmn"), Passage(None, "abcdefghijklXYZ!")
    assert match([left], [right], overlap=0.5).by == ("overlap",)
    found = [share / 100 for share in range(1, 101) if match([left], [right], overlap=share / 100).by[0]]
    assert found == [share / 100 for share in range(1, len(found) + 1)]
    assert 50 <= len(found) < 100


def test_a_passage_that_holds_two_reference_passages_finds_both() -> None:
    """Recall counts what it covers; an order of passages that overlap so has no best one."""
    gold = (Context("The first ferry leaves at six."), Context("A day ticket costs nine euros."))
    both = (Context("The first ferry leaves at six. A day ticket costs nine euros."),)
    assert score("recall@1", both, gold).value == 1.0
    assert score("hit(need=all)@1", both, gold).value == 1.0
    assert score("ndcg@1", both, gold).reason == "one passage meets several needs"


def test_alternatives_are_marked_by_their_need() -> None:
    """One of these two and also that one."""
    gold = tuple(Context(name, name, metadata={"need": need}) for name, need in (("a", "who"), ("b", "who"), ("c", 2)))
    assert score("recall@5", docs("b", "x"), gold).value == 1 / 2
    assert score("recall@5", docs("b", "c"), gold).value == 1.0
    assert score("precision@2", docs("a", "b"), gold).value == 1.0
    assert score("map", docs("a", "b", "c"), gold).value == pytest.approx((1 + 2 / 3) / 2)


def test_the_details_say_what_was_matched() -> None:
    """How many were relevant, how many came back, and how each was recognised."""
    found = score("recall@5", (Context(TIDE), Context("x", doc_id="x")), (Context(TIDE, doc_id="d"),))
    assert found.details == {"n_relevant": 1, "n_retrieved": 2, "matched_by": ["hash", ""]}
    assert json.loads(msgspec.json.encode(found))["value"] == 1.0


@pytest.mark.parametrize("asked", ["recall@{1,3}, mrr", ["recall@{1, 3}", "mrr"]])
def test_a_list_of_cutoffs_stands_for_several_metrics(asked: Any) -> None:
    """`recall@{1,3}` in a run is recall@1 and recall@3."""
    assert [one.entry.text for one in choose(asked)] == ["recall@1", "recall@3", "mrr"]
