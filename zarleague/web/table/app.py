"""What makes the site an app on a phone: manifest, service worker, offline page, guide."""

import json
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

_STATIC: Final = settings.BASE_DIR / "static"


def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest."""
    icons = [
        {"src": static(f"icons/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    return JsonResponse(
        {
            "name": "zarleague",
            "short_name": "zarleague",
            "description": _("Enter the hand at the table, see the standings a second later."),
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#161411",
            "theme_color": "#161411",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, told which files make the app's shell. Served from the root, since a
    worker rules only over what lies below it."""
    shell = [reverse("offline"), *map(static, _shell_files())]
    told = {
        "shell": shell,
        "static": settings.STATIC_URL,
        "renamed": isinstance(staticfiles_storage, ManifestFilesMixin),
        "logout": reverse("logout"),
    }
    source = (_STATIC / "js" / "sw.js").read_text()
    script = f"self.SITE = {json.dumps(told)};\n{source}"
    return HttpResponse(script, content_type="text/javascript")


@cache
def _shell_files() -> tuple[str, ...]:
    """Everything the pages at the table are made of, as paths below the static root."""
    kinds = ("css/**/*.css", "js/**/*.js", "fonts/*.woff2", "icons/*.svg", "cards/*.svg")
    files = (path for kind in kinds for path in sorted(_STATIC.glob(kind)))
    return tuple(_relative(path) for path in files if path.name != "sw.js")


def _relative(path: Path) -> str:
    return path.relative_to(_STATIC).as_posix()


def offline(request: HttpRequest) -> HttpResponse:
    """What is shown for a page that was never seen, without the network."""
    return render(request, "match/offline.html")


def guide(request: HttpRequest) -> HttpResponse:
    """One page for whoever keeps the score for the first time."""
    return render(request, "match/guide.html")
