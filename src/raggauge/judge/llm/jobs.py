"""How the third call is cut up: which passages, claims and decisions go into one call."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

from raggauge.text import sentences

Granularity = Literal["sample", "passage", "claim"]
MOST_ROWS: Final = 60
Count = Callable[[str], int]


class Piece(msgspec.Struct, frozen=True):
    """A passage, or a stretch of one that is too long for a call: its index (0-based), its text, where that starts."""

    context: int
    text: str
    start: int = 0


class Sections(msgspec.Struct, frozen=True):
    """What the verdict call asks for of passages, by facet."""

    useful: bool = False
    used: bool = False
    grade: bool = False
    needed: bool = False

    @property
    def any(self) -> bool:
        """Whether anything is asked of passages themselves."""
        return self.useful or self.used or self.grade or self.needed


class Work(msgspec.Struct, frozen=True):
    """All that has to be decided for a sample.

    `claims` (ids) are held against the passages, `cited` says which of these rows are held against some passages
    alone, `pairs` are held against a text, `nuggets` against the answer; `sections` is asked of each passage.
    """

    pieces: tuple[Piece, ...] = ()
    claims: tuple[str, ...] = ()
    cited: tuple[tuple[str, tuple[int, ...]], ...] = ()
    pairs: tuple[str, ...] = ()
    nuggets: tuple[str, ...] = ()
    sections: Sections = Sections()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to ask."""
        rows = self.claims or self.cited or self.sections.any
        return not (self.pieces and rows) and not self.pairs and not self.nuggets


def pieces(passages: Sequence[str], longest: int, /, count: Count) -> list[Piece]:
    """The passages, those over `longest` tokens cut at sentence ends (or anywhere, where a sentence is too long)."""
    found: list[Piece] = []
    for number, text in enumerate(passages):
        if count(text) <= longest:
            found.append(Piece(number, text))
            continue
        found += [Piece(number, text[start:end], start) for start, end in _cuts(text, longest, count)]
    return found


def jobs(work: Work, granularity: Granularity, room: int, /, count: Count) -> list[Work]:
    """The calls that decide a work. `room` is how many tokens of passages fit into one."""
    if work.empty:
        return []
    groups = _groups(work.pieces, 0 if granularity == "passage" else room, count)
    rows = work.claims if work.pieces else ()
    cited = work.cited if work.pieces else ()
    if granularity == "claim":
        return [*_by_claim(work, groups, rows, cited), *_decisions(work, groups)]
    whole = msgspec.structs.replace(work, claims=rows, cited=cited)
    found: list[Work] = []
    for number, group in enumerate(groups or [()]):
        shown = {piece.context for piece in group}
        here = tuple((row, kept) for row, among in cited if (kept := tuple(k for k in among if k in shown)))
        job = msgspec.structs.replace(whole, pieces=group, cited=here)
        found += _chunks(job if number == 0 else msgspec.structs.replace(job, pairs=(), nuggets=()))
    return [job for job in found if not job.empty]


def _groups(all_pieces: Sequence[Piece], room: int, count: Count) -> list[tuple[Piece, ...]]:
    groups: list[tuple[Piece, ...]] = []
    group: list[Piece] = []
    used = 0
    for piece in all_pieces:
        size = count(piece.text) + 12
        twice = group and group[-1].context == piece.context
        if group and (used + size > room or twice):
            groups.append(tuple(group))
            group, used = [], 0
        group.append(piece)
        used += size
    return [*groups, tuple(group)] if group else groups


def _chunks(job: Work) -> list[Work]:
    """A job in as many calls as its rows need; decisions on passages stay with the first."""
    n_rows = len(job.claims) + len(job.cited) + len(job.pairs) + len(job.nuggets)
    if n_rows <= MOST_ROWS:
        return [job]
    rows: list[tuple[str, object]] = [
        *(("claims", row) for row in job.claims),
        *(("cited", row) for row in job.cited),
        *(("pairs", row) for row in job.pairs),
        *(("nuggets", row) for row in job.nuggets),
    ]
    found = []
    for start in range(0, n_rows, MOST_ROWS):
        part = rows[start : start + MOST_ROWS]
        kinds = {
            kind: tuple(row for name, row in part if name == kind) for kind in ("claims", "cited", "pairs", "nuggets")
        }
        sections = job.sections if start == 0 else Sections()
        found.append(msgspec.structs.replace(job, **kinds, sections=sections))
    return found


def _by_claim(
    work: Work, groups: Sequence[tuple[Piece, ...]], rows: Sequence[str], cited: Sequence[tuple[str, tuple[int, ...]]]
) -> list[Work]:
    names = list(
        dict.fromkeys([*rows, *(row[:-1] for row, _ in cited), *(pair.partition("~")[0] for pair in work.pairs)])
    )
    found = []
    for name in names:
        pairs = tuple(pair for pair in work.pairs if pair.partition("~")[0] == name)
        for number, group in enumerate(groups or [()]):
            shown = {piece.context for piece in group}
            here = tuple(
                (row, kept)
                for row, among in cited
                if row[:-1] == name and (kept := tuple(k for k in among if k in shown))
            )
            claims = (name,) if name in rows else ()
            found.append(Work(group, claims, here, pairs if number == 0 else ()))
    return [job for job in found if not job.empty]


def _decisions(work: Work, groups: Sequence[tuple[Piece, ...]]) -> list[Work]:
    asked = groups if work.sections.any else []
    found = [Work(group, sections=work.sections) for group in asked]
    if work.nuggets:
        found.append(Work(nuggets=work.nuggets))
    return found


def _cuts(text: str, longest: int, count: Count) -> list[tuple[int, int]]:
    """Stretches of at most `longest` tokens that together are the whole text."""
    ends = [end for _, end in sentences(text)]
    per_token = max(1, len(text) // max(1, count(text)))
    step = max(1, longest * per_token * 4 // 5)
    cuts: list[tuple[int, int]] = []
    start = 0
    while start < len(text):
        limit = start + step
        end = len(text) if limit >= len(text) else max((e for e in ends if start < e <= limit), default=limit)
        cuts.append((start, end))
        start = end
    return cuts
