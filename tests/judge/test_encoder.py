"""The encoder tier, with a tiny model made here: windows, labels, shapes."""

import asyncio
import json
import struct

import pytest

from raggauge.errors import UsageError
from raggauge.facets import Claims, Support
from raggauge.judge import make
from raggauge.judge.judge import Ask
from raggauge.sample import Sample

tokenizers = pytest.importorskip("tokenizers", reason="install raggauge[encoder]")
pytest.importorskip("onnxruntime", reason="install raggauge[encoder]")

WORDS = ["[UNK]", "[SEP]", "good", "bad", "the", "sky", "is", "blue", "filler"]


def _number(field, value):
    return _varint(field << 3) + _varint(value)


def _bytes(field, value):
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def _node(kind, inputs, output, attribute=b""):
    parts = [_bytes(1, name) for name in inputs] + [_bytes(2, output), _bytes(4, kind)]
    return b"".join(parts) + (_bytes(5, attribute) if attribute else b"")


def _tensor(name, shape, kind, data):
    return b"".join([*(_number(1, size) for size in shape), _number(2, kind), _bytes(8, name), _bytes(9, data)])


def _value(name, kind, rank):
    shape = b"".join(_bytes(1, _bytes(2, f"d{i}")) for i in range(rank))
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def onnx_model(table, *, pooled):
    """Write an ONNX model that looks two logits up per token and, when pooled, adds them up over the tokens."""
    data = struct.pack(f"<{2 * len(table)}f", *[value for row in table for value in row])
    graph = [_bytes(1, _node("Gather", ["table", "input_ids"], "looked" if pooled else "logits"))]
    graph.append(_bytes(2, "tiny"))
    graph.append(_bytes(5, _tensor("table", [len(table), 2], 1, data)))
    if pooled:
        graph.append(_bytes(5, _tensor("axis", [1], 7, struct.pack("<q", 1))))
        keep = _bytes(1, "keepdims") + _number(3, 0) + _number(20, 2)
        graph.append(_bytes(1, _node("ReduceSum", ["looked", "axis"], "logits", keep)))
    graph.append(_bytes(11, _value("input_ids", 7, 2)))
    graph.append(_bytes(12, _value("logits", 1, 2 if pooled else 3)))
    return _number(1, 8) + _bytes(7, b"".join(graph)) + _bytes(8, _bytes(1, "") + _number(2, 13))


def _folder(tmp_path, table, labels, *, pooled, longest=16):
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({w: i for i, w in enumerate(WORDS)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = tokenizers.normalizers.Lowercase()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="$A [SEP]", pair="$A [SEP] $B:1 [SEP]:1", special_tokens=[("[SEP]", 1)]
    )
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "model.onnx").write_bytes(onnx_model(table, pooled=pooled))
    name = "TinyForSequenceClassification" if pooled else "TinyForTokenClassification"
    config = {"id2label": labels, "architectures": [name], "max_position_embeddings": longest}
    (tmp_path / "config.json").write_text(json.dumps(config))
    return tmp_path


def _table(**rows):
    return [rows.get(word, (0.0, 0.0)) for word in WORDS]


PAIR = _table(good=(-4.0, 4.0), bad=(4.0, -4.0))
FACETS = frozenset({Claims("answer"), Support("answer", "contexts")})


def _judge(folder, **options):
    return make(f"encoder:{folder}", options)


def _examined(judge, contexts, answer="The sky is blue."):
    sample = Sample(id="s", question="q", answer=answer, contexts=contexts)
    return asyncio.run(judge.examine([Ask(sample, FACETS)]))[0]


def test_pair_classifier(tmp_path):
    """Labels of the config decide which logit supports; each passage is scored by itself."""
    judge = _judge(_folder(tmp_path, PAIR, {"0": "contradiction", "1": "entailment"}, pooled=True), threshold=0.6)
    found = _examined(judge, ["bad bad", "good good", "filler"])
    finding = found.finding("a1", "contexts")
    assert (finding.verdict, finding.support, finding.against) == ("supported", (1,), (0,))
    assert found.filled == tuple(sorted(facet.key for facet in FACETS))
    assert found.judge == judge.fingerprint.id


def test_labels_by_hand(tmp_path):
    """An unclear label map is refused, and one that is given turns the verdict round."""
    folder = _folder(tmp_path, PAIR, {"0": "a", "1": "b"}, pooled=True)
    with pytest.raises(UsageError):
        _judge(folder)
    judge = _judge(folder, labels="0=supported,1=contradicted")
    assert _examined(judge, ["bad bad"]).verdict("a1", "contexts") == "supported"


@pytest.mark.parametrize("place", [0, 20, 39])
def test_long_passages_are_read_to_the_end(tmp_path, place):
    """A passage longer than the model is read in windows, so that support anywhere in it counts."""
    judge = _judge(_folder(tmp_path, PAIR, {"0": "no", "1": "supported"}, pooled=True))
    words = ["filler"] * 40
    words[place] = "good"
    assert _examined(judge, [" ".join(words)]).verdict("a1", "contexts") == "supported"


def test_token_classifier(tmp_path):
    """Tokens marked as unsupported count against the claims whose spans hold them."""
    table = _table(bad=(-4.0, 4.0), good=(4.0, -4.0), the=(4.0, -4.0), sky=(4.0, -4.0), blue=(4.0, -4.0))
    judge = _judge(_folder(tmp_path, table, {"0": "supported", "1": "hallucinated"}, pooled=False, longest=64))
    found = _examined(judge, ["The sky is blue"], answer="The sky is blue. The sky is bad.")
    assert [found.verdict(claim.id, "contexts") for claim in found.claims] == ["supported", "not_found"]


def test_other_facets_come_from_the_embedded_judge(tmp_path):
    """The fingerprint names the judge that answers the other questions."""
    judge = _judge(_folder(tmp_path, PAIR, {"0": "no", "1": "supported"}, pooled=True))
    assert judge.fingerprint.kind == "encoder"
    assert "embedded" in judge.fingerprint.parameters["other_facets"]


def test_missing_model_is_one_sentence(tmp_path):
    """A folder without a model and an unknown name say what to do."""
    with pytest.raises(UsageError, match=r"model\.onnx"):
        _judge(tmp_path)
    with pytest.raises(UsageError, match="no/such-model"):
        make("encoder:no/such-model")
