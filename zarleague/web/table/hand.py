"""One hand: its result, how well it is known, its versions, its log replayed, its disputes."""

import datetime
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from zarleague.engine.games import find
from zarleague.engine.log import Log, write
from zarleague.leagues import access
from zarleague.leagues.access import Stage
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import League
from zarleague.play import selectors, services
from zarleague.play.models import Dispute, Hand, HandVersion
from zarleague.web.requests import actor_of
from zarleague.web.table.frame import find_hand, match_page, match_url
from zarleague.web.table.judging import judge
from zarleague.web.words import day


def hand(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """The page of a hand; POST takes it back, restores it, keeps a log, opens or closes a
    dispute."""
    found = find_hand(request, league, match, number)
    if request.method == "POST":
        try:
            _ACTIONS[request.POST.get("action", "")](request, found)
        except Refused as refused:
            messages.error(request, refused.text)
        except KeyError:
            messages.error(request, _("Nothing was asked for."))
        return redirect(match_url("hand", found.match, number))
    return match_page(request, "hand/hand.html", found.match, _context(request, found))


def _context(request: HttpRequest, hand: Hand) -> dict[str, Any]:
    actor, match = actor_of(request), hand.match
    stage = selectors.stage(hand, timezone.now())
    history = selectors.history(hand)
    version = hand.confirmed
    neighbours = match.hands.values_list("number", flat=True)
    return {
        "hand": hand,
        "version": version,
        "stage": stage,
        "history": list(reversed(history)),
        "results": version.results.select_related("player").order_by("order") if version else (),
        "known": _evidence(version),
        "entry_lines": entry_lines(hand),
        "disputes": [
            (dispute, judge(match, dispute.log, hand.number) if dispute.log else None)
            for dispute in hand.disputes.all()
        ],
        "judged": judge(match, version.log, hand.number) if version and version.log else None,
        "log": version.log if version and version.log else _log_head(hand),
        "settles": _settles(hand) if stage is Stage.PROVISIONAL else None,
        "moment": partial(_moment, match.season.league),
        "may_correct": access.can_correct(actor, match, stage),
        "may_dispute": access.can_dispute(actor, match),
        "previous": max((n for n in neighbours if n < hand.number), default=None),
        "following": min((n for n in neighbours if n > hand.number), default=None),
        "key": str(uuid.uuid4()),
    }


def _settles(hand: Hand) -> datetime.datetime | None:
    """When the objection clock runs out; None while an open dispute holds it."""
    if hand.confirmed is None or hand.disputes.filter(state=Dispute.State.OPEN).exists():
        return None
    hours = hand.match.season.league.objection_hours
    return hand.confirmed.created_at + datetime.timedelta(hours=hours)


def _log_head(hand: Hand) -> str:
    """What a log of the hand begins with."""
    seats = selectors.seats_for(hand.match, hand.number)
    names = [seat.player.name for seat in seats]
    dealer = next((seat.player.name for seat in seats if seat.number == hand.dealer), names[0])
    head = Log(selectors.ruleset_of(hand.match), tuple(names), names.index(dealer), ())
    return "".join(write(head).splitlines(keepends=True)[1:])


def _moment(league: League, when: datetime.datetime) -> str:
    """A moment in the league's time zone."""
    local = when.astimezone(ZoneInfo(league.time_zone))
    return f"{day(local.date())}, {local:%H:%M}"


def entry_lines(hand: Hand) -> list[tuple[str, str, int]]:
    """What was left in each hand, in words: (player, what, points), from the entry's form."""
    version = hand.confirmed
    entry = selectors.entry_of(version) if version else None
    if version is None or entry is None:
        return []
    match = hand.match
    game, ruleset = find(match.game), selectors.ruleset_of(match)
    form = next((form for form in game.forms(ruleset) if form.key == entry.form), None)
    fields = form.fields if form else ()
    lines = []
    for result in version.results.select_related("player").order_by("order"):
        sheet = entry.sheets[result.order] if result.order < len(entry.sheets) else {}
        parts = [
            f"{_(field.label)} {_told(sheet[field.key])}"
            for field in fields
            if sheet.get(field.key) not in (None, "", 0, [], ())
        ]
        lines.append((result.player.name, ", ".join(parts), result.points))
    return lines


def _told(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_told(part) for part in value)
    return str(value)


def _evidence(version: HandVersion | None) -> str:
    """The degree as the evidence badge names it, "" for a void hand."""
    if version is None or version.evidence is None:
        return ""
    return HandVersion.Evidence(version.evidence).name.lower()


def _void(request: HttpRequest, hand: Hand) -> None:
    services.void_hand(hand, **_change(request))
    messages.success(request, _("Hand %(number)s is taken back.") % {"number": hand.number})


def _restore(request: HttpRequest, hand: Hand) -> None:
    services.restore_hand(hand, int(request.POST.get("number", "0")), **_change(request))
    messages.success(request, _("Hand %(number)s counts again.") % {"number": hand.number})


def _keep_log(request: HttpRequest, hand: Hand) -> None:
    change = _change(request)
    services.attach_log(hand, request.POST.get("log", ""), **change)
    messages.success(request, _("The log is kept with the hand."))


def _change(request: HttpRequest) -> dict[str, Any]:
    version = request.POST.get("version", "")
    return {
        "reason": request.POST.get("reason", "").strip(),
        "key": request.POST.get("key", ""),
        "actor": actor_of(request),
        "expected_version": int(version) if version.isdecimal() else 0,
    }


def _dispute(request: HttpRequest, hand: Hand) -> None:
    services.open_dispute(
        hand,
        text=request.POST.get("text", "").strip(),
        log=request.POST.get("log", ""),
        actor=actor_of(request),
        key=request.POST.get("key", ""),
    )


def _settle(request: HttpRequest, hand: Hand) -> None:
    dispute = get_object_or_404(Dispute, pk=request.POST.get("dispute"), hand=hand)
    services.close_dispute(
        dispute,
        request.POST.get("state", ""),
        ruling=request.POST.get("ruling", "").strip(),
        actor=actor_of(request),
    )


_ACTIONS: dict[str, Callable[[HttpRequest, Hand], Any]] = {
    "void": _void,
    "restore": _restore,
    "log": _keep_log,
    "dispute": _dispute,
    "settle": _settle,
}
