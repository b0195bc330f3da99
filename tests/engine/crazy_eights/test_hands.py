"""Hands of Crazy Eights, judged by the basic game."""

from dataclasses import replace

import pytest

from zarleague.engine import Remedy, Verdict, read, replay
from zarleague.engine.event import PLAY, Event
from zarleague.engine.finding_sentences import sentence
from zarleague.engine.findings import Code
from zarleague.engine.games.crazy_eights import GAME
from zarleague.engine.recording import screen

L, U, X = Verdict.LEGAL, Verdict.UNKNOWN, Verdict.ILLEGAL


def judge(*lines: str, remedy: Remedy = Remedy.RULED):
    """Judge a hand of Ann, Bob and Cat that Cat deals, each with the cards shown here."""
    text = """game crazy-eights
        seats Ann Bob Cat
        dealer Cat
        deal Ann h5 h6 s8 cK d2
        deal Bob s5 s6 c8 cQ d3
        deal Cat 5
        up h9"""
    log = read("\n".join([*text.splitlines(), *lines]))
    assert not log.problems
    return replay(log, remedy=remedy, steps=True)


def verdicts(judged) -> list[Verdict]:
    """The verdicts after the deal and the first card."""
    return list(judged.verdicts[4:])


def test_suit_or_rank() -> None:
    """ "Any card which matches the rank or suit of the previous card": h5 on h9, s5 on h5."""
    assert verdicts(judge("Ann h5", "Bob s5")) == [L, L]
    wrong = judge("Ann cK")
    assert verdicts(wrong) == [X]
    (finding,) = wrong.findings
    said = sentence(finding, wrong.log)
    assert str(said) == "King of clubs can’t go on 9 of hearts."


def test_an_eight_goes_on_everything_and_names_a_suit() -> None:
    """ "An eight may be played on any card, and the player of the eight must nominate a suit"."""
    assert verdicts(judge("Ann s8 diamonds", "Bob d3")) == [L, L]
    assert verdicts(judge("Ann s8 diamonds", "Bob s6")) == [L, X]
    assert verdicts(judge("Ann s8 diamonds", "Bob c8 clubs")) == [L, L]
    assert verdicts(judge("Ann s8")) == [X]
    assert verdicts(judge("Ann h5 clubs")) == [X]


def test_drawing_is_the_whole_turn() -> None:
    """ "Must either play a legal card ... or draw a card from the undealt stock"."""
    assert verdicts(judge("Ann draws ?", "Bob draws ?")) == [L, L]
    assert verdicts(judge("Ann draws ?", "Ann h5")) == [L, X]


def test_nobody_passes_while_there_is_a_stock() -> None:
    assert verdicts(judge("Ann passes")) == [X]


def test_who_does_not_hold_a_card_cannot_play_it() -> None:
    """Ann's cards are all known; Cat's are not, but s8 is Ann's."""
    assert verdicts(judge("Ann h7")) == [X]
    judged = judge("Ann h5", "Bob s5", "Cat s8 hearts")
    assert [finding.code for finding in judged.findings] == [Code.NONE_LEFT]
    assert verdicts(judge("Ann h5", "Bob s5", "Cat s2")) == [L, L, L]


def test_whether_an_unknown_card_fits_cannot_be_known() -> None:
    """Nor whether the next fits on it; an eight does, and what is played on the eight."""
    assert verdicts(judge("Ann h5", "Bob ?", "Cat s2", "Ann d2")) == [L, U, U, L]
    assert verdicts(judge("Ann h5", "Bob ?", "Cat d8 clubs", "Ann cK")) == [L, U, L, L]
    # A suit is named with an eight alone.
    assert verdicts(judge("Ann h5", "Bob ? clubs", "Cat cA")) == [L, L, L]


def test_what_fits_on_an_eight_without_a_suit_cannot_be_known() -> None:
    """The eight is the offence; what its player had in mind, nobody knows."""
    assert verdicts(judge("Ann s8", "Bob d3")) == [X, U]


@pytest.mark.parametrize("line", ["Ann hearts", "Bob", "Ann draws", "Bob draws"])
def test_a_line_without_a_card_after_a_card_out_of_turn(line: str) -> None:
    """Cat's card stands, and Ann may still have been the one who played it."""
    lines = "game crazy-eights\nseats Ann Bob Cat\ndealer Cat\nup h9\nBob h5\n"
    judged = replay(read(lines + line))
    assert judged.verdicts[-1] is X


