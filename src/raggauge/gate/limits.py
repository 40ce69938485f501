"""Rules on what is no score: how much was scored at all, what it cost, how long the system under test took."""

from collections.abc import Iterable, Mapping

import msgspec

from raggauge.gate.gathered import Scored
from raggauge.gate.rules import Rules
from raggauge.gate.ruling import Outcome, Ruling
from raggauge.run.measured import asked
from raggauge.run.run import Run


def coverage(gathered: Mapping[str, Scored], rules: Rules, wanted: Iterable[str], /) -> list[Ruling]:
    """A gate does not pass on the samples that happened to be scored."""
    rulings = []
    for text in sorted(wanted or gathered):
        scored = gathered[text]
        asked = len(scored.values) + scored.n_unscored
        covered = len(scored.values) / asked if asked else 1.0
        if covered < rules.coverage:
            values = {"n": asked, "n_unscored": scored.n_unscored}
            rulings.append(
                Ruling(
                    rule="coverage",
                    about=text,
                    outcome="inconclusive",
                    message="gate.coverage",
                    values=values,
                    value=covered,
                    bound=rules.coverage,
                )
            )
        share = scored.n_not_applicable / scored.n if scored.n else 0.0
        limit = rules.max_not_applicable.get(text, rules.max_not_applicable.get("*"))
        if limit is not None:
            outcome: Outcome = "pass" if share <= limit else "fail"
            values = {"n": scored.n, "n_not_applicable": scored.n_not_applicable}
            rulings.append(
                Ruling(
                    rule="not_applicable",
                    about=text,
                    outcome=outcome,
                    message=f"gate.not_applicable_{outcome}",
                    values=values,
                    value=share,
                    bound=limit,
                )
            )
    return rulings


def unfinished(run: Run, /) -> Ruling:
    """The samples that a killed run came to say nothing of the others."""
    done, n = len(run), run.manifest.dataset.n
    values = {"done": done, "n": n, "path": str(run.path or run.id)}
    share = done / n if n else 0.0
    return Ruling(
        rule="coverage",
        about="*",
        outcome="inconclusive",
        message="gate.unfinished",
        values=values,
        value=share,
        bound=1.0,
    )


def limits(run: Run, rules: Rules, /) -> list[Ruling]:
    """What the judge cost, and how long the system under test took."""
    rulings = []
    if rules.max_cost is not None:
        cost = run.usage.get("cost")
        if cost is None:
            calls = run.usage.get("calls", 0)
            cost = 0.0 if not calls else None
        rulings.append(_limit("cost", "cost", cost, rules.max_cost))
    if rules.max_latency_p95_s is not None:
        rulings.append(_latency(run, rules.max_latency_p95_s))
    return rulings


def _limit(rule: str, about: str, value: float | None, bound: float) -> Ruling:
    outcome: Outcome = "inconclusive" if value is None else "pass" if value <= bound else "fail"
    return Ruling(rule=rule, about=about, outcome=outcome, message=f"gate.limit_{outcome}", value=value, bound=bound)


def _latency(run: Run, bound: float) -> Ruling:
    found = asked(run)
    ruling = _limit("latency", "latency_p95_s", found.p95, bound)
    if found.p95 is None:
        return ruling
    values = {"n": found.n, "n_timed": found.n_timed}
    return msgspec.structs.replace(ruling, message=f"gate.latency_{ruling.outcome}", values=values)
