"""Who may do what: the table of docs/domain.md, cell by cell."""

import datetime
from collections.abc import Callable

import pytest

from tests import factories
from tests.factories import FIRST_EVENING, Club, key
from zarleague.leagues import access, links
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import NotAllowed
from zarleague.leagues.models import AccessLink, League, User
from zarleague.play import match_access, services
from zarleague.play.match_access import Stage
from zarleague.play.models import Match

pytestmark = pytest.mark.sqlite  # no database changes who may do what
ANOTHER_EVENING = FIRST_EVENING + datetime.timedelta(days=7)
WHO = ("outsider", "onlooker", "board", "score-match", "score-evening", "player", "scorekeeper")
EVERYBODY = (*WHO, "organiser", "superuser")

MAY: dict[str, set[str]] = {
    "see a public league": set(EVERYBODY),
    "see a private league": set(EVERYBODY) - {"outsider", "onlooker"},
    "score": {"score-match", "score-evening", "scorekeeper", "organiser", "superuser"},
    "score elsewhere": {"scorekeeper", "organiser", "superuser"},
    "start": {"score-evening", "scorekeeper", "organiser", "superuser"},
    "start another evening": {"scorekeeper", "organiser", "superuser"},
    "correct provisional": {
        "score-match",
        "score-evening",
        "scorekeeper",
        "organiser",
        "superuser",
    },
    "correct agreed": {"scorekeeper", "organiser", "superuser"},
    "correct closed": {"organiser", "superuser"},
    "dispute": {"score-match", "score-evening", "player", "scorekeeper", "organiser", "superuser"},
    "organise": {"organiser", "superuser"},
}


def actor(who: str, club: Club, match: Match) -> Actor:
    """The one who asks, freshly looked up."""
    if who == "onlooker":
        return Actor.of(None)
    if who == "superuser":
        return Actor.of(User.objects.create_superuser("root"))
    if who in AccessLink.Purpose.values:
        link, _ = links.create_link(
            club.league,
            who,
            actor=club.boss,
            match_id=match.pk if who == "score-match" else None,
            evening=FIRST_EVENING if who == "score-evening" else None,
        )
        return Actor.of(None, link, name="Somebody")
    return Actor.of(getattr(club, who))


def questions(club: Club, match: Match, elsewhere: Match) -> dict[str, Callable[[Actor], bool]]:
    public = League(pk=club.league.pk, visibility=League.Visibility.PUBLIC)
    return {
        "see a public league": lambda who: access.can_see(who, public),
        "see a private league": lambda who: access.can_see(who, club.league),
        "score": lambda who: match_access.can_score(who, match),
        "score elsewhere": lambda who: match_access.can_score(who, elsewhere),
        "start": lambda who: access.can_start(who, club.league, FIRST_EVENING),
        "start another evening": lambda who: access.can_start(who, club.league, ANOTHER_EVENING),
        "correct provisional": lambda who: match_access.can_correct(who, match, Stage.PROVISIONAL),
        "correct agreed": lambda who: match_access.can_correct(who, match, Stage.AGREED),
        "correct closed": lambda who: match_access.can_correct(who, match, Stage.CLOSED),
        "dispute": lambda who: match_access.can_dispute(who, match),
        "organise": lambda who: access.can_organise(who, club.league),
    }


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_table_of_permissions(club: Club, who: str) -> None:
    match = factories.match(club)
    elsewhere = factories.match(club, played_on=ANOTHER_EVENING)
    asks = actor(who, club, match)
    answers = {what for what, allowed in questions(club, match, elsewhere).items() if allowed(asks)}
    assert answers == {what for what, allowed in MAY.items() if who in allowed}


@pytest.mark.parametrize("who", EVERYBODY)
def test_another_league_is_another_matter(club: Club, who: str) -> None:
    match = factories.match(club)
    asks = actor(who, club, match)
    other = factories.club()
    theirs = factories.match(other)
    allowed = [ask(asks) for ask in questions(other, theirs, theirs).values()]
    assert all(allowed) if who == "superuser" else sum(allowed) == 1  # the public league


def test_a_revoked_link_and_a_locked_account_are_nobody(club: Club) -> None:
    match = factories.match(club)
    holder = actor("score-match", club, match)
    revoked = links.revoke_link(holder.link, actor=club.boss)
    assert not match_access.can_score(Actor.of(None, revoked), match)
    club.organiser.is_active = False
    assert not access.can_organise(Actor.of(club.organiser), club.league)


WRITES: dict[str, Callable[[Club, Match, Actor], object]] = {
    "enter": lambda club, match, who: factories.hand(club, match, 0, 4, 9, actor=who),
    "start": lambda club, match, who: factories.match(club, actor=who),
    "close": lambda club, match, who: services.close_match(match, actor=who, key=factories.key()),
    "join": lambda club, match, who: services.join_match(
        match, "Dee", actor=who, key=factories.key()
    ),
    "rules": lambda club, match, who: services.change_rules(
        match, actor=who, preset="zar-holland", key=factories.key()
    ),
    "season": lambda club, match, who: services.set_season_rules(
        club.season, {"preset": "hands-won"}, actor=who, key=key()
    ),
    "penalty": lambda club, match, who: services.add_penalty(
        club.season, club.players["Ann"], 1, reason="late", actor=who, key=key(), match=match
    ),
}
KEEPERS = {"scorekeeper", "organiser"}
WRITERS: dict[str, set[str]] = {
    "enter": {*KEEPERS, "score-match", "score-evening"},
    "start": {*KEEPERS, "score-evening"},
    "close": {*KEEPERS, "score-match", "score-evening"},
    "join": {*KEEPERS, "score-match", "score-evening"},
    "rules": {*KEEPERS, "score-match", "score-evening"},
    "season": {"organiser"},
    "penalty": {*KEEPERS, "score-match", "score-evening"},
}


@pytest.mark.parametrize("who", [*WHO, "organiser"])
@pytest.mark.parametrize("write", WRITES)
def test_services_ask_for_themselves(club: Club, write: str, who: str) -> None:
    match = factories.match(club)
    asks = actor(who, club, match)
    if who in WRITERS[write]:
        WRITES[write](club, match, asks)
    else:
        with pytest.raises(NotAllowed):
            WRITES[write](club, match, asks)
