"""Which rater a league has chosen, and whose lists are out of date. Loads no numerics."""

from zarleague.leagues.models import League
from zarleague.reports.models import LeagueRater
from zarleague.standings.ratings.raters import DEFAULT_RATER, MODEL


def rater_key(league: League) -> str:
    """Return the key of the rater the league has chosen."""
    chosen = LeagueRater.objects.filter(league=league).values_list("rater", flat=True).first()
    return chosen or DEFAULT_RATER


def leagues_of_earlier_models() -> list[League]:
    """Return the leagues with a list that an earlier model computed."""
    return list(League.objects.filter(rating_lists__model__lt=MODEL).distinct().order_by("pk"))
