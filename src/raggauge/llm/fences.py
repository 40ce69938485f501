"""Marks around text that others wrote, so that no such text can end its own frame."""

import base64
import hashlib
from collections.abc import Sequence


class Fence:
    """The marks of one message, made from the texts it frames.

    The mark is a hash of the texts and a seed, hashed on until it occurs in none of them: the same texts always get
    the same mark (calls can be found again), and no text can hold the mark of the message it stands in.
    """

    def __init__(self, texts: Sequence[str], /, *, seed: int = 0) -> None:
        self.mark = _mark(texts, seed)

    def block(self, label: str, text: str, /) -> str:
        """A text between its opening and closing line."""
        return f"<<{self.mark} {label}>>\n{text}\n<<{self.mark} end>>"


def on_one_line(text: str, /) -> str:
    """A text without line breaks, as it may stand in a list where each line begins with an id."""
    return " ".join(text.split())


def _mark(texts: Sequence[str], seed: int) -> str:
    digest = hashlib.blake2b(repr(seed).encode(), digest_size=20)
    for text in texts:
        digest.update(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).digest())
    content = digest.digest()
    lowered = [text.casefold() for text in texts]
    while True:
        mark = base64.b32encode(content)[:8].decode().lower()
        if not mark.isdigit() and not any(mark in text for text in lowered):
            return mark
        content = hashlib.blake2b(content, digest_size=20).digest()
