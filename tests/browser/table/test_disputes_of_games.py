"""Disputes in Uno, Zuits and UNO Golf, from the first tap to the casebook, on one phone; the one
in Zuits by keyboard alone."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.factories import Club
from zarleague.leagues.models import User

from .keeper import Keeper
from .operating import Keyboard, Touch
from .tapping import Recorder
from .test_disputes import (
    decide,
    dispute,
    enter_points,
    expect_standings,
    give,
    replay_to_the_finding,
    saved,
)

Standings = list[tuple[str, str]]


@dataclass(frozen=True)
class Journey:
    """A hand that is disputed. ``lines`` are recorded by taps after ``begin``, how the table stood;
    the verdict of a line when it is tapped is legal unless ``verdicts`` has it. ``begun`` are the
    lines that ``begin`` writes. ``event`` was not allowed, as the whole hand shows."""

    game: str
    seats: tuple[str, ...]
    lines: str
    entered: tuple[int, ...]
    event: int
    question: str
    reasons: str
    remedy: str
    before: Standings
    after: Standings
    word: str
    winner: str = ""
    options: dict[str, str] = field(default_factory=dict)
    begin: dict[str, str] = field(default_factory=dict)
    sizes: tuple[str, ...] = ()
    begun: str = ""
    verdicts: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)


FOUR = ("Ann", "Bob", "Cat", "Dee")

UNO = Journey(
    "uno",
    FOUR,
    options={"bluff": "any-playable"},
    sizes=("3", "4", "5", "2"),
    begin={"turn": "Bob", "top": "r5"},
    begun="holds Ann 3\nholds Bob 4\nholds Cat 5\nholds Dee 2\nlaid Ann r5\nturn Bob\n",
    lines="""\
Bob W4 blue
Cat accuses
Cat draws 6
Cat b1
Dee b3
Dee says uno
Ann b7
Bob r7
Cat r4
Dee r1
""",
    verdicts={"Cat draws 6": "unknown"},
    event=9,
    # Left: Ann g9 y0; Bob a wild; Cat nine cards, of which her own three count 14.
    entered=(9, 50, 60),
    winner="Dee",
    before=[("Dee", "0"), ("Ann", "9"), ("Bob", "50"), ("Cat", "60")],
    question="Who draws when a bluff comes out later?",
    reasons="Bob held a red 7 when he played his draw four on a red 5: he had to draw the six.",
    remedy="The points are corrected",
    fields={"points_0": "9", "points_1": "50", "points_2": "14", "points_3": "0"},
    after=[("Dee", "0"), ("Ann", "9"), ("Cat", "14"), ("Bob", "50")],
    word="bluff",
)
"""Bob plays a draw four on a red 5. Cat accuses him, is ruled wrong, and draws four and two more.
Three turns later Bob plays a red 7, which he must have held: it was a bluff (Playroom, fifth
variant)."""

ZUITS = Journey(
    "zuits",
    FOUR,
    sizes=("3", "3", "3", "3"),
    begin={"turn": "Ann", "won": "2"},
    begun="".join(f"holds {name} 3\n" for name in FOUR)
    + "".join(f"won {name} 2\n" for name in FOUR)
    + "turn Ann\n",
    lines="""\
Ann rZ3
Bob bZ2
Cat rZ1
Dee rZ2
Ann Z4 red
Bob rA1
Cat Z0
Dee rG2
""",
    verdicts={"Bob bZ2": "unknown"},
    event=11,
    entered=(0, 1, 5, 2),
    before=[("Ann", "0"), ("Bob", "1"), ("Dee", "2"), ("Cat", "5")],
    question="What happens after a revoke?",
    reasons="Bob played blue on red and held the red Art 1.",
    remedy="The hand stands, with a penalty",
    fields={"penalised": "1", "penalty": "3"},
    after=[("Ann", "0"), ("Dee", "2"), ("Bob", "4"), ("Cat", "5")],
    word="revoke",
)
"""Two tricks are left. Ann leads red and Bob plays blue, so he has neither red nor a wild; to the
last trick he plays a red card ("all must follow", The Trick)."""

GOLF = Journey(
    "uno-golf",
    ("Ann", "Bob"),
    options={"action-points-confirmed": "yes"},
    lines="""\
deal Ann 6
deal Bob 6
Ann turns b1 11
Bob turns r3 11
up g5
Bob draws ?
Bob puts r3 y4 12
Bob clears r3 r3 1
Ann draws ?
Ann puts y0 g6 12
Bob draws ?
Bob puts rS b5 21
Ann draws ?
Ann puts b0 y5 21
Bob draws ?
Bob puts yS g4 22
Bob clears rS yS 2
Bob draws ?
Bob puts r0 b4 31
Bob says uno
Ann draws ?
Ann puts y1 r6 22
Bob draws ?
Bob puts g1 r2 32
""",
    verdicts={"Bob clears rS yS 2": "illegal"},
    event=17,
    # Ann b1 y0, b0 y1, b2 g5; Bob r0 g1.
    entered=(9, 1),
    before=[("Bob", "1"), ("Ann", "9")],
    question="Can you clear two skips of different colours?",
    reasons="Only a number or a colour matches. The skips count ten each.",
    remedy="The points are corrected",
    fields={"points_0": "9", "points_1": "21"},
    after=[("Ann", "9"), ("Bob", "21")],
    word="skips",
)
"""Bob clears a red and a yellow skip, which share neither number nor colour (Clearing Columns). The
skip on top skips Ann, so that with two players it is Bob's turn again."""


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize(
    ("journey", "by_keyboard"),
    [(ZUITS, True), (UNO, False), (GOLF, False)],
    ids=["revoke", "bluff", "round"],
)
def test_a_dispute_from_the_first_tap_to_the_casebook(
    phone: Page,
    club: Club,
    sign_in: Callable[[Page, User], None],
    journey: Journey,
    *,
    by_keyboard: bool,
) -> None:
    match = factories.match(club, *journey.seats, game=journey.game, overrides=journey.options)
    keeper = Keeper(phone, match, Keyboard(phone) if by_keyboard else Touch())
    arbiter = factories.arbiter(club).user
    assert arbiter is not None

    sign_in(phone, club.organiser)
    enter_points(keeper, journey.entered, journey.winner)
    recorder = Recorder(phone, keeper.by)
    recorder.open()
    if journey.begin:
        sizes = dict(zip(journey.seats, journey.sizes, strict=True))
        recorder.begin(sizes, **journey.begin)
    for line in journey.lines.splitlines():
        verdict = journey.verdicts.get(line, "legal")
        if verdict == "illegal":
            recorder.record_other(*line.split())
        else:
            recorder.record(line, verdict)
    _, log = saved(keeper, 1).split("\n", maxsplit=1)
    assert log == f"{journey.begun}{journey.lines}".rstrip()
    expect_standings(phone, club.league, journey.before)

    replay_to_the_finding(keeper, 1, journey.event)
    sign_in(phone, club.player)
    dispute(keeper, 1, journey.question, journey.event)
    sign_in(phone, arbiter)
    phone.reload()
    decide(keeper, journey.question, journey.reasons, journey.remedy, **journey.fields)
    give(keeper)

    expect_standings(phone, club.league, journey.after)
    phone.goto(f"/l/{club.league.slug}/rulings/?words={journey.word}")
    keeper.by.press(phone.get_by_role("link", name=journey.question))
    expect(phone.locator("article.ruling")).to_be_visible()
