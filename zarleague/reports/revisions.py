"""Cheap stamps of stored data: they are equal if nothing was confirmed in between."""

import hashlib
import json
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, Sum

from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, Match


def game_revision(league: League, game: str) -> str:
    """Return a stamp of all hands of one game in a league, and of the players they count for. Every
    change of a hand makes a version with a new id, so the count and the sum of the confirmed
    versions' ids distinguish two states.
    """
    hands = Hand.objects.filter(match__season__league=league, match__game=game)
    return _stamp(_confirmed(hands), sorted(aliases(league.pk).items()))


def season_revision(season: Season) -> str:
    """Return a stamp of everything a season's report is computed from, except names and the rater.
    It covers the league's seasons that began by the last evening, as the ratings depend on their
    hands. It reads seasons' revisions, which every change of results increments, and no hands.
    """
    played = Match.objects.filter(season=season)
    last = played.order_by("-played_on").values_list("played_on", flat=True).first()
    of_seasons = Season.objects.filter(league=season.league_id)
    rated_with = of_seasons.filter(pk=season.pk)
    if last is not None:
        began = Exists(Match.objects.filter(season=OuterRef("pk"), played_on__lte=last))
        rated_with = of_seasons.filter(Q(pk=season.pk) | began)
    return _stamp(
        list(rated_with.order_by("pk").values_list("pk", "revision")),
        sorted(aliases(season.league_id).items()),
        season.rules,
        season.lots,
    )


def _confirmed(hands: Any) -> list[int | None]:
    return list(hands.aggregate(Count("pk"), Sum("confirmed_id")).values())


def _stamp(*facts: Any) -> str:
    # PostgreSQL returns the sum of ids as a Decimal.
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=int).encode()).hexdigest()
