"""Admin pages for derived figures, to look at."""

from django.contrib import admin

from zarleague.leagues.admin_base import RecordAdmin
from zarleague.reports.models import EveningRank


@admin.register(EveningRank)
class EveningRankAdmin(RecordAdmin):
    list_display = ("season", "evening", "player", "rank")
    list_filter = ("season",)