def test_out_of_turn() -> None:
    judged = judge("Bob s5")
    assert [(f.code, dict(f.about)) for f in judged.findings] == [(Code.OUT_OF_TURN, {"due": 0})]


def test_an_illegal_card_of_an_unknown_hand_may_be_a_mistyped_one() -> None:
    """Nobody knows Cat's hand. Her two of hearts does not go on the five of spades; what Ann plays
    next fits on it, or else nobody knows what it was played on. Cat may draw that two later."""
    start = ("Ann h5", "Bob s5", "Cat h2")
    assert verdicts(judge(*start, "Ann h6", "Bob s6")) == [L, L, X, L, L]
    assert verdicts(judge(*start, "Ann cK", "Bob cQ", "Cat draws h2")) == [L, L, X, U, L, L]
    # A suit is named with an eight: clubs are asked for.
    eight = ("Ann h5", "Bob s5", "Cat h2 clubs")
    assert verdicts(judge(*eight, "Ann cK", "left Cat h2 s2 s3 s4")) == [L, L, X, L, L]
    # Ann's king was seen in her hand, so it was that king.
    assert verdicts(judge("Ann cK", "Bob s6")) == [X, X]


def test_an_illegal_play_stands_unless_it_is_taken_back() -> None:
    assert judge("Ann cK").steps[-1].piles[1].cards == (8 + 13, 12 + 39)
    assert judge("Ann cK", remedy=Remedy.UNWIND).steps[-1].piles[1].cards == (8 + 13,)


def test_a_first_card_left_out_is_one_finding() -> None:
    """Ann's h5 lies on a card that is not known; Bob's s5 fits on it."""
    log = judge("Ann h5", "Bob s5").log
    without = replay(replace(log, events=log.events[:3] + log.events[4:]))
    assert list(without.verdicts) == [L, L, L, X, L]
    assert without.findings[0].code is Code.NOT_STARTED


def test_a_card_that_cannot_be_is_another_one() -> None:
    """Ann does not hold c2: she played another card, and it is Bob's turn. Whether his card fits
    on hers is not known; Cat's h7 does not fit on it, since it has neither suit nor rank."""
    judged = judge("Ann c2", "Bob s5", "Cat h7")
    assert verdicts(judged) == [X, U, X]
    assert verdicts(judge("Ann c2", "Ann h5", remedy=Remedy.UNWIND)) == [X, L]


SHORT = """game crazy-eights
seats Ann Bob
dealer Bob
deal Ann h2 h3 h4 h5 h6 h7 s2
deal Bob s3 s8 cQ dA c9 d4 d5
up hA
Ann h2
Bob draws s9
Ann h3
Bob draws s10
Ann h4
Bob draws sJ
Ann h5
Bob draws cA
Ann h6
Bob draws c2
Ann h7
Bob draws c3
"""


def test_the_end_and_the_points() -> None:
    """Bob holds 3 + 50 + 10 + 1 + 9 + 4 + 5 and the drawn 9 + 10 + 10 + 1 + 2 + 3: 82 + 35."""
    log = read(SHORT + "Ann draws s4\nBob draws c4\nAnn draws s5\nBob draws c5\n")
    assert replay(log).verdict is L
    ends = read(SHORT.replace("h7 s2", "h7 h8") + "Ann h8 clubs\nclose\n")
    judged = replay(ends)
    assert judged.verdict is L
    assert (judged.points, judged.over) == ((0, 117), True)
    after = replay(read(SHORT.replace("h7 s2", "h7 h8") + "Ann h8 clubs\nBob c3\n"))
    assert [finding.code for finding in after.findings] == [Code.HAND_OVER]
    # Play goes on, so Ann drew a card that was not noted; it is hers to play.
    on = replay(read(SHORT.replace("h7 s2", "h7 h8") + "Ann h8 clubs\nBob c3\nAnn c7\n"))
    assert [finding.code for finding in on.findings] == [Code.HAND_OVER]
    early = replay(read(SHORT + "close\n"))
    assert [finding.rule for finding in early.findings] == ["end"]


def test_hands_that_nobody_noted_are_known_when_they_are_shown() -> None:
    hidden = SHORT.replace("s3 s8 cQ dA c9 d4 d5", "7").replace("h7 s2", "h7 h8")
    ends = hidden + "Ann h8 clubs\nclose\n"
    assert replay(read(ends)).points == (0, None)
    shown = "left Bob s3 s8 cQ dA c9 d4 d5 s9 s10 sJ cA c2 c3\n"
    judged = replay(read(ends + shown))
    assert (judged.verdict, judged.points) == (L, (0, 117))
    short = replay(read(ends + "left Bob s3 s8\n"))
    assert [finding.code for finding in short.findings] == [Code.WRONG_COUNT]
    elsewhere = replay(read(ends + shown.replace("s3", "h2")))
    assert [finding.code for finding in elsewhere.findings] == [Code.NOT_HELD]


