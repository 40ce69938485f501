"""BEIR folders as samples: a query with the passages that people judged relevant."""

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from raggauge.errors import DataError
from raggauge.files import replacing
from raggauge.formats.beir import qrels_of, texts
from raggauge.formats.rows import Row
from raggauge.messages import shown
from raggauge.sample import Context, Sample


def is_beir(path: Path, /) -> bool:
    """Whether a folder holds queries and a corpus in the form of BEIR."""
    return any((path / f"queries.jsonl{end}").is_file() for end in ("", ".gz")) and any(
        (path / f"corpus.jsonl{end}").is_file() for end in ("", ".gz")
    )


def read_folder(path: Path, /) -> Iterator[Row | DataError]:
    """A row per judged query: its text, and as reference contexts what was judged, with the grades.

    The judgements and the texts of judged documents are held in memory, the rest of the corpus is not.
    """
    from raggauge.formats.trec import read_qrels

    graded: dict[str, dict[str, int]] = {}
    judged = read_qrels(qrels_of(path))
    for row in range(len(judged)):
        query = judged.queries[int(judged.query[row])]
        graded.setdefault(query, {})[judged.docs.text(row)] = int(judged.value[row])
    wanted = {document for grades in graded.values() for document in grades}
    kept = {name: text for name, text in texts(path, "corpus") if name in wanted}
    for number, (name, text) in enumerate(texts(path, "queries")):
        if name in graded:
            passages = [
                {"text": kept.get(document, ""), "doc_id": document, "grade": grade}
                for document, grade in sorted(graded[name].items(), key=lambda pair: (-pair[1], pair[0]))
            ]
            place = f"{path}/queries.jsonl:{number + 1}"
            yield Row({"id": name, "question": text, "reference_contexts": passages}, place)


def write_folder(samples: Iterable[Sample], path: Path, /) -> tuple[int, dict[str, int]]:
    """Samples as a BEIR folder; returns how many, and in how many each other field was left out.

    Passages without an id are named by their text's hash; white space in ids becomes `%20`, since judgement files
    separate their fields by it. The folder appears when it is complete. Raises DataError where it exists and is not
    empty, where a sample has no question, or where none has a passage that is judged: nothing could read such a folder.
    """
    if path.is_dir() and any(path.iterdir()):
        raise DataError("formats.folder_not_empty", file=shown(str(path), limit=200))
    with replacing(path) as draft:
        try:
            return _write(samples, draft)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise


def _write(samples: Iterable[Sample], path: Path) -> tuple[int, dict[str, int]]:
    lost: Counter[str] = Counter()
    n = 0
    shutil.rmtree(path, ignore_errors=True)  # what a killed process left
    (path / "qrels").mkdir(parents=True)
    known: set[str] = set()
    with (
        (path / "queries.jsonl").open("wb") as queries,
        (path / "corpus.jsonl").open("wb") as corpus,
        (path / "qrels" / "test.tsv").open("wb") as qrels,
    ):
        qrels.write(b"query-id\tcorpus-id\tscore\n")
        for sample in samples:
            n += 1
            if not sample.question:
                raise DataError("formats.text_needs_question", sample=shown(sample.id))
            queries.write(_line({"_id": _one_field(sample.id), "text": sample.question}))
            _write_passages(sample, known, corpus, qrels)
            for name in ("answer", "references", "contexts", "metadata", "imported"):
                lost[name] += bool(getattr(sample, name))
    if not known:
        raise DataError("formats.nothing_judged")
    return n, {name: count for name, count in lost.items() if count}


def _write_passages(sample: Sample, known: set[str], corpus: IO[bytes], qrels: IO[bytes]) -> None:
    for passage in sample.reference_contexts or ():
        name = _name(passage)
        if name not in known:
            known.add(name)
            corpus.write(_line({"_id": name, "title": "", "text": passage.text}))
        grade = 1 if passage.grade is None else int(passage.grade)
        qrels.write(f"{_one_field(sample.id)}\t{name}\t{grade}\n".encode())


def _name(passage: Context) -> str:
    import hashlib

    return (
        _one_field(passage.doc_id or "")
        or hashlib.sha256(passage.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    )


def _one_field(name: str) -> str:
    return "".join("".join(f"%{byte:02X}" for byte in c.encode()) if c.isspace() else c for c in name)


def _line(row: dict[str, str]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n"
