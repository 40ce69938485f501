"""Who plants can also find: does the diagnosis name the fault that was put into real RAG outputs?

    RAGGAUGE_DATA=/path/to/data python benchmarks/fault_injection.py [--part dev] [--runs 20] [--rows 40]

From answers that people found faithful (English) or right (Chinese) it draws sets of rows, plants one fault into a
share of each, runs the embedded judge and looks at the top finding. Where a row has no reference, the answer that
people approved is the reference. Clean sets are drawn the same way: what is blamed there is a false alarm, whether the
finding is settled or only leans. No row is left out for what the judge makes of it, and no other run is compared with.

The rules were made looking at `--part dev` alone (labelled rows whose questions are not in the other part); what is
reported is `--part report`, the outputs in `rag/`. Deterministic under --seed.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import raggauge
from raggauge.diagnosis import Fault, diagnose
from raggauge.judge.embedded.model import models

Row = dict[str, Any]
Plant = Callable[[Row, list[Row], random.Random], Row]

REFUSAL = {"en": "The documents do not say.", "zh": "资料中没有说明。"}
COURTESY = {
    "en": (
        "Thank you very much for your question, and we hope that you are having a wonderful day! {} We hope this was "
        "helpful. Please feel free to come back at any time, and do not hesitate to ask us anything else you may like!"
    ),
    "zh": (
        "非常感谢您的提问，祝您今天过得愉快！{}希望以上内容对您有所帮助。欢迎您随时再来，如果还有其他问题，请不要犹豫，尽管问我们！"
    ),
}


def drop_best(row: Row, others: list[Row], rng: random.Random) -> Row:
    """Take away the passage that holds most of the reference; another row's passage stands in for it."""
    wanted = set(row["references"][0])
    pairs = {a + b for a, b in zip(row["references"][0], row["references"][0][1:], strict=False)} or wanted
    kept = sorted(row["contexts"], key=lambda text: -sum(pair in text for pair in pairs))[1:]
    return {**row, "contexts": [*kept, rng.choice(rng.choice(others)["contexts"])]}


def distract(row: Row, others: list[Row], rng: random.Random) -> Row:
    """Put five passages of other rows before those of the row."""
    return {**row, "contexts": [rng.choice(other["contexts"]) for other in rng.sample(others, 5)] + row["contexts"]}


def invent(row: Row, others: list[Row], rng: random.Random) -> Row:
    """Append two sentences from the passages of other rows to the answer."""
    sentences = [rng.choice(_sentences(rng.choice(other["contexts"]))) for other in rng.sample(others, 2)]
    return {
        **row,
        "answer": f"{row['answer'].rstrip('。.')}{'。' if row['lang'] == 'zh' else '. '}{' '.join(sentences)}",
    }


def answer_another(row: Row, others: list[Row], rng: random.Random) -> Row:
    """Give another row's answer."""
    return {**row, "answer": rng.choice(others)["answer"]}


def refuse(row: Row, others: list[Row], rng: random.Random) -> Row:
    """Refuse."""
    return {**row, "answer": REFUSAL[row["lang"]]}


def pad(row: Row, others: list[Row], rng: random.Random) -> Row:
    """Wrap the answer in courtesies."""
    whole = (
        row["answer"] if row["answer"][-1:] in ".。!！?？" else row["answer"] + ("。" if row["lang"] == "zh" else ".")
    )
    return {**row, "answer": COURTESY[row["lang"]].format(whole)}


PLANTS: dict[str, tuple[Plant, tuple[str, ...]]] = {
    "drop the best passage": (drop_best, ("retrieval_misses",)),
    "add distractors": (distract, ("noise", "ranking")),
    "append outside claims": (invent, ("generation_invents",)),
    "answer another question": (answer_another, ("off_the_point",)),
    "refuse": (refuse, ("too_cautious",)),
    "pad": (pad, ("off_the_point",)),
}


