"""The coincidence tables behind Krippendorff's alpha."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from raggauge.errors import UsageError
from raggauge.stats.checks import Floats, same_length


def coincidences(
    ratings: Sequence[Sequence[Hashable | None]], /, *, scale: str, order: Sequence[Hashable] | None
) -> tuple[Floats, Floats, Floats]:
    """Each item's coincidence table, the squared distance of any two values, and the table of one chance pair.

    The first has shape (items, values, values); an item with m ratings adds m to its sum. Items with fewer than two
    ratings are left out.
    """
    for row in ratings[1:]:
        same_length(len(ratings[0]), len(row), names=("ratings[0]", "a later rater's row"))
    items = [[value for value in column if value is not None] for column in zip(*ratings, strict=True)]
    items = [item for item in items if len(item) > 1]
    seen: set[Any] = {value for item in items for value in item}
    values = list(order) if order is not None else sorted(seen, key=lambda x: (isinstance(x, str), x))
    if len(items) < 2 or len(seen) < 2 or not seen <= set(values):
        raise UsageError("stats.one_category", n=len(items))
    place = {value: i for i, value in enumerate(values)}
    counts = np.zeros((len(items), len(values)))
    for i, item in enumerate(items):
        for value in item:
            counts[i, place[value]] += 1
    sizes = counts.sum(axis=1)
    tables = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(len(values))
    totals = counts.sum(axis=0)
    chance = np.outer(totals, totals) / totals.sum() ** 2
    return tables / (sizes - 1)[:, None, None], _distance(values, scale), 2.0 * chance


def _distance(values: list[Any], scale: str) -> Floats:
    if scale == "interval":
        numbers = np.array(values, dtype=np.float64)
        return np.asarray(np.subtract.outer(numbers, numbers) ** 2, dtype=np.float64)
    return np.asarray(1.0 - np.eye(len(values)), dtype=np.float64)
