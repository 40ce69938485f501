"""Why samples have no value: the first reason of each metric, so that no failure stands as a mere count."""

from raggauge.messages import reason, say
from raggauge.run.run import Run
from raggauge.run.screening import OUT


def marks(run: Run, /) -> list[str]:
    """What a reader must know of a run before its numbers.

    That its set is generated and hardly read by people, and that its judge is not the locked one.
    """
    card = run.manifest.dataset
    lines = [say("report.unreviewed", n=card.n_reviewed, of=card.n)] if card.unreviewed else []
    if run.manifest.unlocked:
        lines.append(say("report.unlocked", differences="; ".join(run.manifest.unlocked)))
    return lines


def reasons(run: Run, /) -> list[str]:
    """A line for each reason, with the metrics it left open and the first sample it struck.

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
