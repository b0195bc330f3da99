"""Pages to print: a blank score sheet of a game, cards that lead to the tables of an evening."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from zarleague.engine.declared import unit_of
from zarleague.engine.entry import Evidence
from zarleague.engine.game import MatchEnd, ScoredGame
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues import access, links
from zarleague.leagues.formats import points_text
from zarleague.leagues.models import AccessLink, League
from zarleague.leagues.selectors import has_game, house_rules
from zarleague.play import selectors
from zarleague.play.models import Match
from zarleague.web.arriving.requests import (
    actor_of,
    evening_or_404,
    found_or_404,
    league_or_404,
    whole_number,
)
from zarleague.web.league.context import show
from zarleague.web.table.rules import rules_line
from zarleague.web.table.share import qr
from zarleague.web.table.shared import match_url, require

HANDS: Final = 16
"""Rows of a sheet for a match that does not end after a number of hands."""
MOST_HANDS: Final = 40
MOST_CARDS: Final = 100
"""Cards of an evening: each has a QR code to be drawn."""
COLUMNS: Final = 5
"""Empty columns, unless the game takes fewer."""


@require_safe
def score_sheet(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Show a blank score sheet of a game under the league's rules, or with ``?match=`` under those
    of a match, with its players."""
    league = league_or_404(request, slug)
    if not has_game(league, game):
        raise Http404
    match = _match(request, league)
    if match is not None and match.game != game:
        raise Http404
    ruleset = house_rules(league, game) if match is None else selectors.ruleset_of(match)
    rules = scored(game)
    end = rules.match_end(ruleset)
    names = [seat.player.name for seat in match.seats.all()] if match else []
    return show(
        request,
        "match/blank_sheet.html",
        league,
        "league",
        match=match,
        game=rules,
        rules_line=rules_line(ruleset),
        names=names or [""] * min(COLUMNS, rules.seats(ruleset)[1]),
        hands=min(end.hands or HANDS, MOST_HANDS),
        values=_values(rules, ruleset),
        ends=_end_in_words(end, unit_of(ruleset.values)),
        winner=any(form.winner for form in rules.forms(ruleset)),
    )


def _match(request: HttpRequest, league: League) -> Match | None:
    """Return the match that was asked for; None if none was. Raise Http404."""
    asked = request.GET.get("match")
    if asked is None:
        return None
    found = found_or_404(selectors.match_by_id(whole_number(asked) or 0))
    if found.season.league_id != league.pk:
        raise Http404
    return found


def _values(game: ScoredGame, ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return what each kind of card or count is worth, in the order of the game's form."""
    counting = [form for form in game.forms(ruleset) if form.evidence is Evidence.COUNTS]
    fields = counting[0].fields if counting else ()
    unit = unit_of(ruleset.values)
    return [(_(field.label), points_text(field.points, unit)) for field in fields if field.points]


def _end_in_words(end: MatchEnd, unit: int) -> str:
    parts = [_("The lowest total wins.") if end.low_wins else _("The highest total wins.")]
    if end.hands:
        text = ngettext("A match is %(num)s hand.", "A match is %(num)s hands.", end.hands)
        parts.append(text % {"num": end.hands})
    limit = points_text(end.limit, unit)
    if end.limit and end.eliminate:
        parts.append(_("Whoever reaches %(limit)s is out.") % {"limit": limit})
    elif end.limit:
        parts.append(_("It ends when someone reaches %(limit)s.") % {"limit": limit})
    return " ".join(parts)


@require_http_methods(["GET", "HEAD", "POST"])
def table_cards(request: HttpRequest, slug: str, day: str) -> HttpResponse:
    """Show a card for each match of an evening, the latest `MOST_CARDS`, or with ``?match=`` of
    that match alone, with the QR code of its scorepad. For POST by organisers whoever scans it may
    keep the scores of the evening, after saying their name."""
    league = league_or_404(request, slug)
    date = evening_or_404(league, day)
    one = _match(request, league)
    matches = [*selectors.matches_on(league, date).reverse()[:MOST_CARDS]][::-1]
    if one is not None:
        matches = [one] if one.played_on == date else []
    organises = access.can_organise(actor_of(request), league)
    token = ""
    if request.method == "POST":
        require(request, organises)
        purpose = AccessLink.Purpose.SCORE_EVENING
        _link, token = links.create_link(league, purpose, actor=actor_of(request), evening=date)
    cards = [
        (match, address := request.build_absolute_uri(_to_table(match, token)), qr(address))
        for match in matches
    ]
    return show(
        request,
        "match/table_cards.html",
        league,
        "league",
        day_of=date,
        cards=cards,
        one=one,
        may_open=organises,
        is_open=bool(token),
    )


def _to_table(match: Match, token: str) -> str:
    """Return where a card leads: the scorepad, or the link to keep scores and then the scorepad."""
    if not token:
        return match_url("match", match)
    return f"{reverse('score-by-link', args=(token,))}?match={match.pk}"
