"""Hands of a league's own game under another definition, or under the engine that replaces it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.engine.declared import (
    NUMBER,
    Definition,
    definition_of,
    is_declared,
    ruleset_of,
    under_key,
)
from zarleague.engine.entry import GIVEN_UP, POINTS, TOTALS, Entry
from zarleague.engine.games import KEYS, scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, LeagueGame, Season
from zarleague.leagues.selectors import house_rules
from zarleague.leagues.services import lock_league, update_league
from zarleague.leagues.services.seasons import write_season
from zarleague.play import notify
from zarleague.play.locks import lock_matches, lock_seasons
from zarleague.play.models import Hand, Match, MatchSeat
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.seats import names_of
from zarleague.play.services.large_changes import large_change
from zarleague.play.services.matches import check_direction
from zarleague.play.services.rewriting import MOST_HANDS, Change, counted_anew, recorded_now
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.judging import RULED_FORM, HandOutcome, judge_entry, ruled


@dataclass(frozen=True, slots=True)
class MovedHand:
    """A hand and its points by sheet, before and after. ``after`` is None where the hand does not
    fit the definition: it keeps its points. ``units`` are how many stored points make one point,
    before and after."""

    hand: Hand
    names: tuple[str, ...]
    before: tuple[int, ...]
    after: tuple[int, ...] | None
    units: tuple[int, int] = (1, 1)


def preview_rescoring(
    league: League, game: str, definition: Definition | None = None
) -> list[MovedHand]:
    """Return the hands to which `rescore_game` would give other points, in the order they were
    played; with a *definition*, once it was the game's present one."""
    ruleset = house_rules(league, game)
    asked = None if definition is None else under_key(definition, game)
    if asked is not None and asked != definition_of(ruleset):
        ruleset = ruleset_of(asked, int(ruleset[NUMBER]) + 1)
    unit = definition_of(ruleset).unit
    return [
        MovedHand(hand, tuple(names_of(seats)), before, outcome.points, (hand.match.unit, unit))
        for hand, seats, before, outcome in _rescored(_matches(league, game, ruleset), ruleset)
        if (outcome.points, unit) != (before, hand.match.unit)
    ]


def count_samples(definition: Definition, entries: Iterable[Entry]) -> list[HandOutcome]:
    """Return what hands would count by a definition. The players are called by their numbers."""
    ruleset = ruleset_of(definition)
    return [judge_entry(ruleset, entry, partial(_numbers, len(entry.sheets))) for entry in entries]


def _numbers(seats: int) -> list[str]:
    return [str(seat + 1) for seat in range(seats)]


@large_change
@transaction.atomic
def rescore_game(league: League, game: str, *, reason: str, actor: Actor, key: str) -> LeagueGame:
    """Score hands of running seasons by the game's present definition, which their matches then
    have: those of the earliest matches that have another one, about `MOST_HANDS` of them, since
    everybody else waits. Hands that do not fit it, and points that were ruled, stay as they are."""
    write = KeyedWrite("rescore-game", locals())
    access.require(access.can_organise(actor, league))
    lock_league(league.pk)
    if (made := write.made_in(league.pk)) is not None:
        return LeagueGame.objects.get(pk=made)
    why = checked_reason(reason)
    ruleset = house_rules(league, game)
    change = Change(actor, write.service, timezone.now(), why)
    matches = lock_matches([match.pk for match in _matches(league, game, ruleset)])
    with counted_anew(matches):
        _give_rules(matches, ruleset, change)
        change.write(
            [
                (hand, outcome, seats)
                for hand, seats, before, outcome in _rescored(matches, ruleset)
                if outcome.points is not None and outcome.points != before
            ]
        )
    return _recorded_write(write, league, game)


