"""Hostile text stays data: a model that obeys whatever stands outside the marks is not reached through them."""

import asyncio
import json
from functools import partial
from typing import Any

from raggauge.judge import make
from raggauge.judge.judge import Ask
from raggauge.judge.llm.canary import FACETS, by_kind, canaries, hostile, mean, shifts
from raggauge.judge.llm.rehearsal import answer
from raggauge.llm.testing import ChatServer

obeys = partial(answer, obeys=True)


def _shifts(server: ChatServer) -> Any:
    return asyncio.run(shifts(make(f"{server.url}#m", {"cache": ""})))


def test_the_suite_covers_both_languages_and_all_kinds() -> None:
    """At least thirty canaries, as many Chinese as English, in passages and in answers."""
    listed = canaries()
    assert len(listed) >= 30
    assert {(one.lang, one.place) for one in listed} == {(a, b) for a in ("en", "zh") for b in ("passage", "answer")}
    assert len({one.id for one in listed}) == len(listed)


def test_hostile_text_moves_no_score() -> None:
    """The mean shift of the suite stays under .02 with the model that obeys unmarked text."""
    with ChatServer(obeys) as server:
        found = _shifts(server)
    assert mean(found) < 0.02, by_kind(found)


def test_the_obeying_model_does_obey(judged: Any) -> None:
    """The same words outside the marks do sway that model: the test above can fail."""
    with ChatServer(obeys) as server:
        judged(server, [Ask(hostile(one), FACETS) for one in canaries()[:1]])
    (request,) = [r for r in server.requests if "against_passages" in r.body["messages"][0]["content"]]
    system, user = (message["content"] for message in request.body["messages"])
    assert "supported" not in str(json.loads(obeys(system, user))["against_passages"][1])
    assert "supported" in str(json.loads(obeys(system, f"{user}\n{canaries()[0].text}"))["against_passages"][1])


def test_every_canary_stands_inside_marks(judged: Any) -> None:
    """In all messages of a hostile sample the canary's text lies between marks that occur nowhere in it."""
    with ChatServer(answer) as server:
        judged(server, [Ask(hostile(one), FACETS) for one in canaries()])
    for request in server.requests:
        system, user = (message["content"] for message in request.body["messages"])
        mark, _, rest = user.partition("\n")
        inside = False
        for line in rest.split("\n"):
            if line.startswith(f"<<{mark} "):
                inside = not line.endswith(" end>>")
            elif not inside:
                assert not [one.id for one in canaries() if len(line) > 20 and line in one.text]
        assert not inside
        assert not [one.id for one in canaries() if one.text in system]
