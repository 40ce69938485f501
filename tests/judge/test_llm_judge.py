"""The LLM judge against a real server that speaks the chat protocol."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from raggauge.errors import JudgeUnavailable, LimitReached
from raggauge.evidence import Evidence, Quote
from raggauge.facets import Claims, Facet, Rating, Support
from raggauge.judge.judge import Ask
from raggauge.judge.llm.rehearsal import answer
from raggauge.llm.testing import ChatServer, Faults
from raggauge.metrics.faithfulness import Faithfulness
from raggauge.sample import Sample

Judged = Callable[..., list[Evidence]]


def test_core_facets_take_three_calls(judged: Judged, tower: Sample, core: frozenset[Facet]) -> None:
    """Claims, questions and verdicts: three calls fill all that the four core metrics ask."""
    with ChatServer(answer) as server:
        (found,) = judged(server, [tower])
    assert server.n_chat == 3
    assert found.gaps == {}
    assert set(found.filled) == {facet.key for facet in core}
    assert [claim.id for claim in found.claims] == ["a1", "a2", "a3", "r0.1"]
    assert found.verdict("a1", "contexts") == "supported"
    assert found.support_set("a1") == (0,)
    assert found.verdict("a2", "contexts") == "not_found"
    assert found.useful() == {0: True, 1: False}
    assert len(found.similarities["question~reverse_questions"]) == 3
    assert Faithfulness().score(tower, found).value == 0.5


def test_quotes_slice_to_their_words(judged: Judged, tower: Sample) -> None:
    """A verified quote is what the passage holds between its offsets."""
    with ChatServer(answer) as server:
        (found,) = judged(server, [tower])
    (quote,) = found.findings[0].quotes
    assert quote.verified
    assert (tower.contexts or ())[0].text[quote.start : quote.end] == quote.text


def test_an_invented_quote_is_unverified(judged: Judged, tower: Sample) -> None:
    """Words that no passage holds are kept and shown as unverified."""

    def brain(system: str, user: str) -> str:
        return answer(system, user).replace("The Eiffel Tower is a tower", "It was built by aliens")

    with ChatServer(brain) as server:
        (found,) = judged(server, [tower])
    assert found.findings[0].quotes == (Quote("context:0", "It was built by aliens"),)


def _verdicts_only(change: Callable[[dict[str, Any]], None]) -> Callable[[str, str], str]:
    def brain(system: str, user: str) -> str:
        text = answer(system, user)
        if "against_passages" not in system:
            return text
        reply = json.loads(text)
        change(reply)
        return json.dumps(reply)

    return brain


def test_a_short_reply_is_asked_again_and_never_helps(judged: Judged) -> None:
    """Ten claims, only the first ever answered: two more tries, then unscored with the bounds of what is open."""
    sample = Sample(
        id="ten",
        question="Which?",
        answer=" ".join(f"Item {n} is red." for n in range(10)),
        contexts=("Item 0 is red.",),
    )

    def change(reply: dict[str, Any]) -> None:
        reply["against_passages"] = [row for row in reply["against_passages"] if row["id"] == "a1"]

    with ChatServer(_verdicts_only(change)) as server:
        (found,) = judged(server, [Ask(sample, frozenset({Claims("answer"), Support("answer", "contexts")}))])
    assert server.n_chat == 4
    score = Faithfulness().score(sample, found)
    assert (score.state, score.lowest, score.highest, score.n_asked) == ("unscored", 0.1, 1.0, 10)
    assert score.reason == "judge left ids out: a2, a3, a4, a5, a6, a7, a8, a9, a10"


def test_extra_rows_are_ignored(judged: Judged, tower: Sample) -> None:
    """Rows for ids that nobody asked for change neither denominator nor score."""

    def change(reply: dict[str, Any]) -> None:
        row = reply["against_passages"][0]
        reply["against_passages"] += [{**row, "id": f"a{n}"} for n in range(20, 30)]

    with ChatServer(_verdicts_only(change)) as server:
        (found,) = judged(server, [tower])
    assert (server.n_chat, Faithfulness().score(tower, found).value) == (3, 0.5)


def test_a_claim_with_two_verdicts_is_open(judged: Judged, tower: Sample) -> None:
    """The same id as supported and as contradicted says nothing: asked again, then unscored."""

    def change(reply: dict[str, Any]) -> None:
        row = reply["against_passages"][0]
        reply["against_passages"].append({**row, "verdict": "contradicted", "by": [], "against": [1]})

    with ChatServer(_verdicts_only(change)) as server:
        (found,) = judged(server, [tower])
    assert found.verdict("a1", "contexts") is None
    assert Faithfulness().score(tower, found).state == "unscored"


def test_support_from_nowhere_is_no_support(judged: Judged, tower: Sample) -> None:
    """A verdict that names no passage, or one that was never shown, is asked for again."""
    for by in ([], [7], ["x"]):

        def change(reply: dict[str, Any], by: list[object] = by) -> None:
            for row in reply["against_passages"]:
                row.update(verdict="supported", by=by)

        with ChatServer(_verdicts_only(change)) as server:
            (found,) = judged(server, [tower])
        assert found.verdict("a1", "contexts") is None


@pytest.mark.parametrize("value", [15, -3, 0, 6, "Out of 10 points: 4", 3.5, True, "4 or 5", None])
def test_a_rating_off_its_scale_is_none(judged: Judged, tower: Sample, value: object) -> None:
    """A grade that is not on the scale is never clamped nor picked out of a sentence."""
    facet = Rating("clear", "Is it clear?", 5)
    with ChatServer(lambda *_: json.dumps({"ratings": [{"id": "g1", "why": "", "value": value}]})) as server:
        (found,) = judged(server, [Ask(tower, frozenset({facet}))])
    assert (server.n_chat, found.ratings, list(found.gaps)) == (3, (), [facet.key])


@pytest.mark.parametrize(("value", "grade"), [(4, 4), ("4", 4), ("**5**", 5), (2.0, 2)])
def test_a_rating_on_its_scale_is_read(judged: Judged, tower: Sample, value: object, grade: int) -> None:
    """A whole number, written as one, is the grade."""
    facet = Rating("clear", "Is it clear?", 5)
    with ChatServer(lambda *_: json.dumps({"ratings": [{"id": "g1", "why": "", "value": value}]})) as server:
        (found,) = judged(server, [Ask(tower, frozenset({facet}))])
    assert [rated.value for rated in found.ratings] == [grade]


@pytest.mark.parametrize(
    "verdict", ["yesterday", "notable", 2, -3, "supported?? maybe", None, ["supported"], {"a": 1}, "SUPPORTED by none"]
)
def test_a_lookalike_is_no_verdict(judged: Judged, tower: Sample, verdict: object) -> None:
    """What is no verdict is asked for again, twice, and then stays open."""

    def change(reply: dict[str, Any]) -> None:
        for row in reply["against_passages"]:
            row["verdict"] = verdict

    with ChatServer(_verdicts_only(change)) as server:
        (found,) = judged(server, [tower])
    assert server.n_chat == 5
    score = Faithfulness().score(tower, found)
    assert (score.state, score.lowest, score.highest) == ("unscored", 0.0, 1.0)


@pytest.mark.parametrize(
    "verdict", ["**no**", "No.", "NO", False, "not supported", "不支持", "否", "not_found", "Not Found"]
)
def test_a_no_is_a_no(judged: Judged, tower: Sample, verdict: object) -> None:
    """Every spelling of no is read as not found."""

    def change(reply: dict[str, Any]) -> None:
        for row in reply["against_passages"]:
            row["verdict"] = verdict

    with ChatServer(_verdicts_only(change)) as server:
        (found,) = judged(server, [tower])
    assert server.n_chat == 3
    assert Faithfulness().score(tower, found).value == 0.0


@pytest.mark.parametrize(
    "fault", ["429", "500", "503", "disconnect", "html", "not_json", "drip", "no_choices", "cut", "malformed", "empty"]
)
def test_one_fault_costs_nothing(judged: Judged, tower: Sample, fault: Any) -> None:
    """Whatever goes wrong once, the next try makes good."""
    with ChatServer(answer, faults=Faults(first=(fault,))) as server:
        (found,) = judged(server, [tower])
    assert found.gaps == {}
    assert Faithfulness().score(tower, found).value == 0.5


@pytest.mark.parametrize(
    ("status", "words"), [(401, "RAGGAUGE_API_KEY"), (403, "key"), (404, "model"), (402, "account")]
)
def test_a_wrong_key_or_model_costs_one_call(judged: Judged, tower: Sample, status: int, words: str) -> None:
    """What no call can mend stops the run after the first one, with a sentence that says what to do."""
    with (
        ChatServer(answer, faults=Faults(status=status)) as server,
        pytest.raises(JudgeUnavailable, match=words),
    ):
        judged(server, [tower] * 20)
    assert len(server.requests) == 1


def test_no_server_stops_the_run(judged: Judged, tower: Sample) -> None:
    """An address where nobody answers is said at once, after the tries of one call."""
    with ChatServer(answer) as server:
        pass
    with pytest.raises(JudgeUnavailable, match="does not answer"):
        judged(server, [tower])


@pytest.mark.parametrize(
    "refused", [("temperature",), ("max_tokens",), ("json_schema",), ("json_schema", "json_object", "temperature")]
)
def test_a_refused_parameter_is_left_out(judged: Judged, tower: Sample, refused: tuple[str, ...]) -> None:
    """A server that does not take a parameter gets requests without it from then on."""
    with ChatServer(answer, faults=Faults(refused=refused)) as server:
        (found,) = judged(server, [tower])
    assert found.gaps == {}
    last = server.requests[-1].body
    assert not [name for name in refused if name in last or (last.get("response_format") or {}).get("type") == name]


def test_the_budget_of_calls_holds(judged: Judged, tower: Sample) -> None:
    """With five calls allowed five are made, and the rest is refused with a sentence."""
    samples = [
        Sample(id=f"s{n}", question=f"{n}?", answer=f"Yes {n}.", contexts=("Yes.",), references=("Yes.",))
        for n in range(9)
    ]
    with ChatServer(answer) as server, pytest.raises(LimitReached, match="limit of 5"):
        judged(server, samples, max_calls=5)
    assert server.n_chat == 5


def test_another_snapshot_ends_the_run(judged: Judged, tower: Sample) -> None:
    """A server that says it is another model than the one settled on is not asked any further."""
    with ChatServer(answer, faults=Faults(served="model-2026-11")) as server:
        (found,) = judged(server, [tower], snapshot="model-2026-11")
        assert found.gaps == {}
        n = len(server.requests)
        with pytest.raises(JudgeUnavailable, match="settles on model-2026-05"):
            judged(server, [tower] * 3, snapshot="model-2026-05")
        assert len(server.requests) - n == 1
