"""Audiences of live streams: the right by which somebody listens, and whether it still holds.

An audience is a name like ``league-5-user-3`` (the account of a member), ``league-5-link-7`` (the
holder of a link) or ``league-5-anyone`` (everybody who may see a public league). Channels of a
single account have ``account-3``. The audience is signed into a stream's ticket and checked when
the stream is opened; its streams are ended when the right ends.
"""

from zarleague import live
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AccessLink, League, Membership, User

ANYONE = "anyone"


def audience_of(actor: Actor, league: League) -> str:
    """Return the audience of an actor who may see a league."""
    if actor.user is not None and actor.role(league.pk):
        return _name(league.pk, f"user-{actor.user.pk}")
    if actor.link is not None and actor.link.league_id == league.pk:
        return audience_of_link(actor.link)
    return _name(league.pk, ANYONE)


def audience_of_link(link: AccessLink) -> str:
    """Return the audience of a link's holders."""
    return _name(link.league_id, f"link-{link.pk}")


def audience_of_account(user_id: int) -> str:
    """Return the audience of an account's own channels."""
    return f"account-{user_id}"


def end_member(league_id: int, user_id: int) -> None:
    """End the streams of a former member after the transaction commits."""
    live.end(_name(league_id, f"user-{user_id}"))


def end_account(user_id: int) -> None:
    """End the streams of an account after the transaction commits. Its pages reload, and those
    whose session is still valid subscribe again."""
    leagues = Membership.objects.filter(user=user_id).values_list("league", flat=True)
    members = [_name(league_id, f"user-{user_id}") for league_id in leagues]
    live.end(audience_of_account(user_id), *members)


def end_link(link: AccessLink) -> None:
    """End the streams of a revoked link's holders after the transaction commits."""
    live.end(audience_of_link(link))


def end_anyone(league: League) -> None:
    """End the streams of everybody who is not a member after the transaction commits."""
    live.end(_name(league.pk, ANYONE))


def may_listen(audience: str) -> bool:
    if audience.startswith("account-"):
        return User.objects.filter(pk=int(audience.split("-")[1]), is_active=True).exists()
    _, league, kind, *ids = audience.split("-")
    league_id = int(league)
    public = League.objects.filter(pk=league_id, visibility=League.Visibility.PUBLIC)
    match kind:
        case "user":
            (user_id,) = ids
            user = User.objects.filter(pk=user_id, is_active=True)
            member = Membership.objects.filter(league=league_id, user_id=int(user_id))
            return user.filter(is_superuser=True).exists() or (user.exists() and member.exists())
        case "link":
            (link_id,) = ids
            return AccessLink.objects.filter(pk=link_id, league=league_id, revoked_at=None).exists()
        case _:
            return public.exists()


def _name(league_id: int, ground: str) -> str:
    return f"league-{league_id}-{ground}"
