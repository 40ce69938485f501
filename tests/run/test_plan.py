"""Which metrics take part, what is asked of which sample, and what is refused before any call."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

import raggauge
from raggauge.errors import DataError, UsageError
from raggauge.evidence import Evidence
from raggauge.facets import Claims, Facet, Grades, Refusals, ReverseQuestions, Support
from raggauge.judge.judge import Ask, Cost
from raggauge.judge.scripted import ScriptedJudge
from raggauge.run.chosen import choose
from raggauge.sample import Sample
from raggauge.score import Score, scored


@dataclass(frozen=True)
class Polite:
    """Whether the answer says please."""

    word: str = "please"
    fields: ClassVar[Any] = ("answer",)
    facets: ClassVar[frozenset[Facet]] = frozenset()

    def score(self, sample: Sample, evidence: Evidence, /) -> Score:
        return scored(float(self.word in (sample.answer or "")))


def test_a_missing_field_of_a_named_metric_stops_before_any_call(scripted: ScriptedJudge) -> None:
    """The sentence names metric, field, sample, file and line, and what to do."""
    samples = [
        Sample(id="q1", answer="a", contexts=("c",)),
        Sample(id="q2", answer="a", place="eval.jsonl:18"),
    ]
    with pytest.raises(DataError) as caught:
        raggauge.evaluate(samples, metrics=["faithfulness"], judge=scripted, out=False)
    said = str(caught.value)
    for part in ("'q2'", "'contexts'", "faithfulness", "eval.jsonl:18", "--skip-missing"):
        assert part in said
    assert scripted.asked == []


def test_a_missing_field_in_a_group_is_not_applicable_where_it_is_missing(scripted: ScriptedJudge) -> None:
    """Some samples lack references: n/a there. All lack them: left out and listed."""
    some = [Sample(id="q1", question="q", answer="a", contexts=("c",), references=("r",)), Sample(id="q2", answer="a")]
    run = raggauge.evaluate(some, metrics="core", judge=scripted, out=False)
    assert (
        run["q2"].scores["context_recall"].reason == "missing contexts"
        or run["q2"].scores["context_recall"].reason == "missing references"
    )
    none = [Sample(id="q1", question="q", answer="a", contexts=("c",))]
    run = raggauge.evaluate(none, metrics="core", judge=scripted, out=False)
    left = {one.metric: one.needs for one in run.manifest.not_run}
    assert left == {"context_precision": "references", "context_recall": "references"}
    assert "context_recall" not in run.summary()


def test_skip_missing_leaves_samples_out_of_a_named_metric(scripted: ScriptedJudge) -> None:
    """The sample stays in the run, without a value."""
    samples = [Sample(id="q1", answer="a", contexts=("c",)), Sample(id="q2", answer="a")]
    run = raggauge.evaluate(samples, metrics=["faithfulness"], judge=scripted, skip_missing=True, out=False)
    row = run.summary()["faithfulness"]
    assert (row["n"], row["n_scored"], row["n_not_applicable"]) == (2, 1, 1)


def test_a_judge_that_cannot_answer_a_named_metric_is_refused(script: Any) -> None:
    """The sentence names the metric, what it needs, and judges that can."""
    judge = ScriptedJudge(script, cannot=(Support,))
    samples = [Sample(id="q1", answer="a", contexts=("c",))]
    with pytest.raises(UsageError, match=r"faithfulness needs verdicts on claims.*openai:MODEL"):
        raggauge.evaluate(samples, metrics=["faithfulness"], judge=judge, out=False)
    assert judge.asked == []


def test_a_judge_that_cannot_answer_a_metric_of_a_group_leaves_it_out(script: Any) -> None:
    """It is listed with the question that the judge cannot answer."""
    judge = ScriptedJudge(script, cannot=(ReverseQuestions,))
    samples = [Sample(id="q1", question="q", answer="a", contexts=("c",))]
    run = raggauge.evaluate(samples, metrics=["triad"], judge=judge, out=False)
    assert {one.metric: one.facet for one in run.manifest.not_run} == {"answer_relevance": "reverse_questions(3)"}


def test_each_question_is_asked_once(scripted: ScriptedJudge) -> None:
    """Two metrics that need the same claims share them."""
    samples = [Sample(id="q1", question="q", answer="a", contexts=("c",))]
    raggauge.evaluate(samples, metrics=["faithfulness", "contradiction"], judge=scripted, out=False)
    (ask,) = scripted.asked
    assert ask.facets == {Claims("answer"), Support("answer", "contexts"), Refusals("answer")}


def test_only_questions_whose_fields_are_there_are_asked(scripted: ScriptedJudge) -> None:
    """Without contexts nothing is asked but whether the answer is a refusal."""
    samples = [Sample(id="q1", answer="a", contexts=("c",)), Sample(id="q2", answer="a"), Sample(id="q3")]
    raggauge.evaluate(samples, metrics=["faithfulness"], judge=scripted, skip_missing=True, out=False)
    asked = {ask.sample.id: ask.facets for ask in scripted.asked}
    assert asked["q2"] == {Refusals("answer")}
    assert "q3" not in asked


class Priced(ScriptedJudge):
    """A judge for which grades take a call of their own."""

    def plan(self, ask: Ask, /) -> Cost:
        n = 1 + any(isinstance(facet, Grades) for facet in ask.facets)
        return Cost(calls=(n, n))


def test_the_default_set_costs_no_further_call(script: Any) -> None:
    """Core, and what the calls of core answer anyway; what would cost more is not even listed."""
    samples = [Sample(id="q1", question="q", answer="a", contexts=("c",), references=("r",))]
    run = raggauge.evaluate(samples, judge=Priced(script), out=False)
    assert run.metrics[:4] == ("faithfulness", "answer_relevance", "context_precision", "context_recall")
    assert "contradiction" in run.metrics
    assert "context_relevance" not in run.metrics
    assert "context_relevance" not in {one.metric for one in run.manifest.not_run}
    cheap = raggauge.evaluate(samples, judge=ScriptedJudge(script), out=False)
    assert "context_relevance" in cheap.metrics


def test_a_metric_of_ones_own_is_an_object_or_a_class(scripted: ScriptedJudge) -> None:
    """Its name is that of the class; parameters that differ from the default are part of it."""
    samples = [Sample(id="q1", answer="yes please"), Sample(id="q2", answer="no"), Sample(id="q3")]
    run = raggauge.evaluate(samples, metrics=[Polite, Polite("no")], judge=scripted, skip_missing=True, out=False)
    assert run.metrics == ("polite", "polite(word=no)")
    assert [run[id].scores["polite"].value for id in ("q1", "q2", "q3")] == [1.0, 0.0, None]
    assert run["q3"].scores["polite"].reason == "missing answer"
    assert run.manifest.judge is None
    assert scripted.asked == []


def test_a_metric_of_ones_own_comes_from_a_file(in_empty_folder: Any) -> None:
    """`file.py:Class(parameter=value)`; the manifest holds the hash of the file."""
    (in_empty_folder / "my_metrics.py").write_text(
        "from dataclasses import dataclass\n"
        "from raggauge.score import scored\n\n"
        "@dataclass(frozen=True)\n"
        "class Short:\n"
        "    limit: int = 5\n"
        "    fields = ('answer',)\n"
        "    facets = frozenset()\n\n"
        "    def score(self, sample, evidence):\n"
        "        return scored(float(len(sample.answer) <= self.limit))\n",
        encoding="utf-8",
    )
    samples = [Sample(id="q1", answer="brief"), Sample(id="q2", answer="long-winded")]
    run = raggauge.evaluate(samples, metrics="my_metrics.py:Short, my_metrics.py:Short(limit=20)")
    assert run.metrics == ("short", "short(limit=20)")
    assert [run["q2"].scores[name].value for name in run.metrics] == [0.0, 1.0]
    assert run.manifest.metrics[0].source.startswith("sha256:")


@pytest.mark.parametrize("future", ["", "from __future__ import annotations\n"])
def test_parameters_have_the_types_of_their_annotations(future: str, in_empty_folder: Any) -> None:
    """Also those without a default, whether annotations are kept as texts or not; quotes hold commas."""
    (in_empty_folder / "typed.py").write_text(
        f"{future}from dataclasses import dataclass, field\n"
        "from raggauge.score import scored\n\n"
        "@dataclass(frozen=True)\n"
        "class Typed:\n"
        "    n: int\n"
        "    share: float\n"
        "    on: bool\n"
        "    most: int | None = None\n"
        "    word: str = ''\n"
        "    kept: dict = field(default_factory=dict)\n"
        "    fields = ()\n"
        "    facets = frozenset()\n\n"
        "    def score(self, sample, evidence):\n"
        "        return scored(1.0)\n",
        encoding="utf-8",
    )
    (chosen,) = choose(['typed.py:Typed(n=2,share=1,on=false,most=3,word="a, (b)")'])
    values = [getattr(chosen.metric, name) for name in ("n", "share", "on", "most", "word")]
    assert values == [2, 1.0, False, 3, "a, (b)"]
    assert isinstance(values[1], float)
    with pytest.raises(UsageError, match="needs the parameter share"):
        choose(["typed.py:Typed(n=2)"])


@pytest.mark.parametrize(
    ("text", "content", "part"),
    [
        ("gone.py:A", None, "No such file"),
        ("m.py:B", "class A: pass", "has no class 'B'"),
        ("m.py:A", "class A: pass", "lacks fields, facets, score"),
        ("m.py:A", "1/0", "ZeroDivisionError"),
        ("m.py:A", "def (", "SyntaxError"),
        ("m.py:A(3)", "class A: pass", "is not a metric"),
        ("faithfullness", None, "did you mean faithfulness"),
        ("faithfulness(k=3)", None, "has no parameter k"),
    ],
)
def test_what_names_no_metric_is_refused(text: str, content: str | None, part: str, in_empty_folder: Any) -> None:
    """One sentence with what is wrong."""
    if content is not None:
        (in_empty_folder / "m.py").write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=part):
        choose([text])


def test_two_metrics_of_one_name_are_refused() -> None:
    """One of them would be lost without a word."""

    @dataclass(frozen=True)
    class Shop:
        fields: ClassVar[Any] = ()
        facets: ClassVar[frozenset[Facet]] = frozenset()

        def score(self, sample: Sample, evidence: Evidence, /) -> Score:
            return scored(1.0)

    @dataclass(frozen=True)
    class Store(Shop):
        name: ClassVar[str] = "shop"

    with pytest.raises(UsageError, match="two different metrics are called 'shop'"):
        choose([Store, Shop])


def test_a_named_metric_beats_the_same_one_of_a_group() -> None:
    """It is there once, and its missing fields are errors."""
    chosen = choose(["core", "faithfulness"])
    assert [one.entry.text for one in chosen].count("faithfulness") == 1
    assert next(one for one in chosen if one.entry.text == "faithfulness").entry.by_name


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [1, {"deep": float("nan")}]])
def test_numbers_that_json_cannot_hold_are_refused(value: Any, scripted: ScriptedJudge) -> None:
    """They would become null without a word."""
    samples = [Sample(id="q1", answer="a", contexts=("c",), metadata={"x": value, "y": None})]
    with pytest.raises(DataError, match=r"'q1': metadata holds (nan|inf)"):
        raggauge.evaluate(samples, metrics=["faithfulness"], judge=scripted, out=False)


def test_no_sample_is_an_error(scripted: ScriptedJudge) -> None:
    """An empty selection says so instead of a summary of nothing."""
    with pytest.raises(DataError, match="none of the 1 samples passes the filter 'kind=x'; their metadata has: -"):
        raggauge.evaluate([Sample(id="1", answer="a")], filters={"kind": "x"}, judge=scripted, out=False)


def test_a_metric_comes_from_a_plug_in(in_empty_folder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package names it under the entry points `raggauge.metrics`."""
    (in_empty_folder / "plugged_in.py").write_text(
        "from dataclasses import dataclass\n"
        "from raggauge.score import scored\n"
        "@dataclass(frozen=True)\n"
        "class Calm:\n"
        "    marks: int = 0\n"
        "    fields = ('answer',)\n"
        "    facets = frozenset()\n"
        "    def score(self, sample, evidence):\n"
        "        return scored(float(sample.answer.count('!') <= self.marks))\n",
        encoding="utf-8",
    )
    info = in_empty_folder / "plugged_in-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged-in\nVersion: 1.0\n", encoding="utf-8")
    points = "[raggauge.metrics]\ncalm = plugged_in:Calm\nwild = plugged_in:Wild\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(in_empty_folder))
    run = raggauge.evaluate([Sample(id="1", answer="Go!")], metrics=["calm", "calm(marks=1)"], out=False)
    assert [run["1"].scores[name].value for name in run.metrics] == [0.0, 1.0]
    assert run.manifest.metrics[0].source == "plugged_in:Calm 1.0"
    with pytest.raises(UsageError, match="'wild' names no metric: plugged_in:Wild"):
        choose(["wild"])


