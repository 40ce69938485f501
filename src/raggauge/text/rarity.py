"""How rare a token is: inverse document frequencies kept as hashes, so that no text is shipped."""

from __future__ import annotations

import zlib
from functools import cache
from importlib import resources

UNSEEN = 1.0


class _Rarities(dict[str, float]):
    """Rarities by token, each looked up in the shipped table when it is first met."""

    def __init__(self, known: dict[int, float]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, token: str) -> float:
        value = self._known.get(zlib.crc32(token.encode("utf-8", "surrogatepass")), UNSEEN)
        if len(self) < 200_000:
            self[token] = value
        return value


@cache
def rarities() -> _Rarities:
    """Give the table from folded, stemmed token (or pair of CJK characters) to rarity in [0, 1].

    0 is a token that stands in every passage, 1 one that the counted texts never had; the scale is
    log((n + 1) / (passages with it + .5)) over log(n + 1). Any token may be asked for.
    """
    import numpy as np

    with resources.files("raggauge.text").joinpath("data/rarity.npz").open("rb") as file, np.load(file) as data:
        codes, values = data["codes"].tolist(), (data["values"] / 255.0).tolist()
    return _Rarities(dict(zip(codes, values, strict=True)))


def rarity(token: str) -> float:
    """Give the rarity of one folded, stemmed token; see ``rarities``."""
    return rarities()[token]
