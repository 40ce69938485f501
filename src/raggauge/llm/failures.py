"""What a response means that is no answer: try again, give up on this call, or stop altogether."""

import email.utils
import re
import time
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

Kind = Literal["retry", "page", "fatal", "parameter", "bad"]
_OUT_OF_QUOTA = ("insufficient_quota", "insufficient balance", "exceeded your current quota", "billing_hard_limit")
_OF_THE_REQUEST = ("response_format", "validation error")
"""What some servers say under status 500 of a request they do not take (llama-cpp-python 0.3 on JSON schemas)."""
_TITLE = re.compile(r"(?is)<title[^>]*>([^<]{1,200})")
_UNSEEN = re.compile(r"(?is)<(script|style)\b.*?(</\1>|$)")
_TAG = re.compile(r"<[^>]*>")
_WRONG_MODEL = ("model_not_found", "model not exist", "no such model", "unknown model", "model not found")


class Refused(Exception):
    """A request that brought no answer.

    `kind` says what follows: `retry` (the network, load, a server's own trouble), `page` (a web page in place of an
    answer: tried again, but not for long), `fatal` (no call can succeed: key, model, quota), `parameter` (the server
    does not take something that was sent), `bad` (this one message cannot be answered: too long, filtered).
    """

    def __init__(self, kind: Kind, text: str, /, *, status: int = 0, wait_s: float | None = None) -> None:
        super().__init__(text)
        self.kind: Kind = kind
        self.text = text
        self.status = status
        self.wait_s = wait_s


def said_by(status: int, content_type: str, content: bytes, wait_s: float | None, /) -> Refused | None:
    """What a response refuses, None when it answers."""
    if status == 200:
        return _of_success(content_type, content)
    text = f"HTTP {status}{_colon(_message(content))}"
    low = text.lower()
    if status in (403, 511) and _is_page(content_type, content):
        return Refused("page", f"{text} (a web page)", status=status)
    if status == 407:
        return Refused("fatal", text, status=status)
    if any(word in low for word in _OUT_OF_QUOTA):
        return Refused("fatal", text, status=402)
    if status in (400, 404) and any(word in low for word in _WRONG_MODEL):
        return Refused("fatal", text, status=404)
    if status in (401, 402, 403, 404):
        return Refused("fatal", text, status=status)
    if status in (400, 422) or (status == 500 and any(word in low for word in _OF_THE_REQUEST)):
        return Refused("parameter", text, status=status)
    if status in (408, 409, 425, 429) or status >= 500:
        return Refused("retry", text, status=status, wait_s=wait_s)
    return Refused("bad", text, status=status)


def duration(seconds: float, /) -> str:
    """A time in the largest unit that leaves a number of at least two: `90 s`, `45 min`, `24 h`, `3 d`."""
    if not seconds < 1e9:
        return "> 30 a"
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def retry_after(headers: Mapping[str, str], /) -> float | None:
    """Seconds that the server asks to wait (`Retry-After` as seconds or date, `retry-after-ms`), None without one."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        text = headers.get("Retry-After")
        if not text:
            return None
        if text.replace(".", "", 1).isdigit():
            return float(text)
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


def _of_success(content_type: str, content: bytes) -> Refused | None:
    start = content[:1].strip() or content.lstrip()[:1]
    if start == b"{":
        if (
            b'"error"' not in content[:400]
            or b'"choices"' in content
            or b'"data"' in content
            or b'"content"' in content
        ):
            return None
        return Refused("retry", f"HTTP 200{_colon(_message(content))}", status=200)
    if _is_page(content_type, content):
        return Refused("page", f"HTTP 200{_colon(_message(content))} (a web page)", status=200)
    if start == b"[":
        return Refused("retry", "HTTP 200 with a list instead of an object", status=200)
    return Refused("retry", f"HTTP 200 with {content_type or 'no content type'} instead of JSON", status=200)


def _is_page(content_type: str, content: bytes) -> bool:
    return content_type in ("text/html", "application/xhtml+xml") or content.lstrip()[:1] == b"<"


def _message(content: bytes) -> str:
    try:
        found: Any = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _words(content[:20_000].decode("utf-8", "replace"))
    if isinstance(found, list) and found:
        found = found[0]
    if isinstance(found, dict):
        error = found.get("error", found)
        if isinstance(error, dict):
            parts = [str(error[name]) for name in ("message", "detail", "code", "type", "param") if error.get(name)]
            return " ".join(parts)[:400] or str(error)[:200]
        return str(error)[:400]
    return str(found)[:200]


def _words(text: str) -> str:
    """What a page or text says, in short: its title, else its words without tags."""
    title = _TITLE.search(text)
    return _TAG.sub(" ", title[1] if title else _UNSEEN.sub(" ", text)).strip()[:200]


def _colon(text: str) -> str:
    return f" {' '.join(text.split())}" if text else ""
