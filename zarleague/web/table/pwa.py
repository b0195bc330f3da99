"""The site as a web app: manifest, service worker, offline page, guide."""

import json
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import find as find_static
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zarleague.engine import KEYS, find

_STATIC: Final = settings.BASE_DIR / "static"


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest."""
    icons = [
        {"src": static(f"icons/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    return JsonResponse(
        {
            "name": "zarleague",
            "short_name": "zarleague",
            "description": _("Enter each hand at the table and see the standings a second later."),
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#161411",
            "theme_color": "#161411",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker with the list of files it caches for offline use. It is served from
    the root, because a service worker controls only pages below its own address."""
    shell = [reverse("offline"), *map(static, _shell_files())]
    site = {
        "shell": shell,
        "static": settings.STATIC_URL,
        "renamed": isinstance(staticfiles_storage, ManifestFilesMixin),
        "logout": reverse("account_logout"),
    }
    source = (_STATIC / "js" / "sw.js").read_text()
    script = f"self.SITE = {json.dumps(site)};\n{source}"
    return HttpResponse(script, content_type="text/javascript")


@cache
def _shell_files() -> tuple[str, ...]:
    """Return the static files that the pages at the table need, as paths below the static root."""
    kinds = (
        *("css/site.css", "css/pages/*.css", "js/**/*.js"),
        *("fonts/*-[0-9]*.woff2", "icons/*.svg", "cards/*.svg"),
    )
    files = (path for kind in kinds for path in sorted(_STATIC.glob(kind)))
    return tuple(_relative(path) for path in files if path.name != "sw.js")


def _relative(path: Path) -> str:
    return path.relative_to(_STATIC).as_posix()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the fallback page for a page that is not cached, while the network is down."""
    return render(request, "match/offline.html")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide for a first-time scorekeeper, with a picture of each game that has one."""
    games = [find(key) for key in KEYS if find_static(f"guide/{key}.png")]
    return render(request, "match/guide.html", {"games": games})
