"""Finals; the season is the small one: Ann 15 points, Bob and Dee 18, Cat 23, low wins."""

import datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.exchange.test_league_file import exported, imported
from tests.factories import Club, key
from tests.fixtures.shared import made_once
from tests.reports.season import small_season
from zarleague.leagues import services as leagues
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import Player, Season
from zarleague.leagues.selectors import final_of, season_for_match, seasons_of
from zarleague.play import services as play
from zarleague.play.models import Match
from zarleague.play.selectors import final_rounds, final_table, season_table
from zarleague.reports.all_time.build import refresh_all_time
from zarleague.reports.all_time.reading import all_time_of_league, all_time_of_player
from zarleague.reports.models import SeasonReport
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.sections.standings_sections import final_section
from zarleague.reports.season_report.sections.wording import document_of
from zarleague.reports.words.leading import leaders
from zarleague.web.embed.cards import player_card, season_card
from zarleague.web.league.forms import SeasonForm

pytestmark = pytest.mark.postgresql

FINAL_EVENING = datetime.date(2026, 3, 27)


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A league whose season adds up points, low wins, and is over."""
    made = factories.club()
    small_season(made)
    play.finish_season(made.season, actor=made.boss, key=key())
    return made


def start(club: Club, size: int = 4, *, carries: bool = False) -> Season:
    return play.start_final(
        club.season, starts=FINAL_EVENING, size=size, carries=carries, actor=club.boss, key=key()
    )


def play_final(club: Club, final: Season, *points: int) -> None:
    """One hand of Ann, Bob, Dee and Cat."""
    match = play.start_match(
        final,
        club.add("Ann", "Bob", "Dee", "Cat"),
        play.MatchTerms(game="zar"),
        actor=club.boss,
        key=key(),
        played_on=FINAL_EVENING,
    )
    factories.hand(club, match, *points, winner=points.index(0))


def names(club: Club, final: Season) -> list[str]:
    called = {player.pk: name for name, player in club.players.items()}
    return [called[row.player_id] for row in final_table(final)]


@pytest.mark.parametrize(
    ("carries", "order", "totals"),
    [
        # From zero the final alone counts: 9, 6, 5 and 0 points.
        (False, ["Cat", "Dee", "Bob", "Ann"], [0, 5, 6, 9]),
        # Carried over: Cat 23 + 0 and Dee 18 + 5 are level, and Dee was ahead in the season;
        # Bob 18 + 6 and Ann 15 + 9 are level too.
        (True, ["Dee", "Cat", "Ann", "Bob"], [23, 23, 24, 24]),
    ],
)
def test_the_best_four_play_for_the_season(
    club: Club, carries: bool, order: list[str], totals: list[int]
) -> None:
    before = season_table(club.season)
    final = start(club, carries=carries)
    assert names(club, final)[0] == "Ann"  # before the first hand as in the season
    play_final(club, final, 9, 6, 5, 0)
    assert names(club, final) == order
    assert [row.total for row in final_table(final)] == [Fraction(one) for one in totals]
    shown = leaders(final, 4).lines
    assert [(one.name, one.figure) for one in shown] == list(
        zip(order, map(str, totals), strict=True)
    )
    assert season_table(club.season) == before
    refresh_all_time(club.league)
    won = [first for _, first in all_time_of_league(club.league).champions]
    assert won == [[]]  # until the final is over
    play.finish_season(final, actor=club.boss, key=key())
    (season, first), *others = all_time_of_league(club.league).champions
    assert (season, [name for _, name in first]) == (club.season, [order[0]])
    assert others == []
    assert all_time_of_player(club.players[order[0]]).seasons_won == 1
    assert all_time_of_player(club.players["Ann"]).seasons_won == 0


def test_what_no_final_can_be_is_refused(club: Club) -> None:
    with pytest.raises(Invalid, match="season: 4"):
        start(club, 5)
    assert [row.rank for row in season_table(club.season)] == [1, 2, 3, 4]
    with pytest.raises(NotAllowed):
        play.start_final(club.season, starts=FINAL_EVENING, actor=club.keeper, key=key())
    final = start(club)
    assert final_of(club.season) == final
    with pytest.raises(Invalid, match="already has its final"):
        start(club)
    with pytest.raises(Invalid, match="End the season first"):
        play.start_final(final, starts=FINAL_EVENING, actor=club.boss, key=key())


def test_matches_and_draws_of_a_final_are_its_players_own(club: Club) -> None:
    final = start(club)
    ann, bob, eve, fay = club.add("Ann", "Bob", "Eve", "Fay")
    assert season_for_match(club.league, FINAL_EVENING, [eve, fay]) == final
    with pytest.raises(Invalid, match="is a final, and fewer than two"):
        play.start_match(
            final, [ann, eve, "Gil"], played_on=FINAL_EVENING, actor=club.boss, key=key()
        )
    here = [(player, "here") for player in (bob, eve, ann)]
    play.set_attendance(club.league, FINAL_EVENING, here, actor=club.boss, key=key())
    drawn = play.draw_round(club.league, FINAL_EVENING, season=final, actor=club.boss, key=key())
    assert {seat.player for seat in drawn.seats.all()} == {ann, bob}
    later = leagues.start_season(
        club.league, name="Later", starts=FINAL_EVENING, actor=club.boss, key=key()
    )
    assert season_for_match(club.league, FINAL_EVENING, [eve, "Ann"]) == later
    with pytest.raises(Invalid, match="Several seasons"):
        season_for_match(club.league, FINAL_EVENING, [eve, "ann", bob])


def test_a_final_comes_back_from_the_league_s_file(club: Club) -> None:
    final = start(club, carries=True)
    play_final(club, final, 9, 6, 5, 0)
    table = [(row.rank, row.total) for row in final_table(final)]
    (season,) = Season.objects.filter(
        league=imported(exported(club.league)).league, final_of__isnull=False
    )
    assert season.final_of is not None
    assert season.final_of.name == club.season.name
    assert [(row.rank, row.total) for row in final_table(season)] == table


class TestPage:
    """What the page of a final offers to those who may start a match."""

    def shown(self, club: Club, client: Client, final: Season) -> str:
        client.force_login(club.organiser)
        page = reverse("season", args=[club.league.slug, final.pk])
        return client.get(page).content.decode()

    def test_the_table_of_the_final_starts_with_its_people(
        self, club: Club, client: Client
    ) -> None:
        final = start(club)
        seats = [player for player, _carried in final.qualified]
        query = f"?season={final.pk}" + "".join(f"&amp;seat={player}" for player in seats)
        assert f"{reverse('start-match', args=[club.league.slug])}{query}" in self.shown(
            club, client, final
        )

    def test_too_many_for_one_table_choose_who_sits_there(self, club: Club, client: Client) -> None:
        """Zar is for ten at most."""
        final = start(club)
        people = club.add(*(f"Player {number}" for number in range(11)))
        final.qualified = [[player.pk, [0, 1]] for player in people]
        final.save(update_fields=["qualified"])
        shown = self.shown(club, client, final)
        assert "Start the final table" not in shown
        assert f'?season={final.pk}&amp;seat="' in shown

    def test_it_cannot_start_before_its_day(self, club: Club, client: Client) -> None:
        final = start(club)
        Season.objects.filter(pk=final.pk).update(starts=datetime.date(9000, 1, 1))
        assert f"?season={final.pk}&amp;seat=" not in self.shown(club, client, final)


def test_the_next_season_copies_the_season_and_not_its_final(club: Club) -> None:
    final = start(club)
    seasons = list(seasons_of(club.league))
    assert seasons[0] == final  # it began last
    form = SeasonForm(club.league, None, seasons, FINAL_EVENING)
    assert form.initial["like"] == club.season.pk
    assert [key for key, _title in form.fields["like"].choices] == [str(club.season.pk), ""]


class TestByMatches:
    """Seeds by the season: Ann, Bob, Dee, Cat. Low wins a hand, so the winner has 0."""

    def start(self, club: Club, size: int, seats: int, wins: int = 1) -> Season:
        return play.start_final(
            club.season,
            starts=FINAL_EVENING,
            size=size,
            seats=seats,
            wins=wins,
            actor=club.boss,
            key=key(),
        )

    def won(self, club: Club, final: Season, *order: str, over: bool = True) -> Match:
        """A match of one hand: 0 points for the first, then 5 more for each."""
        match = play.start_match(
            final,
            club.add(*order),
            play.MatchTerms(game="zar"),
            actor=club.boss,
            key=key(),
            played_on=FINAL_EVENING,
            anyway=False,
        )
        factories.hand(club, match, *(5 * place for place in range(len(order))))
        if over:
            play.close_match(match, actor=club.boss, key=key())
        return match

    def meet(self, club: Club, final: Season) -> list[list[tuple[str, ...]]]:
        called = {player.pk: name for name, player in club.players.items()}
        return [
            [tuple(called[one] for one in pairing.players) for pairing in pairings]
            for pairings in final_rounds(final)
        ]

    def test_best_of_three(self, club: Club) -> None:
        final = self.start(club, 2, 2, wins=2)
        for first, second in (("Ann", "Bob"), ("Bob", "Ann"), ("Bob", "Ann")):
            self.won(club, final, first, second)
        ((pairing,),) = final_rounds(final)
        ann, bob = club.players["Ann"].pk, club.players["Bob"].pk
        assert (pairing.wins, pairing.through) == ({ann: 1, bob: 2}, (bob,))
        assert names(club, final) == ["Bob", "Ann"]
        assert [row.total for row in final_table(final)] == [2, 1]
        # Ann has 0 + 5 + 5 points and Bob 5 + 0 + 0, but matches decide, everywhere.
        shown = season_card(club.league)
        assert shown.heads == ("#", "Player", "Matches won")
        assert shown.rows == (("1", "Bob", "2"), ("2", "Ann", "1"))
        of_ann = player_card(club.league, ann)
        assert of_ann is not None
        assert of_ann.rows[:3] == (("Rank", "2"), ("Matches won", "1"), ("Hands", "3"))
        play.finish_season(final, actor=club.boss, key=key())
        read = document_of(make_report(final).figures)
        (section,) = [one for one in read.sections if one.key == "final"]
        assert section.tables[0].rows == (("Final", "Ann 1 – Bob 2", "Bob"),)
        assert (read.awards[0].title, read.awards[0].names) == ("Champion", "Bob")
        assert read.cover is not None
        assert [step.name for step in read.cover.podium] == ["Bob", "Ann"]
        assert read.cover.story[0] == "Bob won the final, ahead of Ann."
        refresh_all_time(club.league)
        assert all_time_of_player(club.players["Bob"]).seasons_won == 1

    def test_a_bracket_of_four_and_a_hand_corrected(self, club: Club) -> None:
        final = self.start(club, 4, 2)
        assert self.meet(club, final) == [[("Ann", "Cat"), ("Bob", "Dee")], [()]]
        first = self.won(club, final, "Ann", "Cat")
        self.won(club, final, "Dee", "Bob")
        assert self.meet(club, final)[1] == [("Ann", "Dee")]
        self.swap(club, first)  # Cat won that one
        assert self.meet(club, final)[1] == [("Dee", "Cat")]
        last = self.won(club, final, "Cat", "Dee")
        assert names(club, final) == ["Cat", "Dee", "Ann", "Bob"]
        self.swap(club, first)  # it was Ann after all, but the last round has begun
        (pairing,) = final_rounds(final)[1]
        assert self.meet(club, final)[1] == [("Dee", "Cat")]
        assert set(pairing.expected) == {club.players["Ann"].pk, club.players["Dee"].pk}
        play.void_match(last, reason="It was Ann’s turn", actor=club.boss, key=key())
        assert self.meet(club, final)[1] == [("Ann", "Dee")]

    def swap(self, club: Club, match: Match) -> None:
        """Correct a match of one hand: the other of the two won it."""
        hand = match.hands.get()
        assert hand.confirmed is not None
        other = 1 - hand.confirmed.results.get(won=True).seat.number
        points = [5, 5]
        points[other] = 0
        play.correct_hand(
            hand,
            factories.totals(*points, winner=other),
            expected_version=hand.confirmed.number,
            reason="Typed the wrong way round",
            actor=club.boss,
            key=key(),
        )

    def test_who_cannot_come_lets_the_other_go_on(self, club: Club) -> None:
        final = self.start(club, 4, 2)
        bob, dee = club.players["Bob"].pk, club.players["Dee"].pk
        play.set_withdrawn(final, players=[dee], actor=club.boss)
        self.won(club, final, "Cat", "Ann")
        final.refresh_from_db()
        assert self.meet(club, final)[1] == [("Bob", "Cat")]
        read = document_of(make_report(final).figures)
        (section,) = [one for one in read.sections if one.key == "final"]
        assert section.tables[0].rows[1] == ("Semifinals", "Bob – Dee (withdrawn)", "Bob")
        cat = club.players["Cat"].pk
        with pytest.raises(Invalid, match="Somebody has to be left"):
            play.set_withdrawn(final, players=[bob, cat, dee], actor=club.boss)
        with pytest.raises(NotAllowed):
            play.set_withdrawn(final, players=[], actor=club.keeper)
        play.set_withdrawn(final, players=[], actor=club.boss)  # Dee came after all
        final.refresh_from_db()
        assert self.meet(club, final)[1] == [("Cat",)]

    def test_what_cannot_be_is_refused(self, club: Club) -> None:
        for size, seats, wins, text in (
            (4, 3, 1, "tables of two or four"),
            (2, 2, 10, "From 1 to 9 matches"),
        ):
            with pytest.raises(Invalid, match=text):
                self.start(club, size, seats, wins)
        with pytest.raises(Invalid, match="no points are carried over"):
            play.start_final(
                club.season,
                starts=FINAL_EVENING,
                seats=2,
                carries=True,
                actor=club.boss,
                key=key(),
            )

    def test_it_comes_back_from_the_league_s_file(self, club: Club) -> None:
        final = self.start(club, 4, 2)
        self.won(club, final, "Cat", "Ann")
        play.set_withdrawn(final, players=[club.players["Dee"].pk], actor=club.boss)
        final.refresh_from_db()
        report = make_report(final)
        league = imported(exported(club.league)).league
        back = Season.objects.get(league=league, final_of__isnull=False)
        called = dict(Player.objects.filter(league=league).values_list("pk", "name"))
        assert [
            [called[player] for player in pairing.players]
            for pairings in final_rounds(back)
            for pairing in pairings
        ] == [["Ann", "Cat"], ["Bob", "Dee"], ["Bob", "Cat"]]
        assert [called[player] for player in back.withdrawn] == ["Dee"]
        (copy,) = SeasonReport.objects.filter(season=back)
        assert final_section(copy.figures) == final_section(report.figures)

    def test_the_page_starts_each_pairing(self, club: Club, client: Client) -> None:
        final = self.start(club, 4, 2)
        self.won(club, final, "Cat", "Ann")
        shown = TestPage().shown(club, client, final)
        bob, dee = club.players["Bob"].pk, club.players["Dee"].pk
        starts = reverse("start-match", args=[club.league.slug])
        assert shown.count(f"{starts}?season={final.pk}&amp;seat=") == 1
        assert f"{starts}?season={final.pk}&amp;seat={bob}&amp;seat={dee}" in shown
        assert "End the final" not in shown
        self.won(club, final, "Bob", "Dee")
        self.won(club, final, "Bob", "Cat")
        assert "End the final" in TestPage().shown(club, client, final)
