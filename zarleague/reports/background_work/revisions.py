"""Cheap stamps of stored data: they are equal if nothing was confirmed in between."""

import hashlib
import json
from typing import Any

from django.db.models import Exists, OuterRef, Q

from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Match


def revisions(league: League) -> dict[int, int]:
    """Return the revision of each season of a league, by the season's id."""
    return dict(Season.objects.filter(league=league).values_list("pk", "revision"))


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


def _stamp(*facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
