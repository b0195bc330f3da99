"""A league to save hands in: ``python -m benchmarks.saves_site HANDS [stranger]`` makes it on the
database of the environment, and one of another account, and prints what their phones need as JSON;
`saving` serves it.
"""

import json
import os
import sys
from typing import Any

import django

from benchmarks import bulk


def main() -> None:
    """Make a season of so many hands and one of 200, everything derived, with a match in each; and
    the stranger's seasons of 500 and of 8,000."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    owner, session = _account("bench")
    made: dict[str, Any] = {"session": session, "small": _season(owner, 200)}
    made["large"] = _season(owner, int(sys.argv[1]))
    made["scorekeepers"] = [_scorekeeper(made["large"]["league"], one) for one in range(TABLES)]
    if "stranger" in sys.argv:
        stranger, session = _account("stranger")
        made["stranger"] = {"session": session, **_season(stranger, 500)}
        made["stranger"]["long"] = _season(stranger, 8_000)
    print(json.dumps(made))


PASSWORD = "a password of figures only"  # noqa: S105
TABLES = 50
"""Matches of today at which hands can be saved at the same time."""


def _account(name: str) -> tuple[Any, str]:
    """Make an account that is signed in; return it and its session."""
    from django.test import Client

    from zarleague.leagues.models import User

    user = User.objects.create_user(name, password=PASSWORD)
    client = Client()
    client.force_login(user)
    return user, client.cookies["sessionid"].value


def _scorekeeper(slug: str, number: int) -> str:
    """Make a scorekeeper of a league; return the session."""
    from zarleague.leagues.models import League, Membership

    user, session = _account(f"scorekeeper {number}")
    league = League.objects.get(slug=slug)
    Membership.objects.create(league=league, user=user, role=Membership.Role.SCOREKEEPER)
    return session


def _season(owner: Any, hands: int) -> dict[str, Any]:
    """Make a league; return its slug, and the keys of its season, its first match, the first of
    today and all of today."""
    from zarleague.leagues import services as leagues
    from zarleague.leagues.actors import Actor
    from zarleague.play import services
    from zarleague.play.models import Match
    from zarleague.reports.rank_history.ranks import refresh_ranks
    from zarleague.reports.services import refresh_ratings

    name = f"Season of {hands} of {owner}"
    league = leagues.create_league(owner=owner, name=name, visibility="public", key=name)
    season = bulk.season(league, owner, name, bulk.Shape.of(hands))
    services.rebuild(season)
    refresh_ranks(season.pk)
    refresh_ratings(league)
    first = Match.objects.filter(season=season).order_by("pk")[0]
    names = [player.name for player in league.players.order_by("pk")[: bulk.SEATS]]
    tables = [
        services.start_match(season, names, actor=Actor.of(owner), key=f"table {number}").pk
        for number in range(TABLES)
    ]
    return {
        "league": league.slug,
        "season": season.pk,
        "first": first.pk,
        "today": tables[0],
        "tables": tables,
    }


if __name__ == "__main__":
    main()
