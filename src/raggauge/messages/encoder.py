"""Messages of the encoder judge."""

MESSAGES: dict[str, tuple[str, str]] = {
    "unknown_option": (
        "the encoder judge has no option {option}; it takes: {known}",
        "编码器评判器没有选项 {option}；可用：{known}",
    ),
    "not_found": (
        "there is no model {spec} here; give a folder with model.onnx, tokenizer.json and config.json, or download the "
        "model first with the hub's own client",
        "这里没有模型 {spec}；请给出包含 model.onnx、tokenizer.json 和 config.json 的文件夹，或先用模型库自带的客户端下载",
    ),
    "no_model": (
        "{folder} holds no model.onnx; export the model to ONNX first (docs/encoder-judge.md)",
        "{folder} 中没有 model.onnx；请先把模型导出为 ONNX（见 docs/encoder-judge.md）",
    ),
    "bad_config": ("config.json cannot be read: {problem}", "无法读取 config.json：{problem}"),
    "unclear_labels": (
        "none of the model's labels says support ({labels}); name them: --judge-option labels=0=contradiction,1=supported",
        "模型的标签中没有表示“支持”的（{labels}）；请指定：--judge-option labels=0=contradiction,1=supported",
    ),
    "missing_extra": (
        "the encoder judge needs {package}; install it with: pip install 'raggauge[encoder]'",
        "编码器评判器需要 {package}；安装命令：pip install 'raggauge[encoder]'",
    ),
}
