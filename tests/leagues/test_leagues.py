"""Leagues, seasons, roles, names and links."""

import datetime
import re

import pytest

from tests import factories
from tests.factories import FIRST_EVENING, TOTAL_POINTS, Club
from zarleague.leagues import links, selectors, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, LastOrganiser, NameTaken, NotAllowed
from zarleague.leagues.models import AccessLink, League, Membership, Player, Season, User
from zarleague.leagues.names import name_key, tidy
from zarleague.leagues.services import leagues
from zarleague.play import services as play
from zarleague.play.selectors import players_by_last_match
from zarleague.web.league.season_names import following_name, next_name

pytestmark = pytest.mark.postgresql

UTC = datetime.UTC


def test_two_leagues_of_one_name_have_two_addresses(db: None) -> None:
    owner = factories.user("olga")
    slugs = [
        services.create_league(owner=owner, name="Šibeník Pub!", key=factories.key()).slug
        for _ in range(3)
    ]
    assert slugs == ["sibenik-pub", "sibenik-pub-2", "sibenik-pub-3"]
    assert services.create_league(owner=owner, name="カード", key=factories.key()).slug == "league"
    assert [league.slug for league in selectors.leagues_of(Actor.of(owner))] == [*slugs, "league"]


def test_an_account_makes_leagues_until_it_organises_so_many(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those in which it plays or keeps the score do not count."""
    monkeypatch.setattr(leagues, "MOST_ORGANISED", 2)

    def make(owner: User, key: str) -> League:
        return services.create_league(owner=owner, name="Ours", key=key)

    second = make(club.organiser, "second")
    with pytest.raises(Invalid, match="You organise 2 leagues") as refused:
        make(club.organiser, "third")
    assert refused.value.field == "account"
    assert make(club.organiser, "second") == second  # sent again
    for owner in (club.scorekeeper, club.player, club.outsider):
        assert [make(owner, f"{owner.pk}-{n}").name for n in range(2)] == ["Ours", "Ours"]
        with pytest.raises(Invalid):
            make(owner, f"{owner.pk}-2")
    # Handed over, it counts no longer.
    services.set_role(club.league, club.player, "organiser", actor=club.boss)
    services.set_role(club.league, club.organiser, "player", actor=club.boss)
    assert make(club.organiser, "third")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_zone", "Mars/Olympus"),
        ("name", "  "),
        ("objection_hours", -1),
        ("visibility", "secret"),
        ("created_at", None),
    ],
)
def test_settings_that_make_no_sense_name_their_field(
    club: Club, field: str, value: object
) -> None:
    with pytest.raises(Invalid) as refused:
        services.update_league(club.league, actor=club.boss, **{field: value})
    assert refused.value.field == field


def test_settings_are_the_organisers(club: Club) -> None:
    with pytest.raises(NotAllowed):
        services.update_league(club.league, actor=club.keeper, name="Mine")
    services.update_league(club.league, actor=club.boss, name="Ours", objection_hours=0)
    club.league.refresh_from_db()
    assert (club.league.name, club.league.objection_hours) == ("Ours", 0)


@pytest.mark.parametrize(
    ("moment", "evening"),
    [
        # Berlin is an hour ahead of UTC in winter: the night ends at 4 o'clock UTC.
        (datetime.datetime(2026, 3, 6, 20, 0, tzinfo=UTC), datetime.date(2026, 3, 6)),
        (datetime.datetime(2026, 3, 7, 3, 59, tzinfo=UTC), datetime.date(2026, 3, 6)),
        (datetime.datetime(2026, 3, 7, 4, 0, tzinfo=UTC), datetime.date(2026, 3, 7)),
    ],
)
def test_an_evening_lasts_until_five_in_the_morning(
    moment: datetime.datetime, evening: datetime.date
) -> None:
    assert League(time_zone="Europe/Berlin").evening_of(moment) == evening


def test_house_rules_are_what_a_league_plays_by(club: Club) -> None:
    assert selectors.house_rules(club.league, "zar")["draw-two-keeps-turn"] == "yes"
    services.set_house_rules(
        club.league, "zar", actor=club.boss, overrides={"draw-two-keeps-turn": "no"}
    )
    assert selectors.house_rules(club.league, "zar")["draw-two-keeps-turn"] == "no"
    match = factories.match(club)
    assert match.rules["values"]["draw-two-keeps-turn"] == "no"
    assert "draw-two-keeps-turn=no" in match.rules_text
    with pytest.raises(Invalid):
        services.set_house_rules(club.league, "zar", actor=club.boss, overrides={"jokers": "9"})
    with pytest.raises(Invalid):
        services.set_house_rules(club.league, "poker", actor=club.boss)


def test_a_league_keeps_an_organiser(club: Club) -> None:
    boss = Membership.objects.get(user=club.organiser)
    with pytest.raises(LastOrganiser):
        services.remove_member(boss, actor=club.boss)
    with pytest.raises(LastOrganiser):
        services.set_role(club.league, club.organiser, "player", actor=club.boss)
    services.set_role(club.league, club.player, "organiser", actor=club.boss)
    services.remove_member(boss, actor=club.boss)
    assert Actor.of(club.organiser).role(club.league.pk) == ""
    assert Actor.of(club.player).role(club.league.pk) == "organiser"


@pytest.mark.parametrize("taken", ["Zoë", "zoë", " ZOË ", "Zoe\u0308", "Z\u200bo\u00adë\u2060"])
def test_a_name_is_taken_however_it_is_spelt(club: Club, taken: str) -> None:
    (zoe,) = club.add("Zoë")
    with pytest.raises(NameTaken) as refused:
        services.add_player(club.league, taken, actor=club.boss, key=factories.key())
    assert refused.value.player == zoe
    services.rename_player(zoe, "ZOË", actor=club.boss)
    services.add_player(
        factories.club().league, taken, actor=Actor.of(superuser()), key=factories.key()
    )


def superuser() -> object:
    user = factories.user("root")
    user.is_superuser = True
    user.save()
    return user


def test_names_may_be_anything_but_empty(club: Club) -> None:
    for name in ("Łukasz", "李小龍", 'O\'Neil "Ace"', "<b>Bob</b>", "🂡"):
        services.add_player(club.league, name, actor=club.boss, key=factories.key())
    assert {player.name for player in selectors.players_of(club.league)} >= {"李小龍", "🂡"}
    for unseen in (" \u00a0 ", "\u200d", "\u3164"):  # spaces, a joiner, a filler
        with pytest.raises(Invalid):
            services.add_player(club.league, unseen, actor=club.boss, key=factories.key())


def test_spaces_in_names_do_not_matter() -> None:
    assert tidy("  Mary \u00a0 Jane ") == "Mary Jane"
    assert name_key("STRASSE") == name_key("straße")


def test_a_name_keeps_what_is_not_seen_and_its_key_does_not() -> None:
    astronaut = "👩\u200d🚀"  # a woman and a rocket, joined to one picture
    assert tidy(astronaut) == astronaut
    assert name_key(astronaut) == "👩🚀"
    assert name_key("Ann \u200b") == "ann"


def test_a_season_that_cannot_be_says_why_in_our_words(club: Club) -> None:
    bad = {
        club.season.name: f"There’s already a season called {club.season.name}.",
        "": "This can’t be left empty.",
        "a" * 81: "This may have at most 80 characters; it has 81.",
        "Autumn": "The season starts on 1 Sep 2026; it can’t end before that.",
    }
    starts = datetime.date(2026, 9, 1)
    for name, sentence in bad.items():
        ends = datetime.date(2026, 8, 1) if name == "Autumn" else None
        with pytest.raises(Invalid, match=re.escape(sentence)):
            services.start_season(
                club.league,
                name=name,
                starts=starts,
                ends=ends,
                actor=club.boss,
                key=factories.key(),
            )


def test_the_season_that_is_on(club: Club) -> None:
    league = club.league
    assert selectors.current_season(league, FIRST_EVENING) == club.season
    assert selectors.current_season(league, FIRST_EVENING - datetime.timedelta(days=1)) is None
    play.finish_season(
        club.season,
        actor=club.boss,
        ends=FIRST_EVENING + datetime.timedelta(days=60),
        key=factories.key(),
    )
    assert selectors.current_season(league, FIRST_EVENING) is None
    summer = services.start_season(
        league,
        name="Summer",
        starts=datetime.date(2026, 6, 1),
        actor=club.boss,
        key=factories.key(),
    )
    assert selectors.current_season(league, datetime.date(2026, 7, 1)) == summer
    with pytest.raises(Invalid):
        services.start_season(
            league, name="Summer", starts=FIRST_EVENING, actor=club.boss, key=factories.key()
        )
    with pytest.raises(Invalid) as refused:
        services.start_season(
            league,
            name="Odd",
            starts=FIRST_EVENING,
            rules={"preset": "odd"},
            actor=club.boss,
            key=factories.key(),
        )
    assert refused.value.field == "rules"


def test_a_join_link_makes_players_until_it_is_revoked(club: Club) -> None:
    link, token = links.create_link(club.league, AccessLink.Purpose.JOIN, actor=club.boss)
    assert token not in link.token_hash
    found = links.find_link(token)
    assert found == link == links.live_link(link.pk)
    assert services.join(link, club.outsider).role == Membership.Role.PLAYER
    assert services.join(link, club.scorekeeper).role == Membership.Role.SCOREKEEPER
    links.revoke_link(link, actor=club.boss)
    assert links.find_link(token) is None
    assert links.live_link(link.pk) is None
    with pytest.raises(NotAllowed):
        services.join(link, factories.user("late"))


def test_a_link_shows_who_used_it(club: Club) -> None:
    link, _ = links.create_link(
        club.league, AccessLink.Purpose.SCORE_EVENING, actor=club.boss, evening=FIRST_EVENING
    )
    for name in ("Ann's phone", "Bob", " ann's  phone "):
        links.note_use(link, name)
    assert [use.name for use in link.uses.all()] == ["Ann's phone", "Bob", "ann's phone"]
    with pytest.raises(NotAllowed):
        links.create_link(club.league, AccessLink.Purpose.JOIN, actor=club.keeper)


def test_a_link_shows_only_so_many_names(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who has it may say another name each time."""
    monkeypatch.setattr(links, "MOST_NAMES", 2)
    link, _ = links.create_link(
        club.league, AccessLink.Purpose.SCORE_EVENING, actor=club.boss, evening=FIRST_EVENING
    )
    for name in ("Ann", "Bob", "Cat", "Ann"):
        links.note_use(link, name)
    assert [use.name for use in link.uses.all()] == ["Ann", "Bob"]


def test_who_scores_by_a_link_may_add_guests_but_no_players(club: Club) -> None:
    link, _ = links.create_link(
        club.league, AccessLink.Purpose.SCORE_EVENING, actor=club.boss, evening=FIRST_EVENING
    )
    holder = Actor.of(None, link, name="Ann's phone")
    assert services.add_player(
        club.league, "Gus", actor=holder, guest=True, key=factories.key()
    ).guest
    with pytest.raises(NotAllowed):
        services.add_player(club.league, "Hal", actor=holder, key=factories.key())
    board, _ = links.create_link(club.league, AccessLink.Purpose.BOARD, actor=club.boss)
    with pytest.raises(NotAllowed):
        services.add_player(
            club.league, "Hal", actor=Actor.of(None, board), guest=True, key=factories.key()
        )


def test_an_inactive_player_is_not_offered_until_they_sit_down_again(club: Club) -> None:
    ann, bob = club.add("Ann", "Bob")
    services.set_inactive(ann, True, actor=club.boss)
    with pytest.raises(NotAllowed):
        services.set_inactive(bob, True, actor=club.keeper)
    assert list(selectors.active_players(club.league)) == [bob]
    assert players_by_last_match(club.league, 9) == [bob]
    assert list(selectors.players_of(club.league)) == [ann, bob]
    factories.match(club, "Ann", "Bob")
    assert not Player.objects.get(pk=ann.pk).inactive


def test_a_season_is_a_copy_of_the_last_and_weekdays_tell_two_apart(club: Club) -> None:
    # 1 September 2026 is a Tuesday, the 3rd a Thursday.
    tuesday, thursday = datetime.date(2026, 9, 1), datetime.date(2026, 9, 3)
    play.finish_season(club.season, actor=club.boss, key=factories.key(), ends=FIRST_EVENING)
    one = services.start_season(
        club.league,
        name="Zar 2026",
        starts=tuesday,
        rules=TOTAL_POINTS,
        game="zar",
        weekday=1,
        actor=club.boss,
        key=factories.key(),
    )
    assert selectors.season_for_match(club.league, thursday) == one
    two = services.start_season(
        club.league,
        name="Uno 2026",
        starts=tuesday,
        like=one,
        game="uno",
        weekday=3,
        actor=club.boss,
        key=factories.key(),
    )
    assert (two.rules, two.game, two.weekday) == (one.rules, "uno", 3)
    assert selectors.season_for_match(club.league, tuesday) == one
    assert selectors.season_for_match(club.league, thursday) == two
    assert selectors.current_season(club.league, tuesday) == one
    friday = datetime.date(2026, 9, 4)
    with pytest.raises(Invalid):
        selectors.season_for_match(club.league, friday)


def test_the_next_name_counts_on() -> None:
    assert next_name("Spring 2026", set()) == "Spring 2027"
    assert next_name("Saison 2025/26", set()) == "Saison 2026/27"
    assert next_name("Season 9", {"Season 10"}) == "Season 11"
    assert next_name("First season", set()) == "Second season"
    assert next_name("Erste Saison", {"Zweite Saison"}) == "Dritte Saison"
    assert next_name("Première saison", set()) == "Deuxième saison"
    assert next_name("The club", set()) == ""


@pytest.mark.parametrize(
    ("name", "starts", "following"),
    [
        ("Autumn 2026", (2027, 1, 12), "Winter 2027"),  # four months after 1 September
        ("Herbst 2026", (2026, 12, 1), "Winter 2026"),
        ("Automne 2026", (2027, 9, 1), "Automne 2027"),
        ("Autumn 2026", (2026, 9, 20), "Autumn 2027"),  # the other is taken
        ("Season of September 2026", (2026, 10, 3), "Season of October 2026"),
        ("Runde März 2026", (2026, 10, 1), "Runde April 2026"),
        ("Season 1", (2027, 9, 1), "Season 2"),
        ("The club", (2027, 9, 1), "The club 2"),
    ],
)
def test_the_next_season_is_named_for_its_days(
    name: str, starts: tuple[int, int, int], following: str
) -> None:
    last = Season(name=name, starts=datetime.date(2026, 9, 1))
    assert following_name(last, datetime.date(*starts), {name}) == following
