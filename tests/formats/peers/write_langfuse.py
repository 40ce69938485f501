"""The files of Langfuse: traces with scores, items of data sets and observations, as its client's models dump them."""

from datetime import datetime
from pathlib import Path
from typing import Any

from texts import ANSWERS, CONTEXTS, QUESTIONS, REFERENCES, SCORES, TIME, dump, run

MOMENT = datetime.fromisoformat(TIME)


def write(folder: Path, /) -> None:
    """What the API gives, built with the models of the client: older clients have traces, newer ones observations."""
    from langfuse import api

    items: list[Any] = []
    rows: list[Any] = []
    for n, (q, a, c, r, score) in enumerate(zip(QUESTIONS, ANSWERS, CONTEXTS, REFERENCES, SCORES, strict=True)):
        more = {"media_references": []} if "media_references" in _fields(api.DatasetItem) else {}
        items.append(
            api.DatasetItem(
                id=f"item-{n}", status="ACTIVE", input={"question": q}, expected_output={"answer": r},
                metadata={"team": "support"}, dataset_id="d1", dataset_name="faq", created_at=MOMENT,
                updated_at=MOMENT, **more,
            )
        )  # fmt: skip
        documents = [{"page_content": text, "metadata": {"source": "faq.md"}} for text in c]
        if hasattr(api, "TraceWithFullDetails"):
            rows.append(_trace(api, n, (q, a, documents, score)))
        else:
            rows += _observations(api, n, (q, a, documents))
    dump([_dumped(item) for item in items], folder / "items.jsonl")
    name = "traces" if hasattr(api, "TraceWithFullDetails") else "observations"
    dump([_dumped(row) for row in rows], folder / f"{name}.jsonl")


def _trace(api: Any, n: int, row: tuple[Any, ...]) -> Any:
    q, a, documents, score = row
    about = {"environment": "default", "project_id": "p1", "created_at": MOMENT, "updated_at": MOMENT}
    steps = [("RETRIEVER", "search", q, documents), ("GENERATION", "llm", [{"role": "user", "content": q}], a)]
    empty = {"usage": {"input": 0, "output": 0, "total": 0}, "level": "DEFAULT", "start_time": MOMENT, "metadata": {},
             "usage_details": {}, "cost_details": {}, "prompt_name": None, "prompt_version": None}  # fmt: skip
    observations = [
        _made(api.ObservationsView, id=f"o{n}{k}", trace_id=f"t{n}", type=kind, name=name, input=given, output=made,
              **about, **empty)
        for k, (kind, name, given, made) in enumerate(steps)
    ]  # fmt: skip
    given = _made(api.ScoreV1_Numeric if hasattr(api, "ScoreV1_Numeric") else api.Score_Numeric, id=f"s{n}",
                  trace_id=f"t{n}", name="faithfulness", value=score, source="API", timestamp=MOMENT,
                  data_type="NUMERIC", **about)  # fmt: skip
    return _made(
        api.TraceWithFullDetails, id=f"t{n}", timestamp=MOMENT, name="faq", input={"question": q}, output=a,
        metadata={"team": "support"}, tags=[], public=False, html_path=f"/project/p1/traces/t{n}", latency=0.5,
        total_cost=0.0, observations=observations, scores=[given], environment="default", session_id="s", user_id="u",
        release=None, version=None,
    )  # fmt: skip


def _observations(api: Any, n: int, row: tuple[Any, ...]) -> list[Any]:
    q, a, documents = row
    steps = [("CHAIN", "faq", {"question": q}, a, True), ("RETRIEVER", "search", q, documents, False)]
    return [
        _made(api.ObservationV2, id=f"o{n}{k}", trace_id=f"t{n}", start_time=MOMENT, project_id="p1", type=kind,
              name=name, input=given, output=made, is_root_observation=root, trace_name="faq")
        for k, (kind, name, given, made, root) in enumerate(steps)
    ]  # fmt: skip


def _fields(model: Any) -> Any:
    return getattr(model, "model_fields", None) or model.__fields__


def _made(model: Any, **values: Any) -> Any:
    """A model with those values that it knows."""
    return model(**{name: value for name, value in values.items() if name in _fields(model)})


def _dumped(model: Any) -> Any:
    import json

    if hasattr(model, "model_dump_json"):
        return json.loads(model.model_dump_json(by_alias=True))
    return json.loads(model.json(by_alias=True))


if __name__ == "__main__":
    run(write)
