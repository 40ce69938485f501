"""Lexical metrics beside rouge-score, sacrebleu and nltk: pairs per CPU second, first pass of a fresh process.

    python benchmarks/lexical.py                made-up texts, 5,000 English and 2,000 Chinese pairs
    python benchmarks/lexical.py --data FOLDER  real answers and passages from the JSON Lines in FOLDER/rag

Every made-up text occurs once: caches of tokens flatter texts that come again, as real ones do here. Each side works in
a process of its own; imports are not counted. METEOR is compared without WordNet, on the same words. rouge-score drops
what is not a-z or 0-9, so that it has nothing to do on Chinese. Needs the dependency group `oracles`.
"""

import argparse
import json
import logging
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

Pairs = list[tuple[str, str]]
Score = Callable[[str, str], Any]
SIZES: Final = {"en": 5_000, "zh": 2_000}
SYLLABLES: Final = (
    "ka",
    "to",
    "mi",
    "ren",
    "sol",
    "ver",
    "dan",
    "li",
    "pre",
    "con",
    "ing",
    "tion",
    "er",
    "ment",
    "ous",
)
HAN: Final = (
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多"
)


def made_up(language: str) -> Pairs:
    """Pairs that share most of their words: about 60 English words, or 120 Chinese characters."""
    rng = random.Random(11)
    if language == "zh":
        vocabulary = ["".join(rng.choices(HAN, k=rng.randint(1, 3))) for _ in range(3_000)]
    else:
        vocabulary = ["".join(rng.choices(SYLLABLES, k=rng.randint(1, 4))) for _ in range(8_000)]
    pairs = []
    for _ in range(SIZES[language]):
        words = rng.choices(vocabulary, k=60)
        other = [word if rng.random() < 0.6 else rng.choice(vocabulary) for word in words]
        pairs.append(("，".join(words), "，".join(other)) if language == "zh" else (joined(words), joined(other)))
    return pairs


def joined(words: list[str]) -> str:
    """Words as sentences of twelve."""
    return ". ".join(" ".join(words[i : i + 12]).capitalize() for i in range(0, len(words), 12)) + "."


def real(folder: Path, language: str) -> Pairs:
    """Answers beside passages of the same file: every pair of texts once."""
    name = {"en": "ragtruth_120.jsonl", "zh": "cmrc_zh_150.jsonl"}[language]
    rows = [json.loads(line) for line in (folder / "rag" / name).read_text(encoding="utf-8").splitlines()]
    texts = [row["answer"] for row in rows]
    passages = [part if isinstance(part, str) else part["text"] for row in rows for part in row["contexts"]]
    found = [(answer, passage[:600]) for answer in texts for passage in passages]
    random.Random(11).shuffle(found)
    return found[: SIZES[language]]


def ours() -> dict[str, Score]:
    """Our own functions."""
    from raggauge.metrics import lexical_bleu, lexical_chrf, lexical_match, lexical_meteor, lexical_rouge
    from raggauge.metrics.lexical_tokens import pair_of_words

    lexical_rouge.compiled()
    return {
        "rouge (extra fast)": lexical_rouge.rouge,
        "rouge": lambda answer, reference: lexical_rouge.counted_here(*pair_of_words(answer, reference)),
        "bleu": lambda answer, reference: lexical_bleu.bleu(lexical_bleu.counts(answer, [reference])),
        "chrf": lexical_chrf.chrf,
        "meteor": lexical_meteor.meteor,
        "exact_match": lexical_match.exact_match,
        "token_f1": lexical_match.token_f1,
        "contains": lexical_match.contains,
        "edit_similarity": lexical_match.edit_similarity,
    }


def theirs(language: str) -> dict[str, Score]:
    """The reference tools."""
    import sacrebleu
    from nltk.translate.meteor_score import single_meteor_score
    from rouge_score import rouge_scorer

    from raggauge.metrics.lexical_tokens import words

    class NoSynonyms:
        def synsets(self, *_: Any, **__: Any) -> list[Any]:
            return []

    logging.disable(logging.CRITICAL)
    rouge = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
    bleu = sacrebleu.BLEU(effective_order=True, tokenize="zh" if language == "zh" else "13a")
    chrf, nothing = sacrebleu.CHRF(), NoSynonyms()
    return {
        "rouge-score": lambda answer, reference: rouge.score(reference, answer),
        "sacrebleu bleu": lambda answer, reference: bleu.sentence_score(answer, [reference]),
        "sacrebleu chrf": lambda answer, reference: chrf.sentence_score(answer, [reference]),
        "nltk meteor": lambda a, g: single_meteor_score(words(g), words(a), wordnet=nothing),
    }


def measure(which: str, language: str, folder: str) -> None:
    """In a process of its own: pairs per CPU second of each function, as JSON."""
    pairs = real(Path(folder), language) if folder else made_up(language)
    found = {}
    for name, score in (ours() if which == "ours" else theirs(language)).items():
        start = time.process_time()
        for answer, reference in pairs:
            score(answer, reference)
        found[name] = len(pairs) / (time.process_time() - start)
    print(json.dumps(found))


def main() -> None:
    """Print a table for each language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--data", default="", metavar="FOLDER")
    asked = parser.parse_args()
    if asked.measure:
        measure(*asked.measure)
        return
    tools = ("raggauge", "rouge-score", "rouge-score-rs", "sacrebleu", "nltk")
    print(", ".join(f"{name} {version(name)}" for name in tools), "| Python", sys.version[:7])
    for language, n in SIZES.items():
        print(f"\n{n:,} pairs, {language}\n{'function':<20} {'pairs per CPU second':>21}")
        for which in ("ours", "theirs"):
            command = [sys.executable, "-P", __file__, "--measure", which, language, asked.data]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            for name, rate in json.loads(done.stdout).items():
                print(f"{name:<20} {rate:>21,.0f}", flush=True)


if __name__ == "__main__":
    main()
