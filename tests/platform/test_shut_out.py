"""Somebody who lost access gets no more events, and a private league looks like a missing one."""

import json

import httpx
import pytest
from django.test import Client

from tests import factories
from tests.factories import Club
from zarleague import live
from zarleague.leagues import audiences, links, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Membership


@pytest.fixture
def club(transactional_db: None) -> Club:
    return factories.club()


def member(club: Club) -> Membership:
    return Membership.objects.get(league=club.league, user=club.player)


@pytest.mark.parametrize("ground", ["membership", "link", "public league"])
def test_a_stream_ends_with_its_ground(visitor: httpx.Client, club: Club, ground: str) -> None:
    """The open stream ends, and its ticket opens none any more."""
    if ground == "membership":
        actor = Actor.of(club.player)
    elif ground == "link":
        link, _ = links.create_link(club.league, "board", actor=club.boss)
        actor = Actor.of(None, link)
    else:
        services.update_league(club.league, actor=club.boss, visibility="public")
        actor = Actor()
    audience = audiences.audience_of(actor, club.league)
    address = live.ticket(f"league-{club.league.pk}", audience=audience)
    heard = []
    with visitor.stream("GET", address) as stream:
        for line in stream.iter_lines():
            heard.append(line)
            if line == "event: ready":
                if ground == "membership":
                    services.remove_member(member(club), actor=club.boss)
                elif ground == "link":
                    links.revoke_link(link, actor=club.boss)
                else:
                    services.update_league(club.league, actor=club.boss, visibility="private")
    assert "event: ready" in heard
    assert not any("end" in line for line in heard)
    assert visitor.get(address).status_code == 403


def test_others_go_on_listening(club: Club) -> None:
    mine = audiences.audience_of(Actor.of(club.scorekeeper), club.league)
    theirs = audiences.audience_of(Actor.of(club.player), club.league)
    services.remove_member(member(club), actor=club.boss)
    assert audiences.may_listen(mine)
    assert not audiences.may_listen(theirs)
    assert not audiences.may_listen(audiences.audience_of(Actor(), club.league))


def answers(client: Client, slug: str, season: int, match: int) -> list[tuple[int, str, str]]:
    """What is answered on the pages and in the API, without the address that was asked for."""
    found = []
    for path in (
        f"/l/{slug}/",
        f"/l/{slug}/seasons/",
        f"/l/{slug}/seasons/{season}/",
        f"/l/{slug}/players/",
        f"/l/{slug}/settings/",
        f"/l/{slug}/m/{match}/",
        f"/l/{slug}/m/{match}/board/",
        f"/l/{slug}/ratings/",
        f"/api/v1/leagues/{slug}/",
        f"/api/v1/leagues/{slug}/seasons/{season}/standings/",
        f"/api/v1/leagues/{slug}/players/",
    ):
        answer = client.get(path)
        texts = (answer.headers.get("Location", ""), answer.content.decode())
        found.append((answer.status_code, *(text.replace(slug, "…") for text in texts)))
    return found


@pytest.mark.parametrize("who", ["outsider", "onlooker"])
def test_a_private_league_looks_like_none(club: Club, who: str) -> None:
    League.objects.update(visibility="private")
    client = Client()
    if who == "outsider":
        client.force_login(club.outsider)
    ids = club.season.pk, factories.match(club).pk
    private = answers(client, club.league.slug, *ids)
    assert json.dumps(private) == json.dumps(answers(client, "no-such-league", *ids))
    assert {status for status, _, _ in private} <= {302, 404}
