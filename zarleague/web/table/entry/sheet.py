"""Type a paper sheet into a match: totals by keyboard, one row for each hand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from zarleague.engine.entry import Evidence
from zarleague.leagues import access
from zarleague.leagues.errors import Refused
from zarleague.leagues.selectors import season_for_match
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Match
from zarleague.web.arriving.requests import actor_of, day_in, key_of, tonight
from zarleague.web.table.entry.entering import new_hand_addresses
from zarleague.web.table.entry.entry_data import Forms, script_data, seat_rows
from zarleague.web.table.shared import find_match, match_page, match_url, require


def sheet(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show an empty sheet that starts with the next hand; redirect to the scorepad if the match is
    closed. POST gives an empty match the day that stands on the paper."""
    found = find_match(request, league, match)
    require(request, match_access.can_score(actor_of(request), found))
    if found.state != Match.State.OPEN:
        return redirect(match_url("match", found))
    error = ""
    if request.method == "POST":
        try:
            _date(request, found)
            return redirect(match_url("match-sheet", found))
        except Refused as refused:
            error = refused.text
    forms = Forms.of(found)
    totals = next(form for form in forms.forms if form.evidence is Evidence.TOTALS)
    seats = seat_rows(found, selectors.seats_for(found), selectors.match_totals(found).points)
    number = selectors.status(found).next_number
    addresses = new_hand_addresses(found) | {"draft": f"sheet-{found.pk}"}
    data = script_data(found, forms, seats, number, addresses)
    context = {
        "form": totals,
        "asks_sitting_out": len(seats) > forms.least,
        "seats": seats,
        "number": number,
        "today": tonight(found.season.league),
        "may_date": number == 1
        and access.is_scorekeeper(actor_of(request), found.season.league_id),
        "error": error,
        "data": data | {"form": totals.key, "sheet": _texts()},
    }
    return match_page(request, "match/sheet.html", found, context)


def _date(request: HttpRequest, match: Match) -> None:
    """Move the match to the chosen day; to another season if only that one contains it."""
    day, season = day_in(request), match.season
    if day < season.starts or (season.ends is not None and day > season.ends):
        season = season_for_match(season.league, day)
    services.move_match(
        match,
        played_on=day,
        season=season,
        reason=_("The day on the paper sheet"),
        actor=actor_of(request),
        key=key_of(request),
    )


def _texts() -> dict[str, str]:
    """Return the texts of static/js/table/sheet.js, which fills in the placeholders in braces."""
    return {
        "cell": _("Hand {number}, {name}"),
        "fits": _("fits"),
        "unreadable": _("“{text}” isn’t a number of points."),
        "missing": _("Points missing for {names}."),
        "whoOut": _("Who went out? Put an x in their cell."),
        "twoOut": _("Only one player can go out."),
        "save": _("Save {count} hands"),
        "saveNone": _("Save hands"),
        "saveOne": _("Save 1 hand"),
        "wrong": _("Can’t be saved yet: see the rows in red"),
        "checking": _("checking …"),
    }
