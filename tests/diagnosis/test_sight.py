"""Goals are taken as a judge sees them, and faults that single samples show need no goal."""

import re
from typing import Any

import pytest

import raggauge
from raggauge.diagnosis import Eyes, diagnose
from raggauge.diagnosis.causes import Bars, Level, Strength
from raggauge.diagnosis.manner import is_padded, outside
from raggauge.diagnosis.sight import RANKED
from raggauge.evidence import Claim, Evidence, Finding
from raggauge.judge.embedded.known import Sight, known, sights
from raggauge.judge.embedded.model import models
from raggauge.judge.judge import Fingerprint
from raggauge.sample import Sample

EMBEDDED = Fingerprint(kind="embedded", model="some")
EYE = Sight(good=0.7, low=0.5, bad=0.3, least=0.2, most=0.9, sets=6)


def test_a_goal_and_its_sight_are_each_others_inverse() -> None:
    """What the judge says of a true value, corrected, is that value; beyond its ends it is cut."""
    for value in (0.0, 0.25, 0.85, 1.0):
        assert EYE.true(EYE.seen(value)) == pytest.approx(value)
    assert (EYE.true(0.95), EYE.true(0.1)) == (1.0, 0.0)
    assert EYE.seen(1.0, surely=True) == 0.5


def test_a_judge_that_tells_nothing_apart_corrects_nothing() -> None:
    """Where right rows get no more than wrong ones, the value stays as it is."""
    assert Sight(good=0.3, low=0.3, bad=0.3, least=0.3, most=0.3, sets=1).true(0.4) == 0.4


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_ships_is_in_order(lang: str) -> None:
    """Every sight lies between its ends, right rows get more than wrong ones, and the numbers are of this model."""
    assert known().model == models().version
    for sight in sights(lang).values():
        assert 0 <= sight.bad < sight.low <= sight.good <= sight.most <= 1
        assert sight.least <= sight.low


@pytest.mark.parametrize(
    ("judge", "scaled"),
    [
        (EMBEDDED, True),
        (Fingerprint(kind="embedded", model="some", calibration="mine@1"), False),
        (Fingerprint(kind="openai", model="some"), False),
        (None, False),
    ],
)
def test_only_known_errors_move_a_goal(judge: Fingerprint | None, scaled: bool) -> None:
    """The goals of a calibrated judge, and of one whose errors are not known, stay as they are."""
    eyes = Eyes({"faithfulness": 0.9}, judge)
    goals = eyes.look(Sample(id="q", question="What is it?", answer="It is a tram."))
    assert (goals["faithfulness"] < 0.9) is scaled
    levels = {"faithfulness": Level(0.5, 0.4, 0.6)}
    assert bool(eyes.scales(levels)) is scaled
    assert ("faithfulness" in eyes.bars(levels).sure) is scaled


def test_languages_mix_by_their_share() -> None:
    """The goal of a set lies between those of its languages, and each sample has that of its own."""
    eyes = Eyes({}, EMBEDDED)
    english = eyes.look(Sample(id="a", question="What is it?", answer="It is the tram of the town."))
    chinese = eyes.look(Sample(id="b", question="这是什么？", answer="这是城里的电车。"))
    bars = eyes.bars({})
    for metric in ("faithfulness", RANKED, "hallucination"):
        assert bars.goals[metric] == pytest.approx((english[metric] + chinese[metric]) / 2, abs=1e-9)
    assert english["faithfulness"] < chinese["faithfulness"]
    assert english["hallucination"] > chinese["hallucination"]


def test_what_a_run_shows_is_seen() -> None:
    """Where the lower end of a run's own support is above what right rows usually get, that is what right rows get."""
    eyes = Eyes({}, EMBEDDED)
    eyes.look(Sample(id="a", question="What is it?", answer="It is the tram of the town."))
    usual, shown = eyes.bars({}), eyes.bars({"context_recall": Level(0.97, 0.93, 0.99)})
    assert shown.goals["faithfulness"] > usual.goals["faithfulness"]
    assert shown.goals["faithfulness"] <= 0.85


@pytest.mark.parametrize(
    ("level", "strength"),
    [
        (Level(0.30, 0.2, 0.4), "low"),
        (Level(0.50, 0.4, 0.58), "leaning"),
        (Level(0.40, 0.2, 0.7), "leaning"),
        (Level(0.55, 0.4, 0.7), None),
        (Level(0.70, 0.6, 0.8), None),
    ],
)
def test_a_rough_goal_leaves_room(level: Level, strength: Strength | None) -> None:
    """Past a rough goal of 0.6, sure under 0.45: settled by the interval, leaning by one of the two, or nothing."""
    assert Bars({}, {"faithfulness": 0.45}).strength("faithfulness", level, 0.6) == strength


