"""Each option of the base rules, with a hand on which its alternatives part. Expectations are
worked by hand from the option's own words."""

from pathlib import Path

import pytest

from tests.engine.uno.table import LOSER, SHED, SHEDDING, found, points, table
from zarleague.engine.event import DRAW, PASS, PLAY
from zarleague.engine.game import MatchEnd, Remedy
from zarleague.engine.games.uno import GAME
from zarleague.engine.ruleset import RulesetError


def test_scoring() -> None:
    """The winner holds nothing; Bob holds b8 y1 y2 y3 y5 y6, 25 points."""
    deals = {"Ann": f"{SHEDDING} b4 b5", "Bob": LOSER}
    events = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b5 / close"
    losers_add = table(events, seats=2, deals=deals)
    assert found(losers_add) == []
    assert points(losers_add) == {"Ann": 0, "Bob": 25}
    collects = table(events, seats=2, deals=deals, scoring="winner-collects")
    assert points(collects) == {"Ann": 25, "Bob": 0}


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ({}, MatchEnd(limit=500)),
        ({"limit": "1000", "at-limit": "eliminate"}, MatchEnd(limit=1000, eliminate=True)),
        ({"match-end": "rounds", "rounds": "7"}, MatchEnd(hands=7)),
        ({"match-end": "rounds", "at-limit": "eliminate"}, MatchEnd(hands=10)),
        ({"match-end": "whichever-first", "limit": "1500"}, MatchEnd(hands=10, limit=1500)),
        ({"scoring": "winner-collects"}, MatchEnd(limit=500, low_wins=False)),
    ],
)
def test_match_end(options: dict[str, str], end: MatchEnd) -> None:
    """ "The one with least points after a defined number of rounds,
    or after the looser has reached a defined limit (often 500, 1000 or 1500 points)." """
    assert GAME.match_end(GAME.ruleset("", options)) == end


@pytest.mark.parametrize(("option", "least", "most"), [("limit", 50, 10000), ("rounds", 1, 100)])
def test_how_long_a_match_may_be(option: str, least: int, most: int) -> None:
    """Limits of 500, 1000 and 1500 points are usual; these are slips of the finger."""
    for value in (least, most):
        assert GAME.ruleset("", {option: str(value)}).number(option) == value
    for value in (least - 1, most + 1):
        with pytest.raises(RulesetError):
            GAME.ruleset("", {option: str(value)})


@pytest.mark.parametrize(
    ("value", "events", "faults"),
    [
        ("apply", "Bob r4", []),
        ("apply", "Ann r4", [("Ann r4", "out-of-turn")]),
        ("ignore", "Ann r4", []),
        ("ignore", "Bob r4", [("Bob r4", "out-of-turn")]),
        ("redraw", "Ann r4", [("Ann r4", "not-started")]),
        ("redraw", "up y4 / Ann r4", []),
    ],
)
def test_first_card_action(value: str, events: str, faults: list[tuple[str, str]]) -> None:
    assert found(table(events, up="rS", first_card_action=value)) == faults


def test_first_card_draw_two() -> None:
    assert found(table("Ann draws 2 / Ann r4", up="r+2")) == []
    ignored = table("Ann r4 / Bob draws ? / Cat r1", up="r+2", first_card_action="ignore")
    assert found(ignored) == []
    assert found(table("Ann y+2 / Bob draws 4", up="r+2", cumulation="on")) == []


@pytest.mark.parametrize(
    ("value", "up", "faults"),
    [
        ("redraw", "W", [("Ann y3", "not-started")]),
        ("redraw", "W y4", []),
        ("redraw", "BZ y4", []),
        ("free", "W", []),
        ("free", "BZ", []),
        ("free", "W4", [("Ann y3", "not-started")]),
    ],
)
def test_first_card_wild(value: str, up: str, faults: list[tuple[str, str]]) -> None:
    assert found(table("Ann y3", up=up, buzzers="on", first_card_wild=value)) == faults


