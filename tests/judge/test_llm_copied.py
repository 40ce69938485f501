"""A model that copies the form of the reply, as small ones do, has said nothing."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from raggauge.evidence import Evidence
from raggauge.facets import Facet, Grades, NeededSentences, Nuggets, Preference, Rating
from raggauge.judge.judge import Ask
from raggauge.llm.testing import ChatServer, Faults
from raggauge.sample import Sample

Judged = Callable[..., list[Evidence]]
MORE: frozenset[Facet] = frozenset({Grades(), NeededSentences(), Nuggets(), Rating("good", "Is it good?", 5)})


def _form(system: str) -> str:
    return system.rpartition("\n")[2]


def _filled(system: str, user: str) -> str:
    """The form with a verdict and a passage put in, and the dots left."""
    form = _form(system).replace('"verdict":"..."', '"verdict":"supported"').replace("[0]", "[1]")
    return form.replace('"passage":0', '"passage":1')


def test_the_form_alone_fills_nothing(judged: Judged, tower: Sample, core: frozenset[Facet]) -> None:
    """Copied letter by letter, the form is no claim, no verdict, no decision, no question and no grade."""
    pair = frozenset({Preference("clearer", "It stands in Paris.")})
    with ChatServer(lambda system, user: _form(system)) as server:
        (found,) = judged(server, [Ask(tower, core | MORE)])
        (rated,) = judged(server, [Ask(tower, pair)])
    assert (found.claims, found.findings, found.usefulness, found.grades) == ((), (), (), ())
    assert (found.reverse_questions, found.ratings, found.refusals, rated.preferences) == ((), (), {}, ())
    assert set(found.gaps) == {facet.key for facet in core | MORE}
    assert rated.gaps


def test_the_form_with_a_verdict_put_in_supports_nothing(judged: Judged, tower: Sample, core: frozenset[Facet]) -> None:
    """Where a model puts a verdict in and leaves the dots, there is no claim, no support and no grade."""
    with ChatServer(_filled) as server:
        (found,) = judged(server, [Ask(tower, core | MORE)])
    assert (found.claims, found.findings, found.ratings, found.reverse_questions) == ((), (), (), ())


@pytest.mark.parametrize("dots", ["...", "…", " ... "])
def test_dots_are_no_quote(judged: Judged, tower: Sample, core: frozenset[Facet], dots: str) -> None:
    """A verdict of support whose quote is the dots of the form is asked for again and stays open."""
    from raggauge.judge.llm.rehearsal import answer

    def brain(system: str, user: str) -> str:
        reply: Any = answer(system, user)
        if '"against_passages"' in system:
            return re.sub(r'"quotes": \["[^"]*"\]', f'"quotes": ["{dots}"]', reply)
        return str(reply)

    with ChatServer(brain) as server:
        (found,) = judged(server, [Ask(tower, core)])
    assert not [one for one in found.findings if one.premise == "contexts" and one.verdict == "supported"]
    assert found.gaps


def test_a_withheld_reply_is_asked_for_once(judged: Judged, tower: Sample, core: frozenset[Facet]) -> None:
    """What a filter withheld is a gap with that reason, after one call for each question."""
    with ChatServer(lambda *_: "", faults=Faults(always="filtered")) as server:
        (found,) = judged(server, [Ask(tower, core)])
    assert set(found.gaps.values()) == {"judge failed: the model declines: content_filter"}
    assert len(server.requests) == 3
