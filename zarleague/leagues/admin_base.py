"""Base classes of all admin pages: writes go through services, records are read-only."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Refused
from zarleague.leagues.idempotency import new_key


def actor(request: HttpRequest) -> Actor:
    """Return the admin's user as an actor."""
    return Actor.of(request.user, way="admin")


WITH_REASON: Final = ("actor", "key", "reason")
"""What `for_each` hands to services that take a reason."""


def for_each(title: str, service: Callable[..., object], *asked: str) -> Callable[..., None]:
    """Return an admin action that calls a service for each of the chosen rows. *asked* are those of
    its arguments "actor", "key" and "reason" that it takes, by default actor and key."""

    @admin.action(description=title)
    def act(_admin: admin.ModelAdmin, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        for row in chosen:
            given = {"actor": actor(request), "key": new_key()}
            given["reason"] = request.POST.get("reason", "")
            service(row, **{name: given[name] for name in asked or ("actor", "key")})

    return act


class ServiceAdmin(admin.ModelAdmin):
    """An admin whose writes call services and that shows their refusals as messages."""

    def saved(self, by: Actor, obj: Any, given: dict[str, Any], *, is_new: bool) -> Model:
        """Write by a service what a form says of a row, with the values *given*; return the row."""
        raise NotImplementedError

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: bool) -> None:
        obj.pk = self.saved(actor(request), obj, form.cleaned_data, is_new=not change).pk
        obj._state.adding = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except Refused as refused:
            self.message_user(request, refused.text, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def response_action(
        self, request: HttpRequest, queryset: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        try:
            return super().response_action(request, queryset, *args, **kwargs)
        except Refused as refused:
            self.message_user(request, refused.text, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())


class RecordAdmin(ServiceAdmin):
    """An admin for viewing rows, perhaps with actions; no form adds or changes them."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Actions need the change permission; the form stays read-only nevertheless.
        return obj is None and super().has_change_permission(request)


class RecordInline(admin.TabularInline):
    """Related rows, for viewing only."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
