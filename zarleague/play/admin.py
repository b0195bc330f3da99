"""Admin pages for seasons, matches and hands, to look at."""

from django.contrib import admin

from zarleague.leagues.admin_base import RecordAdmin, RecordInline
from zarleague.leagues.models import PlayerMerge, Season
from zarleague.play.models import (
    Dispute,
    EveningTotal,
    Hand,
    HandResult,
    HandVersion,
    Match,
    MatchSeat,
    MatchTotal,
    PairTotal,
    Penalty,
    Ruling,
    SeasonTotal,
    Statement,
)


@admin.register(Season)
class SeasonAdmin(RecordAdmin):
    list_display = ("name", "league", "starts", "ends", "state")
    list_filter = ("league", "state")


@admin.register(PlayerMerge)
class PlayerMergeAdmin(RecordAdmin):
    list_display = ("guest", "into", "author", "merged_at", "undone_at", "undone_by")


class MatchSeatInline(RecordInline):
    model = MatchSeat


class HandInline(RecordInline):
    model = Hand


@admin.register(Match)
class MatchAdmin(RecordAdmin):
    list_display = ("season", "played_on", "game", "rules_text", "state")
    list_filter = ("season__league", "season", "game", "state")
    date_hierarchy = "played_on"
    inlines = (MatchSeatInline, HandInline)


class HandVersionInline(RecordInline):
    model = HandVersion
    fk_name = "hand"


@admin.register(Hand)
class HandAdmin(RecordAdmin):
    list_display = ("match", "number", "dealer", "confirmed")
    list_filter = ("match__season",)
    list_select_related = ("match", "confirmed__hand__match")
    inlines = (HandVersionInline,)


class HandResultInline(RecordInline):
    model = HandResult


@admin.register(HandVersion)
class HandVersionAdmin(RecordAdmin):
    list_display = ("hand", "number", "kind", "evidence", "author_name", "created_at", "reason")
    list_select_related = ("hand__match",)
    list_filter = ("kind", "evidence")
    inlines = (HandResultInline,)


@admin.register(Penalty)
class PenaltyAdmin(RecordAdmin):
    list_display = ("player", "points", "season", "evening", "reason", "cancelled_at")
    list_filter = ("season",)


@admin.register(Dispute)
class DisputeAdmin(RecordAdmin):
    list_display = ("hand", "opened_by_name", "opened_at", "state", "closed_by_name")
    list_filter = ("state",)


for kept in (Ruling, Statement, SeasonTotal, EveningTotal, MatchTotal, PairTotal):
    admin.site.register(kept, RecordAdmin)
