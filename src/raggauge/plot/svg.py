"""Plots as SVG text.

Colours are CSS variables with a fallback, so that a page can restyle them and a file stands alone. Every plot has a
`title` for screen readers and hover titles with the numbers; all texts are escaped.
"""

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

INK, FAINT, FILL, MARK = "var(--ink, #1c2430)", "var(--line, #c9d1da)", "var(--accent, #2f6fb5)", "var(--goal, #b4540a)"


class Bar(NamedTuple):
    """One row of `ranges`: a value with its interval and, where there is one, its goal; all from 0 to 1."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    goal: float | None = None


class Gap(NamedTuple):
    """One row of `gaps`: a difference with its interval, from -1 to 1, the margin that means nothing, and its tone."""

    label: str
    difference: float | None
    low: float | None = None
    high: float | None = None
    margin: float = 0.0
    tone: str = ""


def histogram(values: Sequence[float], /, *, title: str, goal: float | None = None, n_bins: int = 20) -> str:
    """How values from 0 to 1 are distributed:

    `n_bins` bars of equal width, exact 1.0 in the last, the goal as a line.
    """
    width, height, base = 260, 90, 72
    counts = [0] * n_bins
    for value in values:
        counts[min(n_bins - 1, int(value * n_bins))] += 1
    top = max(counts, default=0) or 1
    step = width / n_bins
    parts = []
    for number, count in enumerate(counts):
        if count:
            tall = max(1.5, count / top * (base - 8))
            said = f"{number / n_bins:.2f}-{(number + 1) / n_bins:.2f}: {count}"
            parts.append(
                f'<rect x="{number * step + 1:.1f}" y="{base - tall:.1f}" width="{step - 2:.1f}" height="{tall:.1f}" '
                f'rx="1" fill="{FILL}"><title>{said}</title></rect>'
            )
    parts.append(_line(0, base, width, base, FAINT))
    if goal is not None:
        parts.append(_line(goal * width, 2, goal * width, base, MARK, dash=True))
    for share in (0.0, 0.5, 1.0):
        anchor = {0.0: "start", 0.5: "middle", 1.0: "end"}[share]
        parts.append(_text(share * width, base + 14, f"{share:g}", anchor=anchor, size=10))
    return _svg(width, height, title, parts)


def ranges(bars: Sequence[Bar], /, *, title: str) -> str:
    """Values with their intervals on one axis from 0 to 1, a tick for each goal."""
    left, width, row = 200, 570, 26
    height = row * len(bars) + 26
    scale = width - left - 20
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = left + share * scale
        parts += [_line(x, 4, x, height - 22, FAINT), _text(x, height - 8, f"{share:g}", anchor="middle", size=10)]
    for number, bar in enumerate(bars):
        y = number * row + row / 2 + 2
        parts.append(_text(left - 10, y + 4, _short(bar.label), anchor="end", size=12))
        if bar.low is not None and bar.high is not None:
            parts.append(_line(left + bar.low * scale, y, left + bar.high * scale, y, FILL, stroke=5, opacity=0.35))
        if bar.goal is not None:
            x = left + bar.goal * scale
            parts.append(_line(x, y - 8, x, y + 8, MARK, stroke=2))
        if bar.value is not None:
            said = f"{bar.label}: {bar.value:.3f}"
            parts.append(
                f'<circle cx="{left + bar.value * scale:.1f}" cy="{y:.1f}" r="5" fill="{FILL}">'
                f"<title>{escape(said)}</title></circle>"
            )
    return _svg(width, height, title, parts)


def gaps(rows: Sequence[Gap], /, *, title: str) -> str:
    """Differences with their intervals around zero, in which a band marks what is within the margin.

    The axis reaches as far as the intervals do; `tone` (`met`, `unmet`) is the CSS class of the mark.
    """
    left, width, row = 200, 570, 26
    height = row * len(rows) + 26
    ends = [abs(end) for one in rows for end in (one.difference, one.low, one.high) if end is not None]
    reach = next((step for step in (0.05, 0.1, 0.2, 0.5) if step >= max(ends, default=0.0)), 1.0)
    half = (width - left - 24) / 2
    zero = left + half
    parts = []
    for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
        x = zero + share * half
        parts.append(_line(x, 4, x, height - 22, INK if share == 0 else FAINT))
        said = f"{share * reach:+g}" if share else "0"
        parts.append(_text(x, height - 8, said, anchor="middle", size=10))
    for number, one in enumerate(rows):
        y = number * row + row / 2 + 2
        parts.append(_text(left - 10, y + 4, _short(one.label), anchor="end", size=12))
        band = min(one.margin, reach) / reach * half
        parts.append(_line(zero - band, y, zero + band, y, FAINT, stroke=14, opacity=0.6))
        if one.low is not None and one.high is not None:
            parts.append(_line(zero + one.low / reach * half, y, zero + one.high / reach * half, y, FILL, stroke=4))
        if one.difference is not None:
            colour = {"met": "var(--good, #1a7f45)", "unmet": "var(--bad, #b3261e)"}.get(one.tone, FILL)
            said = escape(f"{one.label}: {one.difference:+.3f}")
            parts.append(
                f'<circle cx="{zero + one.difference / reach * half:.1f}" cy="{y:.1f}" r="6" fill="{colour}">'
                f"<title>{said}</title></circle>"
            )
    return _svg(width, height, title, parts)


def triangle(values: Sequence[tuple[str, float | None]], /, *, title: str) -> str:
    """Three values as distances from the centre of a triangle: the larger the filled area, the better."""
    size, centre, radius = 260, (130, 140), 88
    corners = [(-90 + 120 * k) * math.pi / 180 for k in range(3)]

    def at(k: int, share: float) -> tuple[float, float]:
        return centre[0] + math.cos(corners[k]) * radius * share, centre[1] + math.sin(corners[k]) * radius * share

    parts = [_polygon([at(k, share) for k in range(3)], "none", FAINT) for share in (0.25, 0.5, 0.75, 1.0)]
    parts += [_line(*centre, *at(k, 1), FAINT) for k in range(3)]
    known = [value for _, value in values]
    if all(value is not None for value in known):
        parts.append(_polygon([at(k, value or 0.0) for k, value in enumerate(known)], FILL, FILL, opacity=0.3))
    for k, (label, value) in enumerate(values):
        x, y = at(k, 1)
        anchor = ("middle", "end", "start")[k]
        x, y = (x, y - 26) if k == 0 else (size - 2 if k == 1 else 2, y + 20)
        parts.append(_text(x, y, label, anchor=anchor, size=12))
        parts.append(_text(x, y + 15, "–" if value is None else f"{value:.2f}", anchor=anchor, size=13, bold=True))
    return _svg(size, 240, title, parts)


def win_loss(differences: Sequence[float], /, *, title: str, most: int = 300) -> str:
    """Differences from -1 to 1 as bars from the greatest gain to the greatest loss, zero in the middle.

    Above `most` values every bar is the mean of neighbours in that order. The counts of gains and losses stand beside.
    """
    left, width, height = 34, 560, 190
    middle, tall = height / 2, height / 2 - 14
    ordered = sorted(differences, reverse=True)
    n_bars = min(most, len(ordered))
    edges = [number * len(ordered) // n_bars for number in range(n_bars + 1)] if n_bars else [0]
    step = (width - left - 6) / max(1, n_bars)
    top = max((abs(value) for value in ordered), default=0.0) or 1.0
    parts = [_line(left, middle, width - 6, middle, INK)]
    parts += [
        _text(left - 4, middle - share * tall + 4, f"{share * top:+.2g}", anchor="end", size=10)
        for share in (1.0, -1.0)
    ]
    for number, (first, last) in enumerate(pairwise(edges)):
        value = math.fsum(ordered[first:last]) / (last - first)
        length = abs(value) / top * tall
        x, y = left + number * step, middle - length if value > 0 else middle
        parts.append(
            f'<rect x="{x:.2f}" y="{y:.1f}" width="{max(0.5, step * 0.9):.2f}" height="{length:.1f}" '
            f'fill="{FILL if value > 0 else MARK}"><title>{value:+.3f}</title></rect>'
        )
    gains, losses = sum(value > 0 for value in ordered), sum(value < 0 for value in ordered)
    parts.append(_text(left + 4, 12, f"+ {gains}", anchor="start", size=12, bold=True))
    parts.append(_text(width - 8, height - 4, f"− {losses}", anchor="end", size=12, bold=True))
    return _svg(width, height, title, parts)


def standalone(plot: str, /) -> str:
    """A plot as the content of an .svg file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{plot}\n'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="system-ui, sans-serif"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, **style: float) -> str:
    dash = ' stroke-dasharray="4 3"' if style.get("dash") else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="{style.get("stroke", 1)}" stroke-opacity="{style.get("opacity", 1)}"{dash}/>'
    )


def _polygon(points: Sequence[tuple[float, float]], fill: str, stroke: str, *, opacity: float = 1) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" fill="{fill}" fill-opacity="{opacity}" stroke="{stroke}"/>'


def _text(x: float, y: float, text: str, *, anchor: str, size: int, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {place} fill="{INK}"{weight}>{escape(text)}</text>'


def _short(label: str, limit: int = 27) -> str:
    return label if len(label) <= limit else f"{label[: limit - 1]}…"
