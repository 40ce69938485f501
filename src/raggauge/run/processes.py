"""The same work in several processes, for judges that only compute.

Each process is a plain Python running this module; it gets the plan once and then samples, and gives outcomes back,
through its standard input and output, as length-prefixed MessagePack.
"""

import asyncio
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import IO, Final, Self

import msgspec

from raggauge.errors import RaggaugeError, StoreError, UsageError
from raggauge.messages import choose, language
from raggauge.run.record import Manifest, Outcome
from raggauge.run.work import Work, Worker
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


class Crew:
    """`n` other processes, started at once so that they are ready when the data was looked through.

    `judge` is the text of the judge they will need, where it is known: the embedded one is loaded while they wait.
    Leaving the context ends them.
    """

    def __init__(self, n: int, /, *, judge: object = None) -> None:
        self._n = n
        self._warm = ("warm",) if judge == "embedded" else ()
        self.processes: list[_Process] = []

    def __enter__(self) -> Self:
        for _ in range(self._n):
            with _without_interruption():
                popen = subprocess.Popen(
                    (sys.executable, "-c", "from raggauge.run.processes import serve; serve()", *self._warm),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                )
            self.processes.append(_Process(popen))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self.processes:
            process.stop(kill=kind is not None)


class Processes:
    """Turns samples into outcomes in this process and a crew of others, two chunks waiting in front of each of those.

    Judge and metrics are made anew there, so both must have a text that makes them (UsageError otherwise). `own` does
    the share of this process.
    """

    def __init__(self, manifest: Manifest, crew: Crew, own: Worker, /) -> None:
        refuse_what_cannot_travel(manifest)
        charge = msgspec.msgpack.encode(Charge(manifest, language(), tuple(sys.path)))
        self._own = own
        self._free: asyncio.Queue[_Process | None] = asyncio.Queue()
        for process in crew.processes:
            process.send(charge)
            # A process stands in the queue once per chunk that may wait in front of it.
            for _ in range(2):
                self._free.put_nowait(process)
        self._free.put_nowait(None)

    async def do(self, samples: Sequence[Sample], /, *, first: bool) -> list[Outcome]:
        """The outcomes of some samples, from whichever process is free first."""
        process = await self._free.get()
        try:
            if process is None:
                return await self._own.do(samples, first=first)
            reply = await process.ask(msgspec.msgpack.encode(samples))
        finally:
            self._free.put_nowait(process)
        if reply.problem:
            raise StoreError("run.said_by_process", problem=reply.problem)
        return list(reply.outcomes)


class _Process:
    """One process, answering one chunk after the other in the order they were sent; threads wait for its pipes."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._popen = popen
        self._threads = ThreadPoolExecutor(3, thread_name_prefix="raggauge-process")
        self._sending, self._turn = asyncio.Lock(), asyncio.Lock()
        self._decode = msgspec.msgpack.Decoder(Reply).decode

    def send(self, content: bytes) -> None:
        """Send one message. Raises StoreError when the process is gone."""
        try:
            if self._popen.stdin is not None:
                self._popen.stdin.write(_LENGTH.pack(len(content)) + content)
                self._popen.stdin.flush()
        except (OSError, ValueError):
            raise StoreError("run.process_died") from None

    def receive(self) -> Reply:
        """Wait for the next reply. Raises StoreError when the process is gone."""
        content = _read(self._popen.stdout) if self._popen.stdout is not None else None
        if content is None:
            raise StoreError("run.process_died")
        return self._decode(content)

    async def ask(self, content: bytes) -> Reply:
        loop = asyncio.get_running_loop()
        async with self._sending:
            await loop.run_in_executor(self._threads, self.send, content)
        # Locks are fair: replies are read in the order in which the chunks were sent.
        async with self._turn:
            return await loop.run_in_executor(self._threads, self.receive)

    def stop(self, *, kill: bool) -> None:
        if kill:
            self._popen.kill()
        self._threads.shutdown(wait=kill)
        for pipe in (self._popen.stdin, self._popen.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._popen.wait()


def refuse_what_cannot_travel(manifest: Manifest, /) -> None:
    """Raise UsageError for a judge or metric that exists only as an object of this process."""
    if manifest.judge is not None and not manifest.judge_spec:
        raise UsageError("run.jobs_object", what=manifest.judge.kind)
    for entry in manifest.metrics:
        if not entry.spec:
            raise UsageError("run.jobs_object", what=entry.text)


def serve() -> None:
    """The life of such a process: take a charge, then answer chunk after chunk until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a user's metric prints must not get between the replies
    if sys.argv[1:]:
        _warm()
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
    work: Work | None = None
    while (samples := _read(source)) is not None:
        try:
            work = work or _work(charge.manifest)
            reply = Reply(tuple(await work.do(decode(samples), first=True)))
        except RaggaugeError as problem:
            reply = Reply(problem=problem.say(), exit_code=problem.exit_code)
        answer = msgspec.msgpack.encode(reply)
        sink.write(_LENGTH.pack(len(answer)) + answer)
        sink.flush()


@contextmanager
def _without_interruption() -> Iterator[None]:
    """What is started here never sees Ctrl-C, not even while it imports; for this process it is only put off."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _warm() -> None:
    """Load what the embedded judge and the metrics need."""
    from importlib import import_module

    from raggauge.judge import make
    from raggauge.text.rarity import rarities

    make("embedded")
    rarities()
    import_module("raggauge.run.chosen")


def _work(manifest: Manifest) -> Work:
    from raggauge.judge import make
    from raggauge.run.chosen import again
    from raggauge.run.plan import Plan
    from raggauge.run.screening import Screen

    screen = Screen(manifest.screen) if manifest.screen else None
    plan = Plan(tuple(again(entry) for entry in manifest.metrics), manifest.metrics, manifest.not_run, screen)
    judge = make(manifest.judge_spec, manifest.judge_options) if manifest.judge is not None else None
    return Work(plan, judge, None, manifest.repeats, manifest.repeat_rule)


def _read(source: IO[bytes]) -> bytes | None:
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = source.read(length)
    return content if len(content) == length else None
