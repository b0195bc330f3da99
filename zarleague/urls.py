"""Where the faces of the league are mounted. Live updates are served by :mod:`zarleague.asgi`."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("zarleague.api.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("zarleague.web.urls")),
]