OWN = """
from dataclasses import dataclass
from raggauge.score import scored

@dataclass(frozen=True)
class Politeness:
    fields = ("answer",)
    facets = frozenset()
    def score(self, sample, evidence):
        return scored(1.0)

@dataclass(frozen=True)
class Core(Politeness):
    pass

@dataclass(frozen=True)
class Louder(Politeness):
    name = "loudness"
    than: int
"""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("own.py:Politeness", "'own.py:Politeness' would be called politeness, which is the name of another metric"),
        ("own.py:Core", "would be called core"),
        ("own.py:Loud", "'own.py' has no class 'Loud'; its metrics: Politeness, Core, Louder"),
        ("own.py:Louder", "metric loudness needs the parameter than: write loudness(than=...)"),
        ("gone.py:Politeness", "'gone.py' names no metric: No such file"),
    ],
)
def test_a_metric_of_a_file_does_not_take_the_name_of_another(in_empty_folder: Path, text: str, part: str) -> None:
    """A class named like one of ours, or like a group, is refused with what to do; so is one that is not there."""
    Path("own.py").write_text(OWN, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        choose([text])
    assert part in str(caught.value)


def test_a_class_named_like_ours_is_not_ours() -> None:
    """Objects and classes of a program too; a subclass must be given a name of its own."""
    from raggauge.metrics.faithfulness import Faithfulness

    class Stricter(Faithfulness):
        """Inherits the name."""

    for metric in (Stricter, Stricter()):
        with pytest.raises(UsageError, match="would be called faithfulness"):
            choose([metric])
    assert choose([Faithfulness])[0].entry.spec == "faithfulness"
