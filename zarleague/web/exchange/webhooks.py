"""Webhooks of a league: add, switch on and off, test, and view deliveries."""

from functools import partial
from typing import Any

from django.contrib import messages as flashes
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from zarleague.exchange.models import Webhook
from zarleague.exchange.tasks import queue_webhook
from zarleague.exchange.webhooks import services
from zarleague.exchange.webhooks.messages import EVENTS
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import League
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    organised_league,
    showing_refusals,
    whole_number,
)
from zarleague.web.league.context import show
from zarleague.web.rendering.words import local_time

PAGE_SIZE = 30
EVENT_WORDS = {
    "hand.saved": gettext_lazy("a hand is entered"),
    "hand.corrected": gettext_lazy("a hand is corrected or voided"),
    "hand.disputed": gettext_lazy("a hand is disputed"),
    "hand.ruled": gettext_lazy("a dispute is ruled on"),
    "season.ended": gettext_lazy("a season ends"),
    "report.ready": gettext_lazy("a report is ready"),
}


def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's webhooks; POST adds one."""
    league = organised_league(request, slug)
    sent = request.POST
    problem = field = ""
    if request.method == "POST":
        try:
            made = services.add_webhook(
                league,
                label=sent.get("label", ""),
                shape=sent.get("shape", ""),
                address=sent.get("address", ""),
                extra=sent.get("extra", ""),
                events=sent.getlist("events"),
                actor=actor_of(request),
            )
        except Refused as refused:
            problem, field = refused.text, getattr(refused, "field", "")
        else:
            return redirect("webhook", league.slug, made.pk)
    return show(
        request,
        "exchange/webhooks.html",
        league,
        "settings",
        webhooks=services.webhooks_of(league),
        shapes=Webhook.Shape.choices,
        events=EVENT_WORDS.items(),
        chosen=sent.getlist("events") if request.method == "POST" else EVENTS,
        sent=sent,
        problem=problem,
        field=field,
    )


def webhook(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponse:
    """Show a webhook and its deliveries, page by page; POST changes it."""
    league = organised_league(request, slug)
    found = found_or_404(services.webhook_of(league, webhook_id))
    if request.method == "POST":
        return _act(request, league, found)
    before = whole_number(request.GET.get("before", ""))
    shown = services.deliveries_of(found, PAGE_SIZE + 1, before)
    more = len(shown) > PAGE_SIZE
    context: dict[str, Any] = {
        "webhook": found,
        "events": EVENT_WORDS.items(),
        "deliveries": shown[:PAGE_SIZE],
        "first_page": "?" if before else "",
        "next_page": f"?before={shown[PAGE_SIZE - 1].pk}" if more else "",
        "moment": partial(local_time, league),
    }
    return show(request, "exchange/webhook.html", league, "settings", **context)


def _act(request: HttpRequest, league: League, found: Webhook) -> HttpResponse:
    actor = actor_of(request)
    match request.POST.get("action"):
        case "remove":
            services.remove_webhook(found, actor=actor)
            flashes.success(request, _("Webhook removed."))
            return redirect("webhooks", league.slug)
        case "test":
            services.send_test(found, actor=actor)
            queue_webhook(found)
            flashes.success(request, _("A test is on its way. Reload this page in a moment."))
        case _:
            services.change_webhook(
                found,
                active="active" in request.POST,
                events=request.POST.getlist("events"),
                actor=actor,
            )
            flashes.success(request, _("Saved."))
    return redirect("webhook", league.slug, found.pk)


@require_POST
def again(request: HttpRequest, slug: str, webhook_id: int, delivery_id: int) -> HttpResponse:
    league = organised_league(request, slug)
    found = found_or_404(services.webhook_of(league, webhook_id))
    delivery = found_or_404(services.delivery_of(found, delivery_id))
    with showing_refusals(request):
        services.send_again(delivery, actor=actor_of(request))
        queue_webhook(found)
        flashes.success(request, _("It’s being sent again."))
    return redirect("webhook", league.slug, found.pk)
