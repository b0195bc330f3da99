"""Games of a league's own: declared, played, changed, and replaced by a game with an engine."""

from typing import Any

import pytest

from tests import factories
from tests.factories import Club, key
from zarleague.engine.declared import to_data
from zarleague.engine.declared.examples import examples
from zarleague.engine.entry import Entry
from zarleague.leagues import selectors as league_selectors
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AuditEntry, League, LeagueGame
from zarleague.play import selectors, services
from zarleague.play.errors import EntryRejected, LogRejected
from zarleague.play.models import Hand, Match
from zarleague.play.services import own_games

pytestmark = pytest.mark.postgresql

SKYJO = to_data(next(one for one in examples() if one.name == "Skyjo"))


def play(club: Club, game: str, *hands: tuple[dict[str, Any], ...], **more: Any) -> Match:
    """Return a match of Ann and Bob with those hands."""
    match = services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game=game),
        actor=club.boss,
        key=key(),
        at=factories.EIGHT_O_CLOCK,
    )
    for sheets in hands:
        services.enter_hand(match, Entry("counted", sheets, **more), key=key(), actor=club.keeper)
    match.refresh_from_db()
    return match


def points(match: Match) -> list[tuple[int, ...]]:
    """Return the points of the hands of a match."""
    hands = Hand.objects.filter(match=match).order_by("number")
    return [
        tuple(row.points for row in hand.confirmed.results.order_by("order"))
        for hand in hands
        if hand.confirmed is not None
    ]


def test_the_points_say_who_won_where_nobody_goes_out(club: Club) -> None:
    """Somebody who is sent along as having gone out has not won with more points."""
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    match = play(club, "own:Skyjo", ({"cards": 9}, {"cards": 4, "ended": 1}), winner=0)
    hand = Hand.objects.get(match=match)
    assert hand.confirmed is not None
    won = hand.confirmed.results.order_by("order").values_list("won", flat=True)
    assert list(won) == [False, True]


def test_a_match_keeps_the_definition_it_began_with(club: Club) -> None:
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    match = play(club, "own:Skyjo", ({"cards": 20, "ended": 1}, {"cards": 12}))
    assert points(match) == [(40, 12)]  # ended without the fewest: twice 20
    changed = SKYJO | {"rules": [{"kind": "closer", "field": "ended", "factor": 3}]}
    leagues.declare_game(club.league, changed, actor=club.boss)
    services.enter_hand(
        match,
        Entry("counted", ({"cards": 5, "ended": 1}, {"cards": 4})),
        key=key(),
        actor=club.keeper,
    )
    assert points(match) == [(40, 12), (10, 4)]
    assert play(club, "own:Skyjo").rules["values"]["version"] == "2"

    moved = services.preview_rescoring(club.league, "own:Skyjo")
    assert [(one.before, one.after) for one in moved] == [((40, 12), (60, 12)), ((10, 4), (15, 4))]
    again = {"reason": "It was three times.", "actor": club.boss, "key": key()}
    services.rescore_game(club.league, "own:Skyjo", **again)
    services.rescore_game(club.league, "own:Skyjo", **again)  # the same request
    assert services.preview_rescoring(club.league, "own:Skyjo") == []
    assert points(match) == [(60, 12), (15, 4)]
    assert selectors.match_totals(match).points == {
        club.players["Ann"].pk: 75,
        club.players["Bob"].pk: 16,
    }


