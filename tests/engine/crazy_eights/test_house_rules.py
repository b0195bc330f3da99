"""The options of Crazy Eights, each with a hand on which their alternatives part. Expectations are
worked by hand from the option's own words."""

import pytest

from zarleague.engine import Remedy, Verdict, read, replay
from zarleague.engine.entry import Entry, EntryCode
from zarleague.engine.event import DRAW, PASS, PLAY
from zarleague.engine.findings import Code
from zarleague.engine.game import MatchEnd
from zarleague.engine.games.crazy_eights import GAME

L, U, X = Verdict.LEGAL, Verdict.UNKNOWN, Verdict.ILLEGAL
ANN, BOB, CAT = "h2 hQ hA h5 s8", "s2 c8 cQ d3 h3", "d2 dQ h4 c9 h10"
START = 4
"""The deals and the first card."""


def judge(rules: str, *lines: str, preset: str = "crazy-eights", up: str = "h9"):
    """Judge a hand of Ann, Bob and Cat that Cat deals, with a heart on top."""
    head = [f"game crazy-eights {preset} {rules}", "seats Ann Bob Cat", "dealer Cat"]
    deals = [f"deal Ann {ANN}", f"deal Bob {BOB}", f"deal Cat {CAT}", f"up {up}"]
    log = read("\n".join([*head, *deals, *lines]))
    assert not log.problems
    return replay(log, steps=True)


def verdicts(judged) -> list[Verdict]:
    return list(judged.verdicts[START:])


