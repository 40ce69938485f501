"""A gate as JUnit XML: one suite for the rules, one per metric with a test case for each sample.

A failed rule is a failure. What could not be decided (judge out of reach, too few samples) is an error, not a
failure, and an inapplicable sample is skipped. A sample fails by itself only when it must pass.
"""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from raggauge.messages import reason, say
from raggauge.report.decision import ordered, sentence
from raggauge.report.notes import marks
from raggauge.report.verdict import Verdict
from raggauge.run.run import Sampled

LONGEST = 2_000
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def chunks(verdict: Verdict, /) -> Iterator[bytes]:
    """The document in pieces, UTF-8."""
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="raggauge">\n'
    if verdict.decision is not None:
        cases = [
            _ruling(ruling.rule, ruling.about, ruling.outcome, sentence(ruling)) for ruling in ordered(verdict.decision)
        ]
        yield _suite("gate", cases, _properties(verdict))
    for metric in sorted(verdict.rules.metrics()) or verdict.run.metrics:
        if metric in verdict.run.metrics:
            cases = [_sample(verdict, metric, sampled) for sampled in verdict.run]
            yield _suite(metric, cases, _properties(verdict))
    yield b"</testsuites>\n"


def xml_text(text: str, /) -> str:
    """A text as XML content: what XML cannot hold is shown as its code, long texts are cut."""
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)})"
    return escape(_NOT_XML.sub(lambda found: f"\\x{ord(found[0]):02x}", cut))


def _properties(verdict: Verdict) -> str:
    """What must be known of a run before its numbers, a property each; nothing where there is nothing."""
    told = [f'<property name="note" value={_attribute(line)}/>' for line in marks(verdict.run)]
    return f"<properties>{''.join(told)}</properties>\n" if told else ""


def _suite(name: str, cases: list[tuple[str, str]], properties: str) -> bytes:
    counts = {kind: sum(kind == k for k, _ in cases) for kind in ("failure", "error", "skipped")}
    head = (
        f'<testsuite name={_attribute(name)} tests="{len(cases)}" failures="{counts["failure"]}" '
        f'errors="{counts["error"]}" skipped="{counts["skipped"]}">\n'
    )
    return (head + properties + "".join(text for _, text in cases) + "</testsuite>\n").encode("utf-8", "replace")


def _ruling(rule: str, about: str, outcome: str, said: str) -> tuple[str, str]:
    kind = {"fail": "failure", "inconclusive": "error", "pass": ""}[outcome]
    return kind, _case("gate", f"{rule} {about}", kind, said)


def _sample(verdict: Verdict, metric: str, sampled: Sampled) -> tuple[str, str]:
    score = sampled.scores[metric]
    bounds = {t.metric: t for t in verdict.rules.thresholds if t.bound is not None}
    if score.state == "unscored":
        return "error", _case(metric, sampled.id, "error", reason(score.reason or ""))
    if score.value is None:
        return "skipped", _case(metric, sampled.id, "skipped", reason(score.reason or ""))
    threshold = bounds.get(metric)
    missed = threshold is not None and threshold.misses(score.value)
    said = f"{metric} {score.value:.3f}"
    if missed and sampled.id in verdict.rules.must_pass:
        return "failure", _case(
            metric, sampled.id, "failure", f"{said}: {say('report.question')}: {sampled.sample.question or ''}"
        )
    return "", _case(metric, sampled.id, "", said)


def _case(group: str, name: str, kind: str, said: str) -> str:
    head = f"<testcase classname={_attribute(f'raggauge.{group}')} name={_attribute(name)}"
    if not kind:
        return f"{head}><system-out>{xml_text(said)}</system-out></testcase>\n"
    inner = (
        f"<{kind} message={_attribute(said[:300])}/>"
        if kind == "skipped"
        else f"<{kind} message={_attribute(said[:300])}>{xml_text(said)}</{kind}>"
    )
    return f"{head}>{inner}</testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(
        _NOT_XML.sub(lambda found: f"\\x{ord(found[0]):02x}", text), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
    )
