"""Where the terms of a text stand: words by a table, CJK characters by a search when they are asked for."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

FIRST_CJK = "\u2e80"
_MANY = 200


class TermIndex:
    """Maps every stem, and every pair of neighbouring CJK characters, to its places in order.

    ``others`` are the places of the tokens that are no single CJK characters. Those characters and their pairs are most
    of what a Chinese text has and few of them are ever asked for: they are searched for in the text, until so many were
    asked for that it is cheaper to gather all. The lists belong to the index.
    """

    __slots__ = ("_known", "_n_left", "_starts", "_stems", "_text")

    def __init__(self, folded: str, stems: list[str], starts: list[int], others: Iterable[int]) -> None:
        self._text = folded
        self._stems = stems
        self._starts = starts
        self._n_left = _MANY
        known: defaultdict[str, list[int]] = defaultdict(list)
        for place in others:
            known[stems[place]].append(place)
        self._known = known
        if folded.isascii():
            self._n_left = 0
        elif max(known, default="") >= FIRST_CJK:
            self._gather()

    def __contains__(self, term: str) -> bool:
        """Say whether a term stands anywhere."""
        return bool(self.places(term))

    def places(self, term: str) -> list[int]:
        """Give the places of a term; none for one that is not there."""
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = self._search(term)
        return found

    def prefixes(self) -> frozenset[str]:
        """Give the first five letters of all longer words."""
        return frozenset([term[:5] for term in self._known if len(term) > 5 and term < FIRST_CJK])

    def _search(self, term: str) -> list[int]:
        if not self._n_left or len(term) > 2 or min(term, default="") < FIRST_CJK:
            return []
        self._n_left -= 1
        if not self._n_left:
            self._gather()
            return self._known.get(term, [])
        text, starts, stems, more = self._text, self._starts, self._stems, len(term) - 1
        found = []
        at = text.find(term)
        while at >= 0:
            place = bisect_left(starts, at)
            # every token of such a text from the first CJK character on is one character
            if "".join(stems[place : place + 1 + more]) == term and starts[place + more] == at + more:
                found.append(place)
            at = text.find(term, at + 1)
        return found

    def _gather(self) -> None:
        """Find all terms at once."""
        self._n_left = 0
        gathered: defaultdict[str, list[int]] = defaultdict(list)
        paired: dict[str, list[int]] = {}
        before, expected = "", -1
        for place, (token, start) in enumerate(zip(self._stems, self._starts, strict=True)):
            gathered[token].append(place)
            if token >= FIRST_CJK:
                if start == expected:
                    paired.setdefault(before + token, []).append(place - 1)
                before, expected = token, start + 1
        gathered.update(paired)
        self._known = gathered
