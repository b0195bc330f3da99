"""Base classes of all admin pages: writes go through services, records are read-only."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Refused


def actor(request: HttpRequest) -> Actor:
    """Return the admin's user as an actor."""
    return Actor.of(request.user, way="admin")


class ServiceAdmin(admin.ModelAdmin):
    """An admin whose writes call services and that shows their refusals as messages."""

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
