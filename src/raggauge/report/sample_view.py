"""One sample of a run on a terminal: claims coloured by verdict, passages with what supports them marked."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from raggauge.diagnosis import Eyes, completed, signs
from raggauge.evidence import Claim, Evidence, Finding, Span, Verdict
from raggauge.messages import say
from raggauge.report.terminal import clean, reason_text
from raggauge.run.run import Run, Sampled
from raggauge.run.summary import two
from raggauge.score import Score

VERDICT_STYLE: Final[Mapping[Verdict, str]] = {
    "supported": "green",
    "contradicted": "red",
    "unsure": "yellow",
    "not_found": "magenta",
}
VERDICT_TEXT: Final[Mapping[Verdict, str]] = {
    "supported": "report.supported",
    "contradicted": "report.contradicted",
    "unsure": "report.unsure",
    "not_found": "report.not_found",
}
OPEN_STYLE, UNCHECKABLE_STYLE = "bold yellow", "dim"
SHOWN_OF_UNMARKED: Final = 400


def sample_view(run: Run, sampled: Sampled, /, *, full: bool = False) -> RenderableType:
    """Question, answer, claims with their verdicts, passages, references and scores of one sample.

    `full` shows passages without a marked span to their end.
    """
    sample, found = sampled.sample, sampled.evidence[0] if sampled.evidence else Evidence(sample=sampled.id)
    place = f"  ({clean(sample.place)})" if sample.place else ""
    parts: list[RenderableType] = [Text(clean(sampled.id), style="bold").append(place, style="not bold dim")]
    parts += _section("report.question", Text(clean(sample.question)) if sample.question is not None else None)
    parts += _section("report.answer", _answer(sample.answer, found) if sample.answer is not None else None)
    parts += _section("report.claims", _claims(found, "answer"))
    parts += _section("report.contexts", _contexts(sampled, found, full=full))
    parts += _section("report.references", _references(sampled, found))
    parts += _section("report.scores", _scores(run, sampled))
    parts += _section("diagnosis.at_fault", _at_fault(run, sampled))
    parts += _section("report.imported", _imported(sampled))
    parts += _section("report.gaps", Text("\n".join(f"{key}: {clean(why)}" for key, why in found.gaps.items())))
    return Group(*parts)


def _at_fault(run: Run, sampled: Sampled) -> Text | None:
    """The stage that explains what is wrong with the sample, and what to change; None where nothing is."""
    goals = {entry.text: entry.goal for entry in run.manifest.metrics if entry.goal is not None}
    seen = Eyes(goals, run.manifest.judge).look(sampled.sample)
    cause = signs(completed(sampled), goals=seen).at_fault
    if cause is None:
        return None
    title, knob = say(f"diagnosis.cause.{cause}"), say(f"diagnosis.knob.{cause}")
    return Text(f"{title}\n→ {knob}")


def _section(title: str, body: RenderableType | None) -> Iterable[RenderableType]:
    if body is None or (isinstance(body, Text) and not body.plain):
        return ()
    return (Text(), Text(say(title), style="bold cyan"), Padding(body, (0, 0, 0, 2)))


def _answer(answer: str, found: Evidence) -> Text:
    """The answer, each claim in the colour of its verdict, abstention said."""
    text = Text(answer)
    for claim in found.claims_of("answer"):
        style = _style(claim, found.verdict(claim.id, "contexts"))
        for span in claim.spans:
            text.stylize(style, span.start, span.end)
    whole = _cleaned(text)
    if found.refusals.get("answer"):
        whole.append(f"\n({say('report.abstains')})", style="yellow")
    return whole


def _claims(found: Evidence, source: str) -> RenderableType | None:
    claims = found.claims_of(source)
    if not claims:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for claim in claims:
        finding = found.finding(claim.id, "contexts")
        verdict = finding.verdict if finding else None
        word = _word(claim, verdict, asked=any(one.claim == claim.id for one in found.findings) or bool(found.gaps))
        table.add_row(claim.id, Text(word, style=_style(claim, verdict)), _basis(claim, finding))
    return table


def _word(claim: Claim, verdict: Verdict | None, *, asked: bool) -> str:
    if not claim.checkable:
        return say("report.not_checkable")
    if verdict is None:
        return say("report.open") if asked else ""
    return say(VERDICT_TEXT[verdict])


def _style(claim: Claim, verdict: Verdict | None) -> str:
    if not claim.checkable:
        return UNCHECKABLE_STYLE
    return VERDICT_STYLE[verdict] if verdict else OPEN_STYLE


def _basis(claim: Claim, finding: Finding | None) -> Text:
    """The claim, which passages bear on it, and which words cannot both be right."""
    text = Text(clean(claim.text))
    if finding is None:
        return text
    if finding.support:
        together = say("report.together") if finding.joint else ""
        text.append(f"  ← {_numbers(finding.support)}{together}", style="green")
    if finding.against:
        text.append(f"  ✗ {_numbers(finding.against)}", style="red")
    for conflict in finding.conflicts:
        said = say("report.conflict", said=clean(conflict.said), found=clean(conflict.found))
        text.append(f"\n{said}", style="red")
    if finding.note:
        text.append(f"\n{clean(finding.note)}", style="dim")
    return text


def _numbers(contexts: Iterable[int]) -> str:
    return " ".join(f"[{k + 1}]" for k in contexts)


def _contexts(sampled: Sampled, found: Evidence, *, full: bool) -> RenderableType | None:
    contexts = sampled.sample.contexts
    if contexts is None:
        return None
    if not contexts:
        return Text(say("report.no_contexts"), style="dim")
    useful, grades = found.useful(), {grade.context: grade.grade for grade in found.grades}
    parts: list[RenderableType] = []
    for k, context in enumerate(contexts):
        head = Text(f"[{k + 1}]", style="bold")
        if context.doc_id:
            head.append(f" {clean(context.doc_id)}", style="not bold")
        if k in useful:
            word = say("report.useful" if useful[k] else "report.not_useful")
            head.append(f" · {word}", style="not bold green" if useful[k] else "not bold dim")
        if k in grades:
            head.append(f" · {say('report.grade', grade=grades[k])}", style="not bold dim")
        parts += [head, _marked(context.text, _spans(found, k), full=full)]
    return Group(*parts)


def _spans(found: Evidence, context: int) -> list[tuple[Span, str]]:
    """What the verdicts rest on in one passage, with the style of the verdict."""
    return [
        (Span(quote.start, quote.end), VERDICT_STYLE[finding.verdict])
        for finding in found.findings
        for quote in finding.quotes
        if quote.source == f"context:{context}" and quote.start is not None and quote.end is not None
    ]


def _marked(text: str, spans: list[tuple[Span, str]], *, full: bool) -> Text:
    """A passage with its spans marked: coloured, and in brackets so that it also reads without colour."""
    if not spans:
        cut = len(text) if full or len(text) <= SHOWN_OF_UNMARKED else SHOWN_OF_UNMARKED
        rest = say("report.more_characters", n=len(text) - cut) if cut < len(text) else ""
        return Text(clean(text[:cut]), style="dim").append(rest, style="italic")
    styled = Text(text)
    for span, style in spans:
        styled.stylize(f"bold {style}", span.start, span.end)
    marked = Text()
    place = 0
    for start, end in _merged([span for span, _ in spans]):
        marked.append(styled[place:start]).append("⟦").append(styled[start:end]).append("⟧")
        place = end
    return _cleaned(marked.append(styled[place:] if place < len(text) else Text()))


def _merged(spans: list[Span]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if merged and span.start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], span.end))
        elif span.end > span.start:
            merged.append((span.start, span.end))
    return merged


def _cleaned(text: Text) -> Text:
    """The text without control characters, its colours where they were."""
    if clean(text.plain) == text.plain:
        return text
    pieces = Text()
    for piece in text.split("\n", include_separator=True, allow_blank=True):
        for at in range(len(piece)):
            char = piece[at]
            pieces.append(Text(clean(char.plain), style=char.style, end=""))
    return pieces


def _references(sampled: Sampled, found: Evidence) -> RenderableType | None:
    references = sampled.sample.references
    if not references:
        return None
    parts: list[RenderableType] = []
    for i, reference in enumerate(references):
        number = f"{i + 1}. " if len(references) > 1 else ""
        parts.append(Text(f"{number}{clean(reference)}"))
        claims = _claims(found, f"reference:{i}")
        if claims is not None:
            parts.append(Padding(claims, (0, 0, 0, 2)))
    return Group(*parts)


def _imported(sampled: Sampled) -> Text:
    """Scores of other tools, each with its tool: shown, never compared with ours."""
    lines = [
        f"{clean(tool)}: {', '.join(f'{clean(name)} {value:g}' for name, value in scores.items())}"
        for tool, scores in sampled.sample.imported.items()
    ]
    return Text("\n".join(lines))


def _scores(run: Run, sampled: Sampled) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, justify="right")
    table.add_column(overflow="fold")
    goals = {entry.text: (entry.goal, entry.direction) for entry in run.manifest.metrics}
    for name, score in sampled.scores.items():
        goal, direction = goals[name]
        missed = goal is not None and score.value is not None
        missed = missed and (score.value > goal if direction == "down" else score.value < goal)  # type: ignore[operator]
        style = "red" if missed else "dim" if score.value is None else "bold"
        arrow = " ↓" if direction == "down" else ""
        table.add_row(f"{clean(name)}{arrow}", Text(_value(score), style=style), Text(_why(score), style="dim"))
    return table


def _value(score: Score) -> str:
    if score.value is not None:
        return two(score.value)
    return say("report.not_applicable" if score.state == "not_applicable" else "report.unscored")


def _why(score: Score) -> str:
    parts = [reason_text(score.reason or score.label)]
    if score.state == "unscored" and score.lowest is not None and score.highest is not None:
        parts.append(say("report.between", lowest=two(score.lowest), highest=two(score.highest)))
    details = {name: value for name, value in score.details.items() if value not in (score.label, [], None)}
    if len(details.get("per_reference", ())) == 1:
        del details["per_reference"]
    if score.n_asked is not None and "n_true" in details:
        parts.append(f"{details.pop('n_true')}/{score.n_asked}")
    parts.append(", ".join(f"{clean(name)} {_short(value)}" for name, value in details.items()))
    if (score.n_asked or 0) > 1 and score.value is not None and "n_true" not in score.details:
        parts.append(say("report.of_n", n=score.n_asked))
    return " · ".join(part for part in parts if part)


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list | tuple):
        return " ".join(_short(part) for part in value if part != "")
    text = clean(str(value))
    return text if len(text) <= 60 else f"{text[:59]}…"
