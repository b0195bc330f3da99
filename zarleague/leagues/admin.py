"""Admin pages for people and leagues; every write goes through a service."""

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from zarleague.leagues import links, services
from zarleague.leagues.admin_base import RecordAdmin, RecordInline, ServiceAdmin, actor
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

    def save_model(self, request: HttpRequest, obj: League, form: ModelForm, change: bool) -> None:
        values = {field: form.cleaned_data[field] for field in services.CHANGEABLE}
        if change:
            services.update_league(League.objects.get(pk=obj.pk), actor=actor(request), **values)
        else:
            assert isinstance(request.user, User)
            obj.pk = services.create_league(
                owner=request.user, **values, key=new_key(), way="admin"
            ).pk
            obj._state.adding = False


@admin.register(LeagueGame)
class LeagueGameAdmin(ServiceAdmin):
    list_display = ("league", "game", "preset", "overrides")

    def save_model(
        self, request: HttpRequest, obj: LeagueGame, form: ModelForm, change: bool
    ) -> None:
        saved = services.set_house_rules(
            obj.league,
            obj.game,
            actor=actor(request),
            preset=obj.preset,
            overrides=obj.overrides,
        )
        obj.pk = saved.pk
        obj._state.adding = False


@admin.register(Player)
class PlayerAdmin(ServiceAdmin):
    list_display = ("name", "league", "user", "guest", "merged_into")
    list_filter = ("league", "guest")
    search_fields = ("name",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        return ["merged_into"] if obj is None else ["league", "user", "guest", "merged_into"]

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm, change: bool) -> None:
        if change:
            services.rename_player(Player.objects.get(pk=obj.pk), obj.name, actor=actor(request))
            return
        added = services.add_player(
            obj.league,
            obj.name,
            actor=actor(request),
            guest=obj.guest,
            user=obj.user,
            key=new_key(),
        )
        obj.pk = added.pk
        obj._state.adding = False


@admin.register(Membership)
class MembershipAdmin(ServiceAdmin):
    list_display = ("user", "league", "role", "since")
    list_filter = ("league", "role")
    actions = ("remove",)

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[str]:
        return [] if obj is None else ["user", "league"]

    def save_model(
        self, request: HttpRequest, obj: Membership, form: ModelForm, change: bool
    ) -> None:
        saved = services.set_role(obj.league, obj.user, obj.role, actor=actor(request))
        obj.pk = saved.pk
        obj._state.adding = False

    @admin.action(description="Take the role away")
    def remove(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        for membership in queryset:
            services.remove_member(membership, actor=actor(request))


class LinkUseInline(RecordInline):
    model = LinkUse


@admin.register(AccessLink)
class AccessLinkAdmin(ServiceAdmin):
    list_display = ("label", "purpose", "league", "created_by", "created_at", "revoked_at")
    list_filter = ("league", "purpose")
    inlines = (LinkUseInline,)
    actions = ("revoke",)
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

    @admin.action(description="Revoke")
    def revoke(self, request: HttpRequest, queryset: QuerySet[AccessLink]) -> None:
        for link in queryset:
            links.revoke_link(link, actor=actor(request))


@admin.register(Receipt)
class ReceiptAdmin(RecordAdmin):
    list_display = ("key", "league", "made", "created_at")