@pytest.mark.parametrize(
    ("value", "seats", "first"),
    [
        ("right-of-dealer", 4, "Cat"),
        ("dealer", 4, "Dee"),
        ("right-of-dealer", 2, "Bob"),
        ("dealer", 2, "Bob"),
    ],
)
def test_first_card_reverse(value: str, seats: int, first: str) -> None:
    """Four players: Dee deals, anticlockwise. Two: the dealer "can immediately play again"."""
    judged = table(f"{first} r4", seats=seats, up="rR", first_card_reverse=value)
    assert found(judged) == []
    assert found(table("Ann r4", seats=seats, up="rR", first_card_reverse=value)) == [
        ("Ann r4", "out-of-turn")
    ]


def test_first_card_reverse_without_effect_for_two() -> None:
    judged = table("Ann r4 / Bob r5", seats=2, up="rR", reverse_two_players="no-effect")
    assert found(judged) == []


@pytest.mark.parametrize(
    ("value", "played", "faults"),
    [
        ("yes", "r4", []),
        ("yes", "r1", [("Ann r1", "not-allowed")]),
        ("any", "r4", []),
        ("any", "r1", []),
        ("no", "r4", [("Ann r4", "not-allowed")]),
        ("no", "r1", [("Ann r1", "not-allowed")]),
    ],
)
def test_play_drawn_card(value: str, played: str, faults: list[tuple[str, str]]) -> None:
    """She holds a red one and draws a red four."""
    deals = {"Ann": "r1 g1 g2 g3 g4 g5 g6"}
    judged = table(f"Ann draws r4 / Ann {played}", deals=deals, play_drawn_card=value)
    assert found(judged) == faults


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [
        # All seven are known and none is a red four, so that is what she drew.
        ("r1 g1 g2 g3 g4 g5 g6", None),
        # Of two unknown cards either may be the one she drew.
        ("r1 g1 g2 g3 g4 g5 ?", "?not-allowed"),
    ],
)
def test_a_drawn_card_nobody_noted(hand: str, verdict: str | None) -> None:
    judged = table("Ann draws ? / Ann r4", deals={"Ann": hand}, play_drawn_card="yes")
    assert dict(found(judged)).get("Ann r4") == verdict


@pytest.mark.parametrize(
    ("value", "hand", "events", "faults"),
    [
        ("1", "r1", "Ann draws b1 / Bob r2", []),
        ("1", "r1", "Ann draws b1 / Ann draws b2", [("Ann draws b2", "not-allowed")]),
        ("0", "r1", "Ann draws b1", [("Ann draws b1", "could-have-played")]),
        ("0", "W", "Ann draws b1", [("Ann draws b1", "could-have-played")]),
        ("0", "b9", "Ann draws b1", [("Ann draws b1", "could-have-played")]),
        ("0", "b2", "Ann draws b1 / Bob r2", []),
        ("3", "r1", "Ann draws b1 / Ann draws b2 / Ann draws r3 / Ann r3", []),
        (
            "3",
            "r1",
            "Ann draws b1 / Ann draws b2 / Ann draws b3 / Ann draws b4",
            [("Ann draws b4", "not-allowed")],
        ),
    ],
)
def test_voluntary_draw(value: str, hand: str, events: str, faults: list[tuple[str, str]]) -> None:
    deals = {"Ann": f"{hand} g1 g2 g3 g4 g5 g6"}
    judged = table(events, deals=deals, voluntary_draw_max=value)
    assert found(judged) == faults
    assert len(judged.findings) == len(faults)


