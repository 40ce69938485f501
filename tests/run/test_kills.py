"""Kill the process anywhere, any number of times: the run ends as if nothing had happened; nothing is paid twice."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from raggauge.run.start import resume

PROGRAM = '''
"""Score 40 samples, two repeats, with a judge that pays for every call and notes what it makes and what is kept."""
import asyncio, hashlib, os, random, sys
import raggauge
from raggauge.evidence import Claim, Evidence, Finding
from raggauge.judge.judge import Cost, Fingerprint
from raggauge.llm.calls import Call

out, kind, pace = sys.argv[1], sys.argv[2], random.Random(int(sys.argv[3]))
events = os.open(f"{out}.events", os.O_WRONLY | os.O_CREAT | os.O_APPEND)


def evidence(ask):
    digest = hashlib.sha256(f"{ask.sample.id} {ask.repeat}".encode()).digest()
    claims = ask.given.claims if ask.given else tuple(Claim(f"a{i}", "answer", "x" * 50) for i in range(3))
    verdicts = [("supported", "not_found")[digest[i] % 2] for i in range(len(claims))]
    keys = tuple(sorted(facet.key for facet in ask.facets))
    findings = tuple(Finding(claim.id, "contexts", verdict) for claim, verdict in zip(claims, verdicts))
    return Evidence(sample=ask.sample.id, claims=claims, findings=findings, filled=keys)


class Paid:
    batch = 1
    fingerprint = Fingerprint(kind="paid", model="m")
    log = None

    def can(self, facet):
        return True

    def plan(self, ask):
        return Cost(calls=(2, 2))

    async def examine(self, asks):
        for ask in asks:
            for purpose in ("claims", "verdicts"):
                await self.call(ask, purpose)
        return [evidence(ask) for ask in asks]

    async def call(self, ask, purpose):
        key = f"{ask.sample.id}/{ask.repeat}/{purpose}"
        if self.log is not None and self.log.find(key) is not None:
            return
        os.write(events, f"made {key}\\n".encode())
        for _ in range(pace.randrange(12)):
            await asyncio.sleep(0)
        if self.log is not None:
            self.log.add(Call(key, ask.sample.id, purpose, "reply " * 20, prompt_tokens=7, cost=0.25))
            os.write(events, f"kept {key}\\n".encode())


class Logged(Paid):
    def logged(self, log):
        judge = Logged()
        judge.log = log
        return judge


data = [{"id": f"q{i}", "question": "?", "answer": f"A {i}.", "contexts": ["c " * 40]} for i in range(40)]
judge = Logged() if kind == "logged" else Paid()
raggauge.evaluate(data, metrics=["faithfulness"], judge=judge, repeats=2, concurrency=6, out=out)
'''
FILES = ("manifest.json", "samples.jsonl", "end.json")


def _start(out: str, kind: str, seed: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "program.py", out, kind, str(seed)], stderr=subprocess.PIPE)


def _size(out: str) -> int:
    """Bytes written so far, the judge's own notes included: the clock by which the process is killed."""
    total = 0
    for path in (*Path().glob(f"{out}/*"), Path(f"{out}.events")):
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            continue
    return total


def _kill_at(process: "subprocess.Popen[bytes]", out: str, size: int) -> bool:
    """Kill the process once so many bytes are written; False if it ended first."""
    while process.poll() is None:
        if _size(out) >= size:
            process.kill()
            break
    _, errors = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL), errors.decode()
    return process.returncode != 0


def _tear(out: str, chance: random.Random) -> None:
    """Leave half a line behind, as a kill within a write does."""
    for name in ("samples.jsonl", "volatile.jsonl", "journal.jsonl"):
        path = Path(out, name)
        if path.exists() and not Path(out, "end.json").exists() and chance.random() < 0.5:
            whole = path.read_bytes()
            lines = whole.splitlines(keepends=True)
            if lines:
                line = chance.choice(lines)
                path.write_bytes(whole + line[: chance.randrange(len(line))])


def _check(whole: str, broken: str) -> None:
    """The same files with the same bytes, the same bill, and no call made again that had been kept."""
    assert resume(Path(broken)).usage == resume(Path(whole)).usage
    for name in FILES:
        assert Path(broken, name).read_bytes() == Path(whole, name).read_bytes(), name
    assert sorted(os.listdir(broken)) == sorted(os.listdir(whole))
    kept: set[str] = set()
    for line in Path(f"{broken}.events").read_text(encoding="utf-8").splitlines():
        event, key = line.split()
        assert not (event == "made" and key in kept), f"{key} was paid twice"
        if event == "kept":
            kept.add(key)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["logged", "plain"])
@pytest.mark.parametrize("seed", range(5))
def test_a_killed_run_ends_like_an_unbroken_one(kind: str, seed: int) -> None:
    """Six kills at random bytes, torn lines included: same bytes, same usage, no kept call made again."""
    Path("program.py").write_text(PROGRAM, encoding="utf-8")
    assert not _kill_at(_start("whole", kind, seed), "whole", sys.maxsize)
    all_bytes, chance = _size("whole"), random.Random(f"{kind} {seed}")
    n_kills = n_runs = 0
    while n_kills < 6:
        broken = f"broken-{n_runs}"
        n_runs += 1
        while not Path(broken, "end.json").exists():
            size = _size(broken) + chance.randrange(1, all_bytes // 6) if n_kills < 6 else sys.maxsize
            if _kill_at(_start(broken, kind, n_kills), broken, size):
                n_kills += 1
                _tear(broken, chance)
        _check("whole", broken)
