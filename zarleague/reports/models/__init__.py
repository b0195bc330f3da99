"""Derived figures other than totals. Tasks compute them; ``manage.py rebuild`` gives the same
rows."""

from zarleague.reports.models.answers import Answer, AnswerPart
from zarleague.reports.models.experiments import Experiment, ExperimentPart
from zarleague.reports.models.jobs import Job, RebuildCheck
from zarleague.reports.models.ranks import EveningRank, SeasonProgress
from zarleague.reports.models.ratings import (
    Backtest,
    BacktestPart,
    LeagueRater,
    RatingHistory,
    RatingList,
    RatingRow,
)
from zarleague.reports.models.report import (
    DroppedPrint,
    ReportExtract,
    ReportPart,
    ReportPrint,
    ReportState,
    SeasonReport,
)

__all__ = [
    "Answer",
    "AnswerPart",
    "Backtest",
    "BacktestPart",
    "DroppedPrint",
    "EveningRank",
    "Experiment",
    "ExperimentPart",
    "Job",
    "LeagueRater",
    "RatingHistory",
    "RatingList",
    "RatingRow",
    "RebuildCheck",
    "ReportExtract",
    "ReportPart",
    "ReportPrint",
    "ReportState",
    "SeasonProgress",
    "SeasonReport",
]
