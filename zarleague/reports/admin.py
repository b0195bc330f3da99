"""Admin pages for derived figures, to look at."""

from django.contrib import admin

from zarleague.leagues.admin_base import RecordAdmin
from zarleague.reports.models import (
    EveningRank,
    Job,
    RatingList,
    RatingRow,
    RebuildCheck,
    SeasonReport,
)


@admin.register(EveningRank)
class EveningRankAdmin(RecordAdmin):
    list_display = ("season", "evening", "player", "rank")
    list_filter = ("season",)


@admin.register(RatingList)
class RatingListAdmin(RecordAdmin):
    list_display = ("league", "game", "rater", "hands")


@admin.register(RatingRow)
class RatingRowAdmin(RecordAdmin):
    list_display = ("list", "player", "rank", "rating", "deviation", "provisional")
    list_filter = ("list",)
    list_select_related = ("list__league", "player")


@admin.register(SeasonReport)
class SeasonReportAdmin(RecordAdmin):
    list_display = ("season", "number", "made_at")
    list_filter = ("season",)
    exclude = ("body",)


@admin.register(Job)
class JobAdmin(RecordAdmin):
    list_display = ("kind", "league", "season", "state", "done", "total", "seen_at", "problem")
    list_filter = ("kind", "state")


@admin.register(RebuildCheck)
class RebuildCheckAdmin(RecordAdmin):
    """The results of the nightly checks. Differences are also in the log."""

    list_display = ("checked_at", "league", "season", "differences")
    list_filter = ("league",)
