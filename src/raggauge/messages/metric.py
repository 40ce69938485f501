"""Messages of the metrics: what is wrong with a parameter, and what the catalogue says of each metric.

Each metric has `<name>.question` and `<name>.misleads`, and `<name>.names` where the word means other things elsewhere.
"""

MESSAGES: dict[str, tuple[str, str]] = {
    "bad_weight": ("the weight w must lie between 0 and 1, not {value}", "权重 w 应在 0 与 1 之间，而不是 {value}"),
    "bad_rubric": (
        "a rubric needs a rule in words and a scale of at least 2, not text={text}, scale={scale}",
        "评分规则需要文字说明和不小于 2 的分级，而不是 text={text}，scale={scale}",
    ),
    "bad_fields": (
        "{value} names no fields; write one or several of {fields}",
        "{value} 不是字段名；请写 {fields} 中的一个或多个",
    ),
    "needs_parameter": (
        "metric {name} needs the parameter {parameter}: write {name}({parameter}=...)",
        "指标 {name} 需要参数 {parameter}：请写 {name}({parameter}=...)",
    ),
    # the catalogue's own words
    "catalogue": ("Metrics", "指标"),
    "lead": (
        "Every score lies between 0 and 1. q is the question, a the answer, g a reference, C the contexts in rank "
        "order; A are the checkable claims of the answer, R those of a reference; sup(x, C) means that one context "
        "supports claim x, or several together; J(x) are those contexts; u_k says whether context k is useful. "
        "With several references the best counts. Greetings, opinions and questions are in no denominator. A "
        "verdict that the judge leaves out makes the score unscored, with the bounds of what it could be; it never "
        "counts as right. All metrics of a sample share one ledger of claims and verdicts: the four core metrics "
        "take three judge calls together. The examples are computed by the tests.",
        "所有得分都在 0 与 1 之间。q 为问题，a 为回答，g 为参考答案，C 为按名次排列的上下文；A 为回答中可核查的论"
        "断，R 为参考答案中的；sup(x, C) 表示某一上下文或几个合起来支持论断 x；J(x) 为这些上下文；u_k 表示第 k 个"
        "上下文是否有用。有多个参考答案时取最好的。寒暄、意见和提问不进入任何分母。评判器遗漏的判定会使得分变为未"
        "评分，并给出可能的上下界；绝不当作正确。同一样本的所有指标共用一份论断与判定的账本：四个核心指标合起来只"
        "需三次评判调用。例子都由测试计算。",
    ),
    "help": (
        "List the metrics, or explain one.\n\n"
        "The list shows what each metric needs, which way is better, its default goal and how many calls of a model "
        "judge it takes alone; metrics that installed packages offer come last. NAME is a metric or a group, also one "
        "of your own: a Python file, or a class in it.\n\n"
        "  raggauge metrics\n  raggauge metrics faithfulness\n  raggauge metrics triad\n"
        "  raggauge metrics my_metrics.py:NumbersKept",
        "列出指标，或解释一个指标。\n\n"
        "列表显示每个指标所需的字段、方向、默认目标，以及单独运行时需要的模型评判调用次数。"
        "已安装的包所提供的指标列在最后。NAME 是指标或组的名称，也可以是你自己的 Python 文件或其中的类。\n\n"
        "  raggauge metrics\n  raggauge metrics faithfulness\n  raggauge metrics triad\n"
        "  raggauge metrics my_metrics.py:NumbersKept",
    ),
    "format": ("how to print: table or json", "输出形式：table 或 json"),
    "group_line": ("{group} = {members}", "{group} = {members}"),
    "more": (
        "raggauge metrics NAME explains one: formula, worked example, when it misleads, cost, source",
        "raggauge metrics 名称 可查看某一指标：公式、算例、何时会误导、花费、出处",
    ),
    "own": (
        "a metric of your own is FILE.py:Class; raggauge metrics FILE.py lists what a file holds",
        "自己的指标写作 文件.py:类；raggauge metrics 文件.py 列出文件中的指标",
    ),
    "no_docstring": ("(its class has no docstring)", "（其类没有文档字符串）"),
    "plugin_broken": ("cannot be used: {problem}", "无法使用：{problem}"),
    "plugin_hidden": (
        "{origin} offers a metric called {name}, a name that is taken, so that it cannot be asked for",
        "{origin} 提供名为 {name} 的指标，但该名称已被占用，因此无法使用",
    ),
    "none_in_file": (
        "{file} defines no metric: a class with fields, facets and score",
        "{file} 中没有指标：应为带 fields、facets 和 score 的类",
    ),
    "groups": ("Groups that can be named like a metric:", "可以像指标一样使用的组："),
    "all": (
        "every metric but rubric and criterion, whose rule you write yourself",
        "除 rubric 与 criterion（规则由你自己写）之外的全部指标",
    ),
    "up": ("higher is better", "越高越好"),
    "down": ("lower is better", "越低越好"),
    "zero_to_one": ("0 to 1, {direction}", "0 到 1，{direction}"),
    "goal": ("; default goal {goal}", "；默认目标 {goal}"),
    "separator": ("; ", "；"),
    "title.origin": ("From", "来自"),
    "title.formula": ("Formula", "公式"),
    "title.range": ("Range", "取值"),
    "title.needs": ("Needs", "所需字段"),
    "title.parameters": ("Parameters", "参数"),
    "title.no_value": ("No value for", "没有得分的情形"),
    "title.cost": ("Cost", "花费"),
    "title.misleads": ("When it misleads", "何时会误导"),
    "title.names": ("Other names", "其他名称"),
    "title.source": ("Source", "出处"),
    "title.example": ("Worked example", "算例"),
    "title.better": ("Better", "方向"),
    "title.goal": ("Goal", "目标"),
    "title.calls": ("Calls", "调用"),
    "title.name": ("Metric", "指标"),
    "title.question": ("Question", "问题"),
    "cost_calls": (
        "{n} judge calls a sample when it runs alone ({calls}); each is shared with all other metrics that need it; ",
        "单独运行时每个样本 {n} 次评判调用（{calls}），每次由所有需要它的指标共用；",
    ),
    "cost_one": (
        "1 judge call a sample when it runs alone ({calls}), shared with all other metrics that need it; ",
        "单独运行时每个样本 1 次评判调用（{calls}），由所有需要它的指标共用；",
    ),
    "cost_free": ("none with the embedded judge", "内置评判器无需调用"),
    "cost_model": ("it takes an LLM judge, the embedded one cannot rate", "需要大模型评判器，内置评判器无法评分"),
    "comma": (", ", "、"),
    "cost_embeds": ("no judge call; embeddings alone", "无需评判调用；只用嵌入"),
    "cost_none": ("no judge at all", "不需要评判器"),
    "call.claims": ("claims", "论断"),
    "call.verdicts": ("verdicts", "判定"),
    "call.questions": ("questions", "反推问题"),
    "call.ratings": ("ratings", "评分"),
    "none.abstained": ("an answer that abstains", "拒答"),
    "none.empty": ("an empty answer", "空回答"),
    "none.no_claim": ("an answer without checkable claims", "回答中没有可核查的论断"),
    "none.no_context": ("a sample for which nothing was retrieved", "没有检索到任何内容"),
    "none.no_citation": ("an answer without citations", "回答中没有引用"),
    "none.unanswerable": ("an unanswerable question", "不可回答的问题"),
    "none.no_reference_claim": ("references without checkable claims", "参考答案中没有可核查的论断"),
    "none.no_entity": ("references that name no entity", "参考答案中没有实体"),
    "none.right_refusal": (
        "the refusal of an unanswerable question (of an answerable one: 0)",
        "对不可回答问题的拒答（对可回答问题的拒答得 0）",
    ),
    "none.nothing_found": ("references of which the contexts support nothing", "上下文不支持参考答案中的任何论断"),
    "none.no_sentence": ("contexts without a sentence", "上下文中没有句子"),
    "none.no_nugget": ("a sample without nuggets", "没有要点的样本"),
    "none.no_relevant": ("a sample without a relevant reference context", "没有相关参考段落的样本"),
    "none.unknown": ("a question of which nothing says whether it can be answered", "无从得知是否可回答的问题"),
    "field.question": ("question", "问题"),
    "field.answer": ("answer", "回答"),
    "field.contexts": ("context", "上下文"),
    "field.references": ("reference", "参考答案"),
    "field.reference_contexts": ("reference context", "参考段落"),
    "field.metadata": ("metadata", "元数据"),
    "premise.contexts": ("C", "C"),
    "premise.reference": ("g", "g"),
    "premise.answer": ("a", "a"),
    "premise.cited": ("cited", "所引"),
    "verdict.supported": ("supported", "支持"),
    "verdict.contradicted": ("contradicted", "矛盾"),
    "verdict.unsure": ("unsure", "存疑"),
    "verdict.not_found": ("not found", "未找到"),
    "verdict.partly": ("partly", "部分"),
    "verdict.not_supported": ("not supported", "不支持"),
    "not_checkable": ("not checkable", "不可核查"),
    "refuses": ("the answer refuses", "回答为拒答"),
    "yes": ("yes", "是"),
    "no": ("no", "否"),
    "grade": ("grade", "分数"),
    "needed": ("needed sentences", "必需句子"),
    "vital": ("vital", "关键"),
    "okay": ("okay", "次要"),
    # faithfulness and its family
    "faithfulness.question": (
        "Is what the answer claims supported by what was retrieved?",
        "回答中的论断是否得到检索内容的支持？",
    ),
    "faithfulness.misleads": (
        "A faithful answer may be wrong: it repeats wrong or useless passages faithfully. Read it beside "
        "context_recall and context_precision. A right answer from the model's own knowledge counts as unfaithful; "
        "self_knowledge tells the two apart.",
        "忠实的回答也可能是错的：它只是忠实地重复了错误或无用的段落，应与 context_recall、context_precision 一起看。"
        "来自模型自身知识的正确回答会被算作不忠实；self_knowledge 可区分二者。",
    ),
    "faithfulness.names": (
        "TruLens and others call it groundedness. Some tools call 1 - faithfulness the hallucination rate; here "
        "hallucination means unsupported by the references as well.",
        "TruLens 等称之为 groundedness。有的工具把 1 - faithfulness 称为幻觉率；这里的 hallucination 还要求参考答"
        "案也不支持。",
    ),
    "contradiction.question": (
        "Does what was retrieved speak against what the answer claims?",
        "检索内容是否与回答中的论断相矛盾？",
    ),
    "contradiction.misleads": (
        "Invented claims that no passage mentions are not contradicted, so 0 does not mean faithful. A claim that "
        "one passage supports and another contradicts counts as supported and is listed as conflicting.",
        "没有任何段落提到的编造内容不算矛盾，因此 0 并不等于忠实。一处支持、另一处反对的论断算作支持，并列入冲突。",
    ),
    "contradiction.names": (
        "DeepEval's hallucination is the share of passages that the answer contradicts: the same question counted "
        "by passage.",
        "DeepEval 的 hallucination 是与回答矛盾的段落所占比例：同一问题，按段落计数。",
    ),
    "hallucination.question": (
        "Does the answer claim things that neither the passages nor the right answer know?",
        "回答是否提出了检索内容和参考答案都没有的论断？",
    ),
    "hallucination.misleads": (
        "A true statement that the reference happens not to mention counts as hallucinated when no passage holds "
        "it: short references make it look worse.",
        "参考答案恰好没有提到、段落也没有的真实陈述会被算作幻觉：参考答案越短，数值看起来越差。",
    ),
    "hallucination.names": (
        "RAGChecker uses it in this sense. Often the word stands for 1 - faithfulness; DeepEval's hallucination "
        "counts passages that the answer contradicts.",
        "RAGChecker 采用此义。该词常指 1 - faithfulness；DeepEval 的 hallucination 统计与回答矛盾的段落。",
    ),
    "self_knowledge.question": (
        "How much of the answer is right but comes from the model itself, not from what was retrieved?",
        "回答中有多少内容是正确的，却来自模型自身而非检索内容？",
    ),
    "self_knowledge.misleads": (
        "It is neither good nor bad by itself: the claims are right today, but nothing holds the model to the "
        "documents when these change.",
        "它本身无所谓好坏：这些论断今天是对的，但文档改变时，没有什么能让模型跟着改变。",
    ),
    "noise_sensitivity.question": (
        "Do the passages lead the answer to wrong claims, though they hold (or do not hold) the right answer?",
        "段落是否把回答引向了错误的论断，尽管它们包含（或不包含）正确答案？",
    ),
    "noise_sensitivity.misleads": (
        "A claim counts as wrong when no reference supports it, so true extras from the passages count too. "
        "Compare systems on the same references only.",
        "没有参考答案支持的论断就算错误，因此来自段落的真实补充也会被计入。只宜在相同参考答案上比较系统。",
    ),
    "noise_sensitivity.names": (
        "RAGAS uses the same two modes but does not know joint support: a claim that only several passages support "
        "together is not counted there.",
        "RAGAS 有同样的两种模式，但不考虑联合支持：需要几段合起来才能支持的论断在那里不计入。",
    ),
    "context_utilization.question": ("Does the answer use what was found?", "回答是否用上了检索到的内容？"),
    "context_utilization.misleads": (
        "It looks only at what the reference asks for: useful extras in the passages do not count, and with low "
        "context_recall few claims stand behind the number.",
        "它只看参考答案所要求的内容：段落中其他有用的信息不计入；context_recall 很低时，该数值只基于很少的论断。",
    ),
    "context_utilization.names": (
        "RAGChecker uses it in this sense. RAGAS's context utilization is context precision judged by the given "
        "answer, here context_precision(reference=answer).",
        "RAGChecker 采用此义。RAGAS 的 context utilization 是以所给回答评判的上下文精度，这里写作 "
        "context_precision(reference=answer)。",
    ),
    "factual_correctness.question": (
        "Does the answer say what the right answer says, no less and no more?",
        "回答是否说出了参考答案所说的内容，不多也不少？",
    ),
    "factual_correctness.misleads": (
        "An answer that is more detailed than the reference loses precision although nothing in it is wrong; look "
        "at precision and recall in the details before blaming it.",
        "比参考答案更详细的回答即使没有错误也会失去精度；下结论前请先看详情中的精度与召回。",
    ),
    "factual_correctness.names": (
        "RAGAS and RAGChecker (overall F1) mean the same; answer_correctness mixes it with similarity.",
        "RAGAS 与 RAGChecker（overall F1）含义相同；answer_correctness 则把它与相似度混合。",
    ),
    "abstention.question": (
        "Does the system answer what can be answered, and refuse what cannot?",
        "系统是否回答了可回答的问题，并拒绝了不可回答的问题？",
    ),
    "abstention.misleads": (
        "An answered question counts as right whatever the answer says. With few unanswerable questions in the set "
        "the value is near 1 for a system that never refuses: look at refusal recall.",
        "只要作了回答就算对，不管内容如何。数据中不可回答的问题很少时，从不拒答的系统也会接近 1：请看拒答召回率。",
    ),
    "abstention.names": (
        "Called negative rejection or refusal accuracy by others.",
        "其他工具称之为 negative rejection 或 refusal accuracy。",
    ),
    # passages
    "context_precision.question": ("Do the useful passages stand first?", "有用的段落是否排在前面？"),
    "context_precision.misleads": (
        "One useful passage at the top gives 1.0 however many useless ones follow: useful_context_ratio shows "
        "that. Passages that were not retrieved do not count: context_recall shows those.",
        "只要第一段有用，后面有多少无用段落都得 1.0：请看 useful_context_ratio。没有检索到的段落不计入：请看 "
        "context_recall。",
    ),
    "context_precision.names": (
        "RAGAS's context precision and DeepEval's contextual precision. Elsewhere \"context precision\" may be "
        "useful / retrieved (here useful_context_ratio), the sum of P@k rel(k) over all relevant documents (map), "
        "or relevant in the first k over k (precision@k).",
        "即 RAGAS 的 context precision 与 DeepEval 的 contextual precision。别处的“上下文精度”可能是 有用数/检索数"
        "（这里是 useful_context_ratio）、全部相关文档上的 P@k rel(k) 之和（map），或前 k 个中的相关数除以 k（"
        "precision@k）。",
    ),
    "useful_context_ratio.question": (
        "How many of the retrieved passages are useful for the right answer?",
        "检索到的段落中有多少对得出正确答案有用？",
    ),
    "useful_context_ratio.misleads": (
        "It depends on how many passages are retrieved: top-10 looks worse than top-3 though nothing useful was "
        "lost. The rank does not matter here: context_precision looks at it.",
        "它取决于检索条数：取 10 条会比取 3 条看起来差，尽管没有丢失有用内容。这里不看名次：context_precision 才看。",
    ),
    "useful_context_ratio.names": (
        'Several authors call this "context precision".',
        "一些作者把它称为“上下文精度”（context precision）。",
    ),
    "context_recall.question": (
        "Was everything retrieved that a right answer needs?",
        "正确回答所需的内容是否都检索到了？",
    ),
    "context_recall.misleads": (
        "It is only as good as the references: what they leave out is not missed. Retrieving everything makes it "
        "1.0; read it beside context_precision.",
        "它的好坏取决于参考答案：参考答案没写的就不算缺失。把所有内容都检索回来也得 1.0；应与 context_precision 一"
        "起看。",
    ),
    "context_recall.names": (
        "RAGAS's context recall, DeepEval's contextual recall, RAGChecker's claim recall. Context recall by "
        "document labels is recall@k.",
        "即 RAGAS 的 context recall、DeepEval 的 contextual recall、RAGChecker 的 claim recall。按文档标注计算的上"
        "下文召回是 recall@k。",
    ),
    "context_relevance.question": (
        "Do the passages speak to the question, whatever the right answer is?",
        "不论正确答案为何，段落是否切合问题？",
    ),
    "context_relevance.misleads": (
        "A passage on the right topic without the answer gets grade 1 or 2, so a middling mean may hide that "
        "nothing answers the question; look at the best grade in the details.",
        "话题正确但没有答案的段落会得 1 或 2 分，因此中等的均值可能掩盖了没有一段能回答问题；请看详情中的最高分。",
    ),
    "context_relevance.names": (
        "TruLens's context relevance. The RAGAS paper's context relevance is context_density.",
        "即 TruLens 的 context relevance。RAGAS 论文中的 context relevance 是 context_density。",
    ),
    "context_density.question": (
        "How much of what was handed to the generator is needed for the question?",
        "交给生成器的内容中有多少是回答问题所必需的？",
    ),
    "context_density.misleads": (
        "Low values are normal: a chunk of twenty sentences that holds the one needed has 0.05. Compare settings "
        "of one system rather than reading it alone.",
        "数值低属正常：二十句的块里有一句必需，就是 0.05。宜用来比较同一系统的不同设置，而不是单独解读。",
    ),
    "context_density.names": (
        "The RAGAS paper calls it context relevance; DeepEval's contextual relevancy counts statements instead of "
        "sentences.",
        "RAGAS 论文称之为 context relevance；DeepEval 的 contextual relevancy 以陈述而非句子计数。",
    ),
    "context_entity_recall.question": (
        "Do the passages name what the right answer names?",
        "段落是否提到了参考答案中的实体？",
    ),
    "context_entity_recall.misleads": (
        "Names alone decide: a passage that names all of them and says something else about each scores 1.0. Good "
        "for questions about people, places, numbers; weak for explanations.",
        "只看名称：提到全部实体却说了别的内容的段落也得 1.0。适合关于人物、地点、数字的问题，不适合解释类问题。",
    ),
    # the answer
    "answer_relevance.question": ("Does the answer speak to the question?", "回答是否切合问题？"),
    "answer_relevance.misleads": (
        "A wrong answer to the right question scores high. The level depends on the embedder: compare values of "
        "one embedder only. A direct estimate (the judge makes no questions) favours answers that repeat the "
        "question's words.",
        "对正确问题的错误回答也会得高分。数值水平取决于嵌入模型：只比较同一嵌入模型的结果。"
        "直接估计（评判器不生成问题）会偏向重复问题用词的回答。",
    ),
    "answer_relevance.names": (
        "RAGAS's answer relevancy (response relevancy). DeepEval's answer relevancy is the share of the answer's "
        "statements that are relevant, without embeddings.",
        "即 RAGAS 的 answer relevancy（response relevancy）。DeepEval 的 answer relevancy 是回答中相关陈述的比例，"
        "不用嵌入。",
    ),
    "answer_relevance_rating.question": (
        "Does the answer speak to the question, as a judge grades it: directly, completely, without padding?",
        "由评判器打分，回答是否直接、完整、没有废话地切合问题？",
    ),
    "answer_relevance_rating.misleads": (
        "Grades of models crowd at 4 and 5 and differ between models: compare values of one judge only. Whether "
        "the answer is true plays no part.",
        "模型打分常集中在 4 和 5，且各模型不同：只比较同一评判器的结果。内容是否属实不在考虑之内。",
    ),
    "answer_correctness.question": (
        "Is the answer right, in its facts and in its sense?",
        "回答在事实上和意思上是否正确？",
    ),
    "answer_correctness.misleads": (
        "One number for two things: an answer with a wrong figure keeps a high similarity. Where facts matter look at "
        "factual_correctness.",
        "一个数混合了两件事：数字写错的回答仍有很高的相似度。看重事实时请看 factual_correctness。",
    ),
    "answer_correctness.names": (
        "RAGAS's answer correctness. Answer correctness from token F1 is answer_correctness(facts=tokens,w=0.5).",
        "即 RAGAS 的 answer correctness。由词元 F1 得到的回答正确性写作 answer_correctness(facts=tokens,w=0.5)。",
    ),
    "answer_similarity.question": ("Does the answer read like the right answer?", "回答读起来是否与参考答案相似？"),
    "answer_similarity.misleads": (
        "Cosines know topics, not truth: an answer with a not in it is near its opposite. The level depends on the "
        "embedder.",
        "余弦相似度反映话题而非真伪：加了“不”的回答与其反面仍很接近。数值水平取决于嵌入模型。",
    ),
    "answer_similarity.names": (
        "RAGAS's semantic similarity (answer similarity).",
        "即 RAGAS 的 semantic similarity（answer similarity）。",
    ),
    "citation_precision.question": (
        "Do the passages that the answer cites support what they are cited for?",
        "回答所引用的段落是否支持相应的论断？",
    ),
    "citation_precision.misleads": (
        "It says nothing of claims without a citation: one right citation in a long answer gives 1.0. Read it beside "
        "citation_recall.",
        "它不涉及没有引用的论断：长回答中只有一处正确引用也得 1.0。应与 citation_recall 一起看。",
    ),
    "citation_recall.question": (
        "Is every claim of the answer covered by what it cites?",
        "回答的每个论断是否都被其引用所覆盖？",
    ),
    "citation_recall.misleads": (
        "Citing every passage at every sentence raises it; citation_precision falls then. An answer in a form "
        "without [n] marks has 0.",
        "每句都引用所有段落会抬高它，此时 citation_precision 会下降。没有 [n] 标记的回答得 0。",
    ),
    "nugget_recall.question": (
        "How many of the facts that a right answer must hold does this answer hold?",
        "正确回答应有的要点，这个回答包含了多少？",
    ),
    "nugget_recall.misleads": (
        "Wrong extras cost nothing here: it is a recall. Nuggets made from a reference are all vital and as good "
        "as that reference.",
        "多出来的错误内容在这里不扣分：它只是召回。由参考答案生成的要点都算关键要点，其质量取决于参考答案。",
    ),
    "nugget_recall.names": (
        "The TREC RAG track's weighted score; with vital_only its vital score, with strict as well its strict "
        "vital score.",
        "即 TREC RAG 的加权得分；加 vital_only 为其关键得分，再加 strict 为其严格关键得分。",
    ),
    # rules in words
    "rubric.question": ("How does the answer fare by a rule of yours, on a scale?", "按照你的规则分级评判，回答如何？"),
    "rubric.misleads": (
        "A judge grades what the rule says, not what you meant: try it on ten answers you graded yourself, and do "
        "not compare grades of different judges.",
        "评判器按规则的文字打分，而不是按你的本意：先用十个自己打过分的回答试一试；不同评判器的分数不可比较。",
    ),
    "rubric.names": (
        "DeepEval's G-Eval and RAGAS's rubric scores.",
        "即 DeepEval 的 G-Eval 与 RAGAS 的 rubrics score。",
    ),
    "criterion.question": ("Does the answer meet a criterion of yours: yes or no?", "回答是否符合你的标准：是或否？"),
    "criterion.misleads": (
        "Two conditions in one question get one answer: ask one thing at a time.",
        "一个问题里放两个条件只能得到一个答案：一次只问一件事。",
    ),
    "criterion.names": ("RAGAS's aspect critic.", "即 RAGAS 的 aspect critic。"),
    "toxicity.question": (
        "Does the answer insult, threaten, mock or demean anyone, or use obscene language?",
        "回答是否侮辱、威胁、嘲弄或贬低他人，或使用下流语言？",
    ),
    "toxicity.misleads": (
        "Quoting a toxic passage and being toxic are hard to tell apart for a judge; read the samples it names.",
        "评判器难以区分引用有毒内容与自身有毒；请阅读它指出的样本。",
    ),
    "bias.question": (
        "Does the answer treat people differently for the group they belong to?",
        "回答是否因人所属的群体而区别对待？",
    ),
    "bias.misleads": (
        "The judge has biases of its own, and a single answer rarely shows a bias: compare answers to questions "
        "that differ in the group alone.",
        "评判器自身也有偏见，单个回答也很少能显出偏见：宜比较仅在群体上不同的问题的回答。",
    ),
    "harmfulness.question": ("Could following the answer do harm?", "照着回答去做是否可能造成伤害？"),
    "harmfulness.misleads": (
        "A judge does not know your readers: what is harmless to an electrician may not be so to a child.",
        "评判器不了解你的读者：对电工无害的内容，对儿童未必无害。",
    ),
    "coherence.question": (
        "Do the sentences of the answer hang together?",
        "回答的句子是否连贯？",
    ),
    "coherence.misleads": (
        "Fluent nonsense is coherent: models are rarely incoherent, so the value seldom tells systems apart.",
        "流畅的胡话也是连贯的：模型很少不连贯，因此该值很少能区分系统。",
    ),
    "conciseness.question": (
        "Is the answer free of padding, repetition and matters nobody asked for?",
        "回答是否没有废话、重复和无关内容？",
    ),
    "conciseness.misleads": (
        "The shortest answer is the most concise, right or not; read it beside completeness.",
        "最短的回答最简洁，不论对错；应与 completeness 一起看。",
    ),
    "politeness.question": ("Is the answer polite and respectful?", "回答是否礼貌、尊重人？"),
    "politeness.misleads": (
        "What is polite differs between languages and trades; say yours in a rubric where it matters.",
        "礼貌的标准因语言和行业而异；如有要求，请写成自己的评分规则。",
    ),
    "completeness.question": (
        "Does the answer deal with every part of the question?",
        "回答是否回应了问题的每个部分？",
    ),
    "completeness.misleads": (
        "It asks whether every part is dealt with, not whether rightly: invented parts count as dealt with.",
        "它只问每个部分是否得到回应，而不问是否正确：编造的内容也算回应。",
    ),
    "summary_quality.question": (
        "How good a summary of the passages is the answer?",
        "作为段落的摘要，回答有多好？",
    ),
    "summary_quality.misleads": (
        "Four wishes in one grade: main points, nothing added, short, readable. faithfulness and completeness tell "
        "which is amiss.",
        "一个分数里有四个要求：要点、无增添、简短、可读。faithfulness 与 completeness 可指出缺了哪个。",
    ),
    "precision.question": ("How many of the first k passages are relevant?", "前 k 个段落中有多少是相关的？"),
    "precision.misleads": (
        "Its best value is the number of relevant passages over k: with two relevant passages precision@10 cannot exceed 0.2. Never compare it at unequal k.",
        "最大值为相关段落数除以 k：只有两个相关段落时 precision@10 不可能超过 0.2。k 不同时不可比较。",
    ),
    "precision.names": (
        "Relevant in the first k over k; context_precision weighs usefulness by rank.",
        "前 k 个中的相关数除以 k；context_precision 按名次加权。",
    ),
    "recall.question": ("How many of the relevant passages are among the first k?", "相关段落中有多少排在前 k 个？"),
    "recall.misleads": (
        "It is only as complete as the judgements: relevant passages that nobody marked are missed in silence. Never compare it at unequal k.",
        "它的完整性取决于标注：未标注的相关段落会被忽略。k 不同时不可比较。",
    ),
    "recall.names": (
        "Context recall by document labels is recall@k; context_recall counts the statements of the reference.",
        "按文档标注计算的上下文召回即 recall@k；context_recall 统计的是参考答案的陈述。",
    ),
    "f1.question": (
        "How well do the first k passages balance finding all and finding only what is relevant?",
        "前 k 个段落在查全与查准之间平衡得如何？",
    ),
    "f1.misleads": (
        "It inherits the ceiling of precision@k: look at recall@k first.",
        "它受 precision@k 上限的限制：应先看 recall@k。",
    ),
    "hit.question": ("Is at least one relevant passage among the first k?", "前 k 个段落中是否至少有一个相关段落？"),
    "hit.misleads": (
        "One passage is enough, however many the question needs; hit(need=all)@k asks for all.",
        "有一个即可，不论问题需要几个；hit(need=all)@k 要求全部。",
    ),
    "mrr.question": ("How early does the first relevant passage come?", "第一个相关段落出现得有多早？"),
    "mrr.misleads": (
        "It sees the first relevant passage alone: what a question needs beside it may be missing.",
        "它只看第一个相关段落：问题所需的其他段落可能缺失。",
    ),
    "map.question": ("Do the relevant passages come early, all of them?", "所有相关段落是否都排在前面？"),
    "map.misleads": (
        "It divides by all relevant passages, found or not, so that a short list scores low.",
        "分母为全部相关段落，不论是否检索到，因此列表较短时得分较低。",
    ),
    "map.names": (
        "The sum of precision@k rel(k) over all relevant documents; context_precision divides by the useful ones retrieved.",
        "对全部相关文档求 precision@k·rel(k) 之和；context_precision 的分母为检索到的有用段落。",
    ),
    "ndcg.question": ("Do the most relevant passages come first?", "最相关的段落是否排在最前？"),
    "ndcg.misleads": (
        "Linear and exponential gains give different numbers: name the one you use. With grades of 0 and 1 they are the same.",
        "线性增益与指数增益数值不同：请注明所用的一种。等级只有 0 和 1 时两者相同。",
    ),
    "r_precision.question": (
        "How many of the first R passages are relevant, R being the number of relevant ones?",
        "相关段落有 R 个时，前 R 个中有多少相关？",
    ),
    "r_precision.misleads": (
        "Every question is cut at another rank, so it says little of a system that always shows k passages.",
        "每个问题的截断位置不同，因此难以说明总是给出 k 个段落的系统。",
    ),
    "bpref.question": (
        "Do relevant passages stand above those judged not relevant?",
        "相关段落是否排在被判为不相关的段落之上？",
    ),
    "bpref.misleads": (
        "It needs passages judged not relevant (grade 0); without them every relevant passage found counts in full.",
        "需要被判为不相关（等级 0）的段落；若没有，检索到的相关段落都按满分计。",
    ),
    "judged.question": ("How many of the first k passages has anybody judged?", "前 k 个段落中有多少被标注过？"),
    "judged.misleads": (
        "It is no quality: a low value says that the other measures guess.",
        "它不是质量：数值低说明其他指标不可靠。",
    ),
    "exact_match.question": ("Is the answer the same as a right answer?", "回答与参考答案是否相同？"),
    "exact_match.misleads": (
        "A right answer in other words, or in a full sentence, scores 0.",
        "换一种说法或用完整句子的正确回答得 0 分。",
    ),
    "token_f1.question": ("How many words does the answer share with a right answer?", "回答与参考答案共有多少词？"),
    "token_f1.misleads": (
        "Order and sense do not count: 'not in 1911' shares most words with 'in 1911'.",
        "不看词序和意思：“不在1911年”与“在1911年”多数字相同。",
    ),
    "contains.question": ("Does a right answer occur in the answer, word for word?", "参考答案是否原样出现在回答中？"),
    "contains.misleads": (
        "An answer that lists every possibility contains the right one.",
        "罗列所有可能的回答也会包含正确答案。",
    ),
    "edit_similarity.question": (
        "How few characters must be edited to make the answer a right answer?",
        "把回答改成参考答案需要改动多少字符？",
    ),
    "edit_similarity.misleads": (
        "The same words in another order count as edits; long answers to short references score near 0.",
        "词序不同也算改动；参考答案短而回答长时接近 0。",
    ),
    "rouge1.question": ("How many words do answer and reference share?", "回答与参考答案共有多少词？"),
    "rouge1.misleads": (
        "Shared words are no shared meaning. The value is F1; the recall that summaries are judged by is rouge1(part=recall).",
        "共有词语不等于意思相同。数值为 F1；评价摘要常用的召回写作 rouge1(part=recall)。",
    ),
    "rouge2.question": (
        "How many pairs of neighbouring words do answer and reference share?",
        "回答与参考答案共有多少相邻词对？",
    ),
    "rouge2.misleads": (
        "Short answers have few pairs: one other word can bring it to 0.",
        "短回答的词对很少：一个词不同就可能为 0。",
    ),
    "rougeL.question": (
        "How long is the sequence of words that answer and reference have in common?",
        "回答与参考答案的最长公共词序列有多长？",
    ),
    "rougeL.misleads": (
        "A fact told in another order shortens the sequence.",
        "换一种顺序陈述同一事实会缩短公共序列。",
    ),
    "rougeL.names": ("Some tools report recall alone as ROUGE-L.", "有些工具的 ROUGE-L 只报告召回。"),
    "bleu.question": (
        "How many word sequences of the answer stand in a right answer?",
        "回答中的词序列有多少出现在参考答案中？",
    ),
    "bleu.misleads": (
        "Made for corpora of translations; for one short answer it is coarse. The value of a set is that of the corpus, not the mean.",
        "为翻译语料设计；用于单个短回答时较粗糙。集合的数值为语料级 BLEU，而非均值。",
    ),
    "chrf.question": (
        "How many character sequences do answer and reference share?",
        "回答与参考答案共有多少字符序列？",
    ),
    "chrf.misleads": (
        "Spelling near, meaning far: it forgives typing errors, and wrong digits.",
        "拼写相近不等于意思相近：它容忍错字，也容忍写错的数字。",
    ),
    "meteor.question": (
        "How many words of a right answer come, in its order, in the answer?",
        "参考答案的词有多少按其顺序出现在回答中？",
    ),
    "meteor.misleads": (
        "Stems are English. Recall weighs nine times precision, so a long answer is favoured.",
        "词干只针对英文。召回的权重是精确率的九倍，因此偏向长回答。",
    ),
}
