"""The pytest plugin: one test per sample of a golden set, scores in a section of the terminal.

    @pytest.mark.raggauge(dataset="goldens.jsonl", target="app:answer", thresholds={"faithfulness": 0.8})
    def test_rag(rag):
        assert len(rag.sample.answer) < 2000        # whatever else should hold; the body may be `...`

`rag` is the sample with its answer, scores and evidence. A threshold holds for every sample; one on a share of them
(`{"share_above": 0.7, "share": 0.9}`) for all tests of the function together, at the end.

Every pytest run loads this file, so that it imports nothing until a marked test is there.
"""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from raggauge.run.run import Sampled
    from raggauge.sample import Sample

MARK = "raggauge"
SHARE = "raggauge-share"
TAKES = ("dataset", "target", "thresholds", "metrics", "judge", "repeats", "repeat_rule", "limit")


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers", "raggauge(dataset, target, thresholds, ...): one test for each sample of a golden set, scored"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test per sample, named by its id."""
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is None:
        return
    samples = _samples(mark.kwargs, metafunc.definition.nodeid, mark.args)
    if "rag" not in metafunc.fixturenames:
        metafunc.fixturenames.append("rag")
    metafunc.parametrize("rag", samples, ids=[sample.id for sample in samples], indirect=True)


@pytest.fixture
def rag(request: pytest.FixtureRequest) -> "Sampled":
    """The sample of this test, answered by the system under test and scored; an error where the judge is out."""
    from raggauge.errors import DataError
    from raggauge.gate.asserting import each, judge_held, scored

    mark = request.node.get_closest_marker(MARK)
    if mark is None or not hasattr(request, "param"):
        from raggauge.errors import UsageError

        raise UsageError("asserting.no_dataset", test=request.node.nodeid)
    given = mark.kwargs
    bounds, metrics = _settled(given)
    options = {name: given[name] for name in ("repeats", "repeat_rule") if name in given}
    sample = request.param
    target = given["target"] if "target" in given else _configured(sample)
    if target is not None:
        sample = _answered(sample, target, request.config)
    asked = [*metrics, *given.get("metrics", ())] or ["core"]
    try:
        run = scored([sample], asked, judge=given.get("judge"), **options)
    except DataError as problem:
        pytest.fail(str(problem), pytrace=False)
    found = next(iter(run))
    for metric, score in found.scores.items():
        request.node.user_properties.append((f"raggauge:{metric}", [score.value, score.state, found.id]))
    for bound in bounds:
        if bound.share_above is not None and bound.share < 1.0:
            entry = [*_share_of(request.node, bound), found.scores[bound.metric].value]
            request.node.user_properties.append((SHARE, entry))
    judge_held(found, each(bounds))
    return found


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> "Iterator[Any]":
    """Hold the scores against the thresholds, as part of the test itself."""
    __tracebackhide__ = True
    mark = pyfuncitem.get_closest_marker(MARK)
    if mark is not None and "rag" in pyfuncitem.funcargs:
        from raggauge.gate.asserting import each, hold

        found: Any = pyfuncitem.funcargs["rag"]
        hold(found, each(_settled(mark.kwargs)[0]))
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where too few samples of a function reach a value, though each test passed."""
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    controls = reporter is not None and not hasattr(session.config, "workerinput")
    if controls and session.exitstatus == pytest.ExitCode.OK and _missed_shares(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Per metric: mean, lowest, how many had no score; from the reports of all workers."""
    found: dict[str, list[tuple[float | None, str, str]]] = {}
    for name, value in _recorded(terminalreporter):
        if name.startswith("raggauge:"):
            found.setdefault(name.partition(":")[2], []).append(tuple(value))
    if not found:
        return
    from raggauge.messages import say

    terminalreporter.write_sep("=", "raggauge")
    for metric, values in sorted(found.items()):
        known = sorted((value, id) for value, _, id in values if value is not None)
        counts = {state: sum(state == s for _, s, _ in values) for state in ("unscored", "not_applicable")}
        told: dict[str, Any] = {"metric": metric, "n_unscored": counts["unscored"], "n_na": counts["not_applicable"]}
        if known:
            mean, (lowest, id) = sum(value for value, _ in known) / len(known), known[0]
            line = say("asserting.line", mean=mean, n=len(known), lowest=lowest, id=id, **told)
        else:
            line = say("asserting.line_without", **told)
        terminalreporter.write_line(line)
    for missed in _missed_shares(terminalreporter):
        terminalreporter.write_line(f"FAILED {missed}", red=True)


def _recorded(terminalreporter: Any) -> "Iterator[tuple[str, Any]]":
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                yield from ((str(name), value) for name, value in report.user_properties)


def _share_of(item: Any, bound: Any) -> list[Any]:
    """What tells one rule on a share from another: the function, the metric, the value, its side, the share."""
    function = item.nodeid.partition("[")[0]
    return [function, bound.metric, bound.share_above, bound.side, bound.share]


def _missed_shares(terminalreporter: Any) -> list[str]:
    """A sentence for each rule on a share that the tests of a function missed together."""
    found: dict[tuple[Any, ...], list[bool]] = {}
    for *rule, value in (entry for name, entry in _recorded(terminalreporter) if name == SHARE):
        _, _, limit, side, _ = rule
        if value is not None:
            found.setdefault(tuple(rule), []).append(value >= limit if side == "min" else value <= limit)
    missed = [(rule, good) for rule, good in found.items() if sum(good) / len(good) < rule[4]]
    if not missed:
        return []
    from raggauge.messages import say

    return [
        say("asserting.share", test=test, metric=metric, n_good=sum(good), n=len(good), limit=limit, share=share)
        for (test, metric, limit, _, share), good in missed
    ]


def _samples(given: "Mapping[str, Any]", test: str, unnamed: tuple[Any, ...]) -> "list[Sample]":
    from itertools import islice

    from raggauge.errors import UsageError
    from raggauge.formats import read

    for name in given:
        if name not in TAKES:
            raise UsageError("asserting.bad_mark", test=test, name=name)
    dataset = given.get("dataset", unnamed[0] if unnamed else None)
    if dataset is None:
        raise UsageError("asserting.no_dataset", test=test)
    _settled(given)
    return list(islice(read(dataset), given.get("limit")))


def _settled(given: "Mapping[str, Any]") -> Any:
    """The thresholds of a mark, else the configured ones, and the metrics to score for them."""
    from raggauge.config import resolve
    from raggauge.gate.asserting import settled

    thresholds = given.get("thresholds")
    if thresholds is None:
        settings = resolve()
        thresholds = settings["thresholds"] or settings["gate"].get("thresholds") or {}
    return settled(thresholds, given.get("metrics", ()))


def _configured(sample: "Sample") -> Any:
    """The configured system under test, for a sample that nothing has answered yet."""
    from raggauge.config import resolve

    return resolve()["target"] if sample.answer is None else None


def _answered(sample: "Sample", target: Any, config: pytest.Config) -> "Sample":
    import asyncio

    import msgspec

    from raggauge.target import make

    key = repr(target)
    targets: dict[str, Any] = config.__dict__.setdefault("_raggauge_targets", {})
    if key not in targets:
        targets[key] = make(target)
    made = targets[key]

    async def ask() -> Any:
        try:
            return await made.answer(sample)
        finally:
            if hasattr(made, "aclose"):
                await made.aclose()

    found = asyncio.run(ask())
    told = {**found.measurements, **({"failure": found.failure} if found.failure else {})}
    answered: Sample = msgspec.structs.replace(found.sample, metadata={**sample.metadata, "target": told})
    return answered
