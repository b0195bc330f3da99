"""Pages to enter the result of a hand and to correct an earlier one."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine import Ruleset
from zarleague.engine.declared import is_declared
from zarleague.engine.entry import Entry
from zarleague.engine.games import scored
from zarleague.leagues import access
from zarleague.leagues.selectors import current_season, has_game, house_rules
from zarleague.play import match_access, selectors
from zarleague.play.models import Hand, Match
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.play.verdicts.rulesets import form_by_key, overrides_of
from zarleague.web.arriving.requests import actor_of, league_or_404, tonight
from zarleague.web.table.entry.entry_data import (
    Forms,
    SeatRow,
    entry_json,
    script_data,
    seat_rows,
    seats_to_fill,
)
from zarleague.web.table.entry.recording import Recorder, recorder_of
from zarleague.web.table.shared import (
    find_hand,
    find_match,
    league_page,
    match_page,
    match_url,
    require,
)

FRESH: Final = "fresh"
"""Query parameter for an entry page's JSON alone, by which an open page updates itself."""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """The context of the entry page's template."""

    title: str
    back: str
    dealer: str
    forms: Forms
    seats: list[SeatRow]
    data: dict[str, Any]
    drawn: Recorder | None


@require_safe
def enter(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show the entry page for the next hand; redirect to the scorepad if the match is closed."""
    found = find_match(request, league, match)
    require(request, match_access.can_score(actor_of(request), found))
    if found.state != Match.State.OPEN:
        return redirect(match_url("match", found))
    status = selectors.status(found)
    seats = selectors.seats_for(found)
    number = status.next_number
    forms = Forms.of(found)
    rows = seat_rows(found, seats, selectors.match_totals(found).points)
    dealer = next((seat for seat in seats if seat.number == status.next_dealer), None)
    data = script_data(found, forms, rows, number, new_hand_addresses(found)) | {
        "over": status.over
    }
    if FRESH in request.GET:
        return render(request, "hand/entry_fresh.html", {"data": data})
    page = EntryPage(
        _("Hand %(number)s") % {"number": number},
        match_url("match", found),
        dealer.player.name if dealer else "",
        forms,
        rows,
        data,
        recorder_of(found, number, dealer.player.name if dealer else ""),
    )
    context = {"page": page, "status": status, "fresh": FRESH}
    return match_page(request, "hand/entry.html", found, context)


@require_safe
def enter_on_phone(request: HttpRequest, league: str, game: str) -> HttpResponse:
    """Show the entry page of a match that a phone has started without the network, under the house
    rules. The phone keeps it before and writes its players into it; nothing of it is saved here."""
    found = league_or_404(request, league)
    evening = tonight(found)
    require(request, access.can_start(actor_of(request), found, evening))
    season = current_season(found, evening)
    if season is None or not has_game(found, game):
        raise Http404
    match = selectors.match_to_be(season, house_rules(found, game))
    forms = Forms.of(match, with_logs=False)
    rows = seats_to_fill(scored(game).seats(selectors.ruleset_of(match))[1])
    back = reverse("league", args=(league,))
    addresses = {"save": "", "check": "", "pad": back, "draft": ""}
    data = script_data(match, forms, rows, 1, addresses) | {
        "least": forms.least,
        "house": _house(selectors.ruleset_of(match)),
    }
    page = EntryPage(_("Hand %(number)s") % {"number": 1}, back, "", forms, rows, data, None)
    context = {"page": page, "is_own": is_declared(game)}
    return league_page(request, "hand/entry.html", found, context)


def _house(ruleset: Ruleset) -> dict[str, Any]:
    """Return the rules with which a phone asks for the match, so that the site counts as the page
    does, though the house rules have changed since the phone kept it. Of a game of the league's own
    there is only its definition."""
    if is_declared(ruleset.game):
        return {}
    return {"preset": ruleset.preset, "overrides": overrides_of(ruleset)}


@require_safe
def correct(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """Show the entry page with an earlier hand as recorded, for correction."""
    hand = find_hand(request, league, match, number)
    stage = selectors.stage(hand, timezone.now())
    require(request, match_access.can_correct(actor_of(request), hand.match, stage))
    if hand.confirmed is None:
        raise Http404
    forms = Forms.of(hand.match)
    rows = seat_rows(hand.match, selectors.seats_for(hand.match, number), _totals_before(hand))
    played = {row.player_id for row in selectors.results_of_version(hand.confirmed)} | {
        seat.player_id for seat, _points in selectors.held(hand, hand.confirmed)
    }
    data = script_data(hand.match, forms, rows, number, _correction_addresses(hand)) | {
        "corrects": hand.confirmed.number,
        "entry": entry_json(_typed_entry(hand)),
        "log": with_present_names(hand.match, hand.confirmed.log, [row.name for row in rows]),
        "satOut": [row.index for row in rows if played and row.player not in played],
    }
    if FRESH in request.GET:
        return render(request, "hand/entry_fresh.html", {"data": data})
    page = EntryPage(
        _("Correct hand %(number)s") % {"number": number},
        match_url("hand", hand.match, number),
        "",
        forms,
        rows,
        data,
        recorder_of(hand.match, number, selectors.dealer_of(hand)),
    )
    context = {"page": page, "hand": hand, "fresh": FRESH}
    return match_page(request, "hand/entry.html", hand.match, context)


def _typed_entry(hand: Hand) -> Entry | None:
    """Return the entry as typed; None for points from a ruling, which fit no form."""
    entry = selectors.entry_of(hand.confirmed) if hand.confirmed else None
    known = entry and form_by_key(selectors.ruleset_of(hand.match), entry.form)
    return entry if known else None


def _totals_before(hand: Hand) -> dict[int, int]:
    """Return each player's total of the match without this hand."""
    assert hand.confirmed is not None
    totals = selectors.match_totals(hand.match).points
    for row in selectors.results_of_version(hand.confirmed):
        totals[row.player_id] = totals.get(row.player_id, 0) - row.points
    return totals


def new_hand_addresses(match: Match) -> dict[str, Any]:
    """Return the addresses to which the scripts send a match's next hand."""
    return {
        "save": reverse("api-hands", args=(match.pk,)),
        "check": reverse("api-hand-check", args=(match.pk,)),
        "pad": match_url("match", match),
        "rulesPage": match_url("match-rules", match),
        "draft": f"match-{match.pk}",
    }


def _correction_addresses(hand: Hand) -> dict[str, Any]:
    return {
        "save": reverse("api-hand-versions", args=(hand.match_id, hand.number)),
        "check": reverse("api-version-check", args=(hand.match_id, hand.number)),
        "pad": match_url("hand", hand.match, hand.number),
        "draft": f"hand-{hand.pk}",
    }
