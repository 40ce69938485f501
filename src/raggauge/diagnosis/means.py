"""A diagnosis from means alone: what the numbers of a report say about the system behind it."""

import math
from collections.abc import Iterator, Mapping

import msgspec

from raggauge.diagnosis.causes import (
    CEILINGS,
    LIMITS,
    MEASURED_BY,
    Bars,
    Fault,
    Instance,
    Level,
    everything_low,
    faults_of,
)
from raggauge.errors import UsageError
from raggauge.messages import Language, say, shown
from raggauge.metrics import get
from raggauge.metrics.metric import text_of


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is wrong, weakest stage first; iterating gives the faults.

    `from_means` says that only means were known: no samples, no evidence, no intervals. `redesign` says that all four
    core metrics are low. `unused` are metrics that say nothing about a cause.
    """

    faults: tuple[Fault, ...]
    from_means: bool = False
    redesign: bool = False
    unused: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.faults)

    def lines(self, lang: Language | None = None) -> list[str]:
        """The diagnosis as lines of text."""
        found = [say("diagnosis.from_means", lang=lang)] if self.from_means else []
        if not self.faults:
            found.append(say("diagnosis.nothing", lang=lang))
        for number, fault in enumerate(self.faults, 1):
            found += [f"{number}. {headline(fault, lang)}", f"   {fault.sign(lang)}", f"   → {fault.knob(lang)}"]
            found += [f"   · {_instance(instance)}" for instance in fault.instances]
        if self.redesign:
            found.append(say("diagnosis.redesign", lang=lang))
        return found


def diagnose_means(means: Mapping[str, float], /, *, goals: Mapping[str, float] | None = None) -> Diagnosis:
    """What the means of metrics say is wrong: `diagnose_means({"context_recall": 0.52, "faithfulness": 0.68})`.

    Names are those of the metrics; other tools' spellings are accepted. `goals` replace the default goals. Raises
    UsageError for a name that is no metric, or a mean outside [0, 1].
    """
    levels: dict[str, Level] = {}
    for name, mean in means.items():
        if isinstance(mean, bool) or not isinstance(mean, int | float) or not math.isfinite(mean) or not 0 <= mean <= 1:
            raise UsageError("diagnosis.bad_mean", metric=shown(name), value=shown(mean))
        levels[text_of(get(name, aliases=True))] = Level(float(mean))
    wanted = {text_of(get(name, aliases=True)): goal for name, goal in (goals or {}).items()}
    used = {metric for metrics in MEASURED_BY.values() for metric in metrics} | set(LIMITS)
    return Diagnosis(
        faults=tuple(faults_of(levels, Bars(wanted))),
        from_means=True,
        redesign=everything_low(levels, goals=wanted),
        unused=tuple(text for text in levels if text not in used and text.partition("@")[0] not in used),
    )


def headline(fault: Fault, lang: Language | None = None) -> str:
    """The name of a fault with the number that shows it."""
    title = say(f"diagnosis.cause.{fault.cause}", lang=lang)
    if fault.mean is None:
        return say("diagnosis.counted", lang=lang, title=title, n_samples=fault.n_samples, n=fault.n)
    interval = "" if fault.low is None or fault.high is None else f" [{fault.low:.2f}, {fault.high:.2f}]"
    number = f"{fault.metric} {fault.mean:.2f}{interval}"
    numbers = {} if fault.stated is None else {"stated": f"{fault.stated:.2f}"}
    text = say(f"diagnosis.{_key(fault)}", lang=lang, title=title, number=number, goal=f"{fault.goal:.2f}", **numbers)
    if fault.n_samples:
        text += say("diagnosis.of", lang=lang, n_samples=fault.n_samples, n=fault.n, cost=f"{fault.cost:.2f}")
    return text + say("diagnosis.explained", lang=lang, n=fault.n_explained) if fault.n_explained else text


def _key(fault: Fault) -> str:
    """How the strength of a fault is said: a mean that leans though its interval settles it, leans for the judge."""
    if fault.stated is not None:
        return f"{fault.strength}_seen"
    down, goal = fault.metric in CEILINGS, fault.goal or 0.0
    end = fault.low if down else fault.high
    settled = end is not None and (end >= goal if down else end < goal)
    return "leaning_unknown" if fault.strength == "leaning" and settled else fault.strength


def _instance(instance: Instance) -> str:
    value = "" if instance.value is None else f" ({instance.value:.2f})"
    said = f": {' | '.join(instance.said)}" if instance.said else ""
    return f"{instance.id}{value}{said}"
