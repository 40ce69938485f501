"""Agreement of a judge with people on the labelled sets: AUC, balanced accuracy, calibration, beside word recall.

Run: ``python benchmarks/judge_agreement.py [--judge embedded] [--data DIR] [--split dev]`` (default
``$RAGGAUGE_DATA/judge``). The same as ``raggauge judge benchmark``.
"""

import os
import sys
from pathlib import Path

from raggauge.cli.main import main

if __name__ == "__main__":
    arguments = sys.argv[1:]
    if "--data" not in arguments:
        arguments += ["--data", str(Path(os.environ.get("RAGGAUGE_DATA", ".")) / "judge")]
    if "--split" not in arguments:
        arguments += ["--split", "dev"]
    main(["judge", "benchmark", *arguments])
