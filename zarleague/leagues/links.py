"""Secret links that let somebody without an account do one thing, until they are revoked."""

import datetime
import secrets
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audiences, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AccessLink, League, LinkUse, Player, User
from zarleague.leagues.names import tidy
from zarleague.leagues.tokens import stored_hash
from zarleague.leagues.unfinished import is_unfinished

Purpose = AccessLink.Purpose
PAGES = {
    Purpose.SCORE_MATCH: "score-by-link",
    Purpose.SCORE_EVENING: "score-by-link",
    Purpose.BOARD: "board-by-link",
    Purpose.JOIN: "join-by-link",
    Purpose.CLAIM: "claim-by-link",
    Purpose.EMBED: "embed",
}
"""The view name of the page that a link of each purpose opens."""
MOST_NAMES: Final = 1000
"""Names that are recorded of those who use one link: pages list them all."""


@transaction.atomic
def create_link(
    league: League,
    purpose: str,
    *,
    actor: Actor,
    label: str = "",
    match_id: int | None = None,
    evening: datetime.date | None = None,
    player: Player | None = None,
) -> tuple[AccessLink, str]:
    """Create a link; return it and its token. Only the token's hash is stored, so the token can be
    shown only now.

    The object of the purpose (``match_id``, ``evening``, ``player``) must be given with it.
    """
    access.require(access.can_organise(actor, league))
    if actor.user is None:
        raise NotAllowed
    if player is not None and player.league_id != league.pk:
        raise Invalid("player", gettext_noop("That player is in another league."))
    token = secrets.token_urlsafe(24)
    link = AccessLink.objects.create(
        league=league,
        purpose=purpose,
        token_hash=stored_hash(token),
        label=label,
        match_id=match_id,
        evening=evening,
        player=player,
        created_by=actor.user,
    )
    _record("create_link", link, actor)
    return link, token


def find_link(token: str) -> AccessLink | None:
    """Return the link of a token; None if there is none or it was revoked."""
    return _active_links().filter(token_hash=stored_hash(token)).first()


def live_link(link_id: int) -> AccessLink | None:
    """Return the link stored in a session, None if it was revoked since."""
    return _active_links().filter(pk=link_id).first()


def link_of(league: League, link_id: int) -> AccessLink | None:
    """Return a link of a league, revoked or not, None if there is none."""
    return AccessLink.objects.select_related("league").filter(league=league, pk=link_id).first()


@transaction.atomic
def revoke_link(link: AccessLink, *, actor: Actor) -> AccessLink:
    """Revoke a link. Everything written through it stays. Revoking it again changes nothing."""
    access.require(access.can_organise(actor, link.league))
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        _record("revoke_link", link, actor)
        audiences.end_link(link)
    return link


@transaction.atomic
def note_use(link: AccessLink, name: str) -> None:
    """Record that somebody with that name used the link, unless very many have."""
    now, name = timezone.now(), tidy(name)[:60] or "?"
    uses = LinkUse.objects.filter(link=link)
    if uses.filter(name=name).exists() or uses.count() < MOST_NAMES:
        LinkUse.objects.update_or_create(
            link=link,
            name=name,
            defaults={"last_at": now},
            create_defaults={"first_at": now, "last_at": now},
        )


def note_account(link: AccessLink, user: User) -> None:
    """Record that the owner of an account used the link. The name that an unfinished account was
    given by the site is shown to nobody else."""
    made_up = "" if is_unfinished(user) else user.get_username()
    note_use(link, user.get_full_name() or made_up)


def _record(action: str, link: AccessLink, actor: Actor) -> None:
    audit.record(
        action,
        link,
        actor,
        name=str(link),
        after=audit.values(link, "purpose", "evening", "match_id", "player_id"),
    )


def _active_links() -> QuerySet[AccessLink]:
    return AccessLink.objects.select_related("league").filter(revoked_at=None)
