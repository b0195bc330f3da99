"""The status of a match: leaders, eliminated players, whether it is over, the next dealer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.utils.translation import gettext

from zarleague.engine.game import NextDealer
from zarleague.engine.games import scored
from zarleague.leagues.formats import points_text
from zarleague.leagues.models import League
from zarleague.leagues.selectors import aliases, names_of
from zarleague.play.models import Hand, HandResult, Match, MatchSeat
from zarleague.play.selectors.seats import ruleset_of, seats_at
from zarleague.play.totals import rows as stored_rows
from zarleague.standings.totals import MatchTotals
from zarleague.storage import sql

"""The option that says whether the winner deals, or whether the winner starts and the seat before
deals; in games without it the deal rotates."""


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """The status of a match. Players are those the results count for, by id.

    ``hands`` are those that count, ``next_number`` counts them all. ``next_dealer`` is a seat's
    number. ``announcements`` are sentences in the active language.
    """

    hands: int
    next_number: int
    next_dealer: int
    over: bool
    leaders: tuple[int, ...]
    out: tuple[int, ...]
    announcements: tuple[str, ...]

    @property
    def announcement(self) -> str:
        """Return the announcements as one text."""
        return " ".join(self.announcements)


def status(match: Match) -> MatchStatus:
    """Return the status of the match now."""
    return _status(match, match_totals(match), count_hands(match), last_hand(match))


def status_with(match: Match, totals: MatchTotals, more_hands: int) -> MatchStatus:
    """Return the status that the match would have with these totals, after the given number of
    additional (or fewer) hands."""
    return _status(match, totals, count_hands(match) + more_hands, last_hand(match))


def match_totals(match: Match) -> MatchTotals:
    """Return the totals of the match, by player id."""
    evening = match.played_on.toordinal()
    return stored_rows.match_totals(match.key) or MatchTotals(
        evening, match.high_wins, match.ties_by_wins, match.part_played
    )


def count_hands(match: Match) -> int:
    """Return the number of hands of the match that count: without voided ones, and without those
    given up where these do not count."""
    results = HandResult.objects.filter(league=match.league_id, version=OuterRef("confirmed"))
    return Hand.objects.filter(Exists(results), match=match).count()


def last_hand(match: Match) -> Hand | None:
    """Return the hand entered last, voided or not."""
    of_match = "league_id = %s AND match_id = %s ORDER BY number DESC LIMIT 1"
    return next(iter(sql.instances(Hand, of_match, *match.key)), None)


def eliminated(match: Match, totals: MatchTotals) -> tuple[int, ...]:
    """Return the players who have reached the limit of a match that continues without them."""
    if not match.eliminates or not match.end_limit:
        return ()
    return tuple(player for player, total in totals.points.items() if total >= match.end_limit)


def seats_for(match: Match, number: int | None = None) -> list[MatchSeat]:
    """Return the seats that play a hand, by default the next, without players eliminated."""
    if number is None:
        last = last_hand(match)
        seats = next_seats(match, 1 if last is None else last.number + 1)
    else:
        seats = seats_at(match, number)
    prefetch_related_objects(seats, "player")
    return seats


def next_seats(match: Match, number: int) -> list[MatchSeat]:
    """Return the seats that play the next hand, ``number``."""
    seats = seats_at(match, number)
    if not match.eliminates:
        return seats
    out = eliminated(match, match_totals(match))
    into = aliases(match.season.league_id)
    return [seat for seat in seats if into.get(seat.scores_for, seat.scores_for) not in out]


def is_over(match: Match) -> bool:
    """Return whether the match has ended by its own rules."""
    if not match.end_hands and not match.end_limit:
        return False
    return _is_over(match, match_totals(match), count_hands(match))


def _is_over(match: Match, totals: MatchTotals, hands: int) -> bool:
    if match.end_hands and hands >= match.end_hands:
        return not _may_play_off(match, totals)
    if not match.end_limit:
        return False
    if match.eliminates:
        players = len(totals.points)
        return players > 1 and players - len(eliminated(match, totals)) <= 1
    return any(total >= match.end_limit for total in totals.points.values())


def _may_play_off(match: Match, totals: MatchTotals) -> bool:
    """Return whether the first place is shared and the game has a play-off for that."""
    end = scored(match.game).match_end(ruleset_of(match))
    return end.extra_on_tie and len(_leaders(totals)) > 1


def _leaders(totals: MatchTotals) -> tuple[int, ...]:
    return tuple(player for player, held in totals.standing().items() if held.place == 1)


def next_dealer(match: Match, last: Hand | None, seats: Sequence[MatchSeat]) -> int:
    """Return the number of the seat, one of ``seats``, that deals the hand after ``last``."""
    numbers = [seat.number for seat in seats]
    if last is None or not numbers:
        return match.first_dealer
    dealer = scored(match.game).next_dealer(ruleset_of(match))
    if dealer is not NextDealer.CLOCKWISE:
        for (winner,) in sql.rows(
            "SELECT number FROM play_handresult AS result JOIN play_matchseat AS seat"
            " ON seat.league_id = result.league_id AND seat.id = seat_id"
            " WHERE result.league_id = %s AND version_id = %s AND won ORDER BY number",
            last.league_id,
            last.confirmed_id,
        ):
            if winner in numbers:
                place = numbers.index(winner)
                return numbers[place if dealer is NextDealer.WINNER else place - 1]
    return _clockwise_from(numbers, last.dealer)


def _clockwise_from(seats: Sequence[int], number: int) -> int:
    return next((seat for seat in seats if seat > number), seats[0])


def _status(match: Match, totals: MatchTotals, hands: int, last: Hand | None) -> MatchStatus:
    number = 1 if last is None else last.number + 1
    over = _is_over(match, totals, hands)
    return MatchStatus(
        hands=hands,
        next_number=number,
        next_dealer=next_dealer(match, last, next_seats(match, number)),
        over=over,
        leaders=_leaders(totals),
        out=eliminated(match, totals),
        announcements=tuple(_announcements(match, totals, hands, over)),
    )


def _announcements(match: Match, totals: MatchTotals, hands: int, over: bool) -> list[str]:
    said: list[str] = []
    if match.end_limit:
        names = _names(match)
        reached = [player for player, total in totals.points.items() if total >= match.end_limit]
        limit = points_text(match.end_limit, match.unit)
        template = (
            gettext("{player} reaches {limit} and is out.")
            if match.eliminates
            else gettext("{player} reaches {limit}.")
        )
        said.extend(
            template.format(player=names.get(player, "?"), limit=limit) for player in reached
        )
    if over:
        said.append(gettext("The match is over."))
    elif match.end_hands and hands == match.end_hands - 1:
        said.append(gettext("One hand to go."))
    elif match.end_hands and hands >= match.end_hands:
        said.append(gettext("It’s a tie for first place: play another hand or end the match."))
    return said


def _names(match: Match) -> dict[int, str]:
    """Return names by player id; a merged guest's results are listed under the other player."""
    into = aliases(match.season.league_id)
    seated = MatchSeat.objects.filter(match=match).values_list("player_id", flat=True)
    return names_of(match.season.league, (into.get(player, player) for player in seated))


class MatchPlace(NamedTuple):
    """A player of a match so far: ``place`` is None for one who takes no place, ``points`` are as
    they are said."""

    name: str
    place: int | None
    points: str


def match_places(league: League, matches: Iterable[Match]) -> dict[int, list[MatchPlace]]:
    """Return the players of some matches of a league by the id of the match, the first place first,
    those without a place last. Matches without a hand that counts are missing."""
    by_id = {match.pk: match for match in matches}
    totals = stored_rows.totals_of_matches(league.pk, by_id)
    names = names_of(league, {player for held in totals.values() for player in held.points})
    found: dict[int, list[MatchPlace]] = {}
    for number, held in totals.items():
        standing, unit = held.standing(), by_id[number].unit
        rows = [
            MatchPlace(
                names.get(player, "?"),
                standing[player].place if player in standing else None,
                points_text(points, unit),
            )
            for player, points in held.points.items()
        ]
        if rows:
            found[number] = sorted(rows, key=lambda row: (row.place is None, row.place, row.name))
    return found
