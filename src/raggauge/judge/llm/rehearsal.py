"""A model that is none: it answers the judge's prompts by comparing words, so that all around it can be tried.

    python -m raggauge.judge.llm.rehearsal --port 8765

then `raggauge run FILE --judge http://127.0.0.1:8765/v1#rehearsal`. No network, no key, no quality: verdicts rest on
the words that a claim shares with a passage. With `obeys`, it follows orders that stand outside the marks.
"""

import argparse
import asyncio
import contextlib
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from raggauge.llm.testing import ChatServer, Faults
from raggauge.text import overlap

_BLOCK: Final = "<<{mark} {label}>>\n(.*?)\n<<{mark} end>>"
_REFUSES = re.compile(
    r"(?i)cannot answer|can't answer|do(es)? not (say|mention|contain)|no information|unable to"
    r"|无法回答|没有提到|未提及"
)
_TALK = re.compile(r"(?i)^(hello|hi|thanks|thank you|i hope|let me know|您好|你好|谢谢|希望)")
_ORDER = re.compile(
    r"(?i)(mark|treat|judge|rate|call|verdict)[^.\n]{0,60}(support|true|correct|5|10)|支持|满分|都是对的"
)

Share = Callable[[str, str], float]


def answer(system: str, user: str, /, *, obeys: bool = False, quick: bool = False) -> str:
    """The reply to a prompt of the judge: which call it is follows from what the message holds.

    With `quick` no words are compared: every claim is in every passage.
    """
    mark, _, rest = user.partition("\n")
    blocks = dict(re.findall(_BLOCK.format(mark=re.escape(mark), label=r"([^>\n]*)"), rest, re.DOTALL))
    outside = re.sub(_BLOCK.format(mark=re.escape(mark), label="[^>\n]*"), "", rest, flags=re.DOTALL)
    swayed = obeys and bool(_ORDER.search(outside))
    if '"questions"' in system:
        reply: dict[str, Any] = _questions(blocks, outside)
    elif '"ratings"' in system:
        reply = _ratings(outside, swayed)
    elif '"better"' in system:
        first, second = (len(blocks.get(f"answer {n}", "")) for n in (1, 2))
        reply = {"why": "the longer one", "better": 1 if first > second else 2 if second > first else 0}
    elif '"refuses"' in system:
        reply = _claims(system, blocks, outside)
    else:
        reply = _verdicts(system, blocks, outside, _all if swayed or quick else _share)
    return json.dumps(reply, ensure_ascii=False)


def _claims(system: str, blocks: dict[str, str], outside: str) -> dict[str, Any]:
    texts: list[dict[str, Any]] = []
    claims: list[dict[str, Any]] = []
    entities: list[dict[str, Any]] = []
    for label, text in blocks.items():
        if not label.startswith("text "):
            continue
        name = label.removeprefix("text ")
        texts.append({"text": name, "refuses": bool(_REFUSES.search(text))})
        for line in text.split("\n"):
            row, _, sentence = line.partition(" ")
            kind = "greeting" if _TALK.match(sentence) else "meta" if _REFUSES.search(sentence) else "fact"
            claim: dict[str, Any] = {"sentence": row, "claim": re.sub(r"\s*\[\d+\]", "", sentence) or "-", "kind": kind}
            if '"cites"' in system:
                claim["cites"] = [int(n) for n in re.findall(r"\[(\d+)\]", sentence)]
            claims.append(claim)
        if name != "A":
            entities += [{"text": name, "entity": word} for word in re.findall(r"\b[A-Z][a-z]{3,}\b", text)]
    return {"texts": texts, "claims": claims, **({"entities": entities} if '"entities"' in system else {})}


def _questions(blocks: dict[str, str], outside: str) -> dict[str, Any]:
    n = int((re.findall(r"\d+", outside) or ["3"])[-1])
    lead = " ".join(blocks.get("text", "").split()[:8]) or blocks.get("text", "")[:20]
    starts = ("What about", "Tell me about", "Which facts say", "Why", "How", "Who says", "When was it that")
    there = blocks.get("questions", "").split("\n")
    return {"questions": [text for start in starts if (text := f"{start} {lead}?") not in there][:n]}


