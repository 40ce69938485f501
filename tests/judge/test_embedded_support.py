"""Support of claims by passages."""

import asyncio

import pytest

from raggauge.facets import (
    Claims,
    Entities,
    Grades,
    NeededSentences,
    Nuggets,
    Rating,
    Refusals,
    ReverseQuestions,
    Similarity,
    Support,
    Usefulness,
)
from raggauge.judge import make
from raggauge.judge.embedded.support import support
from raggauge.judge.judge import Ask
from raggauge.sample import Sample

RETURNS = "Goods can be returned within 14 days of delivery. The buyer pays for the return parcel."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Goods can be returned within 14 days of delivery.", RETURNS),
        ("Goods can be returned within two weeks of delivery.", RETURNS),
        ("公司成立于2010年。", "公司成立于二〇一〇年，总部位于上海。"),
        ("公司總部位於上海", "公司成立于二〇一〇年，总部位于上海。"),
        ("The tower is 5 km away.", "The tower is 5000 m away."),
    ],
)
def test_supported(claim, passage):
    """Copies and other spellings of the same are supported, with a quote that slices."""
    decision = support(claim, [passage])
    assert decision.verdict == "supported"
    quote = decision.passages[0]
    assert passage[quote.start : quote.end].strip()


@pytest.mark.parametrize(
    ("claim", "passage", "kind"),
    [
        ("Goods can be returned within 30 days of delivery.", RETURNS, "number"),
        ("Goods can not be returned within 14 days of delivery.", RETURNS, "negation"),
        ("该药物可治愈感冒", "某药物可缓解感冒症状", "opposite"),
        ("The company was founded in 1911 in Paris.", "The company was founded in 1912 in Paris.", "date"),
    ],
)
def test_contradicted_by_name(claim, passage, kind):
    """A wrong number, an added negation and an opposite are named conflicts and not supported."""
    decision = support(claim, [passage])
    assert decision.verdict == "contradicted"
    assert [named.kind for _, named in decision.conflicts] == [kind]


def test_support_set_alone_and_joint():
    """All passages that support alone are listed; otherwise the smallest joint set."""
    both = support("The buyer pays for the return parcel.", ["Penguins swim.", RETURNS, RETURNS])
    assert (both.support, both.joint) == ((1, 2), False)


def test_nothing_to_hold_it_against():
    """Without sources nothing is supported."""
    assert support("The sky is blue.", []).verdict == "not_found"


def test_bare_answer_is_read_with_its_question():
    """A bare yes holds when the passage says what was asked."""
    assert support("Yes", ["The sky is blue."], question="Is the sky blue?").verdict == "supported"
    assert support("Yes", ["Penguins swim."], question="Is the sky blue?").verdict == "not_found"


FACETS = frozenset(
    {
        Claims("answer"),
        Claims("references"),
        Refusals("answer"),
        Refusals("references"),
        Support("answer", "contexts"),
        Support("references", "contexts"),
        Support("references", "answer"),
        Support("answer", "references"),
        Support("answer", "cited"),
        Usefulness(),
        Usefulness("answer"),
        Grades(),
        NeededSentences(),
        Entities(),
        ReverseQuestions(3),
        Similarity(),
        Nuggets(),
    }
)


def _samples():
    return [
        Sample(
            id="en",
            question="How long can goods be returned?",
            answer="Goods can be returned within 14 days [1].",
            contexts=[RETURNS, "Penguins are birds."],
            references=["14 days", "two weeks"],
        ),
        Sample(
            id="zh",
            question="退货期多长？",
            answer="商品可在14天内退货。",
            contexts=["商品在14天内可以退货。"],
            references=["14天"],
        ),
        Sample(id="empty", question="?", answer="", contexts=[], references=[""]),
    ]


def test_every_facet_is_filled():
    """Each ask gets evidence for all facets that the judge can fill, with quotes that slice to their text."""
    judge = make("embedded")
    found = asyncio.run(judge.examine([Ask(sample, FACETS) for sample in _samples()]))
    assert [evidence.sample for evidence in found] == ["en", "zh", "empty"]
    for evidence, sample in zip(found, _samples(), strict=True):
        assert set(evidence.filled) == {facet.key for facet in FACETS}
        assert evidence.judge == judge.fingerprint.id
        for finding in evidence.findings:
            for quote in finding.quotes:
                kind, _, number = quote.source.partition(":")
                texts = {
                    "context": [c.text for c in sample.contexts],
                    "reference": sample.references,
                    "answer": [sample.answer],
                }
                assert texts[kind][int(number or 0)][quote.start : quote.end] == quote.text
    assert found[0].verdict("a1", "contexts") == "supported"
    assert found[0].support_set("a1") == (0,)
    assert found[0].useful() == {0: True, 1: False}


def test_order_and_batches_change_nothing():
    """Each sample's evidence depends on its own ask alone."""
    judge = make("embedded")
    asks = [Ask(sample, FACETS) for sample in _samples()]
    together = asyncio.run(judge.examine(asks))
    apart = [asyncio.run(judge.examine([ask]))[0] for ask in reversed(asks)]
    assert together == apart[::-1]


def test_given_claims_are_kept():
    """Claims that were fixed before are judged as they are."""
    judge = make("embedded")
    sample = _samples()[0]
    first = asyncio.run(judge.examine([Ask(sample, frozenset({Claims("answer")}))]))[0]
    second = asyncio.run(judge.examine([Ask(sample, frozenset({Support("answer", "contexts")}), given=first)]))[0]
    assert second.claims == first.claims
    assert second.verdict("a1", "contexts") == "supported"


def test_ratings_are_gaps():
    """What the judge cannot answer is said before and left as a gap."""
    judge, rating = make("embedded"), Rating(of="tone", text="Is it polite?")
    assert not judge.can(rating)
    (evidence,) = asyncio.run(judge.examine([Ask(_samples()[0], frozenset({rating}))]))
    assert rating.key in evidence.gaps
