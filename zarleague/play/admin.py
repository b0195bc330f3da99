"""Admin pages for seasons, matches and hands; every write goes through a service."""

from django import forms
from django.contrib import admin
from django.contrib.admin import helpers
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from zarleague.leagues import services as leagues
from zarleague.leagues.admin_base import RecordAdmin, RecordInline, ServiceAdmin, actor
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

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> list[str]:
        fixed = [] if obj is None else ["league", "name", "starts", "ends"]
        if obj is not None and obj.state == Season.State.FINISHED:
            fixed.append("rules")  # to change them takes a reason: see the season's settings
        return [*self.readonly_fields, *fixed]

    def save_model(self, request: HttpRequest, obj: Season, form: ModelForm, change: bool) -> None:
        if change and "rules" in form.fields:
            services.set_season_rules(obj, obj.rules, actor=actor(request), key=new_key())
        if change:
            return
        started = leagues.start_season(
            obj.league,
            name=obj.name,
            starts=obj.starts,
            ends=obj.ends,
            rules=obj.rules,
            actor=actor(request),
            key=new_key(),
        )
        obj.pk = started.pk
        obj._state.adding = False

    @admin.action(description="Finish")
    def finish(self, request: HttpRequest, queryset: QuerySet[Season]) -> None:
        for season in queryset:
            services.finish_season(season, actor=actor(request), key=new_key())

    @admin.action(description="Reopen")
    def reopen(self, request: HttpRequest, queryset: QuerySet[Season]) -> None:
        for season in queryset:
            leagues.reopen_season(season, actor=actor(request), key=new_key())

    @admin.action(description="Make the totals anew")
    def rebuild(self, request: HttpRequest, queryset: QuerySet[Season]) -> None:
        for season in queryset:
            services.rebuild(season)


@admin.register(PlayerMerge)
class PlayerMergeAdmin(ServiceAdmin):
    """Adding a row merges; the action undoes it."""

    list_display = ("guest", "into", "author", "merged_at", "undone_at", "undone_by")
    fields = ("guest", "into")
    autocomplete_fields = ("guest", "into")
    actions = ("undo",)

    def has_change_permission(self, request: HttpRequest, obj: PlayerMerge | None = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def save_model(
        self, request: HttpRequest, obj: PlayerMerge, form: ModelForm, change: bool
    ) -> None:
        merge = services.merge_guest(obj.guest, obj.into, actor=actor(request), key=new_key())
        obj.pk = merge.pk
        obj._state.adding = False

    @admin.action(description="Undo the merge")
    def undo(self, request: HttpRequest, queryset: QuerySet[PlayerMerge]) -> None:
        for merge in queryset:
            services.undo_merge(merge, actor=actor(request), key=new_key())


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

    @admin.action(description="Close")
    def close(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        for match in queryset:
            services.close_match(match, actor=actor(request), key=new_key())

    @admin.action(description="Reopen")
    def reopen(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        for match in queryset:
            services.reopen_match(match, actor=actor(request), key=new_key())


class HandVersionInline(RecordInline):
    model = HandVersion
    fk_name = "hand"


@admin.register(Hand)
class HandAdmin(RecordAdmin):
    list_display = ("match", "number", "dealer", "confirmed")
    list_filter = ("match__season",)
    list_select_related = ("match", "confirmed__hand__match")
    inlines = (HandVersionInline,)
    action_form = ReasonForm
    actions = ("take_back", "restore")

    @admin.action(description="Take back (say why)")
    def take_back(self, request: HttpRequest, queryset: QuerySet[Hand]) -> None:
        for hand in queryset:
            services.void_hand(
                hand,
                reason=request.POST["reason"],
                key=new_key(),
                actor=actor(request),
                expected_version=_confirmed(hand).number,
            )

    @admin.action(description="Let the version before count again (say why)")
    def restore(self, request: HttpRequest, queryset: QuerySet[Hand]) -> None:
        for hand in queryset:
            confirmed = _confirmed(hand)
            services.restore_hand(
                hand,
                confirmed.number - 1,
                reason=request.POST["reason"],
                key=new_key(),
                actor=actor(request),
                expected_version=confirmed.number,
            )


def _confirmed(hand: Hand) -> HandVersion:
    if hand.confirmed is None:
        raise Invalid("hand", "This hand has no version.")
    return hand.confirmed


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

    def has_change_permission(self, request: HttpRequest, obj: Penalty | None = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def save_model(self, request: HttpRequest, obj: Penalty, form: ModelForm, change: bool) -> None:
        penalty = services.add_penalty(
            obj.season,
            obj.player,
            obj.points,
            reason=obj.reason,
            actor=actor(request),
            key=new_key(),
            match=obj.match,
            evening=obj.evening,
        )
        obj.pk = penalty.pk
        obj._state.adding = False

    @admin.action(description="Cancel (say why)")
    def cancel(self, request: HttpRequest, queryset: QuerySet[Penalty]) -> None:
        for penalty in queryset:
            services.cancel_penalty(
                penalty, reason=request.POST["reason"], actor=actor(request), key=new_key()
            )


@admin.register(Dispute)
class DisputeAdmin(RecordAdmin):
    list_display = ("hand", "opened_by_name", "opened_at", "state", "closed_by_name")
    list_filter = ("state",)
    action_form = ReasonForm
    actions = ("withdraw",)

    @admin.action(description="Withdraw (say why)")
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> None:
        for dispute in queryset:
            services.withdraw_dispute(
                dispute, reason=request.POST["reason"], actor=actor(request), key=new_key()
            )


for kept in (Ruling, Statement, SeasonTotal, EveningTotal, MatchTotal, PairTotal):
    admin.site.register(kept, RecordAdmin)
