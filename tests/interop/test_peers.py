"""Packages of other tools write their files here and now, and what they write is read like the files that are kept.

Only the light ones are in the `interop` group; `make peers` runs all of them.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from raggauge.formats import read
from raggauge.sample import Sample

pytestmark = pytest.mark.interop

PEERS = Path(__file__).parents[1] / "formats" / "peers"


def _content(path: Path) -> list[dict[str, Any]]:
    """What was understood of a file, apart from where it lies and what its version says about itself."""
    samples: list[Sample] = [msgspec.structs.replace(sample, place="", metadata={}) for sample in read(path)]
    return [
        {**msgspec.to_builtins(sample), "contexts": [passage.text for passage in sample.contexts or ()]}
        for sample in samples
    ]


@pytest.mark.parametrize(
    ("package", "peer"), [("haystack", "haystack"), ("langfuse", "langfuse"), ("llama_index", "llamaindex")]
)
def test_fresh_files_are_understood(package: str, peer: str, tmp_path: Path) -> None:
    """Each file that the installed version writes holds what the kept one holds."""
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    done = subprocess.run(
        [sys.executable, str(PEERS / f"write_{peer}.py"), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(PEERS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    fresh = sorted(path.name for path in tmp_path.glob("[a-z]*.*"))
    assert fresh == sorted(path.name for path in (PEERS / "files" / peer).iterdir())
    for name in fresh:
        assert _content(tmp_path / name) == _content(PEERS / "files" / peer / name), name
