"""Golden datasets: building, checking, keeping up to date, reading."""

MESSAGES: dict[str, tuple[str, str]] = {
    "build_help": (
        "Build a golden dataset from documents, without a model: questions by the form of sentences, lists and headings, "
        "some without an answer on purpose. The same seed gives the same set.\n\n"
        "  raggauge goldens build docs/ -n 200 -o goldens.jsonl\n"
        "  raggauge goldens build docs/ -n 50 --mix fact=60,condition=30,unanswerable=10 -o small.jsonl",
        "不借助模型，从文档构建黄金问题集：依据句式、列表和标题出题，并有意加入无答案的问题。相同种子得到相同的问题集。\n\n"
        "  raggauge goldens build docs/ -n 200 -o goldens.jsonl\n"
        "  raggauge goldens build docs/ -n 50 --mix fact=60,condition=30,unanswerable=10 -o small.jsonl",
    ),
    "check_help": (
        "Find what is wrong with a golden dataset: answers that the passages do not support, leaks, duplicates, passages that "
        "changed or vanished. Ends with 1 when a fault is found.\n\n"
        "  raggauge goldens check goldens.jsonl --docs docs/ --plot coverage.svg",
        "查找黄金问题集的问题：段落不支持的答案、泄漏、重复、已变更或消失的段落。发现缺陷时以 1 退出。\n\n"
        "  raggauge goldens check goldens.jsonl --docs docs/ --plot coverage.svg",
    ),
    "opt_n": ("How many items.", "条目数量。"),
    "opt_output": ("Where to write the set (.jsonl, .json, .csv).", "问题集写入的文件（.jsonl、.json、.csv）。"),
    "opt_seed": ("The seed of all choices.", "所有随机选择的种子。"),
    "opt_mix": ("Shares of the kinds of questions.", "各类问题的份额。"),
    "opt_styles": (
        "Shares of plain, short (key words), colloquial and typo; with --model other_language too.",
        "plain、short（关键词）、colloquial、typo 各风格的份额；使用 --model 时还有 other_language。",
    ),
    "opt_persona": (
        "Who asks, with --model: newcomer, expert, in_trouble, decision_maker, second_language or your own words; may be "
        "given several times (default: these five).",
        "提问者（需 --model）：newcomer、expert、in_trouble、decision_maker、second_language 或自行描述；可多次给出（默认这五种）。",
    ),
    "persona_needs_model": (
        "--persona is a line for the model that writes the questions; name one with --model",
        "--persona 是给出题模型的说明；请用 --model 指定模型",
    ),
    "opt_model": (
        "Write the questions with this model (provider:model or an address#model).",
        "用此模型出题（provider:model 或 地址#模型）。",
    ),
    "opt_check_model": ("Find what this model answers without the documents.", "找出此模型不看文档即可答对的条目。"),
    "opt_max_calls": ("Stop after so many calls; what is paid for is kept.", "最多调用次数；已付费的结果会保留。"),
    "opt_max_cost": ("Stop before more is spent.", "花费上限。"),
    "opt_plan": ("Say what the model would take, and build nothing.", "只说明所需调用与费用，不构建。"),
    "plan_needs_model": (
        "without --model a build takes no call; name one to plan it",
        "不指定 --model 时无需任何调用；请指定模型后再规划",
    ),
    "forecast": (
        "at most {calls} calls, {prompt} prompt tokens, {completion} reply tokens: {money}",
        "最多 {calls} 次调用，提示 {prompt} 个 token，回复 {completion} 个 token：{money}",
    ),
    "opt_force": ("Replace a file that exists.", "覆盖已有文件。"),
    "opt_docs": ("The documents that the set was made of.", "问题集所依据的文档。"),
    "opt_drop": ("The drop that the set should show.", "希望问题集能看出的下降幅度。"),
    "opt_plot": ("Write the coverage of the documents as SVG.", "把文档覆盖情况写成 SVG。"),
    "opt_format": ("The form of the output.", "输出形式。"),
    "no_documents": (
        "{path} holds no document with text; known are files ending in {known}",
        "{path} 中没有含文本的文档；可识别的扩展名为 {known}",
    ),
    "needs_docs": (
        "{file} needs the extra for documents: pip install 'raggauge[docs]'",
        "读取 {file} 需要文档扩展：pip install 'raggauge[docs]'",
    ),
    "unreadable": ("{file} cannot be read: {problem}", "无法读取 {file}：{problem}"),
    "not_utf8": (
        "{file} is not UTF-8, it looks like {guess}; save it as UTF-8: iconv -f {guess} -t utf-8 OLD > NEW",
        "{file} 不是 UTF-8，看起来是 {guess}；请另存为 UTF-8：iconv -f {guess} -t utf-8 旧文件 > 新文件",
    ),
    "no_part": (
        "{file} is no part that was read: it has no columns id and verdict; draw one with "
        "`raggauge goldens sample FILE -o part.csv`",
        "{file} 不是审阅用的抽样：缺少 id 和 verdict 列；请用 `raggauge goldens sample FILE -o part.csv` 抽取",
    ),
    "plot_is_svg": (
        "--plot writes SVG; let {file} end in .svg",
        "--plot 写出的是 SVG；请让 {file} 以 .svg 结尾",
    ),
    "nothing_left": (
        "--held-out {share} leaves no item to develop with; give a smaller share, or a set from more documents",
        "--held-out {share} 使开发集没有条目；请减小份额，或使用来自更多文档的问题集",
    ),
    "no_text": (
        "there is no text in it, as in a scan; run text recognition on it, or take it out of the folder",
        "其中没有文本（可能是扫描件）；请先做文字识别，或将其移出该文件夹",
    ),
    "no_docx": ("it is no packed Word document; save it as .docx anew", "它不是有效的 Word 文档；请重新另存为 .docx"),
    "too_large": (
        "it unpacks to {size} MB, more than the {most} MB that a document may have",
        "解压后为 {size} MB，超过文档上限 {most} MB",
    ),
    "bad_row": (
        "{file}: this row of the corpus has no text; each line is a JSON object with `text` and, if you like, `_id` and `title`",
        "{file}：语料的这一行没有文本；每行应是含 `text`（可加 `_id`、`title`）的 JSON 对象",
    ),
    "bad_n": ("a set needs at least 1 item, not {value}", "问题集至少需要 1 条，而不是 {value}"),
    "bad_share": (
        "{value} is no share; write NAME=NUMBER, with names of: {known}",
        "{value} 不是份额；请写 名称=数字，名称可为：{known}",
    ),
    "bad_account": ("{file} is no account of a build; build the set again", "{file} 不是构建记录；请重新构建问题集"),
    "exists": (
        "{file} exists; `raggauge goldens update` adds to it, --force replaces it",
        "{file} 已存在；用 `raggauge goldens update` 增补，或用 --force 覆盖",
    ),
    "empty": ("the set is empty", "问题集为空"),
    "nothing_built": (
        "no question could be made: {n} drafts, none passed; give more documents with whole sentences",
        "没有得到任何问题：{n} 个草稿均未通过；请提供更多含完整句子的文档",
    ),
    "plot_needs_docs": (
        "--plot shows the coverage of documents; name them with --docs",
        "--plot 展示文档覆盖情况；请用 --docs 指定文档",
    ),
    "built": (
        "{n} items in {file}, from {documents} of {of} documents",
        "{file} 中有 {n} 条，来自 {of} 个文档中的 {documents} 个",
    ),
    "kinds": ("kinds: {kinds}", "类型：{kinds}"),
    "dropped": ("dropped {n} of {of} drafts:", "在 {of} 个草稿中丢弃 {n} 个："),
    "why_markup": ("leftovers of markup", "残留标记"),
    "why_wrong_length": ("too short or too long", "过短或过长"),
    "why_pointing": ("the question points outside itself (this, above, it)", "问题指向其自身之外（这、上面、它）"),
    "why_points_elsewhere": ("the answer points elsewhere (see, these, above)", "答案指向别处（参见、这些、上述）"),
    "why_wrong_language": ("another language than the document", "与文档语言不同"),
    "why_too_broad": ("too broad: the documents answer it in several ways", "过于宽泛：文档中有多种答案"),
    "why_copy": ("a copy of its passage", "照抄段落"),
    "why_leak": ("the answer is nearly its whole passage", "答案几乎就是整个段落"),
    "why_answer_in_question": ("the question tells the answer", "问题里已含答案"),
    "why_near_duplicate": ("near-duplicate of another item", "与其他条目近似重复"),
    "why_unsupported": ("the passage does not support the answer", "段落不支持答案"),
    "why_unanswered": ("the passage does not answer the question", "段落没有回答该问题"),
    "why_closed_book": ("answerable without the documents", "不看文档也能回答"),
    "why_not_the_kind": ("not of the kind that was asked for", "不属于所要求的类型"),
    "why_not_quoted": ("the quote does not stand in the passage", "引文不在段落中"),
    "why_malformed": ("the model's reply could not be used", "模型回复无法使用"),
    "short_kinds": (
        "too few drafts of some kinds, others took their places: {kinds}",
        "部分类型草稿不足，由其他类型补足：{kinds}",
    ),
    "shortfall": (
        "{n} of {wanted} items: {missing} are missing, since no more drafts passed the filters; more documents or another --mix help",
        "得到 {n}/{wanted} 条，缺 {missing} 条：没有更多草稿通过筛选；可增加文档或调整 --mix",
    ),
    "n_faulty": ("{n} of {of} items have a fault", "{of} 条中有 {n} 条存在缺陷"),
    "no_faults": ("no fault in {n} items", "{n} 条均无缺陷"),
    "more_faults": ("  and {n} more (--format json lists all)", "  另有 {n} 项（--format json 列出全部）"),
    "fault": ("fault", "缺陷"),
    "note": ("note", "提示"),
    "found_no_question": ("no question", "没有问题"),
    "found_no_answer": ("no reference answer to {value}", "{value} 没有参考答案"),
    "found_unsupported": ("its passages do not support {value}", "其段落不支持 {value}"),
    "found_unanswered": ("its passages have nothing to do with {value}", "其段落与 {value} 无关"),
    "found_answered": ("marked unanswerable, yet answered: {value}", "标记为无答案，却有答案：{value}"),
    "found_contaminated": ("the model answers it without the documents: {value}", "模型不看文档即可答对：{value}"),
    "found_leak": (
        "the answer is nearly a whole passage, recall would be inflated: {value}",
        "答案几乎就是整个段落，会虚增召回：{value}",
    ),
    "found_answer_in_question": ("the question tells its answer: {value}", "问题里已含答案：{value}"),
    "found_duplicate": ("asks the same as {value}", "与该条重复：{value}"),
    "found_ambiguous": ("the same question as {value}, with another answer", "与该条问题相同而答案不同：{value}"),
    "found_wrong_language": ("in another language than its passages: {value}", "与其段落语言不同：{value}"),
    "found_changed": (
        "its passage in {value} changed and the quoted answer is gone",
        "{value} 中的段落已变更，所引答案已不在",
    ),
    "found_answer_stands": (
        "its passage in {value} changed, the quoted answer still stands",
        "{value} 中的段落已变更，所引答案仍在",
    ),
    "found_vanished": ("its document {value} is gone", "其文档 {value} 已不存在"),
    "found_foreign": ("the document called {value} is another one", "名为 {value} 的文档已是另一份内容"),
    "found_unknown": ("its passage stands in none of the documents: {value}", "其段落不在任何文档中：{value}"),
    "make_up": ("origin: {origins}; languages: {languages}", "来源：{origins}；语言：{languages}"),
    "reviewed": ("read by people: {n} of {of} ({share})", "经人审阅：{n}/{of}（{share}）"),
    "lengths": (
        "length of questions: {low} to {high} characters, median {middle}",
        "问题长度：{low} 到 {high} 个字符，中位数 {middle}",
    ),
    "skewed": ("skewed: {share} of the items are {kind}", "偏斜：{share} 的条目为 {kind}"),
    "without_docs": (
        "coverage and stale passages were not looked at: name the documents with --docs",
        "未检查覆盖情况与过期段落：请用 --docs 指定文档",
    ),
    "coverage": (
        "coverage: {n} of {of} documents have an item; {passages} of {of_passages} passages",
        "覆盖：{of} 个文档中 {n} 个有条目；{of_passages} 个段落中 {passages} 个",
    ),
    "bare": ("without an item: {paths}", "没有条目的文档：{paths}"),
    "size": (
        "size: {n} items show a drop of {visible}; a drop of {drop} needs {needed} (spread 0.3, correlation 0.5 assumed; "
        "`raggauge power` measures them)",
        "规模：{n} 条可看出 {visible} 的下降；{drop} 的下降需要 {needed} 条（假设标准差 0.3、相关 0.5；`raggauge power` 可实测）",
    ),
    "usual_below": (
        "usual for {origin} sets: {low} to {high} items; this one has {n}, fewer",
        "{origin} 类问题集通常有 {low} 到 {high} 条；本集 {n} 条，偏少",
    ),
    "usual_within": (
        "usual for {origin} sets: {low} to {high} items; this one has {n}",
        "{origin} 类问题集通常有 {low} 到 {high} 条；本集 {n} 条",
    ),
    "usual_above": (
        "usual for {origin} sets: {low} to {high} items; this one has {n}, more",
        "{origin} 类问题集通常有 {low} 到 {high} 条；本集 {n} 条，偏多",
    ),
    "no_closed_book": (
        "contamination was not looked at: whether a model knows the answers without the documents takes a model (--model)",
        "未检查污染：判断模型能否不看文档作答需要一个模型（--model）",
    ),
    "plot_title": ("Share of each document's passages with an item (items)", "各文档中有条目的段落所占份额（条目数）"),
    "update_help": (
        "Bring a set up to date with its documents: items whose passage changed or vanished go to FILE.retired.jsonl with the "
        "reason, new and changed passages get new items, places are noted anew. The account beside the set keeps the lineage.\n\n"
        "  raggauge goldens update goldens.jsonl --docs docs/ --share 15%",
        "让问题集跟上文档：段落已变更或消失的条目连同原因移到 FILE.retired.jsonl，新增和变更的段落得到新条目，位置重新记录。"
        "问题集旁的构建记录保存沿革。\n\n"
        "  raggauge goldens update goldens.jsonl --docs docs/ --share 15%",
    ),
    "diff_help": (
        "Say which items were added, removed or changed, and in which fields. Ends with 1 when the sets differ.\n\n"
        "  raggauge goldens diff old.jsonl new.jsonl",
        "说明新增、删除和变更的条目及字段。两集不同时以 1 退出。\n\n  raggauge goldens diff old.jsonl new.jsonl",
    ),
    "split_help": (
        "Cut a set into dev and held-out, which share no document, and a fast part of dev; writes NAME-fast, NAME-dev and "
        "NAME-heldout beside it.\n\n"
        "  raggauge goldens split goldens.jsonl --fast 100 --held-out 20%",
        "把问题集切成互不共享文档的开发与留出两部分，并从开发部分取快速集；在旁边写入 NAME-fast、NAME-dev、NAME-heldout。\n\n"
        "  raggauge goldens split goldens.jsonl --fast 100 --held-out 20%",
    ),
    "version_help": (
        "Record the present state of a set in NAME.versions.jsonl: hash of its content, parent, what changed, a note. "
        "Without --note, list the versions.\n\n"
        '  raggauge goldens version goldens.jsonl --note "questions on billing"',
        "把问题集的当前状态记入 NAME.versions.jsonl：内容哈希、上一版本、变化与说明。不带 --note 时列出各版本。\n\n"
        '  raggauge goldens version goldens.jsonl --note "计费相关问题"',
    ),
    "sample_help": (
        "Draw a share of every kind for people to read, as CSV or JSON Lines with columns for verdict (good or bad), note and "
        "reader; --read brings the verdicts back into the set.\n\n"
        "  raggauge goldens sample goldens.jsonl --share 15% -o part.csv\n"
        "  raggauge goldens sample goldens.jsonl --read part.csv --by ana",
        "按类型抽取一部分供人审阅，写成 CSV 或 JSON Lines，含结论（good 或 bad）、备注和审阅人列；--read 把结论写回问题集。\n\n"
        "  raggauge goldens sample goldens.jsonl --share 15% -o part.csv\n"
        "  raggauge goldens sample goldens.jsonl --read part.csv --by ana",
    ),
    "opt_share": ("Share of the set, as 15%.", "占问题集的份额，如 15%。"),
    "opt_update_output": ("Write the new set here instead of over FILE.", "把新问题集写到此处，而不是覆盖 FILE。"),
    "opt_fast": ("How many items the fast part has.", "快速部分的条目数。"),
    "opt_held_out": ("Share that is held out, as 20%.", "留出部分的份额，如 20%。"),
    "opt_note": ("What changed, in your words.", "用自己的话说明变化。"),
    "opt_part": ("Where the part goes (.csv or .jsonl).", "抽样写入的文件（.csv 或 .jsonl）。"),
    "opt_read": ("A part that came back with verdicts.", "带结论返回的文件。"),
    "opt_by": ("Who read it, where the rows do not say.", "行内未注明时的审阅人。"),
    "bad_percent": ("{value} is no share; write it as 15%", "{value} 不是份额；请写成 15% 的形式"),
    "bad_part": ("a share is more than 0 and at most 1, not {value}", "份额应大于 0 且不超过 1，而不是 {value}"),
    "bad_version": ("{file}: this line is no version of a set", "{file}：这一行不是问题集版本"),
    "one_document": (
        "all {n} items hang together by their documents, so none can be held out; add items on other documents",
        "全部 {n} 条都经由文档相连，无法留出；请增加其他文档的条目",
    ),
    "part_ending": ("{file}: a part is written as .csv or .jsonl", "{file}：抽样只能写成 .csv 或 .jsonl"),
    "bad_verdict": (
        "this row has no id or its verdict is {value}; a verdict is good, bad or empty",
        "该行缺少 id，或结论为 {value}；结论应为 good、bad 或留空",
    ),
    "unknown_item": (
        "the set has no item {value}; was the part drawn from another set?",
        "问题集中没有条目 {value}；该抽样是否来自别的问题集？",
    ),
    "nobody": (
        "nobody is named as reader; fill reviewed_by or give --by NAME",
        "没有注明审阅人；请填写 reviewed_by 或给出 --by 名字",
    ),
    "needs_account": (
        "{file} is missing, so every passage counts as new; it is written with the update",
        "缺少 {file}，因此所有段落都视为新段落；更新时会写入该文件",
    ),
    "updated": (
        "{file}: {n} items; {added} new, {retired} retired, {moved} with a new place",
        "{file}：{n} 条；新增 {added}，退役 {retired}，位置更新 {moved}",
    ),
    "retired_to": ("retired with their reasons in {file}", "退役条目及原因见 {file}"),
    "no_difference": ("no difference in {n} items", "{n} 条无差异"),
    "differs": (
        "{added} added, {removed} removed, {changed} changed, {same} the same",
        "新增 {added}，删除 {removed}，变更 {changed}，相同 {same}",
    ),
    "reordered": ("the common items stand in another order", "共有条目的顺序不同"),
    "split_into": (
        "fast {fast}, dev {dev}, held-out {held_out} items: {files}",
        "快速 {fast} 条、开发 {dev} 条、留出 {held_out} 条：{files}",
    ),
    "versioned": (
        "version {number}: {content}, {n} items, parent {parent}",
        "版本 {number}：{content}，{n} 条，上一版本 {parent}",
    ),
    "version_line": (
        "{number}  {at}  {content}  {n} items  +{added} -{removed} ~{changed}  {note}",
        "{number}  {at}  {content}  {n} 条  +{added} -{removed} ~{changed}  {note}",
    ),
    "no_versions": (
        "no version of {file} is recorded; give --note to record one",
        "{file} 尚无版本记录；用 --note 记录",
    ),
    "same_version": ("nothing changed since version {number}", "自版本 {number} 以来没有变化"),
    "not_recorded": (
        "the set differs from its latest version; --note records it",
        "问题集与最新版本不同；用 --note 记录",
    ),
    "drawn": ("{n} of {of} items to read in {file}", "{of} 条中有 {n} 条待审阅，见 {file}"),
    "enough_read": (
        "{n} of {of} items were read already, which is the share asked for",
        "{of} 条中已审阅 {n} 条，达到所需份额",
    ),
    "marked": (
        "{n} verdicts recorded: {good} good, {bad} bad; read so far {read} of {of} ({share})",
        "记录 {n} 条结论：{good} 条好，{bad} 条差；累计审阅 {read}/{of}（{share}）",
    ),
    "draw_or_read": (
        "give -o FILE to draw a part or --read FILE to bring one back",
        "用 -o FILE 抽取，或用 --read FILE 读回",
    ),
}
