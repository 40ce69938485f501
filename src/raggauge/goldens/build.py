"""A golden dataset from documents, without a model: drafts by form, filters, an even choice."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from raggauge.errors import DataError, UsageError
from raggauge.goldens.choosing import Chosen, choose
from raggauge.goldens.documents import all_passages
from raggauge.goldens.drafting import drafts, unanswerable
from raggauge.goldens.drafts import MIX, Draft, Kind
from raggauge.goldens.filters import Breadth
from raggauge.goldens.items import as_sample
from raggauge.goldens.passages import Document, Passage
from raggauge.goldens.readings import ambiguous
from raggauge.goldens.styles import STYLES, styled
from raggauge.messages import shown
from raggauge.sample import Sample

SCHEMA: Final = 1


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a set is to be: how many items, of which kinds and styles, from which seed; a model asks as its personas."""

    n: int
    seed: int = 0
    mix: dict[Kind, int] = msgspec.field(default_factory=MIX.copy)
    styles: dict[str, int] = msgspec.field(default_factory=STYLES.copy)
    builder: str = "embedded"
    personas: tuple[str, ...] = ()


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A set with the account of its making; the account is what `FILE.build.json` holds."""

    samples: tuple[Sample, ...]
    plan: Plan
    kinds: dict[str, int]
    dropped: dict[str, int]
    short: dict[str, int]
    n_drafts: int
    n_documents: int
    n_used: int
    passages: dict[str, list[str]]

    def account(self) -> dict[str, Any]:
        """Everything but the samples, in plain values."""
        told: dict[str, Any] = {
            "schema_version": SCHEMA,
            "n": len(self.samples),
            "plan": msgspec.to_builtins(self.plan),
        }
        for name in ("kinds", "dropped", "short", "n_drafts", "n_documents", "n_used", "passages"):
            told[name] = getattr(self, name)
        return told


def build(documents: Sequence[Document], plan: Plan, /) -> Built:
    """A set of `plan.n` items, or of as many as the filters leave: `short` and `dropped` say why.

    Nothing is drawn but from the seed: the same documents and plan give the same items. Raises UsageError for an `n`
    under 1.
    """
    if plan.n < 1:
        raise UsageError("goldens.bad_n", value=plan.n)
    found = all_passages(list(documents))
    breadth = Breadth(found)
    chosen = choose(offered(found, breadth), breadth, n=plan.n, mix=plan.mix, seed=plan.seed)
    return finished(chosen, documents, found, plan)


def offered(passages: Sequence[Passage], breadth: Breadth, /) -> list[Draft]:
    """All drafts of the embedded builder, those without an answer or with several among them."""
    made = list(drafts(passages))
    things = [draft for draft in made if draft.kind == "definition"]
    return [*made, *unanswerable(things, passages), *ambiguous(made, breadth)]


def finished(chosen: Chosen, documents: Sequence[Document], passages: Sequence[Passage], plan: Plan, /) -> Built:
    """Chosen drafts as a set with its account."""
    by_path = {document.path: document for document in documents}
    final = styled(chosen.drafts, shares=plan.styles, seed=plan.seed)
    samples = tuple(as_sample(draft, by_path, builder=plan.builder) for draft in final)
    return Built(
        samples=samples,
        plan=plan,
        kinds=dict(sorted(Counter(draft.kind for draft in final).items())),
        dropped=chosen.dropped,
        short=chosen.short,
        n_drafts=chosen.n_drafts,
        n_documents=len(by_path),
        n_used=len({draft.passage.path for draft in final}),
        passages=hashes(passages),
    )


def hashes(passages: Sequence[Passage], /) -> dict[str, list[str]]:
    """The hashes of the passages of each document."""
    found: dict[str, list[str]] = {}
    for passage in passages:
        found.setdefault(passage.path, []).append(passage.hash)
    return found


def account_path(file: Path, /) -> Path:
    """Where the account of a set stands: beside it."""
    return file.with_name(f"{file.name.split('.')[0]}.build.json")


def write_account(file: Path, account: Mapping[str, Any], /) -> None:
    """Write the account of a set beside it."""
    from raggauge.run.files import write_whole

    write_whole(account_path(file), (json.dumps(account, ensure_ascii=False, indent=1) + "\n").encode())


def read_account(file: Path, /) -> dict[str, Any] | None:
    """The account of a set; None where there is none. Raises DataError for one that cannot be read."""
    path = account_path(file)
    if not path.is_file():
        return None
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("passages"), dict):
        raise DataError("goldens.bad_account", place=str(path), file=shown(str(path), limit=200))
    return told
