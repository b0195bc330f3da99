"""Find the actor of a request: the account signed in, the link in the session, or both."""

from django.http import HttpRequest

from zarleague.leagues.actors import Actor
from zarleague.leagues.links import live_link
from zarleague.leagues.models import AccessLink, AuditEntry
from zarleague.serving import turns

Way = AuditEntry.Way
LINK_KEY = "link"
NAME_KEY = "link-name"


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor of a request: the account and link of its session; cached on it."""
    actor: Actor | None = getattr(request, "actor", None)
    if actor is None:
        link_id = request.session.get(LINK_KEY)
        link = live_link(link_id) if link_id is not None else None
        name = request.session.get(NAME_KEY, "") if link else ""
        way = Way.API if request.path.startswith("/api/") else Way.PAGE
        actor = Actor.of(request.user, link, name, way)
        request.actor = actor  # type: ignore[attr-defined]
        if actor.user is not None:
            turns.recognise(f"account:{actor.user.pk}")
        elif link is not None:
            turns.recognise(f"link:{link.pk}")
    return actor


def remember_link(request: HttpRequest, link: AccessLink, name: str = "") -> None:
    """Store a link in the session: its requests act by the link until it is revoked."""
    request.session[LINK_KEY] = link.pk
    request.session[NAME_KEY] = name
