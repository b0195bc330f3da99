"""Admin pages for seasons, matches and hands; every write goes through a service."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin import helpers
from django.http import HttpRequest

from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.admin_base import (
    WITH_REASON,
    RecordAdmin,
    RecordInline,
    ServiceAdmin,
    for_each,
)
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import new_key
from zarleague.leagues.models import PlayerMerge, Season
from zarleague.play import services
from zarleague.play.models import (
    MAX_REASON,
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


class ReasonForm(helpers.ActionForm):
    """Asks for the reason that some actions record."""

    reason = forms.CharField(required=False, max_length=MAX_REASON)


@admin.register(Season)
class SeasonAdmin(ServiceAdmin):
    list_display = ("name", "league", "starts", "ends", "state")
    list_filter = ("league", "state")
    readonly_fields = ("state", "lots", "created_at")
    actions = ("finish", "reopen", "rebuild")
    finish = for_each("Finish", services.finish_season)
    reopen = for_each("Reopen", leagues.reopen_season)
    rebuild = for_each("Make the totals anew", lambda season, **_: services.rebuild(season))

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> list[str]:
        fixed = [] if obj is None else ["league", "name", "starts", "ends"]
        if obj is not None and obj.state == Season.State.FINISHED:
            fixed.append("rules")  # to change them takes a reason: see the season's settings
        return [*self.readonly_fields, *fixed]

    def saved(self, by: Actor, obj: Season, given: dict[str, Any], *, is_new: bool) -> Season:
        if is_new:
            values = {name: given[name] for name in ("name", "starts", "ends", "rules")}
            return leagues.start_season(obj.league, **values, actor=by, key=new_key())
        if "rules" in given:
            services.set_season_rules(obj, obj.rules, actor=by, key=new_key())
        return obj


@admin.register(PlayerMerge)
class PlayerMergeAdmin(ServiceAdmin):
    """Adding a row merges; the action undoes it."""

    list_display = ("guest", "into", "author", "merged_at", "undone_at", "undone_by")
    fields = ("guest", "into")
    autocomplete_fields = ("guest", "into")
    actions = ("undo",)
    undo = for_each("Undo the merge", services.undo_merge)

    def has_change_permission(self, request: HttpRequest, obj: PlayerMerge | None = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def saved(
        self, by: Actor, obj: PlayerMerge, given: dict[str, Any], *, is_new: bool
    ) -> PlayerMerge:
        return services.merge_guest(obj.guest, obj.into, actor=by, key=new_key())


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
    actions = ("close", "reopen")
    close = for_each("Close", services.close_match)
    reopen = for_each("Reopen", services.reopen_match)


class HandVersionInline(RecordInline):
    model = HandVersion
    fk_name = "hand"


def _confirmed(hand: Hand) -> HandVersion:
    if hand.confirmed is None:
        raise Invalid("hand", "This hand has no version.")
    return hand.confirmed


def _void(hand: Hand, **asked: Any) -> None:
    services.void_hand(hand, expected_version=_confirmed(hand).number, **asked)


def _restore(hand: Hand, **asked: Any) -> None:
    number = _confirmed(hand).number
    services.restore_hand(hand, number - 1, expected_version=number, **asked)


@admin.register(Hand)
class HandAdmin(RecordAdmin):
    list_display = ("match", "number", "dealer", "confirmed")
    list_filter = ("match__season",)
    list_select_related = ("match", "confirmed__hand__match")
    inlines = (HandVersionInline,)
    action_form = ReasonForm
    actions = ("take_back", "restore")
    take_back = for_each("Take back (say why)", _void, *WITH_REASON)
    restore = for_each("Let the version before count again (say why)", _restore, *WITH_REASON)


class HandResultInline(RecordInline):
    model = HandResult


@admin.register(HandVersion)
class HandVersionAdmin(RecordAdmin):
    list_display = ("hand", "number", "kind", "evidence", "author_name", "created_at", "reason")
    list_select_related = ("hand__match",)
    list_filter = ("kind", "evidence")
    inlines = (HandResultInline,)


@admin.register(Penalty)
class PenaltyAdmin(ServiceAdmin):
    list_display = ("player", "points", "season", "evening", "reason", "cancelled_at")
    list_filter = ("season",)
    fields = ("season", "match", "player", "evening", "points", "reason")
    action_form = ReasonForm
    actions = ("cancel",)
    cancel = for_each("Cancel (say why)", services.cancel_penalty, *WITH_REASON)

    def has_change_permission(self, request: HttpRequest, obj: Penalty | None = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def saved(self, by: Actor, obj: Penalty, given: dict[str, Any], *, is_new: bool) -> Penalty:
        values = {name: given[name] for name in ("reason", "match", "evening")}
        return services.add_penalty(
            obj.season, obj.player, obj.points, **values, actor=by, key=new_key()
        )


@admin.register(Dispute)
class DisputeAdmin(RecordAdmin):
    list_display = ("hand", "opened_by_name", "opened_at", "state", "closed_by_name")
    list_filter = ("state",)
    action_form = ReasonForm
    actions = ("withdraw",)
    withdraw = for_each("Withdraw (say why)", services.withdraw_dispute, *WITH_REASON)


for kept in (Ruling, Statement, SeasonTotal, EveningTotal, MatchTotal, PairTotal):
    admin.site.register(kept, RecordAdmin)