def moves(judged, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """The legal moves of a seat after the last event."""
    log = judged.log
    state = GAME.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    return list(dict.fromkeys((event.kind, event.cards) for event in GAME.legal(state, seat)))


@pytest.mark.parametrize(
    ("value", "lines", "expected"),
    [
        ("one", ("Ann draws c2", "Ann h5"), [L, X]),
        ("then-play", ("Ann draws h6", "Ann h6", "Bob h3"), [L, L, L]),
        ("then-play", ("Ann draws ?", "Ann h5", "Bob h3"), [L, L, L]),
        ("then-play", ("Ann draws ?", "Ann passes", "Bob h3"), [L, L, L]),
        # Nobody need say that the turn is over.
        ("then-play", ("Ann draws ?", "Bob h3", "Cat draws ?", "Ann draws ?"), [L] * 4),
        ("then-play", ("Ann draws ?", "Ann draws ?", "Bob h3"), [L, X, L]),
        ("then-play", ("Ann draws ?", "Cat h4"), [L, X]),
        ("until-fits", ("Ann draws ?", "Ann draws ?", "Ann draws ?", "Ann h5"), [L] * 4),
        ("until-fits", ("Ann draws ?", "Ann passes", "Bob h3"), [L, X, L]),
        ("until-fits", ("Ann draws ?", "Bob h3"), [L, X]),
    ],
)
def test_drawing(value: str, lines: tuple[str, ...], expected: list[Verdict]) -> None:
    """Who cannot play "draws cards from the stock pile until a play can be made" (Board Game
    Arena); who draws one that can be played may play it (Spiele-Palast)."""
    assert verdicts(judge(f"drawing={value}", *lines)) == expected


def test_moves_after_drawing() -> None:
    drawn = judge("drawing=then-play", "Ann draws c2")
    assert {kind for kind, _ in moves(drawn, 0)} == {PLAY, PASS}
    assert {kind for kind, _ in moves(drawn, 1)} == {PLAY, DRAW}
    until = judge("drawing=until-fits", "Ann draws c2")
    assert {kind for kind, _ in moves(until, 0)} == {PLAY, DRAW}
    assert moves(until, 1) == []


@pytest.mark.parametrize(
    ("rules", "lines", "expected"),
    [
        ("draw-two=off", ("Ann h2", "Bob h3"), [L, L]),
        ("draw-two=twos", ("Ann h2", "Bob draws 2", "Cat h4"), [L, L, L]),
        ("draw-two=twos", ("Ann h2", "Bob draws 2", "Bob h3"), [L, L, X]),
        ("draw-two=twos", ("Ann h2", "Bob h3"), [L, X]),
        ("draw-two=twos", ("Ann h2", "Bob passes", "Cat h4"), [L, X, L]),
        # One wrong count is one finding.
        ("draw-two=twos", ("Ann h2", "Bob draws ?", "Cat h4"), [L, X, L]),
        ("draw-two=twos", ("Ann h2", "Bob s2"), [L, X]),
        ("draw-two=twos draw-two-stacking=on", ("Ann h2", "Bob s2", "Cat draws 4"), [L] * 3),
        ("draw-two=twos draw-two-stacking=on", ("Ann h2", "Bob h3"), [L, X]),
        (
            "draw-two=twos draw-two-stacking=on",
            ("Ann h2", "Bob s2", "Cat d2", "Ann draws 6", "Bob d3"),
            [L] * 5,
        ),
    ],
)
def test_draw_two(rules: str, lines: tuple[str, ...], expected: list[Verdict]) -> None:
    """The next player draws two cards "and also miss[es] their next turn", or plays a two, "thus
    avoiding the penalty" (Cats at Cards)."""
    assert verdicts(judge(rules, *lines)) == expected


def test_moves_and_debts_after_a_two() -> None:
    plain = judge("draw-two=twos", "Ann h2")
    assert moves(plain, 1) == [(DRAW, (-1, -1))]
    assert [(debt.cards, debt.rule) for debt in plain.steps[-1].seats[1].debts] == [(2, "draw-two")]
    stacked = judge("draw-two=twos draw-two-stacking=on", "Ann h2")
    assert moves(stacked, 1) == [(PLAY, (1,)), (DRAW, (-1, -1))]


def test_an_unnamed_card_on_a_two_can_only_have_been_a_two() -> None:
    rules = "draw-two=twos draw-two-stacking=on"
    log = judge(rules, "Ann h2").log
    text = f"game crazy-eights crazy-eights {rules}\nseats Ann Bob Cat\ndealer Cat\n"
    text += "deal Ann 5\ndeal Bob 5\ndeal Cat 5\nup h9\nAnn h2\nBob ?\nCat draws 4\nAnn draws ?"
    assert replay(read(text)).verdicts[START:] == (L, U, L, L)
    # Played without owing anything, it may have been a queen, an ace or a two.
    text = text.replace("Ann h2\n", "Ann h3\n").replace("Cat draws 4", "Ann h5")
    assert replay(read(text)).verdicts[START:][2] is U
    assert log.ruleset["draw-two"] == "twos"


@pytest.mark.parametrize(
    ("rules", "lines", "expected"),
    [
        ("skip=off", ("Ann hQ", "Cat h4"), [L, X]),
        ("skip=queens", ("Ann hQ", "Cat h4", "Ann h5"), [L, L, L]),
        ("skip=queens", ("Ann hQ", "Bob h3"), [L, X]),
        ("reverse=off", ("Ann hA", "Cat h4"), [L, X]),
        ("reverse=aces", ("Ann hA", "Cat h4", "Bob h3", "Ann h5"), [L] * 4),
        ("reverse=aces", ("Ann hA", "Bob h3"), [L, X]),
        # Eights call a suit; they skip only where jacks do that.
        ("skip=eights", ("Ann s8 clubs", "Bob cQ"), [L, L]),
        ("skip=eights wild=jacks", ("Ann h5", "Bob h3", "Cat h4"), [L, L, L]),
    ],
)
def test_skip_and_reverse(rules: str, lines: tuple[str, ...], expected: list[Verdict]) -> None:
    """A queen makes the next player miss a turn, an ace changes the direction (Games4All)."""
    assert verdicts(judge(rules, *lines)) == expected


def test_of_two_players_who_skips_plays_again() -> None:
    start = "game crazy-eights crazy-eights skip=queens reverse=aces\nseats Ann Bob\ndealer Bob\n"
    start += "holds Ann hQ hA h5\nholds Bob 3\nlaid Bob h9\nturn Ann\n"
    assert set(replay(read(start + "Ann hQ\nAnn hA\nBob draws ?\nAnn h5")).verdicts) == {L}


def test_packs() -> None:
    """Ten play with two packs, in which each card is twice."""
    assert GAME.seats(GAME.ruleset()) == (2, 5)
    two = GAME.ruleset("", {"packs": "2"})
    assert GAME.seats(two) == (2, 10)
    assert GAME.deck(two).size == 104
    again = ("Ann h5", "Bob h3", "Cat h4", "Ann hQ", "Bob draws h9")
    assert verdicts(judge("packs=2", *again))[-1] is L
    judged = judge("packs=2", *again, "Cat draws h9")
    assert [(f.code, dict(f.about)["most"]) for f in judged.findings] == [(Code.NONE_LEFT, 2)]
    eights = {"cards": ["s8"]}
    assert GAME.check(two, Entry("cards", ({}, eights, eights), 0)).points == (0, 50, 50)
    three = GAME.check(two, Entry("cards", ({}, eights, eights, eights), 0))
    assert [finding.code for finding in three.findings] == [EntryCode.TOO_MANY]


@pytest.mark.parametrize(
    ("value", "points", "low_wins"),
    [("losers-add", (0, 53), True), ("winner-collects", (53, 0), False)],
)
def test_scoring(value: str, points: tuple[int, int], low_wins: bool) -> None:
    """Bob is left with an eight and a three. "That player collects a payment from each opponent
    equal to the point score of the cards remaining" (Board Game Arena)."""
    ruleset = GAME.ruleset("", {"scoring": value})
    assert GAME.match_end(ruleset) == MatchEnd(limit=500, low_wins=low_wins)
    text = f"game crazy-eights crazy-eights scoring={value}\nseats Ann Bob\ndealer Bob\n"
    text += "holds Ann h2\nholds Bob s8 c3\nlaid Bob h9\nturn Ann\nAnn h2\nclose\n"
    assert replay(read(text)).points == points
    assert GAME.check(ruleset, Entry("counts", ({}, {"eight": 1, "n3": 1}), 0)).points == points
    hidden = replay(read(text.replace("s8 c3", "2")))
    assert hidden.points == ((0, None) if low_wins else (None, 0))


def test_a_card_turned_up_does_nothing() -> None:
    rules = "draw-two=twos skip=queens reverse=aces"
    for up in ("h6", "c2", "sQ", "dA"):
        assert verdicts(judge(rules, "Ann draws ?", "Bob draws ?", up=up)) == [L, L]


def test_a_short_stock_is_drawn_to_its_end() -> None:
    """One card is left to draw, then two lie under the top one."""
    text = "game crazy-eights crazy-eights draw-two=twos\nseats Ann Bob\ndealer Bob\n"
    text += "holds Ann h2 h5\nholds Bob 3\nlaid Bob h9\nstock 1\nturn Ann\nAnn h2\n"
    rest = "Bob draws ?\nreshuffle\nBob draws ?\nAnn h5\nclose\n"
    assert set(replay(read(text + rest)).verdicts) == {L}
    assert replay(read(text + "Bob draws 2\n")).verdicts[-1] is X


def test_a_card_that_calls_a_suit_counts_fifty() -> None:
    rules = GAME.ruleset("", {"wild": "jacks"})
    assert GAME.check(rules, Entry("cards", ({}, {"cards": ["sJ", "s8"]}), 0)).points == (0, 58)


class TestMauMau:
    """As kartenspiele.net and the Spiele-Palast have it: 32 cards; sevens make the next player draw
    two, who may pass that on; eights skip; jacks go on anything and call a suit."""

    @staticmethod
    def of(*lines: str) -> list[Verdict]:
        head = "game crazy-eights mau-mau\nseats Ann Bob Cat\ndealer Cat\n"
        deals = "holds Ann h7 h8 hJ h9 hA\nholds Bob s7 cJ cQ d9 hK\nholds Cat 5\nlaid Cat h10\n"
        log = read(head + deals + "turn Ann\n" + "\n".join(lines))
        assert not log.problems
        return list(replay(log).verdicts[5:])

    def test_a_seven_draws_two_and_is_passed_on(self) -> None:
        assert self.of("Ann h7", "Bob draws 2", "Cat h9") == [L, L, X]  # Ann holds it.
        assert self.of("Ann h7", "Bob s7", "Cat draws 4", "Ann draws ?") == [L] * 4

    def test_an_eight_skips_and_a_jack_calls(self) -> None:
        assert self.of("Ann h8", "Cat draws ?", "Cat passes", "Ann h9") == [L] * 4
        assert self.of("Ann hJ clubs", "Bob cQ") == [L, L]
        assert self.of("Ann hJ clubs", "Bob hK") == [L, X]
        assert self.of("Ann h8 clubs") == [X]

    def test_the_cards_and_what_they_count(self) -> None:
        """Seven to ten their number, jacks 20, queens 3, kings 4, aces 11: of each suit 72."""
        rules = GAME.ruleset("mau-mau")
        assert GAME.deck(rules).size == 32
        sheet = {"n7": 1, "n8": 1, "n9": 1, "n10": 1, "eight": 1, "n12": 1, "n13": 1, "n1": 1}
        checked = GAME.check(rules, Entry("counts", ({}, sheet), 0))
        assert checked.points == (0, 7 + 8 + 9 + 10 + 20 + 3 + 4 + 11)
        everything = GAME.check(rules, Entry("totals", ({}, {"points": 4 * 72 - 3}), 0))
        assert everything.points == (0, 285)
        labels = {field.key: field.label for field in GAME.forms(rules)[0].fields}
        assert (labels["eight"], labels["n1"], labels["n7"]) == ("Jacks", "Aces", "7")