@pytest.mark.parametrize(
    ("events", "faults"),
    [
        ("Ann draws y1 / Ann draws y2 / Ann draws r5 / Ann r5 / Bob r1", []),
        ("Ann draws y1 / Ann passes", [("Ann passes", "not-allowed")]),
        ("Ann draws y1 / Bob r1", [("Bob r1", "out-of-turn")]),
        ("Ann draws r5 / Ann draws y1", [("Ann draws y1", "could-have-played")]),
        ("Ann draws r5 / Ann passes", [("Ann passes", "not-allowed")]),
    ],
)
def test_draw_until_a_card_fits(events: str, faults: list[tuple[str, str]]) -> None:
    """ "If you don't have a match, you must continue drawing cards until you can play one." Ann has
    only green cards; red is on top."""
    deals = {"Ann": "g1 g2 g3 g4 g5 g6 g7"}
    rules = {"voluntary_draw_max": "until-fits", "play_drawn_card": "no"}
    assert found(table(events, deals=deals, **rules)) == faults
    assert found(table("Ann draws g8", deals={"Ann": "r1 g2 g3 g4 g5 g6 g7"}, **rules)) != []


@pytest.mark.parametrize(
    ("events", "faults"),
    [
        ("Ann draws r5 / Ann r5", []),
        ("Ann draws r5 / Ann passes", [("Ann passes", "could-have-played")]),
        ("Ann draws r5 / Ann passes / Bob r1 / Cat r2", [("Ann passes", "could-have-played")]),
        ("Ann draws r5 / Bob r1", [("Bob r1", "out-of-turn")]),
        ("Ann draws r5 / Ann draws y1", [("Ann draws y1", "could-have-played")]),
        ("Ann draws y1 / Ann passes / Bob r1", []),
        ("Ann draws ? / Ann passes", [("Ann passes", "?could-have-played")]),
        ("Ann draws ? / Bob r1", [("Bob r1", "?could-have-played")]),
        ("Ann draws ? / Bob draws ?", [("Bob draws ?", "?could-have-played")]),
        ("Ann draws ? / Ann passes / left Ann y1 g1 g2 g3 g4 g5 g6 g7", []),
        ("Ann draws ? / Bob r1 / left Ann y1 g1 g2 g3 g4 g5 g6 g7", []),
    ],
)
def test_a_drawn_card_that_fits_must_be_played(events: str, faults: list[tuple[str, str]]) -> None:
    """ "If you draw a playable card, you must play it immediately." """
    deals = {"Ann": "g1 g2 g3 g4 g5 g6 g7"}
    rules = {"play_drawn_card": "must", "voluntary_draw_max": "3"}
    assert found(table(events, deals=deals, **rules)) == faults


def test_a_wild_draw_four_just_drawn_may_be_kept_where_the_colour_held_decides() -> None:
    events = "Ann draws W4 / Ann passes"
    kept = table(events, play_drawn_card="must", wild_draw_four="only-if-no-colour")
    assert found(kept) == []
    assert found(table(events, play_drawn_card="must")) == [("Ann passes", "could-have-played")]


def test_moves_after_drawing_by_the_rules_of_the_house() -> None:
    """Ann has drawn a card that fits, or one that does not: what she may do then."""
    deals = {"Ann": "g1 g2 g3 g4 g5 g6 g7"}
    for rules, drawn, moves in (
        ({"voluntary_draw_max": "until-fits"}, "y1", [(DRAW, -1)]),
        ({"voluntary_draw_max": "until-fits"}, "r5", [(PLAY, 5)]),
        ({"play_drawn_card": "must"}, "r5", [(PLAY, 5)]),
        ({"play_drawn_card": "must"}, "y1", [(PASS, None)]),
        ({"voluntary_draw_max": "any"}, "y1", [(DRAW, -1), (PASS, None)]),
    ):
        log = table(f"Ann draws {drawn}", deals=deals, **rules).log
        state = GAME.start(log.ruleset, 3, 2, Remedy.RULED)
        for event in log.events:
            GAME.apply(state, event)
        legal = [(e.kind, e.cards[0] if e.cards else None) for e in GAME.legal(state, 0)]
        assert legal == moves, rules


@pytest.mark.parametrize("cards", ["2", "4"])
def test_missed_uno_penalty(cards: str) -> None:
    deals = {"Ann": f"{SHEDDING} b4 b5"}
    events = f"{SHED} / Ann b4 / Bob catches Ann / Ann draws {cards}"
    assert found(table(events, seats=2, deals=deals, missed_uno_penalty=cards)) == []
    other = "4" if cards == "2" else "2"
    assert found(table(events, seats=2, deals=deals, missed_uno_penalty=other)) == [
        (f"Ann draws {cards}", "wrong-count")
    ]


