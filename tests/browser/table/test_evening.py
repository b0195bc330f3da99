"""A whole evening on one phone: four games, no network for a while, a guest who turns out to be
somebody, the board watching; the season's table comes out as worked by hand.

Points per game (who went out, or the game itself, gives the zeros):
  Zar      Ann 0 5 0 = 5     Bob 4 0 7 = 11    Zoë 6 1 3 = 10
  Uno      Ann 12            Bob 0             Zoë 8
  UNO Golf Ann 11            Bob 3             Zoë 8
  Zuits    Ann 1 0 2 4 = 7   Bob 0 3 1 0 = 4   Zoë 2 2 0 1 = 5   Dee 5 1 0 0 = 6
All:       Ann 35, Bob 18, Zoë 31, Dee 6.
Zoë is Cat, who has no hand of her own: afterwards Cat has Zoë's 31.

In ``make test`` each step is taken by itself: without the network in `test_network`, the games in
`test_forms_of_games`, the end of a match in `test_entering`, the guest in `tests.play.test_people`.
"""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.factories import Club
from zarleague.leagues.models import Player, User
from zarleague.play import selectors, services
from zarleague.play.models import Match

from .keeper import Keeper

ZAR = [(0, 4, 6), (5, 0, 1), (0, 7, 3)]
UNO = [(12, 0, 8)]
GOLF = [(11, 3, 8)]
ZUITS = [(1, 0, 2, 5), (0, 3, 2, 1), (2, 1, 0, 0), (4, 0, 1, 0)]
NAMES = ("Ann", "Bob", "Zoë", "Dee")


def by_points(keeper: Keeper, points: Sequence[int], form: str, *, out: bool) -> None:
    """Enter a hand by points alone; with ``out`` the one without points went out."""
    keeper.form(form)
    holders = list(enumerate(points))
    if out:
        winner = points.index(0)
        keeper.winner(NAMES[winner])
        holders.pop(winner)
    for index, (_, held) in enumerate(holders):
        if index:
            keeper.go_on()
        for digit in str(held):
            keeper.page.locator(f"[data-keypad] [data-key='{digit}']").click()
    keeper.save()


def play_through(
    keeper: Keeper, hands: Sequence[Sequence[int]], form: str, *, out: bool, ends: bool = False
) -> None:
    """Enter all hands of a match, which *ends* with the last or goes on."""
    keeper.open_entry()
    for number, points in enumerate(hands, start=1):
        keeper.expect_hand(number)
        by_points(keeper, points, form, out=out)
    if ends:
        expect(keeper.heading).to_have_text("This match is over.")
        keeper.expect_on_the_server(len(hands))
    else:
        keeper.expect_saved(len(hands))


@pytest.mark.long
@pytest.mark.whole
@pytest.mark.service_worker
def test_an_evening(
    new_phone: Callable[[], Page], club: Club, sign_in: Callable[[Page, User], None]
) -> None:
    players = [*club.add("Ann", "Bob"), "Zoë"]
    zar = start(club, players, "zar")
    zoe = Player.objects.get(league=club.league, name="Zoë")
    players[2] = zoe
    phone, board = new_phone(), new_phone()
    sign_in(phone, club.scorekeeper)
    sign_in(board, club.player)
    keeper = Keeper(phone, zar)
    board.goto(f"{keeper.address}board/")

    # One hand online, two without the network, the tab killed in between.
    keeper.open_entry()
    by_points(keeper, ZAR[0], "Points only", out=True)
    keeper.expect_saved(1)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    keeper.open_entry()
    keeper.expect_cached(f"{keeper.address}enter/")
    context = phone.context
    context.set_offline(True)
    by_points(keeper, ZAR[1], "Points only", out=True)
    keeper.expect_hand(3)
    phone.close()
    keeper = Keeper(context.new_page(), zar)
    keeper.open_entry()
    keeper.expect_hand(3)
    by_points(keeper, ZAR[2], "Points only", out=True)
    banner = keeper.page.locator("[data-offline-banner]")
    expect(banner).to_contain_text("2 hands waiting")
    context.set_offline(False)
    keeper.expect_saved(3)
    expect(board.locator(".board-players .total")).to_have_text(["5", "11", "10"])

    for game, hands, form, out in (
        ("uno", UNO, "Points only", True),
        ("uno-golf", GOLF, "Points", False),
    ):
        keeper = Keeper(keeper.page, start(club, players, game))
        play_through(keeper, hands, form, out=out)
    keeper = Keeper(keeper.page, start(club, [*players, *club.add("Dee")], "zuits"))
    # "The winner of the game, after 4 hands, is the one with the best score."
    play_through(keeper, ZUITS, "Points", out=False, ends=True)
    keeper.open_pad()
    expect(keeper.page.locator("[data-live-part='announcements']")).to_contain_text("is over")

    services.merge_guest(zoe, club.players["Cat"], actor=club.boss, key=factories.key())
    table = selectors.season_table(club.season)
    names = {player.pk: player.name for player in club.players.values()}
    assert [(names[row.player_id], row.points) for row in table if row.hands] == [
        ("Dee", 6),
        ("Bob", 18),
        ("Cat", 31),
        ("Ann", 35),
    ]


def start(club: Club, players: Sequence[Player | str], game: str) -> Match:
    """Start a match of these players by the league's rules."""
    confirmed = {"action-points-confirmed": "yes"} if game == "uno-golf" else {}
    return services.start_match(
        club.season,
        players,
        services.MatchTerms(game=game, overrides=confirmed),
        actor=club.boss,
        key=factories.key(),
    )
