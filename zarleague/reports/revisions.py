"""Cheap stamps of stored data: equal stamps mean that nothing was confirmed in between.

Every change of a hand makes a new version with an id of its own, so the count and the sum of the
confirmed versions' ids tell two states apart.
"""

import hashlib
import json
from typing import Any

from django.db.models import Count, Max, Q, Sum

from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, Match, Penalty


def game_revision(league: League, game: str) -> str:
    """Return a stamp of all hands of one game in a league, and of whom they count for."""
    hands = Hand.objects.filter(match__season__league=league, match__game=game)
    return _stamp(_confirmed(hands), sorted(aliases(league.pk).items()))


def season_revision(season: Season) -> str:
    """Return a stamp of all a season's report is made from, except names and the rater.

    It covers the hands of the league's other seasons up to the last evening, as the report's
    ratings depend on them.
    """
    penalties = Penalty.objects.filter(season=season)
    return _stamp(
        _confirmed(Hand.objects.filter(match__season=season)),
        _rated_with(season),
        sorted(aliases(season.league_id).items()),
        list(
            penalties.aggregate(
                Count("pk"), cancelled=Count("pk", filter=Q(cancelled_at__isnull=False))
            ).values()
        ),
        season.rules,
        season.lots,
    )


def _rated_with(season: Season) -> list[int | None]:
    """Return count and sum of the hands that the season's ratings depend on."""
    matches = Match.objects.filter(season=season)
    last = matches.aggregate(last=Max("played_on"))["last"]
    if last is None:
        return []
    return _confirmed(
        Hand.objects.filter(
            match__season__league=season.league_id,
            match__game__in=matches.values("game"),
            match__played_on__lte=last,
        )
    )


def _confirmed(hands: Any) -> list[int | None]:
    return list(hands.aggregate(Count("pk"), Sum("confirmed_id")).values())


def _stamp(*facts: Any) -> str:
    # PostgreSQL adds up ids as decimals.
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=int).encode()).hexdigest()
