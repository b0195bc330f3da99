"""Invalid seats and matches, and players who left a match that goes on."""

import pytest

from tests import factories
from tests.factories import Club, key
from zarleague.leagues import services as leagues
from zarleague.leagues.errors import Invalid
from zarleague.play import selectors, services
from zarleague.play.errors import MatchClosed, MatchIsOver
from zarleague.play.models import Match


def start(club: Club, *players: object, **fields: object) -> Match:
    fields = {"actor": club.boss, "key": key(), "at": factories.EIGHT_O_CLOCK} | fields
    return factories.started(club.season, players, **fields)


def refused(field: str, club: Club, *players: object, **fields: object) -> None:
    with pytest.raises(Invalid) as error:
        start(club, *players, **fields)
    assert error.value.field == field


def test_matches_that_cannot_be(club: Club) -> None:
    ann, bob = club.add("Ann", "Bob")
    (stranger,) = factories.club().add("Stranger")
    refused("players", club, ann)
    refused("players", club, ann, ann)
    refused("players", club, ann, "  ANN ")
    refused("players", club, ann, stranger)
    refused("players", club, *(f"Guest {number}" for number in range(10)))
    refused("first_dealer", club, ann, bob, first_dealer=2)
    refused("rules", club, ann, bob, game="poker")
    refused("rules", club, ann, bob, preset="nobody-plays-this")
    refused("rules", club, ann, bob, overrides={"jokers": "9"})
    services.finish_season(club.season, actor=club.boss, key=factories.key())
    club.season.refresh_from_db()
    refused("season", club, ann, bob)
    assert not Match.objects.exists()


def test_overrides_stand_on_the_house_rules(club: Club) -> None:
    leagues.set_house_rules(
        club.league, "zar", actor=club.boss, overrides={"draw-two-keeps-turn": "no"}
    )
    match = start(club, *club.add("Ann", "Bob"), overrides={"last-card-penalty": "2"})
    assert match.rules["values"]["draw-two-keeps-turn"] == "no"
    assert match.rules["values"]["last-card-penalty"] == "2"


def test_seats_that_are_not_free(club: Club, match: Match) -> None:
    ann = selectors.seats_for(match)[0]
    for who, number in (("Ann", None), ("Dee", 0), ("Dee", 9)):
        with pytest.raises(Invalid):
            services.join_match(match, who, actor=club.keeper, number=number, key=factories.key())
    left = services.leave_match(ann, actor=club.keeper, key=factories.key())
    assert services.leave_match(left, actor=club.keeper, key=factories.key()).until_hand == 0
    back = services.join_match(match, "Ann", actor=club.keeper, number=0, key=factories.key())
    assert selectors.seats_for(match)[0] == back
    services.close_match(match, actor=club.keeper, key=factories.key())
    with pytest.raises(MatchClosed):
        services.join_match(match, "Dee", actor=club.keeper, key=factories.key())


def test_the_deal_goes_round_where_the_rules_say_so(club: Club) -> None:
    match = start(club, *club.add("Ann", "Bob", "Cat"), overrides={"next-dealer": "rotate"})
    dealers = []
    for _ in range(4):
        dealers.append(selectors.status(match).next_dealer)
        factories.hand(club, match, 4, 9, 0, winner=2)
    assert dealers == [0, 1, 2, 0]


def test_who_reaches_the_limit_leaves_and_the_others_go_on(club: Club) -> None:
    rules = {"at-limit": "eliminate", "limit": "50"}
    players = club.add("Ann", "Bob", "Cat")
    match = start(club, *players, game="uno", preset="uno-playroom", overrides=rules)
    factories.hand(club, match, 0, 51, 5)
    status = selectors.status(match)
    assert status.out == (club.players["Bob"].pk,)
    assert status.announcements == ("Bob reaches 50 and is out.",)
    assert not status.over
    assert [seat.player.name for seat in selectors.seats_for(match)] == ["Ann", "Cat"]
    factories.hand(club, match, 0, 45)
    status = selectors.status(match)
    assert status.over
    assert status.leaders == (club.players["Ann"].pk,)
    with pytest.raises(MatchIsOver):
        factories.hand(club, match, 0, 4)
