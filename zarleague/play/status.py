"""How a match stands: who leads, who is out, whether it is over, who deals next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext

from zarleague.engine.games import find
from zarleague.leagues import sql
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, HandVersion, Match, MatchSeat, MatchTotal
from zarleague.play.seating import ruleset_of, seats_at

NEXT_DEALER = "next-dealer"
"""The option by which games say whether the winner deals, or starts and the seat before deals;
without it the deal goes round."""


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """How a match stands. Players are those the results count for, by id.

    ``hands`` counts those not taken back, ``next_number`` numbers them all. ``next_dealer`` is a
    seat's number. ``announcements`` are sentences in the active language.
    """

    hands: int
    next_number: int
    next_dealer: int
    over: bool
    leaders: tuple[int, ...]
    out: tuple[int, ...]
    announcements: tuple[str, ...]


def status(match: Match) -> MatchStatus:
    """How the match stands now."""
    return _status(match, totals(match), count_hands(match), last_hand(match))


def status_with(match: Match, points: Mapping[int, int], more_hands: int) -> MatchStatus:
    """How the match would stand with these totals, after so many hands more (or fewer)."""
    return _status(match, points, count_hands(match) + more_hands, last_hand(match))


def totals(match: Match) -> dict[int, int]:
    """Points so far by player id."""
    stored = MatchTotal.objects.filter(match=match).values_list("totals", flat=True).first()
    return {} if stored is None else {player: points for player, points, _ in stored["players"]}


def count_hands(match: Match) -> int:
    """How many hands of the match count: those taken back do not."""
    return Hand.objects.filter(match=match, confirmed__kind=HandVersion.Kind.ENTRY).count()


def last_hand(match: Match) -> Hand | None:
    """The hand entered last, taken back or not."""
    found = sql.instances(Hand, "match_id = %s ORDER BY number DESC LIMIT 1", match.pk)
    return found[0] if found else None


def eliminated(match: Match, points: Mapping[int, int]) -> tuple[int, ...]:
    """The players who have reached the limit of a match that goes on without them."""
    if not match.eliminates or not match.end_limit:
        return ()
    return tuple(player for player, total in points.items() if total >= match.end_limit)


def seats_for(match: Match, number: int | None = None) -> list[MatchSeat]:
    """The seats at the table for a hand; by default for the next, without who is out by then."""
    if number is None:
        last = last_hand(match)
        seats = next_seats(match, 1 if last is None else last.number + 1)
    else:
        seats = seats_at(match, number)
    prefetch_related_objects(seats, "player")
    return seats


def next_seats(match: Match, number: int) -> list[MatchSeat]:
    """The seats that play the next hand, whose number that is."""
    seats = seats_at(match, number)
    if not match.eliminates:
        return seats
    out = eliminated(match, totals(match))
    into = aliases(match.season.league_id)
    return [seat for seat in seats if into.get(seat.player_id, seat.player_id) not in out]


def is_over(match: Match) -> bool:
    """Whether the match has ended by its own rules."""
    if not match.end_hands and not match.end_limit:
        return False
    return _is_over(match, totals(match), count_hands(match))


def _is_over(match: Match, points: Mapping[int, int], hands: int) -> bool:
    if match.end_hands and hands >= match.end_hands:
        return not _may_play_off(match, points)
    if not match.end_limit:
        return False
    if match.eliminates:
        return len(points) > 1 and len(points) - len(eliminated(match, points)) <= 1
    return any(total >= match.end_limit for total in points.values())


def _may_play_off(match: Match, points: Mapping[int, int]) -> bool:
    """Whether the first place is shared and the game lets those who share it play another hand."""
    end = find(match.game).match_end(ruleset_of(match))
    return end.extra_on_tie and len(_leaders(match, points)) > 1


def _leaders(match: Match, points: Mapping[int, int]) -> tuple[int, ...]:
    best = max(points.values()) if match.high_wins and points else min(points.values(), default=0)
    return tuple(player for player, total in points.items() if total == best)


def next_dealer(match: Match, last: Hand | None, seats: Sequence[MatchSeat]) -> int:
    """The number of the seat that deals the hand after the last one, of those that play it."""
    numbers = [seat.number for seat in seats]
    if last is None or not numbers:
        return match.first_dealer
    dealer = ruleset_of(match).values.get(NEXT_DEALER)
    if dealer in ("winner", "before-winner"):
        for (winner,) in sql.rows(
            "SELECT number FROM play_handresult JOIN play_matchseat ON play_matchseat.id = seat_id"
            " WHERE version_id = %s AND won",
            last.confirmed_id,
        ):
            if winner in numbers:
                place = numbers.index(winner)
                return numbers[place if dealer == "winner" else place - 1]
    return _clockwise_from(numbers, last.dealer)


def _clockwise_from(seats: Sequence[int], number: int) -> int:
    return next((seat for seat in seats if seat > number), seats[0])


def _status(match: Match, points: Mapping[int, int], hands: int, last: Hand | None) -> MatchStatus:
    number = 1 if last is None else last.number + 1
    over = _is_over(match, points, hands)
    return MatchStatus(
        hands=hands,
        next_number=number,
        next_dealer=next_dealer(match, last, next_seats(match, number)),
        over=over,
        leaders=_leaders(match, points),
        out=eliminated(match, points),
        announcements=tuple(_announcements(match, points, hands, over)),
    )


def _announcements(match: Match, points: Mapping[int, int], hands: int, over: bool) -> list[str]:
    said: list[str] = []
    if match.end_limit:
        names = _names(match)
        reached = [player for player, total in points.items() if total >= match.end_limit]
        template = (
            gettext("{player} reaches {limit} and is out.")
            if match.eliminates
            else gettext("{player} reaches {limit}.")
        )
        said.extend(
            template.format(player=names.get(player, "?"), limit=match.end_limit)
            for player in reached
        )
    if over:
        said.append(gettext("The match is over."))
    elif match.end_hands and hands == match.end_hands - 1:
        said.append(gettext("One more hand: the last."))
    elif match.end_hands and hands >= match.end_hands:
        said.append(gettext("The first place is shared: play another hand, or close the match."))
    return said


def _names(match: Match) -> dict[int, str]:
    """Names by player id; a merged guest's results are under the player's own id and name."""
    named: dict[int, str] = {}
    for seat in MatchSeat.objects.filter(match=match).select_related("player"):
        player = seat.player
        while player.merged_into is not None:
            player = player.merged_into
        named[player.pk] = player.name
    return named
