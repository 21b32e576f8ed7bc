"""How far judges may stand in for people: halves, draws, corrected means and passports."""

from evaluators.calibration._corrected import corrected_mean
from evaluators.calibration._halves import Half, halves, stratified
from evaluators.calibration._passport import (
    FEWEST_SAMPLES,
    MOST_UNSETTLED,
    Compared,
    Figures,
    Passport,
    Status,
    passport,
)

__all__ = [
    "FEWEST_SAMPLES",
    "MOST_UNSETTLED",
    "Compared",
    "Figures",
    "Half",
    "Passport",
    "Status",
    "corrected_mean",
    "halves",
    "passport",
    "stratified",
]