def test_the_only_hand_nobody_saw_is_known_once_the_stock_is_drawn() -> None:
    """Every card but the seven of spades to the king is named elsewhere, so these are Bob's: seven
    points, an eight, nine, ten and three pictures."""
    deck = [f"{suit}{rank}" for suit in "cdhs" for rank in "A23456789"]
    deck += [f"{suit}{rank}" for suit in "cdhs" for rank in ("10", "J", "Q", "K")]
    bob = {"s7", "s8", "s9", "s10", "sJ", "sQ", "sK"}
    first, *others = [card for card in deck if card not in bob]
    ann, drawn = others[:7], others[7:]
    start = f"game crazy-eights\nseats Ann Bob\ndealer Bob\ndeal Ann {' '.join(ann)}\ndeal Bob 7\n"
    draws = [f"{('Ann', 'Bob')[turn % 2]} draws {card}" for turn, card in enumerate(drawn)]
    judged = replay(read("\n".join([f"{start}up {first}", *draws])))
    assert judged.verdict is L
    worth = {"A": 1, "8": 50, "J": 10, "Q": 10, "K": 10} | {n: int(n) for n in "2345679"}
    worth["10"] = 10
    assert judged.points[1] == 7 + 50 + 9 + 10 + 30 + sum(worth[card[1:]] for card in drawn[1::2])
    assert replay(read("\n".join([f"{start}up {first}", *draws[:-1]]))).points[1] is None


def test_an_eight_turned_up_is_put_back() -> None:
    """An eight that is turned up first goes back into the stock (Reference.com)."""
    judged = replay(read("game crazy-eights\nseats Ann Bob\ndeal Ann 7\ndeal Bob 7\nup s8\nup s2"))
    assert judged.verdict is L
    assert replay(judged.log, steps=True).steps[-1].piles[0].size == 52 - 14 - 1


@pytest.mark.parametrize(("seats", "cards"), [(2, 7), (3, 5), (5, 5)])
def test_five_cards_are_dealt_and_seven_to_two(seats: int, cards: int) -> None:
    names = ["Ann", "Bob", "Cat", "Dee", "Eve"][:seats]
    head = f"game crazy-eights\nseats {' '.join(names)}\n"
    assert replay(read(head + f"deal Ann {cards}")).verdict is L
    assert replay(read(head + f"deal Ann {cards - 1}")).verdict is X


def test_the_stock_is_made_anew_only_when_it_is_used_up() -> None:
    assert verdicts(judge("reshuffle")) == [X]
    lines = ["Ann h5", "Bob s5", "Cat draws ?"]
    turns = [f"{('Ann', 'Bob', 'Cat')[turn % 3]} draws ?" for turn in range(35)]
    # 52 cards, less 15 dealt and one turned up: 36 to draw.
    whole = judge(*lines, *turns, "reshuffle", "Cat draws ?")
    assert verdicts(whole) == [L] * 40
    # Left out, it is one finding: the two cards under the top one are drawn.
    assert verdicts(judge(*lines, *turns, "Cat draws ?", "Ann draws ?"))[-2:] == [X, L]
    assert verdicts(judge(*lines, *turns, *["Cat draws ?", "Ann draws ?", "Bob draws ?"]))[-1] is X


def test_the_match_ends_at_five_hundred() -> None:
    """Play goes on "until someone reaches 500 or more penalty points" (Party Game Pond), unless the
    league says otherwise."""
    assert GAME.match_end(GAME.ruleset()).limit == 500
    assert GAME.match_end(GAME.ruleset("", {"limit": "50"})).limit == 50


