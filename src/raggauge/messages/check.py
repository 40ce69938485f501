"""Messages of `raggauge check`, and of the options that say how a file is read."""

MESSAGES: dict[str, tuple[str, str]] = {
    "help": (
        "Say what was understood of a file before anything is spent on it: columns, counts, languages, lengths,\n"
        "repeats, odd samples, and which metrics the file allows and why not the others.\n"
        "Files of other tools are recognised; - is standard input. Exit code 2 where rows cannot be read.\n\n"
        "  raggauge check outputs.jsonl\n"
        "  raggauge check export.csv --map question=my_question --map contexts=result.passages\n"
        "  raggauge check old.csv --encoding gbk --id key --metadata input,output\n"
        "  curl -s localhost:8000/export | raggauge check -\n"
        "  raggauge check outputs.jsonl --format json",
        "在花费任何资源之前，说明对文件的理解：列、数量、语言、长度、重复、可疑样本，\n"
        "以及文件支持哪些指标、为何不支持其余指标。\n"
        "可识别其他工具的文件；- 表示标准输入。有行无法读取时退出码为 2。\n\n"
        "  raggauge check outputs.jsonl\n"
        "  raggauge check export.csv --map question=my_question --map contexts=result.passages\n"
        "  raggauge check old.csv --encoding gbk --id key --metadata input,output\n"
        "  curl -s localhost:8000/export | raggauge check -\n"
        "  raggauge check outputs.jsonl --format json",
    ),
    "opt_map": (
        "Which column is a field (question=my_col; dots go into nested values). Repeatable.",
        "指明某字段来自哪一列（question=my_col；用点进入嵌套值）。可重复。",
    ),
    "opt_id": ("The column of ids.", "编号所在的列。"),
    "opt_metadata": (
        "Columns to keep as metadata even where their names could mean a field.",
        "作为元数据保留的列，即使列名像某个字段。",
    ),
    "opt_on_bad_row": (
        "A faulty row stops (default), is left out and counted (skip), or is said as well (report).",
        "遇到坏行：停止（默认）、跳过并计数（skip），或同时说明（report）。",
    ),
    "opt_encoding": ("Encoding of the file (default: its mark, else UTF-8).", "文件编码（默认按标记，否则 UTF-8）。"),
    "opt_format": ("How to print: text or json.", "输出格式：text 或 json。"),
    "bad_map": (
        "--map takes FIELD=COLUMN, not {value}; for example --map question=my_question",
        "--map 的写法是 字段=列，而不是 {value}；例如 --map question=my_question",
    ),
    "title_one": ("{kind} · {n} sample", "{kind} · {n} 个样本"),
    "title": ("{kind} · {n} samples", "{kind} · {n} 个样本"),
    "field": ("field", "字段"),
    "column": ("column", "列"),
    "samples": ("samples", "样本"),
    "looks": ("looks like", "概况"),
    "all": ("all", "全部"),
    "none": ("missing", "缺失"),
    "n_empty": ("{n} empty", "{n} 个为空"),
    "n_missing": ("{n} missing", "{n} 个缺失"),
    "passages": ("{n} passages each", "每个样本 {n} 个段落"),
    "one_passage": ("1 passage each", "每个样本 1 个段落"),
    "row_numbers": ("row numbers", "行号"),
    "length": ("{n} characters", "{n} 个字符"),
    "lengths": ("about {median} characters ({low} to {high})", "约 {median} 个字符（{low} 到 {high}）"),
    "metadata_is": ("metadata: {names}", "元数据：{names}"),
    "imported_is": (
        "scores of {tool}, kept and never compared with ours: {names}",
        "{tool} 的分数（保留，但不与我们的得分比较）：{names}",
    ),
    "bad_row_one": ("{n} row cannot be read", "{n} 行无法读取"),
    "bad_rows": ("{n} rows cannot be read", "{n} 行无法读取"),
    "more_bad_rows": ("  … and {n} more", "  …… 另有 {n} 行"),
    "nothing_odd": ("nothing odd", "没有发现异常"),
    "odd": ("worth a look (samples, what, the first of them)", "值得一看（样本数、内容、前几个样本）"),
    "metrics": ("metrics", "指标"),
    "for_some": ("in {n} of {total} samples; the others lack {fields}", "{total} 个样本中的 {n} 个；其余缺少 {fields}"),
    "needs": ("needs {fields}", "需要 {fields}"),
    "needs_model": ("needs an LLM judge (--judge provider:model)", "需要大模型评判器（--judge provider:model）"),
    "next": ("next: {command}", "下一步：{command}"),
    # remarks
    "no_field": ("no {field}", "没有 {field}"),
    "no_field_but": (
        "no {field}; is it one of these columns: {columns}? say --map {field}={first}",
        "没有 {field}；是否为以下列之一：{columns}？请使用 --map {field}={first}",
    ),
    "some_lack": ("no {field}", "缺少 {field}"),
    "answer_is_error": ("answer is an error message of the system", "回答是系统的错误信息"),
    "mojibake": ("text decoded wrongly on its way here; export it again", "文本为乱码；请重新导出"),
    "template": ("template that was never filled in", "模板未被填充"),
    "joined_passages": (
        "one passage that looks like several put together; split it, or ranks mean nothing",
        "只有一个段落，像是多个拼接而成；请拆分，否则排名没有意义",
    ),
    "printed_list": (
        "one passage that is a printed list or object, which cannot be told apart; write the passages as a JSON list",
        "只有一个段落，是打印出来的列表或对象，无法拆分；请把段落写成 JSON 列表",
    ),
    "spreadsheet_error": (
        "text is an error of the spreadsheet (#REF!, #NAME?)",
        "文本是电子表格的错误值（#REF!、#NAME?）",
    ),
    "cut_cell": (
        "text of exactly 32,767 characters, where spreadsheets cut a cell; export without one",
        "文本恰为 32,767 个字符，电子表格会在此处截断；请不经电子表格导出",
    ),
    "entities": ("HTML entities such as &quot; in the text", "文本中有 &quot; 之类的 HTML 实体"),
    "answer_is_context": ("answer is a whole passage, word for word", "回答与某个段落完全相同"),
    "answer_is_question": ("answer repeats the question", "回答重复了问题"),
    "reference_is_question": ("reference repeats the question", "参考答案重复了问题"),
    "mark_out_of_range": ("answer cites a passage that is not there", "回答引用了不存在的段落"),
    "unsorted_scores": (
        "scores of the passages do not follow their order; is it the rank order?",
        "段落分数与顺序不一致；顺序是否为排名？",
    ),
    "repeats_passage": ("same passage twice", "段落重复"),
    "empty_passage": ("empty passage", "空段落"),
    "control_characters": ("control characters", "控制字符"),
    "repeated_row": ("question and answer of an earlier sample", "问题和回答与之前的样本相同"),
    "repeated_question": ("question of an earlier sample, answered differently", "问题与之前的样本相同，回答不同"),
    "languages_differ": ("question in one language, answer in another", "问题与回答的语言不同"),
    "same_answer": ("same answer: {answer}", "回答相同：{answer}"),
    "answers_are_references": (
        "answer equals its reference; was the right column taken for the answer?",
        "回答与参考答案相同；回答列是否选对？",
    ),
    "near_duplicates": (
        "question nearly the same as another (of the first {n_seen} different ones)",
        "问题与其他问题几乎相同（在前 {n_seen} 个不同问题中）",
    ),
}
