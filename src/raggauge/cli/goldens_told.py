"""What was found in a golden dataset, in lines for a terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from raggauge.messages import say, shown

if TYPE_CHECKING:
    from raggauge.goldens.check import Checked, Coverage, Fault

_MOST = 40


def tell_checked(checked: "Checked", /, *, docs: bool) -> Iterator[str]:
    """The faults first, then what the set is made of, then its size."""
    if checked.n_faulty:
        yield say("goldens.n_faulty", n=checked.n_faulty, of=checked.n)
    else:
        yield say("goldens.no_faults", n=checked.n)
    for fault in checked.faults[:_MOST]:
        yield from _fault(fault)
    if len(checked.faults) > _MOST:
        yield say("goldens.more_faults", n=len(checked.faults) - _MOST)
    yield say("goldens.kinds", kinds=_counted(checked.kinds))
    yield say("goldens.make_up", origins=_counted(checked.origins), languages=_counted(checked.languages))
    yield say("goldens.reviewed", n=checked.n_reviewed, of=checked.n, share=f"{checked.n_reviewed / checked.n:.0%}")
    if checked.lengths:
        low, middle, high = checked.lengths
        yield say("goldens.lengths", low=low, middle=f"{middle:g}", high=high)
    for kind in checked.skewed:
        yield say("goldens.skewed", kind=kind, share=f"{checked.kinds[kind] / checked.n:.0%}")
    yield from _coverage(checked.coverage) if checked.coverage else [say("goldens.without_docs")]
    yield from _size(checked)
    if not checked.closed_book:
        yield say("goldens.no_closed_book")


def _fault(fault: "Fault") -> Iterator[str]:
    mark = say(f"goldens.{fault.severity}")
    text = say(f"goldens.found_{fault.code}", value=shown(fault.value, limit=120))
    yield f"  {mark} {fault.sample}: {text}"
    for line in fault.diff.splitlines()[2:12]:
        yield f"      {line[:110]}"


def _coverage(coverage: "Coverage") -> Iterator[str]:
    n, bare = len(coverage.items), coverage.bare
    yield say(
        "goldens.coverage",
        n=n - len(bare),
        of=n,
        passages=sum(coverage.used.values()),
        of_passages=sum(coverage.passages.values()),
    )
    if bare:
        yield say("goldens.bare", paths=", ".join(bare[:8]) + (" …" if len(bare) > 8 else ""))


def _size(checked: "Checked") -> Iterator[str]:
    visible = "-" if checked.visible is None else f"{checked.visible:.3f}"
    yield say("goldens.size", n=checked.n, visible=visible, drop=f"{checked.drop:g}", needed=checked.n_needed)
    name, low, high = checked.usual
    verdict = "below" if checked.n < low else "above" if checked.n > high else "within"
    yield say(f"goldens.usual_{verdict}", n=checked.n, origin=name, low=low, high=high)


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
