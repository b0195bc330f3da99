"""Idempotency keys for writes whose services take none.

The receipt is the same as that of the services that do (`leagues.once`). What the row's lock holds
back is the second of two equal requests at once: it finds the first one's receipt.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import models, transaction

from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Receipt, User
from zarleague.leagues.once import Once
from zarleague.leagues.services import create_league
from zarleague.play.locks import lock_match
from zarleague.play.models import Match

Row = TypeVar("Row", bound=models.Model)


@transaction.atomic
def in_league(
    league: League, actor: Actor, key: str, write: Callable[[], Row], model: type[Row], *asked: Any
) -> Row:
    """What ``write`` makes in a league, or what it made under the same key before."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    return _once(league.pk, actor, key, write, model, *asked)


@transaction.atomic
def in_match(
    match: Match, actor: Actor, key: str, write: Callable[[], Row], model: type[Row], *asked: Any
) -> Row:
    """What ``write`` makes of a match, or what it made under the same key before."""
    lock_match(match.pk)
    return _once(match.season.league_id, actor, key, write, model, match.pk, *asked)


@transaction.atomic
def new_league(owner: User, key: str, settings: dict[str, Any]) -> League:
    """A league of this owner; the one made under the same key if there is one.

    A key belongs to a league, and before this write there is none: so it is sought in all the
    owner's leagues.
    """
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    for used in Receipt.objects.filter(key=key, league__memberships__user=owner):
        if (made := Once(used.league_id, key, "new-league", settings).made()) is not None:
            return League.objects.get(pk=made)
    league = create_league(owner=owner, **settings)
    Once(league.pk, key, "new-league", settings).remember(league.pk)
    return league


def _once(
    league_id: int,
    actor: Actor,
    key: str,
    write: Callable[[], Row],
    model: type[Row],
    *asked: Any,
) -> Row:
    # The services ask for permission only when they write: so a key is its sender's alone.
    sender = (actor.user and actor.user.pk, actor.link and actor.link.pk)
    once = Once(league_id, key, sender, *asked)
    if (made := once.made()) is not None:
        return model._default_manager.get(pk=made)
    row = write()
    once.remember(row.pk)
    return row
