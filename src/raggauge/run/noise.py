"""How much a judge differs from itself: the spread of repeated judgements of the same sample."""

import math
from collections.abc import Iterable, Mapping

from raggauge.score import Score


def judge_noise(samples: Iterable[Mapping[str, Score]], /) -> dict[str, float]:
    """The standard deviation of a single judgement, by metric, pooled over all samples with at least two values.

    The square root of the mean within-sample variance (n - 1 in the denominator); metrics without two values of any
    sample are absent. Samples are the merged scores of a run with repeats.
    """
    squares: dict[str, float] = {}
    freedom: dict[str, int] = {}
    for scores in samples:
        for name, score in scores.items():
            values = [value for value in score.details.get("values", ()) if isinstance(value, int | float)]
            if len(values) > 1:
                middle = sum(values) / len(values)
                squares[name] = squares.get(name, 0.0) + sum((value - middle) ** 2 for value in values)
                freedom[name] = freedom.get(name, 0) + len(values) - 1
    return {name: math.sqrt(squares[name] / freedom[name]) for name in squares}
