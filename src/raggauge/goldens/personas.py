"""Who asks: a line for the model that writes the questions, in the language of the documents."""

from typing import Final

# Names as they stand in `metadata.persona`; whatever else is named is handed to the model in the user's own words.
PERSONAS: Final[dict[str, dict[str, str]]] = {
    "newcomer": {
        "en": "somebody new to the subject who describes things instead of using their proper terms",
        "zh": "刚接触这一主题的人，常常描述事物而不用专门术语",
    },
    "expert": {
        "en": "somebody who knows the subject well, uses its terms and asks about one detail",
        "zh": "熟悉这一主题的人，使用术语，只问一个细节",
    },
    "in_trouble": {
        "en": "somebody for whom something has just gone wrong, who says what happened and wants it solved",
        "zh": "刚遇到问题的人，说明发生了什么，希望尽快解决",
    },
    "decision_maker": {
        "en": "somebody who decides whether to use it, and asks about limits, needs and consequences",
        "zh": "需要决定是否采用的人，关心限制、条件和后果",
    },
    "second_language": {
        "en": "somebody who writes in a language not their own, in short and plain words",
        "zh": "使用非母语书写的人，句子简短，用词平常",
    },
}


def line_of(persona: str, language: str, /) -> str:
    """How a persona is described to the model."""
    return PERSONAS.get(persona, {}).get(language, persona)
