"""Write the hands of a spreadsheet as a season of a league.

They are written in short transactions, so that nobody at a table waits, into a season of a hidden
league. Matches, hands and totals have the key of the league they are for, but nobody finds them by
that season. When they are complete, one transaction moves the season and the new players to the
league. Undoing moves them back to a hidden league at once and removes everything afterwards. If a
process dies, the hidden league is left behind, and is removed before the work starts again.
"""

import datetime
import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db import models, transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from zarleague.engine.games import scored
from zarleague.exchange import planner_statistics
from zarleague.exchange.history.checking import CheckedSheet
from zarleague.exchange.history.gathered import SheetHand
from zarleague.exchange.history.preview import winner_of
from zarleague.exchange.league_file.discarding import hidden_slug
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.names import name_key
from zarleague.play import services as play
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat
from zarleague.play.services.versions import result_rows
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.judging import entry_to_json, ruled
from zarleague.reports.models import SeasonProgress

PORTION: Final = 100
"""Hands written by one transaction."""
BEGINS: Final = datetime.timedelta(hours=15)
"""After the evening has begun: about eight o'clock."""

Step = Callable[[int], None]


def unseen_league() -> League:
    """Create a league without members that nobody can see."""
    return League.objects.create(
        name="Past results", slug=hidden_slug(), visibility=League.Visibility.PRIVATE
    )


def write_season(
    checked: CheckedSheet, league: League, unseen: League, name: str, actor: Actor, step: Step
) -> tuple[Season, list[Player]]:
    """Write a season with its totals into a hidden league.

    Return it, and the new players, who are in the hidden league as well.
    """
    hands = checked.gathered.hands
    season = Season.objects.create(
        league=unseen,
        name=name,
        starts=hands[0].day,
        ends=hands[-1].day,
        state=Season.State.FINISHED,
    )
    # Nothing is derived from it until it is complete.
    SeasonProgress.objects.create(season=season, ranks=0, ratings=0)
    season.league = league  # not saved: its rows get the key of the league they are for
    players, new = _players(checked, unseen)
    by_match = itertools.groupby(hands, key=lambda hand: hand.match)
    for (day, table, _), group in by_match:
        _write_match(checked, season, players, day, table, list(group), league, actor)
        step(1)
    planner_statistics.gather(len(hands))
    play.rebuild(season)
    return season, new


def _players(checked: CheckedSheet, unseen: League) -> tuple[list[Player], list[Player]]:
    """Return the player of each name of the file, and those of them that are new."""
    known = dict(checked.players)
    new = []
    for name in checked.names.values():
        if name_key(name) not in known:
            player = Player(league=unseen, name=name, guest=True)
            player.save(force_insert=True)
            known[player.name_key] = player
            new.append(player)
    found = [known[name_key(checked.names[name])] for name in checked.gathered.names]
    return found, new


def _write_match(
    checked: CheckedSheet,
    season: Season,
    players: Sequence[Player],
    day: datetime.date,
    table: str,
    hands: Sequence[SheetHand],
    league: League,
    actor: Actor,
) -> None:
    ruleset = checked.ruleset
    begins = league.evening_starts(day) + BEGINS
    match = Match(
        league_id=season.league_id,
        season=season,
        game=ruleset.game,
        rules=rulesets.to_json(ruleset),
        rules_text=rulesets.text(ruleset),
        frozen_at=begins,
        played_on=day,
        state=Match.State.CLOSED,
        high_wins=not scored(ruleset.game).match_end(ruleset).low_wins,
        note=table,
        started_at=begins,
        closed_at=begins,
    )
    order = list(dict.fromkeys(place for hand in hands for place in hand.points))
    with transaction.atomic():
        match.save(force_insert=True)
        seats = MatchSeat.objects.bulk_create(
            MatchSeat(league_id=match.league_id, match=match, number=number, player=players[place])
            for number, place in enumerate(order)
        )
    seat_of = dict(zip(order, seats, strict=True))
    numbered = enumerate(hands, 1)
    while portion := list(itertools.islice(numbered, PORTION)):
        _write_hands(checked, match, seat_of, portion, actor)


def _write_hands(
    checked: CheckedSheet,
    match: Match,
    seat_of: dict[int, MatchSeat],
    portion: Sequence[tuple[int, SheetHand]],
    actor: Actor,
) -> None:
    now = timezone.now()
    hands = [Hand(league_id=match.league_id, match=match, number=number) for number, _ in portion]
    outcomes = [
        ruled(checked.ruleset, tuple(played.points.values()), winner_of(played))
        for _, played in portion
    ]
    versions = [
        HandVersion(
            league_id=match.league_id,
            hand=hand,
            number=1,
            entry=entry_to_json(outcome.entry) if outcome.entry else None,
            evidence=int(outcome.evidence),
            author=actor.user,
            author_name=actor.label,
            created_at=now,
        )
        for hand, outcome in zip(hands, outcomes, strict=True)
    ]

    results = [
        result
        for version, outcome, (_, played) in zip(versions, outcomes, portion, strict=True)
        for result in result_rows(version, outcome, [seat_of[player] for player in played.points])
    ]
    with transaction.atomic():
        Hand.objects.bulk_create(hands)
        _insert(HandVersion, versions)
        _insert(HandResult, results)
        own = HandVersion.objects.filter(hand=OuterRef("pk"))
        written = Hand.objects.filter(pk__in=[hand.pk for hand in hands])
        written.update(confirmed=Subquery(own.values("pk")[:1]))


def _insert(model: type[models.Model], rows: list[Any]) -> None:
    made: models.QuerySet[Any] = models.QuerySet(model)
    made.bulk_create(rows)
