"""The root URL configuration: pages, API and admin. :mod:`zarleague.asgi` serves live updates."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from zarleague.web.accounts.views import admin_login

admin.site.login = admin_login  # type: ignore[method-assign]

urlpatterns = [
    *([path("admin/", admin.site.urls)] if settings.ADMIN else []),
    path("api/", include("zarleague.api.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("zarleague.operations.urls")),
    path("", include("zarleague.web.urls")),
]

handler400 = "zarleague.web.arriving.failures.bad_request"
handler403 = "zarleague.web.arriving.failures.forbidden"
handler404 = "zarleague.web.arriving.failures.not_found"
handler500 = "zarleague.web.arriving.failures.server_error"

handler429 = "zarleague.web.accounts.views.too_many"
"""The answer of allauth to too many attempts."""
