"""Find matches, hands, seats, disputes and penalties, and lists of them."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.selectors import active_players, seasons_of
from zarleague.play.models import (
    Dispute,
    Hand,
    HandResult,
    HandVersion,
    Match,
    MatchSeat,
    Penalty,
    Ruling,
)


def match_by_id(match_id: int) -> Match | None:
    """Return a match with its season and league, None if there is none."""
    return Match.objects.select_related("season__league").filter(pk=match_id).first()


def hand_by_number(match: Match, number: int) -> Hand | None:
    """Return a hand of a match with its confirmed version, None if there is none."""
    hand = Hand.objects.select_related("confirmed").filter(match=match, number=number).first()
    if hand is not None:
        hand.match = match
    return hand


def dealer_of(hand: Hand) -> str:
    """Return the name of a hand's dealer, "" if nobody has that seat."""
    seats = MatchSeat.objects.filter(match=hand.match, number=hand.dealer).select_related("player")
    seat = seats.filter(from_hand__lte=hand.number).order_by("-from_hand").first()
    return seat.player.name if seat is not None else ""


def hands_by_id(ids: Iterable[int]) -> dict[int, Hand]:
    return Hand.objects.in_bulk(list(ids))


def hand_numbers(match: Match) -> list[int]:
    """Return the numbers of the hands of a match in order, including voided ones."""
    return list(
        Hand.objects.filter(match=match).order_by("number").values_list("number", flat=True)
    )


def results_of_version(version: HandVersion) -> QuerySet[HandResult]:
    """Return the results of a version in the order of its sheets, with their players."""
    return HandResult.objects.filter(version=version).select_related("player").order_by("order")


def matches_of(league: League, **fields: Any) -> QuerySet[Match]:
    """Return the matches of a league with their seats and the names at them, latest evening first;
    *fields* filter them by the values given."""
    # No join: ordered by an index that begins with the league, a page reads no more than it shows.
    is_shown = Exists(Season.objects.filter(pk=OuterRef("season"), league=OuterRef("league")))
    seats = MatchSeat.objects.select_related("player").only(
        "league", "match", "number", "from_hand", "until_hand", "player__name"
    )
    return (
        Match.objects.filter(is_shown, league=league, **fields)
        .prefetch_related("season__league", Prefetch("seats", seats))
        .order_by("-played_on", "-pk")
    )


def open_matches(leagues: Iterable[League], **fields: Any) -> QuerySet[Match]:
    """Return the open matches of some leagues with their seats, the one started last first;
    *fields* filter them by the values given."""
    return (
        Match.objects.filter(season__league__in=list(leagues), state=Match.State.OPEN, **fields)
        .select_related("season")
        .prefetch_related("season__league", "seats__player")
        .order_by("-started_at")
    )


def closed_matches(season: Season) -> QuerySet[Match]:
    """Return the closed matches of a season, latest first."""
    closed = Match.objects.filter(season=season, state=Match.State.CLOSED)
    return closed.prefetch_related("seats__player").order_by("-played_on", "-started_at")


def latest_matches(league: League, most: int) -> list[Match]:
    """Return at most so many matches of a league with their seats, the latest first: open or not,
    by season, evening and start."""
    found: list[Match] = []
    is_played = Exists(Match.objects.filter(season=OuterRef("pk")))  # there may be thousands more
    for season in seasons_of(league).filter(is_played):
        season.league = league
        of_season = Match.objects.filter(season=season).prefetch_related("seats__player")
        for match in of_season.order_by("-played_on", "-pk")[: most - len(found)]:
            match.season = season
            found.append(match)
        if len(found) == most:
            break
    return found


def latest_match(league: League) -> Match | None:
    """Return the latest match of a league, open or not, None if there is none."""
    return next(iter(latest_matches(league, 1)), None)


def seated_last(league: League) -> list[int]:
    """Return the ids of those who sat at the end of the latest match of a league, clockwise."""
    last = latest_match(league)
    return [seat.player_id for seat in last.seats.all() if seat.until_hand is None] if last else []


def seats_ever(match: Match) -> QuerySet[MatchSeat]:
    """Return all seats of a match clockwise, those that players left included, with players."""
    seats = MatchSeat.objects.filter(match=match).select_related("player")
    return seats.order_by("number", "from_hand")


def seat_of(match: Match, seat_id: int) -> MatchSeat | None:
    """Return a seat of a match, left or not, None if there is no such seat."""
    seat = MatchSeat.objects.filter(match=match, pk=seat_id).select_related("player").first()
    if seat is not None:
        seat.match = match
    return seat


def penalty_of(match: Match, penalty_id: int) -> Penalty | None:
    """Return a penalty of a match, None if there is none."""
    return Penalty.objects.filter(match=match, pk=penalty_id).first()


def disputes_of(hand: Hand) -> QuerySet[Dispute]:
    """Return the disputes about a hand, latest first, with statements and rulings."""
    rulings = Ruling.objects.select_related("league").defer("record", "words").order_by("number")
    found = Dispute.objects.filter(hand=hand)
    return found.prefetch_related("statements", Prefetch("rulings", rulings))


def dispute_by_id(dispute_id: int) -> Dispute | None:
    """Return a dispute with its hand, match, season and league, None if there is none."""
    rulings = Ruling.objects.select_related("league").defer("record", "words").order_by("number")
    found = Dispute.objects.select_related(
        "hand__match__season__league", "hand__confirmed", "version"
    ).prefetch_related("statements", Prefetch("rulings", rulings))
    return found.filter(pk=dispute_id).first()


def pending_disputes(league: League) -> QuerySet[Dispute]:
    """Return the disputes of a league that await a ruling, with their hands and matches."""
    pending = Dispute.objects.filter(league=league, state__in=Dispute.PENDING)
    return pending.select_related("hand__match__season__league").prefetch_related("statements")


def players_by_last_match(league: League, most: int) -> list[Player]:
    """Return at most so many players of a league who still play: those of its last matches, the
    latest first, then others by name."""
    seats = [seat for match in latest_matches(league, most) for seat in match.seats.all()]
    players = (seat.player for seat in seats)
    recent = {
        player.pk: player
        for player in players
        if player.merged_into_id is None and not player.inactive
    }
    others = active_players(league).exclude(pk__in=recent)[:most]
    return [*recent.values(), *others][:most]
