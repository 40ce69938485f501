"""How fast calls may go."""

import asyncio

import pytest

from raggauge.llm.limits import Limiter, Limits, Pace, Window


def test_the_first_call_goes_alone() -> None:
    """One call until the server has answered, then all that are allowed."""
    window = Window(64)
    assert int(window.size) == 1
    window.answered()
    assert int(window.size) == 64


def test_overload_halves_once_for_calls_sent_together() -> None:
    """Refusals of calls that were in flight together count once; each later one halves again, down to one."""
    window = Window(64)
    window.answered()
    for number in range(1, 65):
        window.overloaded(number, 64)
    assert window.size == 32
    for step in range(65, 80):
        window.overloaded(step, step)
    assert window.size == 1


def test_success_opens_the_window_slowly() -> None:
    """A full round of successes adds one call."""
    window = Window(64)
    window.answered()
    window.overloaded(1, 1)
    for _ in range(32):
        window.answered()
    assert 32.9 < window.size < 33.1


@pytest.mark.parametrize(("per_minute", "n", "seconds"), [(60, 10, 4.0), (600, 60, 0.9), (None, 1000, 0.0)])
def test_pace_holds(per_minute: float | None, n: int, seconds: float) -> None:
    """So many requests at once leave within the rate, but for a short burst."""
    pace = Pace(per_minute)
    assert max(pace.wait(100.0, 1.0) for _ in range(n)) == pytest.approx(seconds, abs=0.01)


def test_no_more_calls_than_allowed_run_at_once() -> None:
    """Fifty callers, four places: never more than four inside, and all get in."""

    async def go() -> tuple[int, int]:
        limiter = Limiter(Limits(concurrency=4))
        inside = most = done = 0

        async def call() -> None:
            nonlocal inside, most, done
            await limiter.enter(1)
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1
            done += 1
            limiter.answered()
            limiter.leave()

        await asyncio.gather(*(call() for _ in range(50)))
        return most, done

    assert asyncio.run(go()) == (4, 50)


def test_a_cancelled_wait_leaves_no_hole() -> None:
    """A caller that is cancelled while waiting takes no place from the others."""

    async def go() -> int:
        limiter = Limiter(Limits(concurrency=1))
        await limiter.enter(1)
        waiting = [asyncio.ensure_future(limiter.enter(1)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        limiter.leave()
        number = await waiting[1]
        limiter.leave()
        await waiting[2]
        return number

    assert asyncio.run(go()) == 2
