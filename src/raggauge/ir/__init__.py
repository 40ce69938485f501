"""Ranking measures on integer arrays: precision@k, recall@k, f1@k, hit@k, mrr, map, ndcg, r_precision, bpref, judged@k.

Semantics are trec_eval's: a list is ordered by score, then document id, both descending, whatever its rank column says;
judgements below 1 are not relevant; k beyond the end of a list still divides by k. Where the tools differ, this package
decides: scores are 64-bit, a repeated document keeps its rank with gain 0, a query without a relevant document has no
value.
"""

from raggauge.ir.evaluate import Evaluation, Values, evaluate, score_lists
from raggauge.ir.ids import Ids
from raggauge.ir.lists import JudgedLists, judge
from raggauge.ir.measures import MEASURES, Measure, parse_measure, parse_measures
from raggauge.ir.triples import Triples

__all__ = [
    "MEASURES",
    "Evaluation",
    "Ids",
    "JudgedLists",
    "Measure",
    "Triples",
    "Values",
    "evaluate",
    "judge",
    "parse_measure",
    "parse_measures",
    "score_lists",
]
