"""Base classes of the admin pages: they show rows and write none, since pages and the API write
them by services, with permissions, versions and the audit log."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class _ReadOnly:
    """Refuses to add, change and delete rows."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class RecordAdmin(_ReadOnly, admin.ModelAdmin):
    """Rows of a table, to look at."""


class RecordInline(_ReadOnly, admin.TabularInline):
    """Related rows, to look at."""

    extra = 0
    show_change_link = True
