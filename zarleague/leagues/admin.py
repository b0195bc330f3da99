"""Admin pages for people and leagues; every write goes through a service."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.forms import ModelForm
from django.http import HttpRequest

from zarleague.leagues import links, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.admin_base import RecordAdmin, RecordInline, ServiceAdmin, actor, for_each
from zarleague.leagues.idempotency import new_key
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

admin.site.register(User, UserAdmin)


@admin.register(League)
class LeagueAdmin(ServiceAdmin):
    list_display = ("name", "slug", "visibility", "default_game", "time_zone")
    readonly_fields = ("slug", "created_at")

    def saved(self, by: Actor, obj: League, given: dict[str, Any], *, is_new: bool) -> League:
        values = {field: given[field] for field in services.CHANGEABLE}
        if not is_new:
            return services.update_league(League.objects.get(pk=obj.pk), actor=by, **values)
        assert by.user is not None
        return services.create_league(owner=by.user, **values, key=new_key(), way="admin")


@admin.register(LeagueGame)
class LeagueGameAdmin(ServiceAdmin):
    list_display = ("league", "game", "preset", "overrides")

    def saved(
        self, by: Actor, obj: LeagueGame, given: dict[str, Any], *, is_new: bool
    ) -> LeagueGame:
        rules = {"preset": obj.preset, "overrides": obj.overrides}
        return services.set_house_rules(obj.league, obj.game, actor=by, **rules)


@admin.register(Player)
class PlayerAdmin(ServiceAdmin):
    list_display = ("name", "league", "user", "guest", "merged_into")
    list_filter = ("league", "guest")
    search_fields = ("name",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        return ["merged_into"] if obj is None else ["league", "user", "guest", "merged_into"]

    def saved(self, by: Actor, obj: Player, given: dict[str, Any], *, is_new: bool) -> Player:
        if not is_new:
            return services.rename_player(Player.objects.get(pk=obj.pk), obj.name, actor=by)
        return services.add_player(
            obj.league, obj.name, actor=by, guest=obj.guest, user=obj.user, key=new_key()
        )


@admin.register(Membership)
class MembershipAdmin(ServiceAdmin):
    list_display = ("user", "league", "role", "since")
    list_filter = ("league", "role")
    actions = ("remove",)
    remove = for_each("Take the role away", services.remove_member, "actor")

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[str]:
        return [] if obj is None else ["user", "league"]

    def saved(
        self, by: Actor, obj: Membership, given: dict[str, Any], *, is_new: bool
    ) -> Membership:
        return services.set_role(obj.league, obj.user, obj.role, actor=by)


class LinkUseInline(RecordInline):
    model = LinkUse


@admin.register(AccessLink)
class AccessLinkAdmin(ServiceAdmin):
    list_display = ("label", "purpose", "league", "created_by", "created_at", "revoked_at")
    list_filter = ("league", "purpose")
    inlines = (LinkUseInline,)
    actions = ("revoke",)
    revoke = for_each("Revoke", links.revoke_link, "actor")
    exclude = ("created_by",)

    def has_change_permission(self, request: HttpRequest, obj: AccessLink | None = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def save_model(
        self, request: HttpRequest, obj: AccessLink, form: ModelForm, change: bool
    ) -> None:
        link, token = links.create_link(
            obj.league,
            obj.purpose,
            actor=actor(request),
            label=obj.label,
            match_id=obj.match_id,
            evening=obj.evening,
            player=obj.player,
        )
        obj.pk = link.pk
        obj._state.adding = False
        self.message_user(request, f"The link's token, shown this once: {token}", messages.WARNING)


@admin.register(Receipt)
class ReceiptAdmin(RecordAdmin):
    list_display = ("key", "league", "made", "created_at")