def test_others_wait_for_no_more_hands_than_of_a_long_evening(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one hand at a time: the first match, and then the second."""
    monkeypatch.setattr(own_games, "MOST_HANDS", 1)
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    sheets = ({"cards": 20, "ended": 1}, {"cards": 12})
    matches = [play(club, "own:Skyjo", sheets) for _ in range(2)]
    changed = SKYJO | {"rules": [{"kind": "closer", "field": "ended", "factor": 3}]}
    leagues.declare_game(club.league, changed, actor=club.boss)
    for expected in ([(60, 12)], [(40, 12)]), ([(60, 12)], [(60, 12)]):
        services.rescore_game(
            club.league, "own:Skyjo", reason="Three times", actor=club.boss, key=key()
        )
        assert tuple(points(match) for match in matches) == expected


def test_only_organisers_declare_games_and_bad_ones_are_refused(club: Club) -> None:
    for actor in (club.keeper, Actor.of(club.player), Actor.of(club.outsider)):
        with pytest.raises(NotAllowed):
            leagues.declare_game(club.league, SKYJO, actor=actor)
    for bad in (SKYJO | {"limit": 0}, "{", SKYJO | {"name": "<script>"}):
        with pytest.raises(Invalid) as refused:
            leagues.declare_game(club.league, bad, actor=club.boss)
        assert refused.value.field == "definition"
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    with pytest.raises(Invalid):
        leagues.declare_game(club.league, SKYJO | {"name": "SKYJO"}, actor=club.boss)
    assert league_selectors.games_of(club.league)[-1] == "own:Skyjo"
    leagues.update_league(club.league, default_game="own:Skyjo", actor=club.boss)
    assert league_selectors.games_of(club.league)[0] == "own:Skyjo"
    with pytest.raises(Invalid):
        leagues.update_league(club.league, default_game="own:Chess", actor=club.boss)


def test_a_hand_must_fit_and_has_no_log(club: Club) -> None:
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    match = play(club, "own:Skyjo")
    with pytest.raises(EntryRejected):  # nobody ended the round
        services.enter_hand(
            match, Entry("counted", ({"cards": 1}, {"cards": 2})), key=key(), actor=club.keeper
        )
    with pytest.raises(LogRejected):
        services.enter_log(match, "Ann b2", key=key(), actor=club.keeper)
    assert points(match) == []


def test_crazy_eights_replaces_the_definition_a_league_had_for_it(club: Club) -> None:
    own = {
        "name": "Our Eights",
        "players": [2, 5],
        "wins": "low",
        "points": [-5, 300],
        "limit": 100,
    }
    leagues.declare_main_game(club.league, own, actor=club.boss)
    season = services.change_season(club.season, game="own:Our Eights", actor=club.boss)
    match = play(club, "own:Our Eights")
    for given in (({"points": 0}, {"points": 57}), ({"points": -5}, {"points": 20})):
        services.enter_hand(match, Entry("totals", given), key=key(), actor=club.keeper)
    before = points(match), selectors.match_totals(match).points
    services.replace_game(
        club.league,
        "own:Our Eights",
        "crazy-eights",
        reason="It has an engine now.",
        actor=club.boss,
        key=key(),
    )
    for row in (match, season, club.league):
        row.refresh_from_db()
    assert match.game == season.game == club.league.default_game == "crazy-eights"
    assert (points(match), selectors.match_totals(match).points) == before
    # And the next hand is one of the game: Ann went out, Bob holds an eight (50).
    services.enter_hand(
        match, Entry("counts", ({}, {"eight": 1}), winner=0), key=key(), actor=club.keeper
    )
    assert points(match)[-1] == (0, 50)


def test_a_season_of_own_games_and_zar_ranks_by_places(db: None) -> None:
    """Places of a match get 4, 2 and 1, whichever way its game is won, in halves or below 0. Boule,
    fewest: Ann 3 balls and the corner, 3½; Bob 2; Cat 1: Cat 4, Bob 2, Ann 1. Debts, most: Ann and
    Cat -3, Bob -8 + 2 = -6: Ann and Cat share 4 + 2, Bob 1. Zar: Ann 0, Cat 12, Bob 30: 4, 2, 1.
    Together Cat 4 + 3 + 2 = 9, Ann 1 + 3 + 4 = 8, Bob 2 + 1 + 1 = 4."""
    club = factories.club(rules={"preset": "place-points", "options": {"min_hands": 0}})
    players = club.add("Ann", "Bob", "Cat")
    ends: dict[str, Any] = {"players": [2, 4], "hands": 3}
    corner = {"key": "f2", "label": "Corner", "asked": "tick", "each": 1}
    balls = {"key": "f1", "label": "Balls", "most": 6, "each": 2}
    boule = ends | {"name": "Boule", "wins": "low", "fields": [balls, corner], "unit": 2}
    debts = ends | {"name": "Debts", "wins": "high", "points": [-20, 20]}
    for definition in (boule, debts):
        leagues.declare_game(club.league, definition, actor=club.boss)

    def enter(game: str, *hands: Entry) -> None:
        match = services.start_match(
            club.season,
            players,
            services.MatchTerms(game=game),
            actor=club.boss,
            key=key(),
            at=factories.EIGHT_O_CLOCK,
        )
        for hand in hands:
            services.enter_hand(match, hand, key=key(), actor=club.keeper)

    enter("own:Boule", Entry("counted", ({"f1": 3, "f2": 1}, {"f1": 2}, {"f1": 1})))
    enter(
        "own:Debts",
        Entry("totals", ({"points": -3}, {"points": -8}, {"points": -3})),
        Entry("totals", ({}, {"points": 2}, {})),
    )
    enter("zar", Entry("totals", ({}, {"points": 30}, {"points": 12}), winner=0))
    table = selectors.named_table(club.season)
    assert [(table.names[row.player_id], row.place_points) for row in table.rows] == [
        ("Cat", 9),
        ("Ann", 8),
        ("Bob", 4),
    ]


def test_the_pages_of_a_match_say_that_the_game_has_no_logs(club: Club, client: Any) -> None:
    """Every page that shows a match, its hands or its ratings has one of an own game, too."""
    leagues.declare_main_game(club.league, SKYJO, actor=club.boss)
    match = play(club, "", ({"cards": 20, "ended": 1}, {"cards": 12}))
    assert match.game == "own:Skyjo"
    client.force_login(club.organiser)
    league, table = f"/l/{club.league.slug}/", f"/l/{club.league.slug}/m/{match.pk}/"
    for page in (
        *(league + one for one in ("", "m/new/", "ratings/", "settings/games/of/Skyjo/")),
        *(league + one for one in ("settings/laboratory/", "palette/found/?q=cards")),
        *(table + one for one in ("", "enter/", "sheet/", "board/", "h/1/", "h/1/correct/")),
    ):
        assert client.get(page).status_code == 200, page
    assert "there are no play logs" in client.get(f"{table}h/1/").content.decode()


def offered(club: Club) -> list[str]:
    """Return the names of the games to choose from."""
    league = League.objects.get(pk=club.league.pk)
    return [league_selectors.game_title(league, game) for game in league_selectors.games_of(league)]


def test_a_renamed_game_stays_the_same_game(club: Club) -> None:
    """Its matches, versions and hands go on; a definition under its new name, or the one it was
    added under, is its next version."""
    leagues.declare_game(club.league, SKYJO | {"name": "Skjyo"}, actor=club.boss)
    match = play(club, "own:Skjyo", ({"cards": 20, "ended": 1}, {"cards": 12}))
    leagues.rename_game(club.league, "own:Skjyo", "Skyjo", actor=club.boss)
    assert "Skyjo" in offered(club)
    assert "Skjyo" not in offered(club)
    services.enter_hand(
        match,
        Entry("counted", ({"cards": 3}, {"cards": 5, "ended": 1})),
        key=key(),
        actor=club.keeper,
    )
    assert points(match) == [(40, 12), (3, 10)]
    assert services.preview_rescoring(club.league, "own:Skjyo") == []
    for name, limit, version in (("Skyjo", 90, "2"), ("Skjyo", 80, "3")):
        definition = SKYJO | {"name": name, "limit": limit}
        made = leagues.declare_game(club.league, definition, actor=club.boss)
        assert (made.game, made.own_name) == ("own:Skjyo", "Skyjo")
        assert made.overrides["version"] == version
    unchanged = leagues.declare_game(
        club.league, SKYJO | {"name": "Skyjo", "limit": 80}, actor=club.boss
    )
    assert unchanged.overrides["version"] == "3"
    assert play(club, "own:Skjyo").end_limit == 80
    versions = selectors.versions_of_game(club.league, "own:Skjyo")
    assert [one.definition.name for one in versions] == ["Skyjo"] * 3
    assert [one.number for one in versions] == [3, 2, 1]


def test_no_game_is_added_under_a_name_that_the_api_has_something_else_at(club: Club) -> None:
    """`check_game` has the address that the game "check" would have; a later name has none."""
    with pytest.raises(Invalid, match="can’t be called"):
        leagues.declare_game(club.league, SKYJO | {"name": "check"}, actor=club.boss)
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    assert leagues.rename_game(club.league, "own:Skyjo", "check", actor=club.boss).name == "check"


def test_a_name_is_of_one_game_only(club: Club) -> None:
    """Neither another game's name nor the one it was added under, in whatever case; a game may have
    its first name again."""
    for name in ("Golf", "Skyjo"):
        leagues.declare_game(club.league, SKYJO | {"name": name}, actor=club.boss)
    leagues.rename_game(club.league, "own:Golf", "Minigolf", actor=club.boss)
    for taken, said in (
        ("minigolf", "already has a game with this name"),
        ("GOLF", "Minigolf had this name before"),
    ):
        with pytest.raises(Invalid) as refused:
            leagues.rename_game(club.league, "own:Skyjo", taken, actor=club.boss)
        assert refused.value.field == "name"
        assert said in refused.value.text.translate({0x2068: None, 0x2069: None})
        with pytest.raises(Invalid):
            leagues.declare_game(club.league, SKYJO | {"name": taken}, actor=club.boss)
    for bad in ("", "<b>", "a" * 29, "\u202eSkyjo"):
        with pytest.raises(Invalid) as refused:
            leagues.rename_game(club.league, "own:Skyjo", bad, actor=club.boss)
        assert refused.value.field == "name"
    with pytest.raises(Invalid):
        leagues.rename_game(club.league, "own:Chess", "Checkers", actor=club.boss)
    for wanted in ("minigolf", "Golf"):  # only its spelling, and back
        made = leagues.rename_game(club.league, "own:Golf", wanted, actor=club.boss)
        assert made.own_name == wanted


def test_a_game_that_is_inactive_is_not_offered_and_goes_on(club: Club) -> None:
    """A match that has begun takes hands, and one that a phone has begun without the network is
    taken, too. A round isn't drawn for it, and no season or league chooses it."""
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    match = play(club, "own:Skyjo")
    leagues.set_game_inactive(club.league, "own:Skyjo", True, actor=club.boss)
    assert "Skyjo" not in offered(club)
    hand = Entry("counted", ({"cards": 3}, {"cards": 5, "ended": 1}))
    services.enter_hand(match, hand, key=key(), actor=club.keeper)
    assert points(match) == [(3, 10)]
    assert play(club, "own:Skyjo").game == "own:Skyjo"
    with pytest.raises(Invalid, match="inactive") as refused:
        leagues.update_league(club.league, default_game="own:Skyjo", actor=club.boss)
    assert refused.value.field == "default_game"
    with pytest.raises(Invalid, match="inactive"):
        services.change_season(club.season, game="own:Skyjo", actor=club.boss)
    with pytest.raises(Invalid, match="inactive"):
        leagues.start_season(
            club.league, name="Next", starts=factories.FIRST_EVENING, game="own:Skyjo",
            actor=club.boss, key=key(),
        )  # fmt: skip
    with pytest.raises(Invalid, match="inactive"):
        services.draw_round(
            club.league, factories.FIRST_EVENING, season=club.season, game="own:Skyjo",
            actor=club.boss, key=key(),
        )  # fmt: skip
    leagues.set_game_inactive(club.league, "own:Skyjo", False, actor=club.boss)
    assert "Skyjo" in offered(club)
    services.change_season(club.season, game="own:Skyjo", actor=club.boss)


def test_the_game_of_a_league_or_of_a_running_season_stays_active(club: Club) -> None:
    """The refusal names the season. One that is over keeps the game, and can be changed."""
    leagues.declare_main_game(club.league, SKYJO, actor=club.boss)
    with pytest.raises(Invalid, match="main game"):
        leagues.set_game_inactive(club.league, "own:Skyjo", True, actor=club.boss)
    leagues.update_league(club.league, default_game="zar", actor=club.boss)
    season = services.change_season(club.season, game="own:Skyjo", actor=club.boss)
    with pytest.raises(Invalid, match=season.name):
        leagues.set_game_inactive(club.league, "own:Skyjo", True, actor=club.boss)
    services.finish_season(season, actor=club.boss, key=key())
    made = leagues.set_game_inactive(club.league, "own:Skyjo", True, actor=club.boss)
    assert made.inactive
    season.refresh_from_db()
    changed = services.change_season(season, name="Last spring", game=season.game, actor=club.boss)
    assert (changed.name, changed.game) == ("Last spring", "own:Skyjo")


def test_only_organisers_rename_a_game_or_set_it_inactive(club: Club) -> None:
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    for actor in (club.keeper, Actor.of(club.player), Actor.of(club.outsider)):
        with pytest.raises(NotAllowed):
            leagues.rename_game(club.league, "own:Skyjo", "Golf", actor=actor)
        with pytest.raises(NotAllowed):
            leagues.set_game_inactive(club.league, "own:Skyjo", True, actor=actor)


def test_games_of_an_imported_league_may_keep_names_that_are_alike(club: Club) -> None:
    """Their pages send the name with each definition."""
    for name in ("Golf", "Skyjo"):
        leagues.declare_game(club.league, SKYJO | {"name": name}, actor=club.boss)
    LeagueGame.objects.filter(game="own:Skyjo").update(game="own:GOLF")
    made = leagues.rename_game(club.league, "own:GOLF", "GOLF", actor=club.boss)
    assert made.own_name == "GOLF"
    with pytest.raises(Invalid):
        leagues.rename_game(club.league, "own:GOLF", "golf", actor=club.boss)


def test_what_changes_nothing_is_not_recorded(club: Club) -> None:
    leagues.declare_game(club.league, SKYJO, actor=club.boss)
    written = AuditEntry.objects.count()
    leagues.rename_game(club.league, "own:Skyjo", "Skyjo", actor=club.boss)
    leagues.set_game_inactive(club.league, "own:Skyjo", False, actor=club.boss)
    assert AuditEntry.objects.count() == written
