"""Derived figures other than totals. Tasks compute them; ``manage.py rebuild`` gives the same
rows."""

from zarleague.reports.models.answers import Answer, AnswerPart
from zarleague.reports.models.experiments import Experiment, ExperimentPart
from zarleague.reports.models.jobs import Job, RebuildCheck
from zarleague.reports.models.ranks import EveningRank, SeasonProgress
from zarleague.reports.models.ratings import (
    Backtest,
    LeagueRater,
    RatingHistory,
    RatingList,
    RatingRow,
)
from zarleague.reports.models.report import ReportPrint, ReportState, SeasonReport

__all__ = [
    "Answer",
    "AnswerPart",
    "Backtest",
    "EveningRank",
    "Experiment",
    "ExperimentPart",
    "Job",
    "LeagueRater",
    "RatingHistory",
    "RatingList",
    "RatingRow",
    "RebuildCheck",
    "ReportPrint",
    "ReportState",
    "SeasonProgress",
    "SeasonReport",
]
