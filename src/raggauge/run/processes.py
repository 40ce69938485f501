"""The same work in several processes, for judges that only compute.

Each process is a plain Python running this module; it gets the plan once and then samples, and gives outcomes back,
through its standard input and output, as length-prefixed MessagePack.
"""

import asyncio
import os
import struct
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Any, Final, Self

import msgspec

from raggauge.errors import RaggaugeError, StoreError, UsageError
from raggauge.messages import choose, language
from raggauge.run.record import Manifest, Outcome
from raggauge.sample import Sample

_LENGTH: Final = struct.Struct(">I")


class Charge(msgspec.Struct, frozen=True):
    """What a process is to do: the manifest names judge and metrics."""

    manifest: Manifest
    lang: str
    paths: tuple[str, ...]


class Reply(msgspec.Struct, frozen=True):
    """The outcomes of a chunk, or the sentence that ends the run."""

    outcomes: tuple[Outcome, ...] = ()
    problem: str = ""
    exit_code: int = 0


class Processes:
    """Turns samples into outcomes in `n` other processes, two chunks waiting in front of each.

    Judge and metrics are made anew there, so both must have a text that makes them (UsageError otherwise).
    """

    def __init__(self, manifest: Manifest, n: int, /) -> None:
        self._charge = Charge(manifest, language(), tuple(sys.path))
        self._n = n
        self._free: asyncio.Queue[_Process] = asyncio.Queue()
        self._all: list[_Process] = []
        refuse_what_cannot_travel(manifest)

    async def __aenter__(self) -> Self:
        for _ in range(self._n):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", "from raggauge.run.processes import serve; serve()"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=1 << 20,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
            mine = _Process(process)
            self._all.append(mine)
            mine.send(msgspec.msgpack.encode(self._charge))
            # A process stands in the queue once per chunk that may wait in front of it.
            for _ in range(2):
                self._free.put_nowait(mine)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for one in self._all:
            await one.stop(kill=kind is not None)

    async def do(self, samples: Sequence[Sample], /, *, first: bool) -> list[Outcome]:
        """The outcomes of some samples, from whichever process is free first."""
        process = await self._free.get()
        try:
            reply = await process.ask(msgspec.msgpack.encode(samples))
        finally:
            self._free.put_nowait(process)
        if reply.problem:
            raise StoreError("run.said_by_process", problem=reply.problem)
        return list(reply.outcomes)


class _Process:
    """One process, answering one chunk after the other in the order they were sent."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._turn = asyncio.Lock()
        self._decode = msgspec.msgpack.Decoder(Reply).decode

    def send(self, content: bytes) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(_LENGTH.pack(len(content)) + content)

    async def ask(self, content: bytes) -> Reply:
        self.send(content)
        # Locks are fair: replies are read in the order in which the chunks were sent.
        async with self._turn:
            reader = self._process.stdout
            if reader is None:
                raise StoreError("run.process_died")
            try:
                (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
                return self._decode(await reader.readexactly(length))
            except asyncio.IncompleteReadError:
                raise StoreError("run.process_died") from None

    async def stop(self, *, kill: bool) -> None:
        if kill and self._process.returncode is None:
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


def refuse_what_cannot_travel(manifest: Manifest, /) -> None:
    """Raise UsageError for a judge or metric that exists only as an object of this process."""
    if manifest.judge is not None and not manifest.judge_spec:
        raise UsageError("run.jobs_object", what=manifest.judge.kind)
    for entry in manifest.metrics:
        if not entry.spec:
            raise UsageError("run.jobs_object", what=entry.text)


def serve() -> None:
    """The life of such a process: take a charge, then answer chunk after chunk until the input ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a user's metric prints must not get between the replies
    try:
        content = _read(source)
        if content is not None:
            asyncio.run(_serve(content, source, sink))
    except BrokenPipeError:
        os._exit(0)


async def _serve(content: bytes, source: IO[bytes], sink: IO[bytes]) -> None:
    charge = msgspec.msgpack.decode(content, type=Charge)
    choose("zh" if charge.lang == "zh" else "en")
    decode = msgspec.msgpack.Decoder(list[Sample]).decode
    work: Any = None
    while (samples := _read(source)) is not None:
        try:
            work = work or _work(charge.manifest)
            reply = Reply(tuple(await work.do(decode(samples), first=True)))
        except RaggaugeError as problem:
            reply = Reply(problem=problem.say(), exit_code=problem.exit_code)
        answer = msgspec.msgpack.encode(reply)
        sink.write(_LENGTH.pack(len(answer)) + answer)
        sink.flush()


def _work(manifest: Manifest) -> Any:
    from raggauge.judge import make
    from raggauge.run.chosen import again
    from raggauge.run.plan import Plan
    from raggauge.run.screening import Screen
    from raggauge.run.work import Work

    screen = Screen(manifest.screen) if manifest.screen else None
    plan = Plan(tuple(again(entry) for entry in manifest.metrics), manifest.metrics, manifest.not_run, screen)
    judge = make(manifest.judge_spec, manifest.judge_options) if manifest.judge is not None else None
    return Work(plan, judge, None, manifest.repeats, manifest.repeat_rule)


def _read(source: IO[bytes]) -> bytes | None:
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    content = source.read(_LENGTH.unpack(head)[0])
    return content
