"""Who plants can also find: does the diagnosis name the fault that was put into real RAG outputs?

    RAGGAUGE_DATA=/path/to/data python benchmarks/fault_injection.py [--runs 10] [--rows 40] [--share 0.6]

From answers that people found faithful (English) or right (Chinese) it draws sets of rows, plants one fault into a
share of each, runs the embedded judge and looks at the top finding. Where a row has no reference, the answer that
people approved is the reference. A fault is planted only into rows in which the judge finds none; with --all into all,
and the diagnosis is made against a run of the rows as they were. Clean sets are drawn the same way: what is blamed
there is a false alarm (findings that only lean are not counted there). Deterministic under --seed.
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
from raggauge.diagnosis import Fault, completed, diagnose, signs

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
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--share", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="plant into all rows, also those the judge finds fault with")
    asked = parser.parse_args()
    folder = os.environ.get("RAGGAUGE_DATA")
    if not folder:
        print("set RAGGAUGE_DATA", file=sys.stderr)
        return 2
    whole = {"en": english(Path(folder)), "zh": chinese(Path(folder))}
    sets = {lang: rows if asked.all else sound(rows) for lang, rows in whole.items()}
    print(", ".join(f"{lang}: {len(rows)} of {len(whole[lang])} rows" for lang, rows in sets.items()))
    print(
        f"raggauge {raggauge.__version__}, {asked.runs} runs of {asked.rows} rows, fault in {asked.share:.0%} of them"
    )
    print(f"{'planted':26}{'set':5}{'named first':>12}  first findings")
    for name, (plant, expected) in PLANTS.items():
        for lang, rows in sets.items():
            firsts = Counter(first_of(rows, plant, asked, seed) for seed in range(asked.runs))
            share = sum(firsts[cause] for cause in expected) / asked.runs
            print(f"{name:26}{lang:5}{share:>11.0%}   {', '.join(f'{c} {n}' for c, n in firsts.most_common())}")
    for lang, rows in sets.items():
        found = [faults_of(rows, None, asked, seed) for seed in range(asked.runs)]
        blamed = Counter(fault.cause for faults in found for fault in faults if fault.strength != "leaning")
        text = ", ".join(f"{cause} {n / asked.runs:.0%}" for cause, n in blamed.most_common()) or "nothing"
        print(f"{'nothing (clean)':26}{lang:5}{'':>12}  blamed: {text}")
    return 0


def sound(rows: list[Row]) -> list[Row]:
    """The rows in which the judge finds nothing wrong but passages of no use, and these taken out.

    A fault can only be planted where there is none yet.
    """
    run = raggauge.evaluate([_as_data(row) for row in rows], judge="embedded", out=False)
    kept = []
    for row, sampled in zip(rows, run, strict=True):
        useful = sampled.evidence[0].useful()
        contexts = [text for k, text in enumerate(row["contexts"]) if useful.get(k)]
        if contexts and signs(completed(sampled)).at_fault in (None, "noise", "ranking"):
            kept.append({**row, "contexts": contexts})
    return kept


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
    clean = raggauge.evaluate([_as_data(row) for row in rows], judge="embedded", out=False) if asked.all else None
    return list(diagnose(run, against=clean))


def english(folder: Path) -> list[Row]:
    """Answers that people found faithful, which serve as references too."""
    lines = (folder / "rag/ragtruth_120.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["human_faithful"] == 1]
    return [_row(row, row["answer"], "en") for row in rows]


def chinese(folder: Path) -> list[Row]:
    """Answers that are right, with their references."""
    lines = (folder / "rag/cmrc_zh_150.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["human_correct"] == 1]
    return [_row(row, row["ground_truth"], "zh") for row in rows]


def _row(row: Row, reference: str, lang: str) -> Row:
    return {
        "id": row["id"],
        "question": row["question"],
        "answer": row["answer"],
        "contexts": row["contexts"],
        "references": [reference],
        "metadata": {"answerable": True},
        "lang": lang,
    }


def _sentences(text: str) -> list[str]:
    from raggauge.text import sentences

    found = [text[start:end].strip() for start, end in sentences(text)]
    return [sentence for sentence in found if len(sentence) > 12] or [text]


if __name__ == "__main__":
    sys.exit(main())
