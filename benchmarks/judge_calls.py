"""What judging with a model costs in calls, tokens, time and memory: `python benchmarks/judge_calls.py`.

A server of our own on this machine answers after a set latency, in a process of its own; 200 made samples with five
passages of about 120 words and answers of three to five sentences are judged for the four core metrics. The floor is
what no client can be faster than: all calls' latencies over the calls at once, and the longest chain of calls of one
sample. CPU per call is what a further call costs, with reading the file and writing the run folder; CPU of the whole
process includes starting and importing. `--samples 100000 --latency-ms 0` shows that memory stays flat: it is printed
for each tenth of the run. `--cache` keeps each call in the call cache too.
"""

import argparse
import importlib
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PLACES = "Arden Belmont Corvale Dunmore Eastwick Fairhaven Granby Holloway Ivywood Kestrel Lorne Marlow Norwood"
THINGS = "bridge library museum harbour station theatre garden tower market school hospital mill"
WORDS = (
    "council records describe how the work began with local stone and was carried out by a small crew over several "
    "seasons while visitors came from the neighbouring valleys to watch the progress and bring food for the workers"
)


def main() -> None:
    """Run the job at both latencies (or the one asked for) and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--latency-ms", type=float, action="append")
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--embedder", default="", help="'m' asks the server for embeddings too")
    parser.add_argument("--cache", action="store_true", help="with the call cache")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        measure(given.one, given)
        return
    print(f"raggauge {_version()}, Python {platform.python_version()}, {time.strftime('%Y-%m-%d')}")
    for latency in given.latency_ms or [50.0, 0.0]:
        with Server(latency) as url:
            command = [sys.executable, __file__, "--one", url, "--samples", str(given.samples)]
            command += ["--concurrency", str(given.concurrency), "--embedder", given.embedder]
            command += ["--cache"] if given.cache else []
            with tempfile.TemporaryDirectory() as folder:
                write(Path(folder) / "made.jsonl", given.samples)
                found = json.loads(subprocess.run(command, check=True, capture_output=True, cwd=folder).stdout)
            with urllib.request.urlopen(url.removesuffix("/v1") + "/counts") as reply:
                counts = json.load(reply)
        report(found, counts, latency, given)


def report(found: dict[str, Any], counts: dict[str, float], latency: float, given: argparse.Namespace) -> None:
    """Print the figures of one latency."""
    n = given.samples
    calls, seconds = counts["chat"] / n, counts["last"] - counts["first"]
    floor = max(counts["chat"] * latency / 1000 / given.concurrency, 2 * latency / 1000)
    print(f"\n{n} samples, latency {latency:g} ms, {given.concurrency} calls at once")
    print(f"  chat calls a sample           {calls:.2f}")
    print(f"  embedding requests, texts     {counts['embeddings']:.0f}, {counts['texts']:.0f}")
    print(f"  prompt tokens a sample        {counts['prompt_tokens'] / n:,.0f}")
    print(f"  completion tokens a sample    {counts['completion_tokens'] / n:,.0f}")
    limit = 1.3 * floor + 0.5
    print(f"  first to last request         {seconds:.2f} s   (floor {floor:.2f} s, 1.3 x floor + 0.5: {limit:.2f} s)")
    print(f"  CPU after starting            {found['cpu']:.2f} s   whole process {found['cpu_all']:.2f} s")
    each, rate = 1000 * found["cpu"] / counts["chat"], counts["chat"] / found["cpu"]
    print(f"  CPU per chat call             {each:.2f} ms   ({rate:,.0f} calls per CPU s)")
    print(f"  peak memory                   {found['peak_mb']:.0f} MB")
    print(f"  memory at each tenth, MB      {', '.join(f'{mb:.0f}' for mb in found['at_tenths'])}")
    print(f"  means                         {found['means']}")


def measure(url: str, given: argparse.Namespace) -> None:
    """The judged run itself, in a process of its own; prints its figures as JSON."""
    from raggauge.dataset import Dataset
    from raggauge.judge.llm.rehearsal import answer
    from raggauge.run.start import evaluate

    options = {"cache": "cache" if given.cache else ""} | ({"embedder": given.embedder} if given.embedder else {})

    async def nobody(system: str, user: str) -> str:
        return answer(system, user)

    # What is imported on first use is imported now, without a call to the server.
    warm = {"cache": ""}
    evaluate(Dataset(list(samples(1)), name="none"), metrics=["core"], judge=nobody, judge_options=warm, out=False)
    importlib.import_module("aiohttp")
    tenths: list[float] = []

    def note(done: int, of: int) -> None:
        if done * 10 >= of * (len(tenths) + 1):
            tenths.append(resident_mb())

    before = time.process_time()
    run = evaluate(
        Path("made.jsonl"),
        metrics=["core"],
        judge=f"{url}#m",
        judge_options=options,
        concurrency=given.concurrency,
        progress=note,
    )
    cpu = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    means = {name: round(row["mean"], 3) for name, row in run.summary().items() if row["mean"] is not None}
    found = {"cpu": cpu, "cpu_all": time.process_time(), "peak_mb": peak, "at_tenths": tenths, "means": means}
    print(json.dumps(found))


def resident_mb() -> float:
    """Memory of this process now; the greatest so far where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20


def write(path: Path, n: int) -> None:
    """The samples as a file."""
    with path.open("w", encoding="utf-8") as file:
        for one in samples(n):
            row = {"id": one.id, "question": one.question, "answer": one.answer, "references": one.references}
            file.write(json.dumps(row | {"contexts": [context.text for context in one.contexts]}) + "\n")


def samples(n: int) -> Iterator[Any]:
    """Samples about invented places, no two with the same text."""
    from raggauge.sample import Sample

    for number in range(n):
        draw = random.Random(number)
        place, thing = draw.choice(PLACES.split()), draw.choice(THINGS.split())
        year, length, cost = 1800 + number % 200, draw.randint(20, 900), draw.randint(3, 90)
        facts = [
            f"The {thing} of {place} number {number} was built in {year}.",
            f"It is {length} metres long and cost {cost} million crowns.",
            f"About {draw.randint(100, 900)} people worked on it.",
            f"The architect came from {draw.choice(PLACES.split())}.",
            "It is open on weekdays.",
        ]
        contexts = [f"{fact} {_filler(draw, 105)}" for fact in facts]
        draw.shuffle(contexts)
        yield Sample(
            id=f"s{number}",
            question=f"When was the {thing} of {place} number {number} built, and how long is it?",
            answer=" ".join(facts[: draw.randint(3, 5)]),
            contexts=tuple(contexts),
            references=(f"The {thing} of {place} was built in {year} and is {length} metres long.",),
        )


def _filler(draw: random.Random, n: int) -> str:
    words = draw.choices(WORDS.split(), k=n)
    return " ".join(" ".join(words[i : i + 15]).capitalize() + "." for i in range(0, n, 15))


class Server:
    """The rehearsal server in a process of its own."""

    def __init__(self, latency_ms: float) -> None:
        command = [
            sys.executable,
            "-m",
            "raggauge.judge.llm.rehearsal",
            "--port",
            "0",
            "--quick",
            "--latency-ms",
            str(latency_ms),
        ]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )

    def __enter__(self) -> str:
        line = self._process.stdout.readline() if self._process.stdout else ""
        return line.strip().partition("#")[0]

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()


def _version() -> str:
    from raggauge import __version__

    return __version__


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
    main()
