"""How many claims the embedded judge decides in a second of one core, cold, in English and in Chinese.

Run: ``python benchmarks/embedded_speed.py [--samples 200]``. Passages of about 1,200 characters are made from words
that never repeat in the same order, with fresh names and numbers, so that no cache helps; each sample has three
passages and an answer of four claims, and all facets are asked. Processor time is counted, not wall time.
"""

import argparse
import asyncio
import platform
import random
import time

from raggauge.facets import Claims, Entities, Grades, NeededSentences, Refusals, ReverseQuestions, Support, Usefulness
from raggauge.judge import make
from raggauge.judge.judge import Ask
from raggauge.sample import Sample

CORE = frozenset(
    {
        Claims("answer"), Claims("references"), Refusals("answer"), Refusals("references"),
        Support("answer", "contexts"),
        Support("references", "contexts"), Usefulness(), ReverseQuestions(3),
    }
)  # fmt: skip
ALL = CORE | {Grades(), NeededSentences(), Entities(), Support("answer", "references"), Support("references", "answer")}
NOUNS = (
    "river market treaty engine garden museum harbour library festival mountain bridge railway castle valley factory"
)
VERBS = "opened closed reached crossed doubled replaced supported limited recorded measured repaired extended"
SYLLABLES = "ka lo mi ren tor vas bel dun hai quo zel pra"
HAN = "公司产品退货保修员工系统数据项目学校医院城市河流工程技术研究报告合同价格运输仓库客户服务申请时间地点"
HAN_VERBS = ("位于", "成立于", "拥有", "提供", "负责", "需要", "包括", "完成")


def english(rng: random.Random, n_sentences: int) -> list[str]:
    """Make sentences with fresh names and numbers."""
    nouns, verbs, syllables = NOUNS.split(), VERBS.split(), SYLLABLES.split()
    made = []
    for _ in range(n_sentences):
        name = "".join(rng.choices(syllables, k=3)).title()
        made.append(
            f"The {rng.choice(nouns)} of {name} {rng.choice(verbs)} the {rng.choice(nouns)} in "
            f"{rng.randint(1700, 2020)} "
            f"with {rng.randint(2, 9000)} {rng.choice(nouns)} members and a {rng.choice(nouns)} near {name.lower()}."
        )
    return made


def chinese(rng: random.Random, n_sentences: int) -> list[str]:
    """Make Chinese sentences with fresh names and numbers."""
    made = []
    for _ in range(n_sentences):
        subject, rest = "".join(rng.choices(HAN, k=6)), "".join(rng.choices(HAN, k=14))
        made.append(f"{subject}{rng.choice(HAN_VERBS)}{rng.randint(1700, 2020)}年，{rest}共{rng.randint(2, 9000)}个。")
    return made


def samples(language: str, n: int, size: int, n_passages: int = 3) -> list[Sample]:
    """Make samples whose answers copy, change and invent sentences of their passages."""
    rng = random.Random(f"{language}{n}")
    make_text = english if language == "en" else chinese
    found = []
    for i in range(n):
        passages, pool = [], []
        for _ in range(n_passages):
            lines: list[str] = []
            while sum(map(len, lines)) < size:
                lines += make_text(rng, 1)
            pool += lines
            passages.append((" " if language == "en" else "").join(lines))
        answer = (" " if language == "en" else "").join([*rng.sample(pool, 3), *make_text(rng, 1)])
        found.append(
            Sample(
                id=str(i), question=rng.choice(pool), answer=answer, contexts=passages, references=[rng.choice(pool)]
            )
        )
    return found


def main() -> None:
    """Print claims and samples per second for both languages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--size", type=int, default=1200)
    parser.add_argument("--passages", type=int, default=3)
    given = parser.parse_args()
    print(
        f"Python {platform.python_version()}, passages of {given.size} characters, "
        f"{given.passages} a sample, processor time"
    )
    for language in ("en", "zh"):
        for title, facets in (("support only", None), ("core metrics", CORE), ("all facets", ALL)):
            judge = make("embedded")
            made = samples(language, given.samples, given.size, given.passages)
            asked = facets or frozenset({Claims("answer"), Support("answer", "contexts")})
            start = time.process_time()
            found = asyncio.run(judge.examine([Ask(sample, asked) for sample in made]))
            spent = time.process_time() - start
            n_claims = sum(len(evidence.findings) for evidence in found)
            print(f"{language} {title:13} {n_claims / spent:8.0f} claims/s {len(made) / spent:8.0f} samples/s")


if __name__ == "__main__":
    main()
