"""Hands of a league's own game under another definition, or under the engine that replaces it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

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
from zarleague.play.locks import lock_match, lock_seasons
from zarleague.play.models import Hand, HandResult, Match
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors.seats import names_of, seats_of_hand
from zarleague.play.services.matches import check_direction
from zarleague.play.services.rewriting import MOST_HANDS, Change, counted_anew, hands_that_count
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.judging import (
    RULED_FORM,
    HandOutcome,
    entry_from_json,
    judge_entry,
    ruled,
)


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
        MovedHand(hand, names, before, outcome.points, (match.unit, unit))
        for match in _matches(league, game, ruleset)
        for hand, names, before, outcome in _rescored(match, ruleset)
        if (outcome.points, unit) != (before, match.unit)
    ]


def count_samples(definition: Definition, entries: Iterable[Entry]) -> list[HandOutcome]:
    """Return what hands would count by a definition. The players are called by their numbers."""
    ruleset = ruleset_of(definition)
    return [judge_entry(ruleset, entry, partial(_numbers, len(entry.sheets))) for entry in entries]


def _numbers(seats: int) -> list[str]:
    return [str(seat + 1) for seat in range(seats)]


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
    matches = _matches(league, game, ruleset)
    lock_seasons({match.season_id for match in matches})
    for found in matches:
        match = lock_match(found.pk)
        with counted_anew(match):
            _give_rules(match, ruleset, actor, write.service, why)
            for hand, _names, before, outcome in _rescored(match, ruleset):
                if outcome.points is not None and outcome.points != before:
                    change.write(hand, outcome, seats_of_hand(hand))
    return _recorded_write(write, league, game)


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
    for found in matches:
        match = lock_match(found.pk)
        with counted_anew(match):
            _give_rules(match, ruleset, actor, write.service, why, ends=False)
            for hand in hands_that_count([match]):
                entry, winner, before = _recorded(hand)
                if entry is not None and entry.form == GIVEN_UP:
                    continue
                outcome = _as_totals(ruleset, entry, before, winner)
                change.write(hand, outcome, seats_of_hand(hand))
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
    match: Match, ruleset: Ruleset, actor: Actor, service: str, why: str, *, ends: bool = True
) -> None:
    before = audit.values(match, "game", "rules_text")
    end = scored(ruleset.game).match_end(ruleset)
    if ends:
        check_direction(match.season, high_wins=not end.low_wins)
        match.high_wins, match.ties_by_wins = not end.low_wins, end.ties_by_wins
    match.game = ruleset.game
    match.rules, match.rules_text = rulesets.to_json(ruleset), rulesets.text(ruleset)
    match.save()
    after = audit.values(match, "game", "rules_text")
    audit.record(
        service, match, actor, topic=audit.Topic.RULES, before=before, after=after, why=why
    )
    notify.match_changed(match)


def _recorded(hand: Hand) -> tuple[Entry | None, int | None, tuple[int, ...]]:
    """Return the entry of a hand, the sheet that went out, and the points by sheet."""
    version = hand.confirmed
    assert version is not None
    rows = HandResult.objects.filter(league=hand.league_id, version=version).order_by("order")
    entry = None if version.entry is None else entry_from_json(version.entry)
    return entry, entry.winner if entry else None, tuple(row.points for row in rows)


def _rescored(
    match: Match, ruleset: Ruleset
) -> Iterator[tuple[Hand, tuple[str, ...], tuple[int, ...], HandOutcome]]:
    for hand in hands_that_count([match]):
        entry, _winner, before = _recorded(hand)
        if entry is None or entry.form in (RULED_FORM, GIVEN_UP):
            continue
        seats = seats_of_hand(hand)
        outcome = judge_entry(ruleset, entry, partial(names_of, seats))
        yield hand, tuple(names_of(seats)), before, outcome


def _as_totals(
    ruleset: Ruleset, entry: Entry | None, points: tuple[int, ...], winner: int | None
) -> HandOutcome:
    """Return the points as an entry of the game, or as ruled where it would count otherwise."""
    if entry is None or entry.form != RULED_FORM:
        sheets = tuple({POINTS: each} if each else {} for each in points)
        plain = Entry(TOTALS, sheets, winner)
        outcome = judge_entry(ruleset, plain, lambda: [""] * len(points))
        if outcome.points == points:
            return outcome
    return ruled(ruleset, points, winner)
