"""Admin pages for accounts, which operators change here, and for people and leagues, to look at."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from zarleague.leagues.admin_base import RecordAdmin, RecordInline
from zarleague.leagues.models import (
    AccessLink,
    League,
    LeagueGame,
    LinkUse,
    Membership,
    Player,
    Receipt,
    User,
)


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Accounts: made, deactivated, given a password, made an operator's. None is deleted here:
    `leagues.depersonalising` does that for its owner, who keeps the hands they wrote down."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(League)
class LeagueAdmin(RecordAdmin):
    list_display = ("name", "slug", "visibility", "default_game", "time_zone")


@admin.register(LeagueGame)
class LeagueGameAdmin(RecordAdmin):
    list_display = ("league", "game", "preset", "overrides")


@admin.register(Player)
class PlayerAdmin(RecordAdmin):
    list_display = ("name", "league", "user", "guest", "merged_into")
    list_filter = ("league", "guest")
    search_fields = ("name",)


@admin.register(Membership)
class MembershipAdmin(RecordAdmin):
    list_display = ("user", "league", "role", "since")
    list_filter = ("league", "role")


class LinkUseInline(RecordInline):
    model = LinkUse


@admin.register(AccessLink)
class AccessLinkAdmin(RecordAdmin):
    list_display = ("label", "purpose", "league", "created_by", "created_at", "revoked_at")
    list_filter = ("league", "purpose")
    inlines = (LinkUseInline,)


@admin.register(Receipt)
class ReceiptAdmin(RecordAdmin):
    list_display = ("key", "league", "made", "created_at")