def main() -> int:
    """Print, for each planted fault and set, how often the top finding names it, and what clean sets are blamed for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--part", choices=["report", "dev"], default="report")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--share", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plant", choices=list(PLANTS), help="only this fault")
    asked = parser.parse_args()
    folder = os.environ.get("RAGGAUGE_DATA")
    if not folder:
        print("set RAGGAUGE_DATA", file=sys.stderr)
        return 2
    sets = SETS[asked.part](Path(folder))
    print(f"raggauge {raggauge.__version__}, {models().version}, part {asked.part}, "
          f"{', '.join(f'{lang}: {len(rows)} rows' for lang, rows in sets.items())}")  # fmt: skip
    print(f"{asked.runs} runs of {asked.rows} rows, fault in {asked.share:.0%} of them")
    print(f"{'planted':26}{'set':5}{'named first':>12}  first findings")
    planted = {name: plant for name, plant in PLANTS.items() if asked.plant in (None, name)}
    for name, (plant, expected) in planted.items():
        for lang, rows in sets.items():
            firsts = Counter(first_of(rows, plant, asked, seed) for seed in range(asked.runs))
            share = sum(firsts[cause] for cause in expected) / asked.runs
            print(f"{name:26}{lang:5}{share:>11.0%}   {', '.join(f'{c} {n}' for c, n in firsts.most_common())}")
    for lang, rows in sets.items():
        found = [faults_of(rows, None, asked, seed) for seed in range(asked.runs)]
        print(f"{'nothing (clean)':26}{lang:5}{'':>12}  blamed: {_blamed(found, leaning=False)}")
        print(f"{'':26}{'':5}{'':>12}  leaning: {_blamed(found, leaning=True)}")
    return 0


def _blamed(found: list[list[Fault]], *, leaning: bool) -> str:
    """The causes that clean sets were blamed for, with the share of the sets."""
    causes = Counter(fault.cause for faults in found for fault in faults if (fault.strength == "leaning") is leaning)
    return ", ".join(f"{cause} {n / len(found):.0%}" for cause, n in causes.most_common()) or "nothing"


def _as_data(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "lang"}


def first_of(rows: list[Row], plant: Plant | None, asked: argparse.Namespace, seed: int) -> str:
    """The first finding of a set with a planted fault; `-` for none."""
    return next((fault.cause for fault in faults_of(rows, plant, asked, seed)), "-")


def faults_of(rows: list[Row], plant: Plant | None, asked: argparse.Namespace, seed: int) -> list[Fault]:
    """The findings of a drawn set."""
    rng = random.Random(f"{asked.seed} {seed}")
    drawn = rng.sample(rows, min(asked.rows, len(rows)))
    n_bad = round(asked.share * len(drawn)) if plant else 0
    made = []
    for i, row in enumerate(drawn):
        others = [other for other in rows if other is not row and other["question"] != row["question"]]
        made.append(plant(row, others, rng) if plant and i < n_bad else row)
    run = raggauge.evaluate([_as_data(row) for row in made], judge="embedded", out=False)
    return list(diagnose(run))


def reported(folder: Path) -> dict[str, list[Row]]:
    """The outputs in `rag/`: answers that people found faithful, which serve as references too; right answers."""
    english, chinese = _read(folder / "rag/ragtruth_120.jsonl"), _read(folder / "rag/cmrc_zh_150.jsonl")
    return {
        "en": [_row(row, row["answer"], "en") for row in english if row["human_faithful"] == 1],
        "zh": [_row(row, row["ground_truth"], "zh") for row in chinese if row["human_correct"] == 1],
    }


def developed(folder: Path, most: int = 150) -> dict[str, list[Row]]:
    """Labelled rows of the same kinds whose questions are not among the outputs in `rag/`."""
    told = {row["question"] for path in (folder / "rag").glob("*.jsonl") for row in _read(path)}
    found = {}
    for lang, name, kind in (("en", "ragtruth_qa", "faithfulness"), ("zh", "cmrc_zh", "correctness")):
        rows = [row for row in _read(folder / f"judge/{name}.jsonl") if row["label_kind"] == kind]
        good = [row for row in rows if row["human_label"] == 1 and row["question"] not in told]
        random.Random(name).shuffle(good)
        found[lang] = [_row(row, row.get("reference") or row["answer"], lang) for row in good[:most]]
    return found


SETS = {"report": reported, "dev": developed}


def _read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _row(row: Row, reference: str, lang: str) -> Row:
    return {
        "id": row["id"],
        "question": row["question"],
        "answer": row["answer"],
        "contexts": row["contexts"],
        "references": [reference],
        "lang": lang,
    }


def _sentences(text: str) -> list[str]:
    from raggauge.text import sentences

    found = [text[start:end].strip() for start, end in sentences(text)]
    return [sentence for sentence in found if len(sentence) > 12] or [text]


if __name__ == "__main__":
    sys.exit(main())
