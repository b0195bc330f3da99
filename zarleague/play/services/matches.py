"""Matches: started, their rules and seats changed, closed."""

import datetime
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset, RulesetError
from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.names import name_key
from zarleague.leagues.once import Once
from zarleague.leagues.selectors import aliases, house_rules
from zarleague.leagues.services import new_player
from zarleague.play import news, rulesets
from zarleague.play.errors import MatchClosed, RulesFrozen
from zarleague.play.locks import lock_match
from zarleague.play.models import Match, MatchSeat
from zarleague.play.status import last_hand
from zarleague.standings.rules import Metric, rules_from_json

Who = Player | str
"""A player, or a name: a name nobody has yet becomes a guest."""


@transaction.atomic
def start_match(
    season: Season,
    players: Sequence[Who],
    *,
    actor: Actor,
    key: str,
    game: str = "",
    preset: str = "",
    overrides: Mapping[str, str] | None = None,
    played_on: datetime.date | None = None,
    first_dealer: int = 0,
    end_hands: int | None = None,
    end_limit: int | None = None,
    note: str = "",
    at: datetime.datetime | None = None,
) -> Match:
    """A new match of ``players``, clockwise. Game and rules default to the league's, the end to
    the ruleset's, the evening to today's. ``first_dealer`` is a seat's number, from 0."""
    at = at or timezone.now()
    league = League.objects.select_for_update(no_key=True).get(pk=season.league_id)
    evening = played_on or league.evening_of(at)
    access.require(access.can_start(actor, league, evening))
    names = [who if isinstance(who, str) else who.name for who in players]
    once = Once(league.pk, key, "start-match", season.pk, names, game, preset, overrides)
    if (made := once.made()) is not None:
        return Match.objects.get(pk=made)
    if season.state != Season.State.RUNNING:
        raise Invalid("season", gettext_noop("This season is finished."))
    ruleset = _ruleset(league, game or league.default_game, preset, overrides)
    _check_count(ruleset, len(players))
    if not 0 <= first_dealer < len(players):
        raise Invalid("first_dealer", gettext_noop("The dealer has to sit at the table."))
    end = find(ruleset.game).match_end(ruleset)
    _check_direction(season, high_wins=not end.low_wins)
    match = Match(
        season=season,
        game=ruleset.game,
        rules=rulesets.to_json(ruleset),
        rules_text=rulesets.text(ruleset),
        played_on=evening,
        end_hands=end.hands if end_hands is None else end_hands,
        end_limit=end.limit if end_limit is None else end_limit,
        eliminates=end.eliminate,
        high_wins=not end.low_wins,
        ties_by_wins=end.ties_by_wins,
        first_dealer=first_dealer,
        note=note,
        started_at=at,
    )
    match.save(force_insert=True)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, number=number, player=player)
        for number, player in enumerate(_seated(league, players))
    )
    once.remember(match.pk)
    news.match_changed(match)
    return match


@transaction.atomic
def change_rules(
    match: Match, *, actor: Actor, preset: str, overrides: Mapping[str, str] | None = None
) -> Match:
    """Play the match by other rules of its game. Raises RulesFrozen after its first hand."""
    match = lock_match(match.pk)
    access.require(access.can_score(actor, match))
    if match.frozen_at is not None:
        raise RulesFrozen
    ruleset = _ruleset(match.season.league, match.game, preset, overrides)
    end = find(match.game).match_end(ruleset)
    _check_direction(match.season, high_wins=not end.low_wins)
    match.rules = rulesets.to_json(ruleset)
    match.rules_text = rulesets.text(ruleset)
    match.end_hands, match.end_limit = end.hands, end.limit
    match.eliminates, match.high_wins = end.eliminate, not end.low_wins
    match.ties_by_wins = end.ties_by_wins
    match.save()
    news.match_changed(match)
    return match


@transaction.atomic
def close_match(match: Match, *, actor: Actor, at: datetime.datetime | None = None) -> Match:
    """Nothing more is played in this match. Closing it again changes nothing."""
    match = lock_match(match.pk)
    access.require(access.can_score(actor, match))
    if match.state == Match.State.OPEN:
        match.state = Match.State.CLOSED
        match.closed_at = at or timezone.now()
        match.save(update_fields=["state", "closed_at"])
        news.match_changed(match)
    return match