def _evidence(texts: list[str], supported: int) -> Evidence:
    claims = tuple(Claim(f"a{i}", "answer", text) for i, text in enumerate(texts))
    verdicts = ["supported" if i < supported else "not_found" for i in range(len(texts))]
    findings = tuple(Finding(claim.id, "contexts", word) for claim, word in zip(claims, verdicts, strict=True))  # type: ignore[arg-type]
    return Evidence(sample="q", claims=claims, findings=findings)


TRAM = {"question": "When did the tram line open?", "contexts": ("The tram line opened in 1911.",)}


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["The tram line opened in 1911", "Penguins are excellent swimmers of the south"], ("a1",)),
        (["The tram line opened in 1911", "The tram line opened long ago"], ()),
        (["The tram line opened in 1911", "Please enjoy your holiday with our company"], ()),
        (["The tram line opened in 1911", "Penguins swim"], ()),
    ],
)
def test_a_claim_from_outside_shares_no_word(texts: list[str], found: tuple[str, ...]) -> None:
    """Unsupported, of some length, no courtesy, and without words of question, passages and references."""
    assert outside(Sample(id="q", answer=". ".join(texts), **TRAM), _evidence(texts, 1)) == found


@pytest.mark.parametrize(
    "text",
    [
        "What a wonderful question that is",
        "Always happy to help with that",
        "这真是一个非常好的问题，值得仔细回答和讨论",
    ],
)
def test_praise_of_the_question_is_no_claim_from_outside(text: str) -> None:
    """What is said out of courtesy invents nothing, though no passage holds it."""
    assert outside(Sample(id="q", answer=text, **TRAM), _evidence([text], 0)) == ()


def test_a_claim_of_the_reference_is_not_from_outside() -> None:
    """What a reference says is not invented, though the passages do not hold it."""
    text = "Penguins are excellent swimmers of the south"
    sample = Sample(id="q", answer=text, references=(text,), **TRAM)
    assert outside(sample, _evidence([text], 0)) == ()


@pytest.mark.parametrize(("n", "padded"), [(2, False), (3, True)])
def test_three_courtesies_pad_an_answer(n: int, padded: bool) -> None:
    """Whatever else the answer says, three sentences said to somebody are padding."""
    polite = ["Thank you very much for asking us", "We hope you are well", "Please come back whenever you like"]
    texts = ["The depot stands somewhere quite different", *polite[:n]]
    assert is_padded(Sample(id="q", answer=". ".join(texts), **TRAM), _evidence(texts, 0), 0.85) is padded


def _rows(answers: list[str]) -> list[dict[str, Any]]:
    return [
        {"id": f"q{i}", "question": f"What does tram {i} cost?", "answer": answer,
         "contexts": [f"A ride with tram {i} costs {i + 2} crowns, and dogs ride free of charge."]}
        for i, answer in enumerate(answers)
    ]  # fmt: skip


def test_the_embedded_judge_says_how_it_took_the_goals() -> None:
    """A finding names the goal and what became of it; under the findings stand the numbers behind that."""
    rows = _rows([f"Tram {i} costs {i + 90} dollars since the emperor founded a bakery." for i in range(20)])
    found = diagnose(raggauge.evaluate(rows, judge="embedded", out=False))
    fault = found.faults[0]
    assert (fault.cause, fault.stated) == ("generation_invents", 0.85)
    assert fault.goal is not None
    assert fault.goal < 0.85
    text = "\n".join(found.lines("en"))
    assert re.search(r"the goal 0\.85 as this judge sees it", text)
    assert re.search(r"faithfulness: 0\.85 looks like 0\.\d\d; the mean stands for about 0\.\d\d", text)


def test_one_short_passage_is_not_too_much() -> None:
    """One needed sentence in a short passage is a low density, and no fault."""
    rows = _rows([f"A ride with tram {i} costs {i + 2} crowns." for i in range(20)])
    padding = " The depot is old. It was built by hand. The doors are green. The roof leaks a bit. Nobody minds that."
    rows = [{**row, "contexts": [row["contexts"][0] + padding]} for row in rows]
    assert [fault.cause for fault in diagnose(raggauge.evaluate(rows, judge="embedded", out=False))] == []