@pytest.mark.parametrize(
    ("value", "acts", "faults"),
    [
        ("until-next-play", "Bob b9", [("Bob catches Ann", "too-late")]),
        ("until-next-play", "Bob draws ?", [("Bob catches Ann", "too-late")]),
        ("while-one-card", "Bob b9", []),
        ("while-one-card", "Bob draws ?", []),
        ("while-one-card", "Bob b9 / Ann says uno", [("Bob catches Ann", "false-claim")]),
        ("while-one-card", "Bob b9 / Ann draws ?", [("Bob catches Ann", "false-claim")]),
    ],
)
def test_uno_catch_window(value: str, acts: str, faults: list[tuple[str, str]]) -> None:
    deals = {"Ann": f"{SHEDDING} b4 g5"}
    events = f"{SHED} / Ann b4 / {acts} / Bob catches Ann"
    assert found(table(events, seats=2, deals=deals, uno_catch_window=value)) == faults


@pytest.mark.parametrize(
    ("value", "hand", "faults"),
    [
        ("any-time", "r1", []),
        ("only-if-no-colour", "r1", [("Ann W4 blue", "could-have-played")]),
        ("only-if-no-colour", "b9", []),
        ("only-if-no-colour", "W", []),
    ],
)
def test_wild_draw_four(value: str, hand: str, faults: list[tuple[str, str]]) -> None:
    """On a red nine: only a red card forbids it, not another nine or a wild."""
    deals = {"Ann": f"W4 {hand} g1 g2 g3 g4 g5"}
    judged = table("Ann W4 blue", deals=deals, wild_draw_four=value)
    assert found(judged) == faults


def test_draw_four_on_a_named_colour_and_on_a_buzzer() -> None:
    """After a wild the colour named is the one in force; a buzzer has none."""
    deals = {"Bob": "W4 g1 y2 y3 y4 y5 y6"}
    named = table("Ann W green / Bob W4 blue", deals=deals, wild_draw_four="only-if-no-colour")
    assert found(named) == [("Bob W4 blue", "could-have-played")]
    red = table("Ann W red / Bob W4 blue", deals=deals, wild_draw_four="only-if-no-colour")
    assert found(red) == []
    events = "Ann BZ / Ann reacts last / Ann draws 2 / Bob W4 blue"
    buzzer = table(events, deals=deals, wild_draw_four="only-if-no-colour", buzzers="on")
    assert found(buzzer) == []


@pytest.mark.parametrize(
    ("value", "card", "then", "faults"),
    [
        ("off", "r+2", "Bob r1", []),
        ("on", "r+2", "Cat r1", []),
        ("on", "r+2", "Bob r1", [("Bob r1", "out-of-turn")]),
        ("draw-four", "r+2", "Bob r1", []),
        ("draw-four", "W4 red", "Cat r1", []),
        ("off", "W4 red", "Bob r1", []),
        ("on", "W4 red", "Cat r1", []),
    ],
)
def test_skip_after_drawing(
    value: str, card: str, then: str, faults: list[tuple[str, str]]
) -> None:
    cards = 4 if "W4" in card else 2
    judged = table(f"Ann {card} / Bob draws {cards} / {then}", skip_after_drawing=value)
    assert found(judged) == faults


LAST_DRAW_TWO = f"{SHED} / Ann b4 UNO / Bob b9 / Ann b+2"


