"""From scores to the part to change: which stage is at fault, by how much, in which samples, and what to do.

`diagnose_means` works from the means of a report; `diagnose` from a run with its evidence.
"""

from raggauge.diagnosis.causes import Cause, Fault, Instance, Stage
from raggauge.diagnosis.means import Diagnosis, diagnose_means, headline
from raggauge.diagnosis.sight import Eyes, Scale
from raggauge.diagnosis.signs import Signs, signs
from raggauge.diagnosis.watch import completed
from raggauge.diagnosis.whole import RunDiagnosis, diagnose

__all__ = [
    "Cause",
    "Diagnosis",
    "Eyes",
    "Fault",
    "Instance",
    "RunDiagnosis",
    "Scale",
    "Signs",
    "Stage",
    "completed",
    "diagnose",
    "diagnose_means",
    "headline",
    "signs",
]
