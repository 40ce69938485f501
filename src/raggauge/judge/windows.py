"""Pairs of texts as model input: overlapping windows over what is too long, batches of like length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple


class Encoded(NamedTuple):
    """One input: token ids, segment ids, and per token (0 passage, 1 claim or -1 neither, start, end) in its text."""

    ids: list[int]
    segments: list[int]
    places: list[tuple[int, int, int]]


def windows(tokenizer: Any, passage: str, claim: str, *, longest: int) -> list[Encoded]:
    """Encode (passage, claim); a passage that does not fit is cut into windows that overlap by half.

    Every token of the passage is in some window and the claim is whole in each. A claim that fills the model by itself
    leaves 16 places for the passage.
    """
    whole = _encoded(tokenizer, passage, claim, 0)
    if len(whole.ids) <= longest:
        return [whole]
    tokens = tokenizer.encode(passage, add_special_tokens=False)
    n = len(tokens.ids)
    room = max(16, longest - (len(whole.ids) - n))
    step = max(1, room // 2)
    found = []
    for start in range(0, max(1, n - room + step), step):
        stop = min(n, start + room)
        low, high = tokens.offsets[start][0], tokens.offsets[stop - 1][1]
        found.append(_encoded(tokenizer, passage[low:high], claim, low))
    return found


def batches(encoded: Sequence[Encoded], size: int) -> Iterator[tuple[list[int], dict[str, Any]]]:
    """Give batches of inputs of like length: their places in ``encoded``, and the padded arrays by input name."""
    import numpy as np

    order = sorted(range(len(encoded)), key=lambda k: -len(encoded[k].ids))
    for start in range(0, len(order), size):
        places = order[start : start + size]
        width = len(encoded[places[0]].ids)
        ids = np.zeros((len(places), width), np.int64)
        mask, segments = np.zeros_like(ids), np.zeros_like(ids)
        for row, place in enumerate(places):
            n = len(encoded[place].ids)
            ids[row, :n], mask[row, :n], segments[row, :n] = encoded[place].ids, 1, encoded[place].segments
        yield places, {"input_ids": ids, "attention_mask": mask, "token_type_ids": segments}


def _encoded(tokenizer: Any, passage: str, claim: str, offset: int) -> Encoded:
    pair = tokenizer.encode(passage, claim)
    places = []
    for side, (start, end) in zip(pair.sequence_ids, pair.offsets, strict=True):
        shift = offset if side == 0 else 0
        places.append((-1 if side is None else side, start + shift, end + shift))
    return Encoded(list(pair.ids), list(pair.type_ids), places)