class TestALineThatNamesTheWrongSeat:
    """It is one finding. Crazy Eights has no rule for it; the hand goes on as it makes sense."""

    def test_a_card_of_the_seat_in_turn_is_that_seats(self) -> None:
        # h5 is Ann's; Bob goes on after her, and she does not hold it any more.
        assert verdicts(judge("Bob h5", "Bob s5")) == [X, L]
        assert verdicts(judge("Bob h5", "Bob s5", "Cat draws ?", "Ann h5")) == [X, L, L, X]

    def test_either_seat_may_be_next(self) -> None:
        assert verdicts(judge("Cat draws d9", "Bob draws ?")) == [X, L]
        assert verdicts(judge("Cat draws d9", "Ann draws ?")) == [X, L]
        assert verdicts(judge("Cat draws d9", "Cat draws ?")) == [X, X]

    def test_a_card_drawn_under_another_name_is_played_by_who_drew_it(self) -> None:
        lines = ("Bob draws h4", "Bob draws ?", "Cat draws ?", "Ann h4")
        assert verdicts(judge(*lines)) == [X, L, L, L]
        kept = judge("Bob draws h4", "Bob draws ?", "Cat draws ?", "Ann h5", "Bob h4")
        assert verdicts(kept) == [X, L, L, L, L]

    def test_a_hidden_card_drawn_under_another_name_is_counted_when_hands_are_shown(self) -> None:
        lines = ("Bob draws ?", "Bob draws ?", "Cat h2", "Ann d2", "Bob d3", "Cat draws ?")
        shown = judge(*lines, "left Ann h5 h6 s8 cK c4")
        assert verdicts(shown) == [X, L, L, L, L, L, L]
        wrong = judge(*lines, "left Ann h5 h6 s8")
        assert verdicts(wrong)[-1] is X

    def test_a_deal_to_the_wrong_seat(self) -> None:
        log = read(
            """game crazy-eights
            seats Ann Bob Cat
            dealer Cat
            deal Bob h5 h6 s8 cK d2
            deal Bob s5 s6 c8 cQ d3
            deal Cat 5
            up h9
            Ann h5
            Bob s5"""
        )
        assert list(replay(log).verdicts) == [L, X, L, L, L, L]


def test_the_last_eight_need_not_name_a_suit() -> None:
    """Nobody plays on it. With two cards left Ann has to name one."""
    for count, verdict in ((1, L), (2, X)):
        start = f"holds Ann {count}\nholds Bob 3\nlaid Bob h9\nturn Ann\n"
        log = read(f"game crazy-eights\nseats Ann Bob\ndealer Bob\n{start}Ann s8")
        assert replay(log).verdicts[-1] is verdict
        plain = Event(PLAY, 0, log.events[-1].cards)
        state = GAME.start(log.ruleset, 2, 1, Remedy.RULED)
        for event in log.events[:-1]:
            GAME.apply(state, event)
        assert (plain in GAME.legal(state, 0)) is (verdict is L)


def _after_two_reshuffles() -> str:
    """A hand of two, of which nobody saw the cards in hand, up to Bob's turn on Ann's h9.

    37 of the 52 cards are left after the deal, so 37 draws empty the stock. Then hK, hA and h2 are
    shuffled, below Ann's h3, and Ann draws all three of them; the stock after that is h3, h4 and
    h5, and nobody draws from it. So all that Bob has left was dealt or drawn at first.
    """
    draws = ["Bob draws ?", "Ann draws ?"] * 18 + ["Bob draws ?"]
    dealt = ["deal Ann 7", "deal Bob 7", "up hK", "Ann hA", "Bob h2", "Ann h3", *draws]
    short = ["Ann draws ?", "Bob h4", "Ann draws ?", "Bob h5", "Ann draws ?", "Bob h6"]
    lines = [*dealt, "reshuffle", *short, "reshuffle", "Ann h9", ""]
    return "\n".join(["game crazy-eights", "seats Ann Bob", "dealer Bob", *lines])


@pytest.mark.parametrize(
    ("card", "verdict"), [("hK", X), ("hA", X), ("h2", X), ("h3", X), ("h7", L), ("h10", L)]
)
def test_a_card_that_went_elsewhere_two_reshuffles_ago_is_not_left(card: str, verdict) -> None:
    """Ann holds hK, hA and h2, and h3 to h5 are the stock: Bob can play none of them."""
    judged = replay(read(f"{_after_two_reshuffles()}Bob {card}"))
    assert judged.verdicts[-1] is verdict
    assert [f.code for f in judged.findings] == [Code.NONE_LEFT] * (verdict is X)


def test_the_recorder_offers_no_card_that_is_not_left() -> None:
    """On h9 go hearts, nines and eights: of the hearts Bob may have 7, 8, 10, jack and queen, as he
    played 6 and Ann 9."""
    shown = screen(read(_after_two_reshuffles()))
    hearts = {"h7", "h8", "h10", "hJ", "hQ"}
    others = {suit + rank for suit in "cds" for rank in "89"}
    assert {button.card for button in shown.buttons[1]} == {"", *hearts, *others}