@large_change
@transaction.atomic
def replace_game(
    league: League, game: str, by: str, *, reason: str, actor: Actor, key: str
) -> LeagueGame:
    """Make the matches of a league's own game those of a game with an engine, under its house
    rules, in all seasons: as many at once as `rescore_game` takes. All hands keep their points: as
    an entry of the game where it leads to the same points, otherwise as points that were ruled.
    Where it was the league's main game or the usual one of seasons, the other is from then on."""
    write = KeyedWrite("replace-game", locals())
    access.require(access.can_organise(actor, league))
    league = lock_league(league.pk)
    if (made := write.made_in(league.pk)) is not None:
        return LeagueGame.objects.get(pk=made)
    why = checked_reason(reason)
    if not is_declared(game) or by not in KEYS:
        raise Invalid("by", gettext_noop("Choose a game that has an engine."))
    ruleset = house_rules(league, by)
    low_wins = scored(by).match_end(ruleset).low_wins
    change = Change(actor, write.service, timezone.now(), why)
    matches = list(Match.objects.filter(season__league=league, game=game).order_by("pk"))
    if any(match.high_wins == low_wins for match in matches):
        raise Invalid("by", gettext_noop("This game is won the other way round."))
    matches = _first(matches)
    usual = Season.objects.filter(league=league, game=game).values_list("pk", flat=True)
    lock_seasons({match.season_id for match in matches}.union(usual))
    _replace_usual(league, game, by, actor)
    matches = lock_matches([match.pk for match in matches])
    with counted_anew(matches):
        _give_rules(matches, ruleset, change, ends=False)
        change.write(
            [
                (hand, _as_totals(ruleset, before), seats)
                for hand, before, seats in recorded_now(matches)
                if not before.given_up
            ]
        )
    return _recorded_write(write, league, game)


def _replace_usual(league: League, game: str, by: str, actor: Actor) -> None:
    """Choose another game where one is the league's main game or the usual one of a season; league
    and seasons are locked."""
    if league.default_game == game:
        update_league(league, actor=actor, default_game=by)
    for season in Season.objects.filter(league=league, game=game).order_by("pk"):
        write_season(season, actor=actor, game=by)


def _recorded_write(write: KeyedWrite, league: League, game: str) -> LeagueGame:
    row = LeagueGame.objects.get(league=league, game=game)
    write.record(league.pk, row.pk)
    return row


def _matches(league: League, game: str, ruleset: Ruleset) -> list[Match]:
    """Return the first matches of running seasons that have other rules."""
    matches = Match.objects.filter(
        season__league=league, season__state=Season.State.RUNNING, game=game
    ).select_related("season__league")
    rules = rulesets.to_json(ruleset)
    differing = [match for match in matches.order_by("played_on", "pk") if match.rules != rules]
    return _first(differing)


def _first(matches: Sequence[Match]) -> list[Match]:
    """Return the first matches, until they have `MOST_HANDS` hands together."""
    counted = Hand.objects.filter(match__in=matches).values_list("match").annotate(Count("pk"))
    hands = dict(counted)
    sums = accumulate((hands.get(match.pk, 0) for match in matches), initial=0)
    return [match for match, before in zip(matches, sums, strict=False) if before < MOST_HANDS]


def _give_rules(
    matches: Sequence[Match], ruleset: Ruleset, change: Change, *, ends: bool = True
) -> None:
    """Give matches a game and its rules, and with *ends* what their ends say of the points."""
    end = scored(ruleset.game).match_end(ruleset)
    given: dict[str, Any] = {
        "game": ruleset.game,
        "rules": rulesets.to_json(ruleset),
        "rules_text": rulesets.text(ruleset),
    }
    if ends:
        given |= {"high_wins": not end.low_wins, "ties_by_wins": end.ties_by_wins}
        for season in {match.season_id: match.season for match in matches}.values():
            check_direction(season, high_wins=not end.low_wins)
    before = [audit.values(match, "game", "rules_text") for match in matches]
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(**given)
    for match in matches:
        for field, value in given.items():
            setattr(match, field, value)
    notify.matches_changed(matches)
    audit.record_all(
        audit.entry(
            change.service,
            match,
            change.actor,
            topic=audit.Topic.RULES,
            before=was,
            after=audit.values(match, "game", "rules_text"),
            why=change.reason,
        )
        for match, was in zip(matches, before, strict=True)
    )


def _rescored(
    matches: Sequence[Match], ruleset: Ruleset
) -> Iterator[tuple[Hand, Sequence[MatchSeat], tuple[int, ...], HandOutcome]]:
    for hand, before, seats in recorded_now(matches):
        if before.entry is None or before.entry.form in (RULED_FORM, GIVEN_UP):
            continue
        outcome = judge_entry(ruleset, before.entry, partial(names_of, seats))
        yield hand, seats, before.points or (), outcome


def _as_totals(ruleset: Ruleset, before: HandOutcome) -> HandOutcome:
    """Return the points as an entry of the game, or as ruled where it would count otherwise."""
    entry, points = before.entry, before.points or ()
    winner = entry.winner if entry else None
    if entry is None or entry.form != RULED_FORM:
        sheets = tuple({POINTS: each} if each else {} for each in points)
        plain = Entry(TOTALS, sheets, winner)
        outcome = judge_entry(ruleset, plain, lambda: [""] * len(points))
        if outcome.points == points:
            return outcome
    return ruled(ruleset, points, winner)