@pytest.mark.parametrize(
    ("value", "events", "faults", "bob"),
    [
        ("victims-draw-then-score", "Bob draws r1 r2 / close", [], 28),
        ("victims-draw-then-score", "close", [("close", "not-settled")], 25),
        ("victims-draw-then-score", "Bob y+2", [("Bob y+2", "hand-over")], 25),
        ("score-now", "close", [], 25),
        ("score-now", "Bob draws r1 r2", [("Bob draws r1 r2", "hand-over")], 25),
        ("victims-answer-then-score", "Bob draws r1 r2 / close", [], 28),
    ],
)
def test_finish_on_draw_card(
    value: str, events: str, faults: list[tuple[str, str]], bob: int
) -> None:
    """Bob holds 25 points (b8 y1 y2 y3 y5 y6); a red one and a red two make 28."""
    deals = {"Ann": f"{SHEDDING} b4 b+2", "Bob": LOSER}
    judged = table(f"{LAST_DRAW_TWO} / {events}", seats=2, deals=deals, finish_on_draw_card=value)
    assert found(judged) == faults
    assert points(judged) == {"Ann": 0, "Bob": bob}


LAST_OF_SEVEN = (
    "Ann r1 / Bob r2 / Cat r3 / Ann r4 / Bob r5 / Cat r6 / Ann r7 / Bob r8 / Cat y8 / Ann y7 / "
    "Bob y6 / Cat y5 / Ann y4 / Bob y3 / Cat y2 / Ann y1 UNO / Bob g1 / Cat g2 / Ann g+2"
)


@pytest.mark.parametrize(
    ("value", "faults"),
    [
        (
            "victims-draw-then-score",
            [("Bob y+2", "hand-over")],
        ),
        ("victims-answer-then-score", []),
    ],
)
def test_answering_the_last_draw_two(value: str, faults: list[tuple[str, str]]) -> None:
    """Ann's seventh card is a draw two; Bob answers it, if he may, and Cat draws four."""
    judged = table(
        f"{LAST_OF_SEVEN} / Bob y+2 / Cat draws 4 / close",
        cumulation="on",
        finish_on_draw_card=value,
    )
    assert found(judged) == faults
    assert points(judged)["Ann"] == 0


@pytest.mark.parametrize(
    ("value", "then", "faults"),
    [
        ("plays-again", "Ann r1", []),
        ("plays-again", "Bob r1", [("Bob r1", "out-of-turn")]),
        ("no-effect", "Bob r1", []),
        ("no-effect", "Ann r1", [("Ann r1", "out-of-turn")]),
    ],
)
def test_reverse_two_players(value: str, then: str, faults: list[tuple[str, str]]) -> None:
    assert found(table(f"Ann rR / {then}", seats=2, reverse_two_players=value)) == faults


@pytest.mark.parametrize(
    ("value", "then"),
    [
        ("unwind", "Ann r1 / Bob r2 / Cat r3"),
        ("stands-draw-2", "Bob g2 / Cat g3 / Ann draws 2 / Ann g4"),
    ],
)
def test_illegal_play(value: str, then: str) -> None:
    """A green one on a red nine is taken back, or stands and costs two cards."""
    judged = table(f"Ann g1 / {then}", illegal_play=value)
    assert found(judged) == [("Ann g1", "does-not-fit")]


@pytest.mark.parametrize(
    ("value", "faults"), [("forbidden", [("Bob draws ?", "wrong-count")]), ("allowed", [])]
)
def test_debts_in_parts(value: str, faults: list[tuple[str, str]]) -> None:
    """Bob "has to draw 2 cards before playing"; whether at once is not said."""
    judged = table("Ann r+2 / Bob draws ? / Bob draws ? / Bob r3", debts_in_parts=value)
    assert found(judged)[:1] == faults


def test_every_option_is_tested() -> None:
    """Every option key appears in the tests of options or in a hand worked by hand."""
    here = Path(__file__).parent
    files = (*here.glob("test_*options.py"), *here.glob("hands/*.txt"))
    texts = [path.read_text() for path in files]
    for option in GAME.options:
        spelt = (option.key, option.key.replace("-", "_"))
        assert any(key in text for key in spelt for text in texts), option.key


def test_same_points() -> None:
    """ "The winner is the first player having no more cards in his hand": places by it are in
    `tests.play.test_entering`."""
    assert GAME.winner_ahead(GAME.ruleset())
    assert not GAME.winner_ahead(GAME.ruleset("", {"same-points": "level"}))