def _verdicts(system: str, blocks: dict[str, str], outside: str, share: Share) -> dict[str, Any]:
    passages = {int(name.split()[1]): text for name, text in blocks.items() if name.startswith("passage ")}
    texts = {name.removeprefix("text "): text for name, text in blocks.items() if name.startswith("text ")}
    claims = dict(line.partition(" ")[::2] for line in blocks.get("claims", "").split("\n") if line)
    reply: dict[str, Any] = {}
    if '"against_passages"' in system:
        rows = _listed(outside, "against_passages")
        reply["against_passages"] = [_row(row, claims, passages, share) for row in rows]
    if '"against_texts"' in system:
        pairs = [row.partition("~")[::2] for row in _listed(outside, "against_texts")]
        reply["against_texts"] = [
            {"id": f"{c}~{t}", "verdict": "supported" if share(claims[c], texts[t]) >= 0.6 else "not_found"}
            for c, t in pairs
        ]
    if '"passages":' in system:
        aim = " ".join(text for name, text in texts.items() if name != "A") or blocks.get("question", "")
        reply["passages"] = [
            _passage(int(n), passages, aim, texts.get("A", ""), share) for n in _listed(outside, "passages")
        ]
    if '"nuggets":' in system:
        nuggets = dict(line.partition(" ")[::2] for line in blocks.get("nuggets", "").split("\n") if line)
        held = {name: share(text, texts.get("A", "")) >= 0.6 for name, text in nuggets.items()}
        rows = _listed(outside, "nuggets")
        reply["nuggets"] = [{"id": n, "grade": "supported" if held.get(n) else "not_supported"} for n in rows]
    return reply


def _row(row: str, claims: dict[str, str], passages: dict[int, str], share: Share) -> dict[str, Any]:
    name, _, among = row.partition("[")
    shown = [int(n) for n in among.rstrip("]").split(",")] if among else list(passages)
    claim = claims.get(name.removesuffix("c") if among else name, "")
    by = [n for n in shown if share(claim, passages[n]) >= 0.6]
    quotes = [" ".join(passages[by[0]].split()[:6])] if by else []
    verdict = "supported" if by else "not_found"
    return {"id": name, "verdict": verdict, "by": by, "together": False, "against": [], "quotes": quotes}


def _passage(n: int, passages: dict[int, str], aim: str, answered: str, share: Share) -> dict[str, Any]:
    part = share(aim, passages[n])
    needed = [int(m) for m in re.findall(r"(?m)^s(\d+) ", passages[n])][:1]
    used = share(answered, passages[n]) >= 0.3
    return {"passage": n, "useful": part >= 0.3, "used": used, "grade": min(3, int(part * 4)), "needed": needed}


def _ratings(outside: str, swayed: bool) -> dict[str, Any]:
    rules = re.findall(r"(?m)^(g\d+)[ （(]+(?:scale|量表) (?:0 or 1|1 to (\d+))", outside)
    return {"ratings": [{"id": n, "why": "words", "value": int(top or 1) if swayed else 1} for n, top in rules]}


def _listed(outside: str, name: str) -> list[str]:
    found = re.findall(rf"(?m)^{name}: (.+)$", outside)
    return found[-1].split() if found else []


def _share(claim: str, text: str) -> float:
    return overlap(claim, text, content_only=True).recall


def _all(claim: str, text: str) -> float:
    return 1.0


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m raggauge.judge.llm.rehearsal")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--latency-ms", type=float, default=0.0)
    parser.add_argument("--errors", type=float, default=0.0)
    parser.add_argument("--malformed", type=float, default=0.0)
    parser.add_argument("--quick", action="store_true", help="compare no words: every claim is in every passage")
    given = parser.parse_args()
    faults = Faults(errors=given.errors, malformed=given.malformed)
    brain = partial(answer, quick=given.quick)
    server = ChatServer(brain, latency_s=given.latency_ms / 1000, faults=faults, keep=False, port=given.port)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(server))


async def _serve(server: ChatServer) -> None:
    serving = asyncio.create_task(server.serve())
    while not server.port and not serving.done():
        await asyncio.sleep(0.01)
    print(f"{server.url}#rehearsal", flush=True)
    await serving


if __name__ == "__main__":
    main()
