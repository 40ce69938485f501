"""Messages of `raggauge convert`."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Write a file in another format or in the shape of another tool. The ending of OUT says how: .jsonl, .json,\n"
        ".csv, .tsv, .txt (Q: and A:), .parquet, .arrow, and .gz behind the text ones; - is standard output.\n"
        "What the format cannot hold is counted and said.\n\n"
        "  raggauge convert export.csv samples.jsonl\n"
        "  raggauge convert samples.jsonl cases.json --to deepeval\n"
        "  raggauge convert old.csv.gz new.parquet --encoding gbk --on-bad-row skip\n"
        "  raggauge convert traces.json - --map answer=output.text | jq .answer\n"
        "  raggauge convert goldens.jsonl folder --to beir",
        "把文件写成其他格式或其他工具的结构。OUT 的扩展名决定写法：.jsonl、.json、\n"
        ".csv、.tsv、.txt（问： 答：）、.parquet、.arrow，文本格式可再加 .gz；- 表示标准输出。\n"
        "格式无法容纳的内容会计数并说明。\n\n"
        "  raggauge convert export.csv samples.jsonl\n"
        "  raggauge convert samples.jsonl cases.json --to deepeval\n"
        "  raggauge convert old.csv.gz new.parquet --encoding gbk --on-bad-row skip\n"
        "  raggauge convert traces.json - --map answer=output.text | jq .answer\n"
        "  raggauge convert goldens.jsonl folder --to beir",
    ),
    "opt_to": (
        "Shape to write: raggauge (default), ragas, ragas-old, deepeval, trulens, langsmith, langfuse, phoenix, "
        "llamaindex, haystack, promptfoo, squad, chat, beir.",
        "要写的结构：raggauge（默认）、ragas、ragas-old、deepeval、trulens、langsmith、langfuse、phoenix、"
        "llamaindex、haystack、promptfoo、squad、chat、beir。",
    ),
    "opt_force": ("Overwrite OUT.", "覆盖 OUT。"),
    "done": ("{n} samples written to {file}", "已写入 {n} 个样本：{file}"),
    "skipped": ("{n} faulty rows left out", "跳过了 {n} 个坏行"),
    "lost": (
        "{format} in this form cannot hold everything; not kept as it was (samples): {fields}",
        "{format} 的这种形式无法容纳全部内容；未原样保留的字段（样本数）：{fields}",
    ),
}
