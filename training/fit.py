"""Fit the embedded judge and write its coefficients and model card into the package.

Run: ``python training/fit.py [--data DIR] [--held-out]`` (default ``$RAGGAUGE_DATA/judge``); a few minutes on one core.
``--held-out`` writes nothing: it fits without each set in turn, with the sets that share texts left out together, and
prints the agreement on that set's dev rows beside plain word recall.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from corpus import CHINESE, FAITHFULNESS, MEASURE_ONLY, Example, chinese, copies, edited, labelled, rows, shared
from decisions import (
    Measured,
    Weights,
    fit_grade,
    fit_relevance,
    fit_support,
    fit_support_zh,
    fit_useful,
    measure,
)

from raggauge.judge.embedded.features import NAMES
from raggauge.judge.embedded.relevance import GRADE_NAMES, RELEVANCE_NAMES, USEFUL_NAMES

HERE = Path(__file__).parent
TARGET = HERE.parent / "src/raggauge/judge/embedded/data"
FITTED = tuple(name for name in FAITHFULNESS if name != "wice")
COUNTED = "haluquestqa_pairwise"
SEED = 7


def gather(data: Path, names: Sequence[str]) -> dict[str, tuple[Measured, Measured]]:
    """Give, per set, its labelled rows and the edits of its supported ones."""
    found = {}
    for name in names:
        rng = random.Random(f"{SEED}{name}")
        examples = labelled(data, name)
        shuffled = rng.sample(examples, len(examples))
        right = [example for example in shuffled if example.label][:300]
        plain = copies(shuffled, rng, limit=150)
        found[name] = (measure(examples, split=True), measure(edited([*right, *plain], rng, group="edit")))
    return found


def gather_chinese(data: Path) -> tuple[Measured, Measured]:
    """Give the Chinese claims with their edits, and those of other passages."""
    rng = random.Random(f"{SEED}zh")
    right, wrong = chinese(data, rng)
    rng.shuffle(right)
    half = len(right) // 2
    bases = [replace(example, kind="") for example in right[:half]]
    return measure(edited(bases, rng, group="zh")), measure([*right[half:], *wrong])


def joined(parts: Sequence[Measured]) -> Measured:
    """Put measured examples together."""
    return Measured(
        np.vstack([part.values for part in parts]),
        np.concatenate([part.labels for part in parts]),
        tuple(group for part in parts for group in part.groups),
        tuple(kind for part in parts for kind in part.kinds),
    )


def support_of(parts: dict[str, tuple[Measured, Measured]], names: Sequence[str]) -> Weights:
    """Fit the English decision on some sets."""
    return fit_support(joined([parts[name][0] for name in names]), joined([parts[name][1] for name in names]))


def main() -> int:
    """Fit and write, or report with sets held out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("RAGGAUGE_DATA", ".")) / "judge")
    parser.add_argument("--held-out", action="store_true")
    arguments = parser.parse_args()
    parts = gather(arguments.data, FITTED)
    zh = gather_chinese(arguments.data)
    if arguments.held_out:
        from held_out import report

        return report(arguments.data, parts, zh)
    english = support_of(parts, FITTED)
    fitted = {
        "support": (english, NAMES),
        "support_zh": (fit_support_zh(*zh, english), NAMES),
        "useful": (fit_useful(arguments.data), USEFUL_NAMES),
        "grade": (fit_grade(arguments.data), GRADE_NAMES),
        "relevance": (fit_relevance(arguments.data), RELEVANCE_NAMES),
    }
    write(arguments.data, fitted)
    return 0


def write(data: Path, fitted: dict[str, tuple[Weights, Sequence[str]]]) -> None:
    """Write coefficients and model card; the version is the hash of the coefficients."""
    models: dict[str, object] = {}
    for name, (weights, names) in fitted.items():
        values = {n: round(float(w), 4) for n, w in zip(names, weights.values, strict=True) if abs(w) >= 5e-4}
        models[name] = {"version": "1", "intercept": round(weights.intercept, 4), "weights": values}
    digest = hashlib.sha256(json.dumps(models, sort_keys=True).encode()).hexdigest()[:8]
    version = f"raggauge-embedded-1.{digest}"
    text = json.dumps({"version": version, **models}, indent=1, ensure_ascii=False) + "\n"
    (TARGET / "models.json").write_text(text, "utf-8")
    card = model_card(data, version)
    (TARGET / "card.json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{version}: {len(text)} bytes of coefficients")


def model_card(data: Path, version: str) -> dict[str, object]:
    """Say what the coefficients were fitted on, under which licences, when, and by which code."""
    code = hashlib.sha256()
    for path in sorted(HERE.glob("*.py")):
        code.update(path.read_bytes())
    sets = {}
    for name in (*FITTED, *CHINESE, "alce_utility", "expertqa_usefulness", "evouna", COUNTED):
        chosen = [row for row in rows(data, name) if row["split"] == "train" and row["use"] == "train_ok"]
        sets[name] = {
            "rows": len(chosen),
            "source": sorted({row["source"] for row in chosen}),
            "licences": sorted({row["licence"] for row in chosen}),
            "shipped": "rarities of hashed tokens only" if name == COUNTED else "coefficients only, no text",
        }
    return {
        "version": version,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "code_sha256": code.hexdigest(),
        "seed": SEED,
        "fitted_on": sets,
        "never_fitted": [*MEASURE_ONLY, "wice"],
        "licence_check": (
            "Every set fitted on allows derived works that ship no text: MIT, Apache-2.0, CC BY 4.0, CDLA-Sharing 1.0 "
            "(results of computational use are free), CC BY-SA 3.0 and 4.0 (coefficients hold no expression of the "
            "texts). AttributionBench states Apache-2.0 on its hub card only. Sets of unclear rights are measured, "
            "never fitted. HaluQuestQA (Apache-2.0, with answers of ELI5) was counted for the rarity of tokens, not "
            "fitted. The table of traditional characters was made with ICU: Unicode License V3, see NOTICE."
        ),
        "results": "docs/embedded-judge.md, printed by training/fit.py --held-out and benchmarks/judge_agreement.py",
        "limits": (
            "No inference or world knowledge. Paraphrases score low, additions in the passage's own words high. "
            "Chinese was fitted on constructed claims only."
        ),
    }


def together(data: Path) -> dict[str, set[str]]:
    """Tell which sets are held out together because they share texts."""
    return shared(data, (*FAITHFULNESS, *MEASURE_ONLY))


__all__ = ["FITTED", "Example", "gather", "support_of", "together"]

if __name__ == "__main__":
    sys.exit(main())
