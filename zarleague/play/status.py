"""How a match stands: who leads, who is out, whether it is over, who deals next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.utils.translation import gettext

from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat, MatchTotal
from zarleague.play.seating import ruleset_of, seats_at

NEXT_DEALER = "next-dealer"
"""The option by which games say whether the winner deals; without it the deal goes round."""


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
    hands, numbers = count_hands(match)
    points = totals(match)
    return _status(match, points, hands, numbers + 1, next_dealer(match, numbers), _names(match))


def status_with(match: Match, points: Mapping[int, int], more_hands: int) -> MatchStatus:
    """How the match would stand with these totals, after so many hands more (or fewer)."""
    hands, numbers = count_hands(match)
    return _status(
        match,
        points,
        hands + more_hands,
        numbers + 1 + max(more_hands, 0),
        next_dealer(match, numbers),
        _names(match),
    )


def totals(match: Match) -> dict[int, int]:
    """Points so far by player id, in order of seats for who has any."""
    stored = MatchTotal.objects.filter(match=match).values_list("totals", flat=True).first()
    return {} if stored is None else {player: points for player, points, _ in stored["players"]}


def count_hands(match: Match) -> tuple[int, int]:
    """How many hands count, and the highest number given."""
    counted = Hand.objects.filter(match=match).aggregate(
        hands=Count("pk", filter=Q(confirmed__kind=HandVersion.Kind.ENTRY)), last=Max("number")
    )
    return counted["hands"], counted["last"] or 0


def eliminated(match: Match, points: Mapping[int, int]) -> tuple[int, ...]:
    """The players who have reached the limit of a match that goes on without them."""
    if not match.eliminates or not match.end_limit:
        return ()
    return tuple(player for player, total in points.items() if total >= match.end_limit)


def seats_for(match: Match, number: int | None = None) -> list[MatchSeat]:
    """The seats that play a hand, by default the next one; who is out by then does not."""
    last = count_hands(match)[1]
    seats = seats_at(match, number or last + 1)
    if not match.eliminates:
        return seats
    out = eliminated(match, totals(match))
    into = aliases(match.season.league_id)
    return [seat for seat in seats if into.get(seat.player_id, seat.player_id) not in out]


def is_over(match: Match, points: Mapping[int, int], hands: int) -> bool:
    """Whether the match has ended by its own rules."""
    if match.end_hands and hands >= match.end_hands:
        return True
    if not match.end_limit:
        return False
    if match.eliminates:
        return len(points) > 1 and len(points) - len(eliminated(match, points)) <= 1
    return any(total >= match.end_limit for total in points.values())


def next_dealer(match: Match, last_number: int) -> int:
    """The number of the seat that deals the hand after ``last_number``."""
    seats = [seat.number for seat in seats_at(match, last_number + 1)]
    last = Hand.objects.filter(match=match, number=last_number).first()
    if last is None or not seats:
        return match.first_dealer
    if ruleset_of(match).values.get(NEXT_DEALER) == "winner":
        winners = HandResult.objects.filter(version=last.confirmed_id, won=True)
        winner = winners.values_list("seat__number", flat=True).first()
        if winner in seats:
            return int(winner)
    return _clockwise_from(seats, last.dealer)


def _clockwise_from(seats: Sequence[int], number: int) -> int:
    return next((seat for seat in seats if seat > number), seats[0])


def _status(
    match: Match,
    points: Mapping[int, int],
    hands: int,
    next_number: int,
    dealer: int,
    names: Mapping[int, str],
) -> MatchStatus:
    best = max(points.values()) if match.high_wins and points else min(points.values(), default=0)
    over = is_over(match, points, hands)
    return MatchStatus(
        hands=hands,
        next_number=next_number,
        next_dealer=dealer,
        over=over,
        leaders=tuple(player for player, total in points.items() if total == best),
        out=eliminated(match, points),
        announcements=tuple(_announcements(match, points, hands, over, names)),
    )


def _announcements(
    match: Match, points: Mapping[int, int], hands: int, over: bool, names: Mapping[int, str]
) -> list[str]:
    said = []
    if match.end_limit:
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
