"""What a season's table ranks by, lots drawn among tied players, and the totals made anew."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import Player, Season
from zarleague.play import news, totals
from zarleague.play.locks import lock_season
from zarleague.play.models import Match
from zarleague.standings.rules import Metric, RulesError, rules_from_json


@transaction.atomic
def set_season_rules(season: Season, rules: Mapping[str, Any], *, actor: Actor) -> Season:
    """Rank the season by other rules, as `standings.rules.rules_to_json` writes them."""
    season = lock_season(season.pk)
    access.require(access.can_organise(actor, season.league))
    try:
        ranked_by = rules_from_json(rules)
    except RulesError as error:
        raise Invalid(error.option, error.sentence, **error.facts) from error
    adds_up = ranked_by.metric in (Metric.POINTS, Metric.AVERAGE)
    others = Match.objects.filter(season=season).exclude(high_wins=ranked_by.high_wins)
    if adds_up and others.exists():
        raise Invalid(
            "rules",
            gettext_noop("Points cannot be added up: some matches are won the other way round."),
        )
    season.rules = dict(rules)
    season.save(update_fields=["rules"])
    totals.rebuild(season)
    news.season_table_changed(season)
    return season


@transaction.atomic
def draw_lots(
    season: Season,
    players: Sequence[Player],
    *,
    actor: Actor,
    evening: datetime.date,
) -> Season:
    """Record that lots were drawn among players still tied, in this order, first drawn first."""
    season = lock_season(season.pk)
    access.require(access.can_organise(actor, season.league))
    order = [player.pk for player in players]
    if len(set(order)) < max(len(order), 2):
        raise Invalid("players", gettext_noop("Lots are drawn among two players or more."))
    season.lots = [*season.lots, [evening.toordinal(), order]]
    season.save(update_fields=["lots"])
    news.season_table_changed(season)
    return season


@transaction.atomic
def rebuild(season: Season) -> None:
    """Throw the season's derived totals away and make them anew from the confirmed hands."""
    totals.rebuild(lock_season(season.pk))
