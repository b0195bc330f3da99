"""Seats of a match by hand."""

from collections.abc import Sequence

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext_noop

from zarleague.engine.entry import POINTS
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import Season
from zarleague.play.models import Hand, HandVersion, Match, MatchSeat
from zarleague.play.verdicts import judging, rulesets
from zarleague.storage import sql


def ruleset_of(match: Match) -> rulesets.Ruleset:
    return rulesets.from_json(match.game, match.rules)


def match_to_be(season: Season, ruleset: rulesets.Ruleset) -> Match:
    """Return a match of a season under a ruleset that nobody has started: it is in no table, and
    has no seats."""
    end = scored(ruleset.game).match_end(ruleset)
    return Match(
        league=season.league,
        season=season,
        game=ruleset.game,
        rules=rulesets.to_json(ruleset),
        rules_text=rulesets.text(ruleset),
        end_hands=end.hands,
        end_limit=end.limit,
        eliminates=end.eliminate,
        high_wins=not end.low_wins,
        ties_by_wins=end.ties_by_wins,
    )


def seats_at(match: Match, number: int) -> list[MatchSeat]:
    """Return the seats at the table for that hand, clockwise, with players eliminated before."""
    return sql.instances(
        MatchSeat,
        "league_id = %s AND match_id = %s AND from_hand <= %s"
        " AND (until_hand IS NULL OR until_hand >= %s) ORDER BY number",
        *match.key,
        number,
        number,
    )


def seats_among(seats: Sequence[MatchSeat], number: int) -> list[MatchSeat]:
    """Return those of a match's seats that were at the table for that hand."""
    return [
        seat
        for seat in seats
        if seat.from_hand <= number and (seat.until_hand is None or number <= seat.until_hand)
    ]


def check_seats(match: Match, seats: Sequence[MatchSeat], taken: Sequence[MatchSeat]) -> None:
    """Raise Invalid unless the seats are at the table, without duplicates, in their order, and as
    many as the game allows."""
    order = [seat.pk for seat in taken]
    wanted = [seat.pk for seat in seats]
    if wanted != [seat for seat in order if seat in wanted]:
        raise Invalid("seats", gettext_noop("These aren’t the players at the table."))
    check_players(ruleset_of(match), len(seats), "seats")


def check_players(ruleset: Ruleset, players: int, field: str) -> None:
    """Raise Invalid, about *field*, unless so many can play under these rules."""
    least, most = scored(ruleset.game).seats(ruleset)
    if least <= players <= most:
        return
    if least == most:
        raise Invalid(field, gettext_noop("This game is for {count} players."), count=most)
    raise Invalid(
        field, gettext_noop("This game is for {least} to {most} players."), least=least, most=most
    )


def seats_of_hand(hand: Hand) -> list[MatchSeat]:
    """Return the seats in a hand's last version that is not void, in the order of its sheets."""
    version = (
        HandVersion.objects.filter(hand=hand, kind=HandVersion.Kind.ENTRY)
        .order_by("-number")
        .first()
    )
    if version is None:
        return []
    if (given_up := seats_of_given_up(hand, version)) is not None:
        return given_up
    return [row.seat for row in version.results.select_related("seat__player")]


def seats_of_given_up(
    hand: Hand, version: HandVersion, seats: Sequence[MatchSeat] | None = None
) -> list[MatchSeat] | None:
    """Return the seats of a version of a hand given up, in the order of its sheets: as they are by
    now, whether such hands count or not. None for a hand that was played out. ``seats`` are those
    of its match, which are read unless they are given."""
    numbers = judging.seats_given_up(version.entry)
    if numbers is None:
        return None
    if seats is None:
        sitting = seats_at(hand.match, hand.number)
    else:
        sitting = seats_among(seats, hand.number)
    taken = {seat.number: seat for seat in sitting}
    return [taken[number] for number in numbers if number in taken]


def held(hand: Hand, version: HandVersion) -> list[tuple[MatchSeat, int | None]]:
    """Return the seats that gave a hand up with the points each holds, None where these were not
    noted; nothing for a hand that was played out."""
    seats = seats_of_given_up(hand, version)
    if seats is None or version.entry is None:
        return []
    sheets = judging.entry_from_json(version.entry).sheets
    found: list[tuple[MatchSeat, int | None]] = []
    for seat, sheet in zip(seats, sheets, strict=False):
        points = sheet.get(POINTS)
        found.append((seat, points if isinstance(points, int) else None))
    return found


def names_of(seats: Sequence[MatchSeat]) -> list[str]:
    """Return the players' names, in the order of the seats; read are those that were not loaded."""
    prefetch_related_objects(seats, "player")
    return [seat.player.name for seat in seats]
