"""Derived figures other than totals. ``manage.py rebuild`` gives the same rows."""

from zarleague.reports.models.jobs import DerivedPart, Job, RebuildCheck
from zarleague.reports.models.questions import Answer, Experiment
from zarleague.reports.models.ranks import EveningRank, SeasonProgress
from zarleague.reports.models.ratings import (
    Backtest,
    LeagueRater,
    RatingHistory,
    RatingList,
    RatingRow,
)
from zarleague.reports.models.report import (
    DroppedPrint,
    ReportExtract,
    ReportPrint,
    ReportState,
    SeasonReport,
)