@transaction.atomic
def reopen_match(match: Match, *, actor: Actor) -> Match:
    """Undo `close_match`."""
    match = lock_match(match.pk)
    access.require(access.can_score(actor, match))
    match.state = Match.State.OPEN
    match.closed_at = None
    match.save(update_fields=["state", "closed_at"])
    news.match_changed(match)
    return match


@transaction.atomic
def join_match(match: Match, who: Who, *, actor: Actor, number: int | None = None) -> MatchSeat:
    """Take a seat from the next hand on: an empty one by its ``number``, else a new one."""
    match = _open_match(match, actor)
    (player,) = _seated(match.season.league, [who])
    seats = MatchSeat.objects.filter(match=match)
    into = aliases(match.season.league_id)
    there = seats.filter(until_hand=None)
    sitting = {into.get(seat.player_id, seat.player_id) for seat in there}
    if player.pk in sitting:
        raise Invalid("player", gettext_noop("{name} sits at the table already."), name=player.name)
    numbers = {seat.number for seat in seats}
    if number is None:
        number = max(numbers, default=-1) + 1
    elif number not in numbers or there.filter(number=number).exists():
        raise Invalid("number", gettext_noop("This seat is not free."))
    _check_count(rulesets.from_json(match.game, match.rules), len(sitting) + 1)
    seat = MatchSeat.objects.create(
        match=match, number=number, player=player, from_hand=_last_number(match) + 1
    )
    news.match_changed(match)
    return seat


@transaction.atomic
def leave_match(seat: MatchSeat, *, actor: Actor) -> MatchSeat:
    """Leave the table after the last hand entered. Leaving again changes nothing."""
    match = _open_match(seat.match, actor)
    seat = MatchSeat.objects.get(pk=seat.pk)
    if seat.until_hand is None:
        seat.until_hand = _last_number(match)
        seat.save(update_fields=["until_hand"])
        news.match_changed(match)
    return seat


@transaction.atomic
def substitute(seat: MatchSeat, who: Who, *, actor: Actor) -> MatchSeat:
    """Somebody else takes over a seat from the next hand on."""
    left = leave_match(seat, actor=actor)
    return join_match(left.match, who, actor=actor, number=left.number)


def _last_number(match: Match) -> int:
    last = last_hand(match)
    return 0 if last is None else last.number


def _open_match(match: Match, actor: Actor) -> Match:
    match = lock_match(match.pk)
    access.require(access.can_score(actor, match))
    if match.state != Match.State.OPEN:
        raise MatchClosed
    return match


def _ruleset(
    league: League, game: str, preset: str, overrides: Mapping[str, str] | None
) -> Ruleset:
    """The ruleset asked for; the league's house rules if no preset is. Raises Invalid."""
    try:
        house = house_rules(league, game)
        if not preset and not overrides:
            return house
        if not preset:
            return find(game).ruleset(house.preset, {**house.values, **(overrides or {})})
        return find(game).ruleset(preset, overrides)
    except (KeyError, RulesetError) as error:
        raise Invalid("rules", "{problem}", problem=str(error.args[0])) from error


def _check_count(ruleset: Ruleset, players: int) -> None:
    least, most = find(ruleset.game).seats(ruleset)
    if not least <= players <= most:
        raise Invalid(
            "players",
            gettext_noop("This game is for {least} to {most} players."),
            least=least,
            most=most,
        )


def _check_direction(season: Season, *, high_wins: bool) -> None:
    """Points that are added up over a season have to count the same way in every match."""
    rules = rules_from_json(season.rules)
    if rules.metric in (Metric.POINTS, Metric.AVERAGE) and rules.high_wins != high_wins:
        raise Invalid(
            "game",
            gettext_noop(
                "This season adds up points, and this game is won the other way round: "
                "rank the season by places, or play by another preset."
            ),
        )


def _seated(league: League, players: Sequence[Who]) -> list[Player]:
    """The players, new names made guests. Raises Invalid for who is named twice."""
    known = {
        player.name_key: player
        for player in Player.objects.filter(
            league=league,
            merged_into=None,
            name_key__in=[name_key(who) for who in players if isinstance(who, str)],
        )
    }
    seated: list[Player] = []
    for who in players:
        player = known.get(name_key(who)) if isinstance(who, str) else who
        if player is None:
            player = new_player(league, str(who), guest=True)
        if player.league_id != league.pk or player.merged_into_id is not None:
            raise Invalid(
                "players", gettext_noop("{name} does not play in this league."), name=player.name
            )
        if player in seated:
            raise Invalid("players", gettext_noop("{name} is named twice."), name=player.name)
        seated.append(player)
    return seated
