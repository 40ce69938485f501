"""Makes goldens.jsonl and the outputs of three RAG configurations from the knowledge base and questions.jsonl.

    python examples/tidewell/make_outputs.py

The product, its documents and its customers are invented. Each configuration has faults that were put there on
purpose; the tables below say which sample has which fault, and README.md says it in words. Nothing is random: running
it again writes the same files.
"""

import json
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Row = dict[str, Any]

REFUSAL = {"en": "The documents do not say.", "zh": "资料中没有说明。"}

MISSED = ("en-06", "en-09", "en-12", "en-16", "en-18", "zh-04", "zh-09", "zh-11", "zh-13", "zh-16")
CUT = {
    "en-02": " about 3 years",
    "en-05": " 4 euros a month",
    "en-07": " one of 5 years",
    "en-10": " a wet cloth",
    "zh-02": "，可用约3年",
    "zh-05": "4欧元，事件保存2年",
    "zh-06": "5年。保修期",
    "zh-08": "放一块湿布",
}
TOO_CAUTIOUS = ("en-03", "en-13", "zh-07", "zh-12")

LATE = (
    *("en-01", "en-03", "en-04", "en-06", "en-08", "en-09", "en-11", "en-13", "en-14", "en-15", "en-17", "en-19"),
    *("zh-01", "zh-03", "zh-04", "zh-07", "zh-09", "zh-10", "zh-12", "zh-13", "zh-14", "zh-15"),
)
MISLED = {
    "en-01": "You have 14 days, since the cell must be replaced within 14 days of the warning.",
    "en-08": "A blinking amber light means that a leak was found and the valve has been closed.",
    "en-11": "Invoices are sent by e-mail when the parcel leaves the warehouse.",
    "en-17": "Standard shipping takes 3 to 5 working days.",
    "zh-01": "请在提醒后14天内更换电池。",
    "zh-10": "基础版免费，事件保存30天。",
    "zh-15": "阀门每月一次在凌晨3点自动转动20秒。",
}

INVENTED = {
    "en-01": "A restocking fee of 25 dollars is charged for opened boxes.",
    "en-03": "It also rings a siren of 95 decibels in the cellar.",
    "en-04": "The hub switches to a built-in SIM card from Vodafone for 72 hours.",
    "en-06": "An adapter for 35 millimetres is sold in every hardware shop.",
    "en-07": "The warranty can be extended to 10 years for 49 euros.",
    "en-09": "On Sundays a courier in Munich delivers within 90 minutes.",
    "en-11": "A mirror in Singapore is used during maintenance.",
    "en-13": "Use a torque wrench of 40 newton metres for that.",
    "en-17": "A Bluetooth beacon from Samsung speeds this up.",
    "zh-01": "拆封的产品需要支付25美元的整理费。",
    "zh-03": "主机还内置一张联通的手机卡，可用72小时。",
    "zh-04": "35毫米的转接头可以在五金店买到。",
    "zh-06": "支付49欧元可以把保修延长到10年。",
    "zh-09": "周日由慕尼黑的快递员在90分钟内送达。",
    "zh-10": "维护期间使用新加坡的备份机房。",
    "zh-15": "地下室还会响起95分贝的警报。",
}
PADDING = {
    "en": (
        "Thank you so much for reaching out to us today! Great question, and we truly love hearing from our community. "
        "{} We hope that this is helpful. Please do not hesitate to ask again, and have a wonderful day!"
    ),
    "zh": (
        "非常感谢您今天联系我们！这是一个很好的问题，我们非常喜欢听到用户的声音。"
        "{}希望以上内容对您有帮助。如有其他问题请随时再来，祝您和家人生活愉快！"
    ),
}
PADDED = ("en-08", "en-10", "en-12", "en-14", "en-18", "zh-07", "zh-08", "zh-11", "zh-14")
OFF_THE_POINT = {
    "en-15": "Events are stored on servers in Frankfurt.",
    "en-16": "Up to 6 people can share one home.",
    "en-19": "The warranty starts on the day of delivery.",
    "zh-12": "阀门必须竖直安装在室内。",
    "zh-13": "事件保存在法兰克福的服务器上。",
    "zh-16": "一个住所最多可由6人共享。",
}
ANSWERED_ANYWAY = {
    "en-20": "Yes, Tidewell sells a gas leak sensor for 79 euros.",
    "zh-18": "潮井的客服电话是400-820-1199。",
}


