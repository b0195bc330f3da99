"""Divisions: low points win.

division 1   Ann 0, Bob 2, Cat 5, Dee 9      division 2   Eve 0, Fay 3, Gil 3, Hal 7
"""

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.exchange.test_league_file import exported, imported
from tests.factories import TOTAL_POINTS, Club, key
from tests.fixtures.shared import made_once
from zarleague.leagues import services as leagues
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AuditEntry, Player, Season
from zarleague.leagues.selectors import divisions_of, following
from zarleague.play import services as play
from zarleague.play.selectors import divisions, placed_in
from zarleague.reports.all_time.build import refresh_all_time
from zarleague.reports.all_time.reading import all_time_of_league, all_time_of_player
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.sections.wording import document_of
from zarleague.web.league.season_pages.divisions import next_names

pytestmark = pytest.mark.postgresql

NEXT = datetime.date(2026, 9, 4)
NAMES = ["Autumn, first", "Autumn, second"]


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A league with two divisions, between which one moves up and one down; both are running."""
    made = factories.club()
    lower = leagues.start_season(
        made.league, name="Second", starts=factories.FIRST_EVENING, rules=TOTAL_POINTS,
        weekday=1, actor=made.boss, key=key(),
    )  # fmt: skip
    leagues.set_division(lower, actor=made.boss, above=made.season, moves=1)
    played(made, made.season, ("Ann", "Bob", "Cat", "Dee"), 0, 2, 5, 9)
    played(made, lower, ("Eve", "Fay", "Gil", "Hal"), 0, 3, 3, 7)
    return made


def played(club: Club, season: Season, names: tuple[str, ...], *points: int) -> None:
    match = play.start_match(
        season,
        club.add(*names),
        play.MatchTerms(game="zar"),
        actor=club.boss,
        key=key(),
        played_on=factories.FIRST_EVENING,
        at=factories.EIGHT_O_CLOCK,
    )
    factories.hand(club, match, *points, winner=points.index(0))


def lower_of(club: Club) -> Season:
    return Season.objects.select_related("league").get(above=club.season)


def end(club: Club) -> None:
    for season in (club.season, lower_of(club)):
        play.finish_season(season, actor=club.boss, key=key())


def start(club: Club, placed: dict[str, int | None] | None = None) -> list[Season]:
    by_id = {club.add(name)[0].pk: to for name, to in (placed or {}).items()}
    return play.start_next_divisions(
        lower_of(club), starts=NEXT, names=NAMES, placed=by_id, actor=club.boss, key=key()
    )


def people(club: Club, seasons: list[Season]) -> list[str]:
    called = {player.pk: name for name, player in club.players.items()}
    return [" ".join(called[one] for one in placed_in(season)) for season in seasons]


def test_one_goes_up_and_one_goes_down(club: Club) -> None:
    end(club)
    made = start(club)
    assert people(club, made) == ["Ann Bob Cat Eve", "Dee Fay Gil Hal"]
    first, second = made
    assert divisions_of(first) == divisions_of(second) == made
    assert (second.above, second.moves, second.weekday) == (first, 1, 1)
    assert [following(season) for season in divisions_of(club.season)] == made
    assert [season.rules for season in made] == [club.season.rules] * 2
    # Placed, they stay there before they have played.
    assert [one.going for one in divisions(first)[0].movers] == ["stay"] * 4


def test_the_organiser_changes_single_people(club: Club) -> None:
    end(club)
    made = start(club, {"Bob": None, "Dee": 1, "Zoe": 2})
    assert people(club, made) == ["Ann Cat Dee Eve", "Fay Gil Hal Zoe"]


def test_who_is_level_at_the_border_is_named_and_chosen_or_draws_lots(club: Club) -> None:
    """Cat has 5 and 9, Dee 9 and 5 on the same evening: nothing parts them."""
    played(club, club.season, ("Ann", "Bob", "Cat", "Dee"), 0, 2, 9, 5)
    end(club)
    open_ones = [one.player for one in divisions(club.season)[0].movers if one.going == "open"]
    assert open_ones == [club.players["Cat"].pk, club.players["Dee"].pk]
    with pytest.raises(Invalid, match=r"Level for a place that moves: Cat, Dee. Say in which"):
        start(club)
    with pytest.raises(Invalid, match=r"Level for a place that moves: Dee. Say in which"):
        start(club, {"Cat": 2})
    play.draw_lots(club.season, club.add("Dee", "Cat"), actor=club.boss, key=key(), evening=NEXT)
    assert people(club, start(club)) == ["Ann Bob Dee Eve", "Cat Fay Gil Hal"]


def test_a_division_draws_its_own_people_and_newcomers(club: Club) -> None:
    """All eight are here, and Zoe, who is in no division yet, sits with whom she is drawn."""
    day = factories.FIRST_EVENING
    here: list[tuple[Player | str, str]] = [
        (one, "here") for one in [*club.players.values(), *club.add("Zoe")]
    ]
    play.set_attendance(club.league, day, here, actor=club.boss, key=key())
    ids = {name: player.pk for name, player in club.players.items()}
    for season, names in ((club.season, "Ann Bob Cat Dee"), (lower_of(club), "Eve Fay Gil Hal")):
        drawn = play.draw_round(
            club.league, day, season=season, game="zar", size=5, actor=club.boss, key=key()
        )
        seated = {seat.player_id for seat in drawn.seats.all()}
        assert seated == {ids[name] for name in [*names.split(), "Zoe"]}


def test_what_cannot_be_is_refused(club: Club) -> None:
    lower = lower_of(club)
    with pytest.raises(Invalid, match=f"End {club.season.name} first"):
        start(club)
    end(club)
    with pytest.raises(NotAllowed):
        play.start_next_divisions(lower, starts=NEXT, names=NAMES, actor=club.keeper, key=key())
    with pytest.raises(Invalid, match="there are 2 divisions"):
        play.start_next_divisions(lower, starts=NEXT, names=NAMES[:1], actor=club.boss, key=key())
    with pytest.raises(Invalid, match="numbered 1 to 2"):
        start(club, {"Ann": 3})
    with pytest.raises(Invalid, match="Nobody would be in division 2"):
        start(club, {"Dee": 1, "Fay": 1, "Gil": 1, "Hal": None})
    start(club)
    with pytest.raises(Invalid, match="has its next season already: Autumn, first"):
        start(club)


def test_a_division_is_below_one_other(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    lower = lower_of(club)
    third = leagues.start_season(
        club.league, name="Third", starts=factories.FIRST_EVENING, actor=club.boss, key=key()
    )
    with pytest.raises(Invalid, match="Second is the division below"):
        leagues.set_division(third, actor=club.boss, above=club.season)
    with pytest.raises(Invalid, match="below itself"):
        leagues.set_division(club.season, actor=club.boss, above=lower)
    with pytest.raises(Invalid, match="From 1 to 50"):
        leagues.set_division(third, actor=club.boss, above=lower, moves=0)
    with pytest.raises(NotAllowed):
        leagues.set_division(third, actor=club.keeper, above=lower)
    third = leagues.set_division(third, actor=club.boss, above=lower, moves=2)
    assert divisions_of(lower) == [club.season, lower, third]
    entry = AuditEntry.objects.filter(action="set_division").latest("pk")
    assert entry.after == {"above": "Second", "moves": 2}
    leagues.set_division(third, actor=club.boss, above=None)
    assert divisions_of(lower) == [club.season, lower]
    monkeypatch.setattr("zarleague.leagues.services.seasons.MOST_DIVISIONS", 2)
    with pytest.raises(Invalid, match="can be 2 divisions"):
        leagues.set_division(third, actor=club.boss, above=lower)


def test_a_lower_division_is_no_season_won(club: Club) -> None:
    end(club)
    refresh_all_time(club.league)
    found = all_time_of_league(club.league)
    assert {season.name: first[0][1] for season, first in found.champions} == {
        club.season.name: "Ann",
        "Second": "Eve",
    }
    won = {row.name: row.seasons_won for row in found.rows}
    assert (won["Ann"], won["Eve"]) == (1, 0)
    assert all_time_of_player(club.players["Eve"]).seasons_won == 0
    firsts = [
        document_of(make_report(season).figures).awards[0]
        for season in Season.objects.filter(league=club.league).order_by("pk")
    ]
    assert [(one.title, one.names) for one in firsts] == [
        ("Champion", "Ann"),
        ("First in the division", "Eve"),
    ]


def test_divisions_come_back_from_the_leagues_file(club: Club) -> None:
    end(club)
    start(club)
    other = imported(exported(club.league)).league
    assert other is not None
    second = Season.objects.get(league=other, name=NAMES[1])
    assert [one.name for one in divisions_of(second)] == NAMES
    assert [one.moves for one in divisions_of(second)] == [None, 1]
    assert second.follows is not None
    assert second.follows.name == "Second"
    names = dict(other.players.values_list("pk", "name"))
    assert [names[one] for one in placed_in(second)] == ["Dee", "Fay", "Gil", "Hal"]


class TestPages:
    def test_the_season_shows_who_moves_in_words(self, club: Club, client: Client) -> None:
        client.force_login(club.player)
        page = client.get(
            reverse("season", args=(club.league.slug, lower_of(club).pk))
        ).content.decode()
        assert 'data-zone="up"' in page
        assert "goes up" in page
        assert "The first goes up." in page
        assert "The last goes down." not in page  # it is the lowest
        assert f">{club.season.name}</a>" in page

    def test_the_next_seasons_start_with_one_tap(self, club: Club, client: Client) -> None:
        end(club)
        client.force_login(club.organiser)
        address = reverse("next-divisions", args=(club.league.slug, club.season.pk))
        season = reverse("season", args=(club.league.slug, club.season.pk))
        assert address in client.get(season).content.decode()
        shown = fields(client.get(address).content.decode())
        assert [shown[f"to_{club.players[name].pk}"] for name in ("Cat", "Dee", "Eve", "Fay")] == [
            "1", "2", "1", "2",
        ]  # fmt: skip
        number = club.season.name.split()[-1]
        assert shown["name_1"] == f"Spring {int(number) + 1}"
        assert shown["name_2"] == "Second (2)"
        answer = client.post(address, shown)
        made = divisions_of(Season.objects.get(follows=club.season))
        assert answer["Location"] == reverse("season", args=(club.league.slug, made[0].pk))
        assert people(club, made) == ["Ann Bob Cat Eve", "Dee Fay Gil Hal"]
        page = client.get(season).content.decode()
        assert address not in page
        assert answer["Location"] in page
        new = text_of(client.get(answer["Location"]))
        assert "Not played yet: Ann, Bob, Cat, Eve." in new

    def test_who_plays_where_is_shown_before(self, club: Club, client: Client) -> None:
        club.add("Zoe")
        end(club)
        client.force_login(club.organiser)
        address = reverse("next-divisions", args=(club.league.slug, club.season.pk))
        asked = fields(client.get(address).content.decode())
        asked |= {f"to_{club.players['Bob'].pk}": "0", f"to_{club.players['Zoe'].pk}": "2"}
        page = text_of(client.post(address, asked | {"action": "show"}))
        assert "<strong>3</strong> Ann, Cat, Eve" in page
        assert "<strong>5</strong> Dee, Fay, Gil, Hal, Zoe" in page
        assert not Season.objects.filter(follows=club.season).exists()

    def test_ties_are_named_and_have_to_be_chosen(self, club: Club, client: Client) -> None:
        played(club, club.season, ("Ann", "Bob", "Cat", "Dee"), 0, 2, 9, 5)
        end(club)
        client.force_login(club.organiser)
        address = reverse("next-divisions", args=(club.league.slug, club.season.pk))
        page = text_of(client.get(address))
        assert "Level for a place that moves: Cat, Dee." in page
        asked = fields(page)
        refused = text_of(client.post(address, asked))
        assert "Say in which division each plays." in refused
        asked |= {f"to_{club.players[name].pk}": to for name, to in (("Cat", "1"), ("Dee", "2"))}
        assert client.post(address, asked).status_code == 302

    def test_the_settings_make_divisions(self, club: Club, client: Client) -> None:
        lower = lower_of(club)
        client.force_login(club.organiser)
        address = reverse("season-settings", args=(club.league.slug, lower.pk))
        asked = {"action": "division", "above": "", "moves": "1"}
        assert client.post(address, asked).status_code == 302
        assert divisions_of(lower) == []
        asked = {"action": "division", "above": str(club.season.pk), "moves": "0"}
        assert client.post(address, asked).status_code == 200
        assert client.post(address, asked | {"moves": "2"}).status_code == 302
        assert [one.moves for one in divisions_of(lower)] == [None, 2]


@pytest.mark.parametrize(
    ("names", "following"),
    [
        (["Spring 2026, division 1", "Spring 2026, division 2"],
         ["Spring 2027, division 1", "Spring 2027, division 2"]),
        (["Division 1", "Division 2"], ["Division 1 (2)", "Division 2 (2)"]),
        (["Division 1 (2)", "Division 2 (2)"], ["Division 1 (3)", "Division 2 (3)"]),
        (["1st 2025/26", "2nd 2025/26"], ["1st 2026/27", "2nd 2026/27"]),
        (["Top", "Bottom 4"], ["Top (2)", "Bottom 5"]),
    ],
)  # fmt: skip
def test_the_next_seasons_have_free_names(names: list[str], following: list[str]) -> None:
    assert next_names(names, set(names)) == following


def text_of(answer: Any) -> str:
    """Return a page without the marks that keep names of two directions apart."""
    return re.sub("[\u2068\u2069]", "", answer.content.decode())


def fields(page: str) -> dict[str, str]:
    """Return what the form of a page sends as it stands."""
    form = page[page.index('<form class="stack loose"') :]
    found = dict(re.findall(r'<input[^>]*? name="(\w+)"[^>]*? value="([^"]*)"', form))
    found |= {
        name: value
        for value, name in re.findall(r'<input[^>]* value="([^"]*)"[^>]* name="(\w+)"', form)
    }
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found
