"""The site as a web app: manifest, service worker, offline page, guide."""

import json
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from zarleague.engine import KEYS, find
from zarleague.storage import static_files


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
        "renamed": static_files.are_collected(),
        "logout": reverse("account_logout"),
    }
    script = f"self.SITE = {json.dumps(site)};\n{static_files.text_of('js/sw.js')}"
    return HttpResponse(script, content_type="text/javascript")


@cache
def _shell_files() -> tuple[str, ...]:
    """Return the static files that the pages at the table need, as paths below the static root."""
    found = static_files.named(
        *("css/site.css", "css/pages/*.css", "js/*.js"),
        *("fonts/*-[0-9]*.woff2", "icons/*.svg", "cards/*.svg"),
    )
    return tuple(name for name in found if name != "js/sw.js")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the fallback page for a page that is not cached, while the network is down."""
    return render(request, "match/offline.html")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide for a first-time scorekeeper, with a picture of each game that has one."""
    games = [find(key) for key in KEYS if static_files.exists(f"guide/{key}.png")]
    return render(request, "match/guide.html", {"games": games})
