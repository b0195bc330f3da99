"""What the admin pages of all apps share: writes go through services, records are read-only."""

import uuid
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Refused


def actor(request: HttpRequest) -> Actor:
    """Whoever is using the admin."""
    return Actor.of(request.user)


def key() -> str:
    """A key for one write; the admin's own forms are not sent twice on purpose."""
    return uuid.uuid4().hex


class ServiceAdmin(admin.ModelAdmin):
    """A page whose writes call services. What a service refuses is said on the page."""

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
    """A page to look at rows, and perhaps to act on them; none is added or changed by a form."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Actions need the permission to change; the form stays read-only all the same.
        return obj is None and super().has_change_permission(request)


class RecordInline(admin.TabularInline):
    """Rows that belong to the page's, to look at."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
