"""How fast calls may go: one limiter for all metrics and samples of a run.

The number of calls at once rises by one for every full round of successes and is halved when the server says that it
is overloaded (additive increase, multiplicative decrease: Chiu and Jain 1989). The first call goes alone: a wrong key
or model is found with one call, not with sixty-four. Its time says how many may follow: no more than a server that
answers one call after the other would answer within half the timeout. From there the number doubles each round until
the first overload.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a user may bound:

    Calls at once, requests and tokens per minute (None: no bound), seconds a request may take, requests that one call
    may take at most when the network or server fails, the wait before the second of them (doubled each time, with
    jitter), and the longest wait that a server may ask for before the run stops.
    """

    concurrency: int = 64
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout_s: float = 120.0
    tries: int = 6
    backoff_s: float = 0.5
    longest_wait_s: float = 300.0


class Window:
    """How many calls may be in flight: starts at one, opens with the first answer, follows the server from there."""

    def __init__(self, most: int, /) -> None:
        self.most = most
        self.size = 1.0
        self._opened = False
        self._steep = True
        self._halved_at = -1

    def answered(self, bearable: float | None = None, /) -> None:
        """The server answered a call; `bearable` is how many at once the first answer suggests (None: all)."""
        if not self._opened:
            self._opened = True
            grown = self.most if bearable is None else max(1.0, bearable)
        else:
            grown = self.size + (1.0 if self._steep else 1.0 / self.size)
        self.size = min(float(self.most), grown)

    def overloaded(self, generation: int, now: int, /) -> None:
        """The server refused a call for load; calls sent before the last halving tell nothing new.

        `generation` is the number of the call that was refused, `now` how many calls have been sent so far.
        """
        if generation > self._halved_at:
            self.size, self._halved_at = max(1.0, self.size / 2), now
            self._opened, self._steep = True, False


class Pace:
    """When the next request may leave, so that no minute holds more than `per_minute` units (None: at once).

    A generic cell rate algorithm with a burst of a twelfth of a minute.
    """

    def __init__(self, per_minute: float | None, /) -> None:
        self._each = 60.0 / per_minute if per_minute else 0.0
        self._due = 0.0

    def wait(self, now: float, units: float, /) -> float:
        """Seconds to wait before spending `units` at time `now`; the spending is booked."""
        if not self._each:
            return 0.0
        start = max(self._due, now - 5.0)
        self._due = start + units * self._each
        return max(0.0, start - now)


class Limiter:
    """Lets calls through, in the order they came."""

    def __init__(self, limits: Limits, /, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.window = Window(limits.concurrency)
        self._timeout_s = limits.timeout_s
        self._requests = Pace(limits.requests_per_minute)
        self._tokens = Pace(limits.tokens_per_minute)
        self._clock = clock
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._running = 0
        self._sent = 0
        self._paused_until = 0.0

    async def enter(self, tokens: int, /) -> int:
        """Wait for leave to send a call of about `tokens`; gives the call's number. Every `enter` needs a `leave`."""
        if self._running >= int(self.window.size) or self._waiting:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._running -= 1
                    self._admit()
                else:
                    self._waiting.remove(turn)
                raise
        else:
            self._running += 1
        self._sent += 1
        number = self._sent
        await self._wait_for_pace(tokens)
        return number

    def leave(self) -> None:
        """The call is over, however it ended."""
        self._running -= 1
        self._admit()

    def answered(self, seconds: float | None = None, /) -> None:
        """The server answered, after so many seconds: more calls may go."""
        self.window.answered(self._timeout_s / (2 * seconds) if seconds else None)
        self._admit()

    def overloaded(self, number: int, retry_after_s: float | None, /) -> None:
        """The server refused call `number` for load and perhaps said how long to hold back."""
        self.window.overloaded(number, self._sent)
        if retry_after_s:
            self._paused_until = max(self._paused_until, self._clock() + retry_after_s)

    async def _wait_for_pace(self, tokens: int) -> None:
        now = self._clock()
        delay = max(self._requests.wait(now, 1.0), self._tokens.wait(now, tokens), self._paused_until - now)
        if delay > 0:
            try:
                await asyncio.sleep(delay)
            except asyncio.CancelledError:
                self.leave()
                raise

    def _admit(self) -> None:
        while self._waiting and self._running < int(self.window.size):
            turn = self._waiting.popleft()
            if not turn.done():
                self._running += 1
                turn.set_result(None)
