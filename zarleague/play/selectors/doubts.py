"""Signs that a match is entered twice, or that somebody sits at two tables."""

import datetime
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from zarleague.leagues.errors import Invalid
from zarleague.leagues.formats import short_day
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.selectors import aliases, ids_of, names_of
from zarleague.play.models import EveningRound, Match, MatchSeat, MatchTotal

_SPAN = datetime.timedelta(days=60)
"""Days before and after a match within which another one with the same totals may be the same."""
_NEXT = datetime.timedelta(days=1)
"""How far from a match an open one may be for its players to be asked about: sheets of other days
are typed in while the same people play."""


def doubts(
    league: League,
    tables: Sequence[Sequence[Player | str]],
    game: str,
    evening: datetime.date,
    *,
    season: Season | None = None,
    drawn: EveningRound | None = None,
) -> list[Invalid]:
    """Return what speaks against starting matches of the people of these tables: who of them sits
    at a table that is still playing on this day or one beside it, and a match that the same people
    have of this game on this evening. For tables *drawn*, those of the evening's other rounds do
    not count: a schedule may seat the same people again, and their players are not named one by
    one. Nor does a match that has ended in the *season*, if that is a final decided by matches won:
    the same people play the next."""
    known = [ids_of(league, players) for players in tables]
    into = aliases(league.pk)
    everybody = _with_merged(set().union(*known), into)
    sitting = MatchSeat.objects.filter(
        match__state=Match.State.OPEN,
        match__season__league=league,
        match__played_on__range=(evening - _NEXT, evening + _NEXT),
        until_hand=None,
        player__in=everybody,
    )
    same = Match.objects.filter(season__league=league, played_on=evening, game=game)
    if drawn is not None:
        sitting = sitting.exclude(match__round__evening=drawn.evening_id)
        same = same.filter(round=None)
    if season is not None and season.final_seats is not None:
        same = same.exclude(season=season, state=Match.State.CLOSED)
    busy = list(sitting.order_by("match").values_list("player", flat=True))
    named = names_of(league, {into.get(player, player) for player in busy})
    together = _seated(same.filter(seats__player__in=everybody), into)
    found: list[Invalid] = []
    for players, people in zip(tables, known, strict=True):
        theirs = _with_merged(people, into)
        at_tables = dict.fromkeys(into.get(player, player) for player in busy if player in theirs)
        names = [named[player] for player in at_tables]
        if len(names) == 1:
            text = gettext_noop("{name} sits at a table that is still playing.")
            found.append(Invalid("players", text, name=names[0]))
        elif names:
            text = gettext_noop("{names} sit at tables that are still playing.")
            found.append(Invalid("players", text, names=", ".join(names)))
        if len(people) == len(players) and people in together:
            text = gettext_noop("The same people already have a match of this game on {day}.")
            found.append(Invalid("players", text, day=short_day(evening.toordinal())))
    return found


def twin_of(match: Match) -> Match | None:
    """Return another match of the season with the same people and the same totals, within 60 days:
    it may be the same one, entered twice. None if there is none, or before the first hand."""
    own = MatchTotal.objects.filter(match=match).first()
    if own is None:
        return None
    days = (match.played_on - _SPAN, match.played_on + _SPAN)
    others = MatchTotal.objects.filter(
        season=match.season_id, match__played_on__range=days, match__game=match.game
    )
    wanted = own.totals["players"]
    for other in others.exclude(match=match).select_related("match").iterator(500):
        if other.totals["players"] == wanted:
            return other.match
    return None


def _with_merged(people: set[int], into: Mapping[int, int]) -> set[int]:
    """Return people and those who are merged into them."""
    return people | {old for old, new in into.items() if new in people}


def _seated(matches: QuerySet[Match], into: Mapping[int, int]) -> list[set[int]]:
    """Return for each of some matches who has a seat there."""
    seated: dict[int, set[int]] = {}
    seats = MatchSeat.objects.filter(match__in=matches)
    for match, player in seats.values_list("match", "player"):
        seated.setdefault(match, set()).add(into.get(player, player))
    return list(seated.values())
