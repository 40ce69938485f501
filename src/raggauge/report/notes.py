"""What a reader must know of a run beside its numbers: the one place where every form of report takes it from."""

from itertools import islice
from typing import Final

from raggauge.facets import in_words
from raggauge.messages import reason, say
from raggauge.run.run import Run
from raggauge.run.screening import OUT

LOOKED_AT: Final = 200


def not_run(run: Run, /) -> list[str]:
    """The metrics that were left out, a line for each reason why."""
    judge = run.manifest.judge.kind if run.manifest.judge else "–"
    why: dict[str, list[str]] = {}
    for one in run.manifest.not_run:
        if one.needs:
            text = say("report.needs", field=one.needs)
        else:
            text = say("report.judge_cannot", judge=judge, facet=in_words(one.facet))
        why.setdefault(text, []).append(one.metric)
    return [say("report.not_run", why=text, metrics=", ".join(names)) for text, names in why.items()]


def judge(run: Run, /) -> list[str]:
    """Who judged, and how far its verdicts and estimates can be trusted; empty for a run without a judge."""
    found = run.manifest.judge
    if found is None:
        return []
    name = " ".join(part for part in (found.kind, found.model) if part)
    name += f", {found.embedder}" if found.endpoint and found.embedder else ""
    lines = [say("report.judge", judge=name) + ("" if found.calibration else say("report.uncalibrated"))]
    if found.kind == "embedded":
        lines.append(say("report.embedded_agreement"))
    if _is_estimate(run):
        lines.append(say("report.estimate", judge=found.kind))
    return lines


def _is_estimate(run: Run) -> bool:
    """Whether answer_relevance was estimated without reverse questions, as its first scores say."""
    if "answer_relevance" not in run.metrics:
        return False
    first = (scores["answer_relevance"] for _, scores in islice(run.scores(), LOOKED_AT))
    return next((score.details.get("method") for score in first if score.state == "scored"), None) == "direct estimate"


def marks(run: Run, /) -> list[str]:
    """What puts the numbers in doubt.

    Samples that are missing, a set that is generated and hardly read by people, a judge that is not the locked one.
    """
    card, lines = run.manifest.dataset, []
    if not run.complete:
        lines.append(say("report.unfinished", done=len(run), n=card.n, path=str(run.path or run.id)))
    if n := run.skipped.get("faulty", 0):
        lines.append(say("report.skipped", n=n))
    if card.unreviewed:
        lines.append(say("report.unreviewed", n=card.n_reviewed, of=card.n))
    if run.manifest.unlocked:
        lines.append(say("report.unlocked", differences="; ".join(run.manifest.unlocked)))
    return lines


def reasons(run: Run, /) -> list[str]:
    """Why samples have no value: a line for each reason, with the metrics it left open and the first sample it struck.

    Reads the scores up to where every metric with unscored samples has shown one; nothing where there is none.
    """
    rows = run.summary()
    waiting = {name for name, row in rows.items() if row["n_unscored"] > row.get("n_screened", 0)}
    found: dict[tuple[str, str], list[str]] = {}
    scores = iter(run.scores() if waiting else ())
    while waiting and (one := next(scores, None)) is not None:
        id, by_metric = one
        for name in [name for name in by_metric if name in waiting]:
            score = by_metric[name]
            if score.state == "unscored" and score.reason != OUT:
                waiting.discard(name)
                found.setdefault((id, score.reason or ""), []).append(name)
    return [
        say("report.why_unscored", metrics=", ".join(names), id=id, reason=reason(why))
        for (id, why), names in found.items()
    ]
