"""The page of one hand: result, evidence, versions, replay of its log, disputes."""

import datetime
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine.declared import is_declared
from zarleague.engine.entry import FieldKind
from zarleague.engine.log import Log, write
from zarleague.leagues.formats import points_text
from zarleague.leagues.selectors import game_title
from zarleague.play import match_access, selectors, services
from zarleague.play.match_access import Stage
from zarleague.play.models import Hand, HandVersion
from zarleague.play.verdicts import hidden_hands
from zarleague.play.verdicts.rulesets import form_by_key
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import act, actor_of, id_in, key_of
from zarleague.web.rendering import pictures
from zarleague.web.rendering.words import day, local_time
from zarleague.web.table.entry.recording import recorder_of
from zarleague.web.table.judging import judge
from zarleague.web.table.shared import find_hand, match_page, match_url


@judges_logs
def hand(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """Show the page of a hand; POST voids it, restores it, attaches a log, or opens a dispute."""
    found = find_hand(request, league, match, number)
    if request.method == "POST":
        onward = act(request, _ACTIONS, found)
        return redirect(onward or match_url("hand", found.match, number))
    return match_page(request, "hand/hand.html", found.match, _context(request, found))


@require_safe
def result_picture(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """Return the places and points of a hand as PNG."""
    found = find_hand(request, league, match, number)
    version = found.confirmed
    if version is None:
        raise Http404
    return pictures.picture(
        found.match.season.league,
        f"hand-{found.pk}-{version.number}",
        lambda: _result_drawn(found, version),
    )


def _result_drawn(hand: Hand, version: HandVersion) -> str:
    match, league = hand.match, hand.match.season.league
    below = f"{game_title(league, match.game)} · {league.name} · {day(match.played_on)}"
    results = sorted(selectors.results_of_version(version), key=lambda one: one.place)
    lines = [
        pictures.PictureLine(str(one.place), one.player.name, points_text(one.points, match.unit))
        for one in results
    ]
    return pictures.svg(_("Hand %(number)s") % {"number": hand.number}, below, lines)


def _context(request: HttpRequest, hand: Hand) -> dict[str, Any]:
    actor, match = actor_of(request), hand.match
    stage = selectors.stage(hand, timezone.now())
    history = selectors.history(hand)
    version = hand.confirmed
    neighbours = selectors.hand_numbers(match)
    names = [seat.player.name for seat in selectors.seats_for(match, hand.number)]
    log = hidden_hands.log_for(actor, match, version.log, names) if version else ""
    return {
        "hand": hand,
        "version": version,
        "stage": stage,
        "history": list(reversed(history)),
        "results": selectors.results_of_version(version) if version else (),
        "known": _evidence(version),
        "entry_lines": entry_lines(hand),
        "held": selectors.held(hand, version) if version else (),
        "disputes": selectors.disputes_of(hand),
        "judged": judge(match, log, hand.number) if log else None,
        "drawn": recorder_of(match, hand.number, selectors.dealer_of(hand)),
        "log": log or ("" if is_declared(match.game) else _log_header(hand)),
        "settles": _objections_end(hand) if stage is Stage.PROVISIONAL else None,
        "moment": partial(local_time, match.season.league),
        "may_correct": match_access.can_correct(actor, match, stage),
        "may_dispute": match_access.can_dispute(actor, match),
        "previous": max((n for n in neighbours if n < hand.number), default=None),
        "following": min((n for n in neighbours if n > hand.number), default=None),
    }


def _objections_end(hand: Hand) -> datetime.datetime | None:
    """Return when the objection period ends; None while an open dispute suspends it."""
    if hand.confirmed is None or any(dispute.is_pending for dispute in selectors.disputes_of(hand)):
        return None
    hours = hand.match.season.league.objection_hours
    return hand.confirmed.created_at + datetime.timedelta(hours=hours)


def _log_header(hand: Hand) -> str:
    seats = selectors.seats_for(hand.match, hand.number)
    names = [seat.player.name for seat in seats]
    dealer = next((seat.player.name for seat in seats if seat.number == hand.dealer), names[0])
    head = Log(selectors.ruleset_of(hand.match), tuple(names), names.index(dealer), ())
    return "".join(write(head).splitlines(keepends=True)[1:])


def entry_lines(hand: Hand) -> list[tuple[str, str, int]]:
    """Return what was entered for each player in the fields of the entry's form: player, fields in
    words, points."""
    version = hand.confirmed
    entry = selectors.entry_of(version) if version else None
    if version is None or entry is None:
        return []
    match = hand.match
    form = form_by_key(selectors.ruleset_of(match), entry.form)
    fields = form.fields if form else ()
    lines = []
    for result in selectors.results_of_version(version):
        sheet = entry.sheets[result.order] if result.order < len(entry.sheets) else {}
        parts = [
            _(field.label)
            if field.kind is FieldKind.TICK
            else f"{_(field.label)} {_value_as_text(sheet[field.key])}"
            for field in fields
            if sheet.get(field.key) not in (None, "", 0, [], ())
        ]
        lines.append((result.player.name, ", ".join(parts), result.points))
    return lines


def _value_as_text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_value_as_text(part) for part in value)
    return str(value)


def _evidence(version: HandVersion | None) -> str:
    """Return the degree of evidence for the badge, "" for a void hand."""
    if version is None or version.evidence is None:
        return ""
    return HandVersion.Evidence(version.evidence).name.lower()


def _void(request: HttpRequest, hand: Hand) -> None:
    services.void_hand(hand, **_change_arguments(request))
    messages.success(request, _("Hand %(number)s voided.") % {"number": hand.number})


def _restore(request: HttpRequest, hand: Hand) -> None:
    services.restore_hand(hand, id_in(request, "number"), **_change_arguments(request))
    messages.success(request, _("Hand %(number)s restored.") % {"number": hand.number})


def _keep_log(request: HttpRequest, hand: Hand) -> None:
    change = _change_arguments(request)
    services.attach_log(hand, request.POST.get("log", ""), **change)
    messages.success(request, _("Log saved."))


def _change_arguments(request: HttpRequest) -> dict[str, Any]:
    return {
        "reason": request.POST.get("reason", "").strip(),
        "key": key_of(request),
        "actor": actor_of(request),
        "expected_version": id_in(request, "version"),
    }


def _open_dispute(request: HttpRequest, hand: Hand) -> str:
    dispute = services.open_dispute(
        hand,
        text=request.POST.get("text", "").strip(),
        log=request.POST.get("log", ""),
        event=id_in(request, "event") or None,
        actor=actor_of(request),
        key=key_of(request),
    )
    return reverse("dispute", args=(hand.match.season.league.slug, dispute.pk))


_ACTIONS: dict[str, Callable[[HttpRequest, Hand], str | None]] = {
    "void": _void,
    "restore": _restore,
    "log": _keep_log,
    "dispute": _open_dispute,
}
