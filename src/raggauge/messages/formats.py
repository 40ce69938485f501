"""What is said about files and the values in them."""

MESSAGES: dict[str, tuple[str, str]] = {
    # the file
    "no_file": ("there is no file {file}; check the path", "文件 {file} 不存在；请检查路径"),
    "is_folder": (
        "{file} is a folder that holds no data set known to raggauge; name the file in it",
        "{file} 是文件夹，其中没有 raggauge 认识的数据集；请指明其中的文件",
    ),
    "no_permission": ("{file} may not be read; change its permissions", "没有读取 {file} 的权限；请修改其权限"),
    "cannot_open": ("{file} cannot be opened: {problem}", "无法打开 {file}：{problem}"),
    "empty_file": ("{file} is empty; export the data again", "{file} 是空文件；请重新导出数据"),
    "is_binary": (
        "{file} is a file of the kind {kind}, not rows of data; export the data as .jsonl or .csv",
        "{file} 是 {kind} 文件，不是逐行数据；请导出为 .jsonl 或 .csv",
    ),
    "cut_archive": (
        "{file} ends in the middle of its {kind} data; copy or pack it again",
        "{file} 的 {kind} 数据中途结束；请重新复制或压缩",
    ),
    "bad_archive": (
        "{file} is damaged {kind} data; copy or pack it again",
        "{file} 的 {kind} 数据已损坏；请重新复制或压缩",
    ),
    "bomb": (
        "{file} unpacks to more than {ratio} times its size, like a zip bomb; unpack it yourself if you trust it",
        "{file} 解压后超过自身大小的 {ratio} 倍，疑似压缩炸弹；若信任该文件，请自行解压",
    ),
    "packed_inside": (
        "{file} holds {inner} data inside {outer}; unpack it once and read what comes out",
        "{file} 的 {outer} 压缩包里是 {inner} 数据；请先解压一次，再读取得到的文件",
    ),
    "needs_extra": (
        "reading {what} needs an optional package: pip install 'raggauge[{extra}]'",
        "读取 {what} 需要可选组件：pip install 'raggauge[{extra}]'",
    ),
    "cannot_read": (
        "a {kind} cannot be read as data; give a path, a list of dicts, a frame or an iterator of rows",
        "无法将 {kind} 作为数据读取；请给出路径、字典列表、数据表或逐行迭代器",
    ),
    "no_stdin": (
        "nothing is piped in; say for example: cat eval.jsonl | raggauge check -",
        "没有管道输入；例如：cat eval.jsonl | raggauge check -",
    ),
    "choose_split": (
        "{file} holds several splits ({splits}); name one of them: its folder",
        "{file} 含有多个划分（{splits}）；请指明其中一个的文件夹",
    ),
    "choose_part": (
        "the data holds several splits ({splits}); pass one of them",
        "数据含有多个划分（{splits}）；请传入其中一个",
    ),
    "bad_table": (
        "{file} cannot be read as {kind}: {problem}; export it again",
        "无法将 {file} 作为 {kind} 读取：{problem}；请重新导出",
    ),
    "no_rows": ("{file} holds no row; export the data again", "{file} 中没有数据行；请重新导出"),
    "not_recognised": (
        "{file} is neither JSON nor a table with a known column nor text with Q: and A:; name it by its format "
        "(.csv, .jsonl, .json), and its columns with --map",
        "{file} 既不是 JSON，也不是含已知列的表格，也不是带 问： 和 答： 的文本；请用扩展名指明格式"
        "（.csv、.jsonl、.json），用 --map 指明列",
    ),
    "unknown_target": (
        "there is no format {name} to write; choose one of: {known}",
        "没有可写的格式 {name}；请选择：{known}",
    ),
    "unknown_ending": (
        "the name {file} does not say how to write; let it end in one of: {known} (and .gz for text)",
        "文件名 {file} 没有说明写法；请以其中之一结尾：{known}（文本可再加 .gz）",
    ),
    "text_only": (
        "running text (.txt) holds questions and answers, not the shape of {name}; write .jsonl or .json",
        "纯文本（.txt）只能写问答，不能写 {name} 的格式；请写成 .jsonl 或 .json",
    ),
    "would_overwrite": (
        "{file} exists; --force overwrites it",
        "{file} 已存在；用 --force 覆盖",
    ),
    "folder_not_empty": (
        "the folder {file} is not empty; name a new one",
        "文件夹 {file} 不是空的；请指定新的文件夹",
    ),
    "nothing_judged": (
        "a BEIR folder holds which passages are right, but no sample has reference_contexts; name their column "
        "(--map reference_contexts=COLUMN), or write .jsonl",
        "BEIR 文件夹记录哪些段落是正确的，但没有样本含 reference_contexts；请指明其列（--map reference_contexts=列），或写成 .jsonl",
    ),
    "text_needs_question": (
        "sample {sample} has no question, without which this format cannot hold it",
        "样本 {sample} 没有问题，该格式无法容纳",
    ),
    "text_like_mark": (
        "sample {sample}: the line {line} in its {field} would be read as a new field; write .jsonl instead",
        "样本 {sample}：{field} 中的行 {line} 会被当作新字段；请改写为 .jsonl",
    ),
    # encodings
    "unknown_encoding": (
        "there is no encoding {name}; use for example utf-8, gbk, big5 or utf-16",
        "没有名为 {name} 的编码；可用例如 utf-8、gbk、big5 或 utf-16",
    ),
    "not_utf8": (
        "{file} is not UTF-8; it looks like {guess}: say --encoding {guess}",
        "{file} 不是 UTF-8；看起来是 {guess}：请使用 --encoding {guess}",
    ),
    "not_utf8_here": (
        "a byte that is not UTF-8; if the file is in another encoding, say which (--encoding {guess}), "
        "else repair the line",
        "此处有不属于 UTF-8 的字节；若文件使用其他编码，请指明（--encoding {guess}），否则请修复该行",
    ),
    "wrong_encoding": (
        "the text is not in the encoding {name}; say the right one with --encoding",
        "文本不是 {name} 编码；请用 --encoding 指明正确的编码",
    ),
    "nul": (
        "a NUL byte: the file is binary, damaged or in UTF-16; export it as UTF-8 text",
        "出现 NUL 字节：文件为二进制、已损坏或为 UTF-16；请以 UTF-8 文本重新导出",
    ),
    "lone_surrogate": (
        "half of a surrogate pair near {near}, which is no character; export the text again with whole characters",
        "{near} 附近只有半个代理对，不是字符；请重新导出完整字符的文本",
    ),
    # JSON
    "bad_json": ("not JSON near {near}: {problem}", "{near} 附近不是 JSON：{problem}"),
    "json_cut": ("the text ends too early; the line was cut", "文本过早结束；该行被截断"),
    "json_extra": (
        "something follows the value; write one object per line",
        "值之后还有其他内容；每行只写一个对象",
    ),
    "json_control": (
        "a raw line break or control character stands in a text; write it as \\n",
        "文本中有未转义的换行或控制字符；请写成 \\n",
    ),
    "json_big_number": ("a number has thousands of digits; write it as text", "数字有数千位；请写成文本"),
    "json_escape": ("a backslash stands alone; write it twice", "反斜杠没有转义；请写两个"),
    "json_quotes": (
        "single quotes are Python, not JSON; write the file with json.dumps",
        "单引号是 Python 写法，不是 JSON；请用 json.dumps 写文件",
    ),
    "json_trailing_comma": ("a comma stands before the closing bracket; delete it", "右括号前多了逗号；请删除"),
    "json_comment": ("a comment stands there, which JSON has not; delete it", "此处有注释，而 JSON 没有注释；请删除"),
    "json_other": ("a value or a comma is missing or misspelt; mend it", "缺少值或逗号，或拼写有误；请修正"),
    "repeated_key": (
        "the key {key} stands twice in one object; keep one",
        "键 {key} 在同一对象中出现两次；请只保留一个",
    ),
    "too_deep": (
        "values are nested deeper than {deepest} levels; flatten them",
        "嵌套超过 {deepest} 层；请减少嵌套",
    ),
    "long_line": (
        "a row is longer than {limit} MB; is the file broken into rows?",
        "一行超过 {limit} MB；文件是否按行分隔？",
    ),
    "cut_list": (
        "the list is not closed: the file was cut after this row; export it again",
        "列表没有结束：文件在此行之后被截断；请重新导出",
    ),
    "after_list": (
        "something follows the end of the list: {value}; keep one list per file",
        "列表结束后还有内容：{value}；每个文件只保留一个列表",
    ),
    "not_rows": (
        "rows are objects with named fields, but the file holds {value}",
        "行应为带字段名的对象，而文件内容是 {value}",
    ),
    "not_a_row": (
        'a row is an object with named fields, not {value}; write for example {{"question": ..., "answer": ...}}',
        '一行应为带字段名的对象，而不是 {value}；例如 {{"question": ..., "answer": ...}}',
    ),
    # YAML
    "bad_yaml": (
        "not YAML: {problem}; mend it, or export the data as .jsonl",
        "不是 YAML：{problem}；请修正，或导出为 .jsonl",
    ),
    "yaml_bomb": (
        "a few values refer to one another so that they stand for millions; export the data as .jsonl",
        "少量相互引用的值会展开成数百万个值；请导出为 .jsonl",
    ),
    # tables
    "no_header": (
        "the first line is empty; a table begins with the names of its columns",
        "第一行为空；表格应以列名开头",
    ),
    "only_header": (
        "the table has columns ({columns}) but no row; export the data again",
        "表格只有列名（{columns}），没有数据行；请重新导出",
    ),
    "one_column": (
        "the header {header} is one column; separate cells with a comma, a semicolon, a tab or |",
        "表头 {header} 只有一列；请用逗号、分号、制表符或 | 分隔单元格",
    ),
    "header_below": (
        "this row names the columns ({columns}), the first row does not; delete the rows above it",
        "列名在此行（{columns}），而不在第一行；请删除其上方的各行",
    ),
    "header_again": (
        "the header stands here again; delete the line (were several files put into one?)",
        "此处再次出现表头；请删除该行（是否把多个文件合并成了一个？）",
    ),
    "columns_uneven": (
        "the columns are of different lengths ({lengths}); make them equal",
        "各列长度不同（{lengths}）；请使其一致",
    ),
    "several_sheets": (
        "{file} holds data in several sheets ({sheets}); keep one, or export each as .csv",
        "{file} 的多个工作表中都有数据（{sheets}）；请只保留一个，或分别导出为 .csv",
    ),
    "repeated_column": (
        "the column {column} stands twice in the header; rename one",
        "列 {column} 在表头中出现两次；请改名",
    ),
    "too_many_cells": (
        "the row has {n} cells, the header {expected}; quote cells that hold the delimiter (first extra cell: {value})",
        "该行有 {n} 个单元格，表头只有 {expected} 个；含分隔符的单元格请加引号（多出的第一个：{value}）",
    ),
    "open_quote": (
        "a quote opens in this row and never closes; close it or double it",
        "此行的引号没有闭合；请闭合，或写成两个引号",
    ),
    "bare_return": (
        "a carriage return alone near {near}; quote the cell, or save the file with ordinary line ends",
        "{near} 附近有单独的回车符；请给单元格加引号，或以普通换行保存文件",
    ),
    "bad_quote": (
        "text follows a closing quote near {near}; double the quotes inside a quoted cell",
        "{near} 附近的闭合引号之后还有文本；引号单元格内的引号请写两个",
    ),
    # fields
    "unknown_field": (
        "there is no field {name} to map to; fields are: {known}, metadata.NAME",
        "没有可映射的字段 {name}；字段有：{known}、metadata.名称",
    ),
    "no_column": (
        "there is no column {column} for {field}; the columns are: {known}",
        "没有列 {column} 可作为 {field}；现有列：{known}",
    ),
    "bare_context": (
        "sample {sample}: the column {column} could be what was retrieved or what is right; "
        "say --map contexts={column} or --map reference_contexts={column}",
        "样本 {sample}：列 {column} 可能是检索到的内容，也可能是标准内容；"
        "请使用 --map contexts={column} 或 --map reference_contexts={column}",
    ),
    "two_columns": (
        "sample {sample}: the columns {first} and {second} both mean {field}; say which one: --map {field}={column}",
        "样本 {sample}：列 {first} 和 {second} 都表示 {field}；请指明其一：--map {field}={column}",
    ),
    "bad_id": (
        "an id is a text or a number, but column {column} holds {value}; name another column with --id",
        "编号应为文本或数字，而列 {column} 的值是 {value}；请用 --id 指定其他列",
    ),
    "wrong_type": (
        "sample {sample}: {field} must be {expected}, not {value}; correct the row, or name another column with --map",
        "样本 {sample}：{field} 应为{expected}，而不是 {value}；请改正该行，或用 --map 指定其他列",
    ),
    "true_or_false": ("true or false", "true 或 false"),
    "nan": (
        "sample {sample}: {column} is {value}, which is no value; write null or leave it out",
        "样本 {sample}：{column} 为 {value}，不是有效值；请写成 null 或省略",
    ),
    "big_number": (
        "sample {sample}: {column} holds a whole number of more than 64 bits ({value}); write it as text",
        "样本 {sample}：{column} 含有超过 64 位的整数（{value}）；请写成文本",
    ),
    "bad_list": (
        "sample {sample}: {column} looks like a list but is none that can be read: {value}; write it as JSON",
        "样本 {sample}：{column} 看似列表却无法读取：{value}；请写成 JSON",
    ),
    "lengths_differ": (
        "sample {sample} has {n} passages but {other} ids or scores for them; make the lists equally long",
        "样本 {sample} 有 {n} 个段落，却有 {other} 个编号或分数；请使列表等长",
    ),
    "bad_imported": (
        "sample {sample}: imported must be scores by tool and name, not {value}",
        "样本 {sample}：imported 应为按工具与名称组织的分数，而不是 {value}",
    ),
    "bad_on_bad_row": (
        "{value} is nothing to do with a bad row; choose stop, skip or report",
        "{value} 不是处理坏行的方式；请选择 stop、skip 或 report",
    ),
}