def main() -> None:
    """Write the golden set and the three files of outputs."""
    passages = dict(read_passages())
    questions = [json.loads(line) for line in (HERE / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    (HERE / "outputs").mkdir(exist_ok=True)
    write("goldens.jsonl", [golden(row, passages) for row in questions])
    write("outputs/narrow.jsonl", [narrow(row, passages) for row in questions])
    write("outputs/wide.jsonl", [wide(row, passages) for row in questions])
    write("outputs/chatty.jsonl", [chatty(row, passages) for row in questions])


def narrow(row: Row, passages: dict[str, str]) -> Row:
    """Two small chunks and a prompt that is afraid: misses passages, cuts facts apart, refuses what it could answer."""
    answer, contexts = row["reference"], [*row["passages"], *others(row, passages)][:2]
    texts = [{"doc_id": name, "text": passages[name]} for name in contexts]
    if row["id"] in MISSED:
        texts = [{"doc_id": name, "text": passages[name]} for name in others(row, passages)[:2]]
        answer = REFUSAL[language(row)]
    elif row["id"] in CUT:
        whole = passages[row["passages"][0]]
        at = whole.index(CUT[row["id"]])
        texts[0] = {"doc_id": f"{row['passages'][0]}/1", "text": whole[:at]}
        answer = first_sentence(row["reference"])
    elif row["id"] in TOO_CAUTIOUS:
        answer = REFUSAL[language(row)]
    return output(row, answer, texts, passages)


def wide(row: Row, passages: dict[str, str]) -> Row:
    """Eight passages without a reranker: the right one comes late, and the answer sometimes follows a wrong one."""
    rest = others(row, passages)
    names = [*rest[:5], *row["passages"], *rest[5:7]] if row["id"] in LATE else [*row["passages"], *rest[:7]]
    texts = [{"doc_id": name, "text": passages[name]} for name in names]
    return output(row, MISLED.get(row["id"], row["reference"]), texts, passages)


def chatty(row: Row, passages: dict[str, str]) -> Row:
    """Good passages, but a model that embellishes, pads, and answers other questions."""
    texts = [{"doc_id": name, "text": passages[name]} for name in [*row["passages"], *others(row, passages)[:1]]]
    answer = OFF_THE_POINT.get(row["id"]) or ANSWERED_ANYWAY.get(row["id"]) or row["reference"]
    if row["id"] in INVENTED:
        answer = f"{answer}{' ' if language(row) == 'en' else ''}{INVENTED[row['id']]}"
    if row["id"] in PADDED:
        answer = PADDING[language(row)].format(answer)
    return output(row, answer, texts, passages)


def output(row: Row, answer: str, contexts: list[Row], passages: dict[str, str]) -> Row:
    """One line of a file of outputs: the golden row with what the system made of it."""
    return {**golden(row, passages), "answer": answer, "contexts": contexts}


def golden(row: Row, passages: dict[str, str]) -> Row:
    """One line of the golden set."""
    right = [{"doc_id": name, "text": passages[name]} for name in row["passages"]]
    return {
        "id": row["id"],
        "question": row["question"],
        "reference": row["reference"],
        "reference_contexts": right,
        "metadata": metadata(row),
    }


def metadata(row: Row) -> Row:
    """What is known of a question beside its text."""
    topic = row["passages"][0].partition("#")[0].partition("/")[2] if row["passages"] else "none"
    return {
        "kind": row["kind"],
        "origin": "hand",
        "answerable": row.get("answerable", True),
        "language": language(row),
        "topic": topic,
    }


def others(row: Row, passages: dict[str, str]) -> list[str]:
    """The other passages of the language, most alike to the question first (shared pairs of characters)."""
    wanted = pairs(row["question"])
    names = [name for name in passages if name.startswith(language(row)) and name not in row["passages"]]
    return sorted(
        names, key=lambda name: (-len(wanted & pairs(passages[name])) / len(pairs(passages[name])) ** 0.5, name)
    )


def pairs(text: str) -> set[str]:
    """All pairs of neighbouring characters."""
    text = re.sub(r"\W+", " ", text.lower())
    return {text[i : i + 2] for i in range(len(text) - 1)}


def read_passages() -> list[tuple[str, str]]:
    """Every section of the knowledge base: its name `language/file#heading` and its text."""
    found = []
    for path in sorted((HERE / "kb").glob("*/*.md")):
        name = f"{path.parent.name}/{path.stem}"
        for section in path.read_text(encoding="utf-8").split("\n## ")[1:]:
            heading, _, text = section.partition("\n")
            found.append((f"{name}#{heading}", text.strip()))
    return found


def language(row: Row) -> str:
    """The language of a question."""
    return str(row["id"][:2])


def first_sentence(text: str) -> str:
    """A text up to its first full stop."""
    return re.split(r"(?<=[.。]) ?", text)[0]


def write(name: str, rows: list[Row]) -> None:
    """Write rows as JSON lines."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
