"""The table of a season as an import would make it, and matches the league has already."""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Sum

from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.gathered import Gathered, SheetHand
from zarleague.exchange.history.who_wins import low_wins
from zarleague.leagues.models import League, Player
from zarleague.leagues.models.league import default_season_rules
from zarleague.leagues.names import name_key
from zarleague.play.models import HandResult
from zarleague.play.verdicts.judging import ruled
from zarleague.standings.results import Result
from zarleague.standings.rules import rules_from_json
from zarleague.standings.table import places_without_minimum, table_of

Match = tuple[datetime.date, str, int]


def winner_of(hand: SheetHand) -> int | None:
    """Return the index among a hand's players of the only one the file names as the winner."""
    if len(hand.winners) != 1:
        return None
    (winner,) = hand.winners
    return list(hand.points).index(winner) if winner in hand.points else None


def table_of_hands(
    found: Gathered, names: Mapping[str, str], ruleset: Ruleset
) -> list[dict[str, Any]]:
    """Return the rows of the table as it would stand, best first: the rank, None if a minimum is
    missed; the place without minimums; the name, hands, wins and points; the figure that ranks as a
    fraction, None without a hand; and each minimum that is missed: the rule, had, needed."""
    titles: dict[str, str] = {}
    for name in found.names:
        titles.setdefault(name_key(names[name]), names[name])
    keys = list(titles)
    of_place = [keys.index(name_key(names[name])) for name in found.names]
    rows = table_of(
        _results(found, of_place, ruleset),
        rules_from_json(default_season_rules()),
        names=dict(enumerate(titles.values())),
    )
    return [
        {
            "rank": row.rank,
            "place": place,
            "name": titles[keys[row.player_id]],
            "hands": row.hands,
            "wins": row.wins,
            "points": row.points,
            "metric": None if row.metric is None else row.metric.as_integer_ratio(),
            "missed": row.shortfalls,
        }
        for row, place in zip(rows, places_without_minimum(rows), strict=True)
    ]


def _results(found: Gathered, of_place: list[int], ruleset: Ruleset) -> Iterator[Result]:
    matches: dict[Match, int] = {}
    high_wins = not low_wins(ruleset)
    for number, hand in enumerate(found.hands):
        outcome = ruled(ruleset, tuple(hand.points.values()), winner_of(hand))
        match = matches.setdefault(hand.match, len(matches))
        for order, place in enumerate(hand.points):
            yield Result(
                number,
                match,
                hand.day.toordinal(),
                of_place[place],
                hand.points[place],
                outcome.places[order],
                outcome.won[order],
                high_wins=high_wins,
            )


def known_matches(
    found: Gathered,
    names: Mapping[str, str],
    players: Mapping[str, Player],
    league: League,
    game: str,
) -> set[Match]:
    """Return the matches of a file that a league has already: those of the game on the same day
    with the same players, each with the same total."""
    ids = [players.get(name_key(names[name])) for name in found.names]
    totals: dict[Match, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for hand in found.hands:
        for place, points in hand.points.items():
            player = ids[place]
            totals[hand.match][player.pk if player else -1 - place] += points
    if not any(ids) or not totals:
        return set()
    days = {match[0] for match in totals}
    stored: dict[int, dict[int, int]] = defaultdict(dict)
    rows = (
        HandResult.objects.filter(
            version__confirmed_for__isnull=False,
            version__hand__match__season__league=league,
            version__hand__match__game=game,
            version__hand__match__played_on__range=(min(days), max(days)),
        )
        .order_by()
        .values_list("version__hand__match", "version__hand__match__played_on", "player")
        .annotate(total=Sum("points"))
    )
    day_of: dict[int, datetime.date] = {}
    for match, day, player, total in rows:
        stored[match][player], day_of[match] = total, day
    known = {(day_of[match], frozenset(one.items())) for match, one in stored.items()}
    return {match for match, one in totals.items() if (match[0], frozenset(one.items())) in known}
