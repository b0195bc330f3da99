"""The site with one view more, which does nothing: what a page costs is measured against it."""

import os

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
settings.ROOT_URLCONF = __name__
django.setup()


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with nothing."""
    return HttpResponse("")


urlpatterns = [path("empty/", empty), path("", include("zarleague.urls"))]

from zarleague.asgi import application  # noqa: E402

__all__ = ["application"]
