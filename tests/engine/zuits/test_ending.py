"""Objectives, the end of the hand, and points of a whole hand worked by hand."""

import pytest

from tests.engine.zuits.table import GAME, SEATS, START, found, judge, only, pile, text
from zarleague.engine import Code, Remedy, Verdict, read, replay
from zarleague.engine.event import TABLE

ILLEGAL = Verdict.ILLEGAL

# A hand in which everybody has a suit of their own: no effect is used but Favors.
HANDS = {
    "Ann": "rA1 rA2 rA3 bA1 bA2 bA3 gA1 gA2 gA3 A0 A4 rC1 rC2",
    "Bob": "rZ1 rZ2 rZ3 bZ1 bZ2 bZ3 gZ1 gZ2 gZ3 Z0 Z4 rC3 bC1",
    "Cat": "rG1 rG2 rG3 bG1 bG2 bG3 gG1 gG2 gG3 G0 G4 bC2 bC3",
    "Dee": "rF1 rF2 rF3 bF1 bF2 bF3 gF1 gF2 gF3 F0 F4 gC1 gC2",
}


def entry_of(log):
    """The end of the hand as an entry."""
    state = GAME.start(log.ruleset, 4, log.dealer, Remedy.RULED)
    for event in log.events:
        GAME.apply(state, event)
    return GAME.entry_of(state)


class TestObjective:
    """ "each player must select two objective cards (…) These two cards are then set aside
    face-down and only revealed at the end of the round." """

    @pytest.mark.parametrize(
        ("lines", "code", "rule"),
        [
            pytest.param(("Ann aside 2",), Code.NOT_STARTED, "deal", id="before-the-deal"),
            pytest.param(
                ("deal Ann 13", "Ann aside 2", "Ann aside 2"),
                Code.NOT_ALLOWED,
                "objective",
                id="twice",
            ),
            pytest.param(
                ("deal Ann 1", "Ann aside 2"), Code.NOT_HELD, "objective", id="not-enough"
            ),
        ],
    )
    def test_what_cannot_be_set_aside(self, lines, code, rule):
        finding = judge(start=lines).findings[-1]
        assert (finding.code, finding.rule, finding.verdict) == (code, rule, ILLEGAL)

    def test_not_after_the_first_lead(self):
        replayed = judge("Ann rZ1", "Dee aside 2")
        assert only(replayed) == (1, ILLEGAL, Code.TOO_LATE, "objective")

    def test_only_cards_of_the_hand(self):
        start = (f"deal Ann {HANDS['Ann']}", "Ann aside rC1 gG1")
        (finding,) = judge(start=start).findings
        assert (finding.code, finding.rule) == (Code.NOT_HELD, "deck")

    def test_a_card_that_was_not_held_is_unknown_if_the_event_stands(self):
        start = (f"deal Ann {HANDS['Ann']}", "Ann aside rC1 gG1")
        table = judge(start=start).steps[-1]
        assert table.seats[0].unknown == 11
        assert [pile.size for pile in table.seats[0].piles] == [0, 2, 0]

    def test_nothing_is_set_aside_if_it_is_taken_back(self):
        start = (f"deal Ann {HANDS['Ann']}", "Ann aside rC1 gG1")
        table = judge(start=start, remedy=Remedy.UNWIND).steps[-1]
        assert len(table.seats[0].cards) == 13

    def test_all_of_it_is_taken_back(self):
        start = (f"deal Bob {HANDS['Bob']}", "Bob aside rZ1 rA1")
        table = judge(start=start, remedy=Remedy.UNWIND).steps[-1]
        assert len(table.seats[1].cards) == 13

    def test_turned_up_only_at_the_end(self):
        replayed = judge("Ann rZ1", "Ann turns rC1 rC2")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_FINISHED, "reveal")

    def test_turned_up_once(self):
        replayed = judge("Ann rZ1", "close", "Ann turns rC1 rC2", "Ann turns rC1 rC2")
        assert replayed.findings[-1].code is Code.NOT_ALLOWED
        assert replayed.verdicts[-2] is Verdict.LEGAL
        assert pile(replayed, "Ann", "objective") == "rC2 rC1"

    def test_others_than_were_set_aside(self):
        lines = ("close", "Ann turns rC1 rC3")
        start = (f"deal Ann {HANDS['Ann']}", "Ann aside rC1 rC2")
        replayed = judge(*lines, start=start)
        assert replayed.findings[-1].code is Code.FALSE_CLAIM

    @pytest.mark.parametrize(
        ("aside", "turns"), [("rC1 rC2", "rC1 rC1"), ("rC1 ?", "rC2 rA1"), ("rC1 ?", "rC1 rC1")]
    )
    def test_one_of_them_is_another(self, aside, turns):
        start = (f"deal Ann {HANDS['Ann']}", f"Ann aside {aside}", *START[2:])
        replayed = judge("Ann rA2", "close", f"Ann turns {turns}", start=start)
        assert replayed.findings[-1].verdict is ILLEGAL
        assert replayed.findings[-1].event == 10

    def test_what_is_not_named_is_what_remains(self):
        start = (f"deal Ann {HANDS['Ann']}", "Ann aside rC1 rC2", *START[2:])
        replayed = judge("Ann rA2", "close", "Ann turns ? rC2", start=start)
        assert replayed.verdicts[-1] is Verdict.LEGAL
        assert pile(replayed, "Ann", "objective") == "rC2 rC1"

    def test_cards_that_were_played(self):
        replayed = judge("Ann rZ1", "close", "Bob turns rZ1 rC1")
        about = {finding.about for finding in replayed.findings if finding.code is Code.NONE_LEFT}
        assert about == {(("card", 33), ("most", 1))}

    def test_one_card_twice(self):
        replayed = judge("Ann rZ1", "close", "Bob turns rC1 rC1")
        assert replayed.findings[-1].code is Code.NONE_LEFT
        assert pile(replayed, "Bob", "objective") == ""

    def test_a_card_turned_up_cannot_be_shown_by_another(self):
        replayed = judge("Ann rZ1", "close", "Ann turns rC1 rC2", "Bob turns rC1 rC3")
        assert replayed.findings[-1].code is Code.NONE_LEFT

    def test_one_of_them_may_stay_unknown(self):
        replayed = judge("Ann rZ1", "close", "Ann turns ? rC2")
        assert replayed.verdicts[-1] is Verdict.LEGAL
        assert pile(replayed, "Ann", "objective") == "rC2"
        assert replayed.steps[-1].seats[0].piles[1].size == 2


class TestChoosing:
    """ "if both cards are different colors, then the player chooses one of them as the objective
    color at the end of the hand." """

    @pytest.mark.parametrize(
        ("cards", "colour", "verdict"),
        [
            ("rC1 bC1", "red", Verdict.LEGAL),
            ("rC1 bC1", "blue", Verdict.LEGAL),
            ("rC1 bC1", "gold", ILLEGAL),
            # "If both cards are the same color, then that is the objective color": naming it
            # all the same is no offence, naming another is.
            ("rC1 rC2", "red", Verdict.LEGAL),
            ("rC1 rC2", "blue", ILLEGAL),
            # "if one card is colored and the other a joker, then the colored card determines"
            ("rC1 C0", "red", Verdict.LEGAL),
            ("rC1 C0", "gold", ILLEGAL),
            ("C0 C4", "gold", Verdict.LEGAL),  # two wilds: free
        ],
    )
    def test_after_turning_up(self, cards, colour, verdict):
        replayed = judge("Ann rZ1", "close", f"Ann turns {cards}", f"Ann chooses {colour}")
        assert replayed.verdicts[-1] is verdict

    def test_before_turning_up_it_is_open_and_then_settled(self):
        lines = ("Ann rZ1", "close", "Ann chooses gold")
        assert judge(*lines).verdicts[-1] is Verdict.UNKNOWN
        settled = judge(*lines, "Ann turns rC1 bC1")
        finding = next(f for f in settled.findings if f.event == 10)
        assert (finding.verdict, finding.code, finding.decided) == (
            ILLEGAL,
            Code.MAY_NOT_NAME,
            11,
        )
        assert judge(*lines, "Ann turns gC1 bC1").verdicts[10] is Verdict.LEGAL
        assert judge(*lines, "Ann turns gC1 ?").verdicts[10] is Verdict.UNKNOWN

    def test_not_before_the_end_and_not_twice(self):
        replayed = judge("Ann rZ1", "Ann chooses red")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_FINISHED, "objective-colour")
        lines = ("Ann rZ1", "close", "Ann turns rC1 bC1", "Ann chooses red", "Ann chooses blue")
        assert judge(*lines).findings[-1].code is Code.NOT_ALLOWED

    def test_the_choice_counts_even_if_another_is_better(self):
        """Bob wants 4 red or blue and has 6 red, 2 off, or 9 blue, 5 off."""
        log = read(text([*whole_hand(), "Bob chooses blue"], "", ()))
        assert replay(log).points == (3, 5, 0, 1)
        entry = entry_of(log)
        assert entry.sheets[1]["colour"] == "blue"
        assert GAME.check(log.ruleset, entry).points == (3, 5, 0, 1)


class TestClosing:
    def test_ten_tricks(self):
        """ "Each hand consists of 10 tricks." """
        replayed = judge("Ann rZ1", "close")
        assert only(replayed) == (1, ILLEGAL, Code.NOT_FINISHED, "finish")
        assert replayed.findings[0].about == (("due", 1),)
        assert replayed.over

    def test_before_the_first_card_nobody_is_due(self):
        replayed = judge("close")
        assert only(replayed)[2] is Code.NOT_FINISHED
        assert replayed.findings[0].about == ()

    def test_a_close_too_early_is_taken_back(self):
        assert not judge("Ann rZ1", "close", remedy=Remedy.UNWIND).over

    def test_closed_once(self):
        replayed = judge("Ann rZ1", "close", "close")
        assert replayed.findings[-1].code is Code.HAND_OVER

    def test_nothing_is_played_after(self):
        start = [line.replace("13", "3") for line in START]
        lines = ("Ann rZ1", "Bob rZ2", "Cat rZ3", "Dee rA1", "close")
        late = ("Bob rZ2", "Bob takes", "deal Ann 13", "Ann aside 2")
        replayed = judge(*lines, *late, start=start)
        assert [f.code for f in replayed.findings[4:]] == [
            Code.HAND_OVER,
            Code.NOT_FINISHED,
            Code.TOO_LATE,
            Code.TOO_LATE,
        ]

    def test_what_follows_a_close_too_early_is_judged_as_if_it_had_not_been_said(self):
        lines = ("Bob rZ2", "Cat rZ3", "Dee rA1", "Cat takes", "Cat bA1", "Cat adds bA2")
        replayed = judge("Ann rZ1", "close", *lines)
        assert only(replayed) == (1, ILLEGAL, Code.NOT_FINISHED, "finish")
        assert not replayed.over
        assert pile(replayed, "Cat", "trick") == "bA1 bA2"
        wrong = judge("Ann rZ1", "close", "Cat rZ3")
        assert wrong.findings[-1][2:] == (Code.OUT_OF_TURN, "turn", (("due", 1),), -1)


class TestLeft:
    def test_only_at_the_end_once_and_as_many_as_there_are(self):
        assert only(judge("Ann rZ1", "left Ann 10"))[2:] == (Code.NOT_FINISHED, "left")
        replayed = judge("Ann rZ1", "close", "left Ann 9", "left Ann 10", "left Ann 10")
        assert [f.code for f in replayed.findings[1:]] == [Code.WRONG_COUNT, Code.NOT_ALLOWED]
        assert replayed.findings[1].about == (("count", 9), ("expected_count", 10))

    def test_a_card_that_cannot_be_left(self):
        replayed = judge("Ann rZ1", "close", "left Bob rZ1 " + " ".join("?" * 10))
        assert replayed.findings[-1].code is Code.NONE_LEFT


def whole_hand() -> list[str]:
    """Ten tricks in which everybody plays a suit from the lowest up, Ann leading as long as she
    wins. Art's additional cards are never played, no Giglet copies."""
    return [
        *(f"deal {name} {cards}" for name, cards in HANDS.items()),
        "Ann aside rC1 rC2",  # red, 3
        "Bob aside rC3 bC1",  # red or blue, 4
        "Cat aside G0 G4",  # any, 4
        "Dee aside gC1 F0",  # gold, 1
        # Trick 1, red: Dee's Favors makes the lowest win; Ann, Bob, Cat, Dee all have 1: Ann.
        *("Ann rA1", "Bob rZ1", "Cat rG1", "Dee rF1"),
        # Trick 2, red: no Favors; Bob's wild is 4, the highest.
        *("Ann rA2", "Bob Z4", "Cat rG2", "Dee F4"),
        # Dee's wild Favors toggles: the lowest wins. Ann 2, Bob 4, Cat 2, Dee 4: Ann again.
        # Trick 3, red: Ann 3, Bob 2, Cat 3, Dee's Favors 2: lowest, Bob first with 2.
        *("Ann rA3", "Bob rZ2", "Cat rG3", "Dee rF2"),
        # Trick 4, blue, led by Bob: Bob 3, Cat 1, Dee 1 and toggled, Ann 3: lowest, Cat.
        *("Bob bZ3", "Cat bG1", "Dee bF1", "Ann bA3"),
        # Trick 5, gold, led by Cat: Cat 3, Dee 3 and toggled, Ann 1, Bob 3: Ann.
        *("Cat gG3", "Dee gF3", "Ann gA1", "Bob gZ3"),
        # Trick 6, gold, led by Ann: Ann 3, Bob 2, Cat 2, Dee 2 and toggled: lowest, Bob.
        *("Ann gA3", "Bob gZ2", "Cat gG2", "Dee gF2"),
        # Trick 7, gold, led by Bob: Bob 1, Cat 1, Dee 1 and toggled, Ann 2: lowest, Bob first.
        *("Bob gZ1", "Cat gG1", "Dee gF1", "Ann gA2"),
        # Trick 8, blue, led by Bob: Bob 1, Cat 2, Dee 2 and toggled, Ann 1: lowest, Bob first.
        *("Bob bZ1", "Cat bG2", "Dee bF2", "Ann bA1"),
        # Trick 9, blue, led by Bob: Bob 2, Cat 3, Dee 3 and toggled, Ann 2: lowest, Bob first.
        *("Bob bZ2", "Cat bG3", "Dee bF3", "Ann bA2"),
        # Trick 10, red, led by Bob: Bob 3, Cat has no red and no wild left and plays blue,
        # Dee 3 and toggled, Ann's wild 4: lowest, Bob first.
        *("Bob rZ3", "Cat bC2", "Dee rF3", "Ann A4"),
        "close",
        "left Ann A0",
        "left Bob Z0",
        "left Cat bC3",
        "left Dee gC2",
    ]


class TestAWholeHand:
    """Collected. Ann: tricks 1, 2, 5 = red 4 + 2, gold 4, wild 2. Bob: tricks 3, 6 to 10 = red
    4 + 2, gold 8, blue 8 + 1, wild 1. Cat: trick 4 = blue 4. Dee: nothing.

    Ann wants 3 red and has 6 (wilds need not count): 3. Bob wants 4 red or blue, has 6 and 9: 2.
    Cat wants 4 of any colour and has 4 blue: 0. Dee wants 1 gold and has none: 1."""

    def test_points(self):
        replayed = replay(read(text(whole_hand(), "", ())))
        assert replayed.verdict is Verdict.LEGAL
        assert replayed.points == (3, 2, 0, 1)
        assert replayed.over

    def test_squared(self):
        replayed = replay(read(text(whole_hand(), "scoring=squared", ())))
        assert replayed.points == (9, 4, 0, 1)

    def test_leftover_cards_may_be_added(self):
        """Dee may add the gold Change 2 she still holds: 1 gold, as wanted."""
        replayed = replay(read(text(whole_hand(), "leftover-cards=may-add", ())))
        assert replayed.points == (3, 2, 0, 0)

    def test_leftover_cards_nobody_showed_decide(self):
        lines = [line for line in whole_hand() if not line.startswith(("left", "deal"))]
        lines = [f"deal {name} 13" for name in SEATS] + lines
        hidden = text(lines, "leftover-cards=may-add", ())
        assert replay(read(hidden)).points == (None,) * 4
        assert replay(read(text(lines, "", ()))).points == (3, 2, 0, 1)

    def test_hands_nobody_saw_are_settled_by_what_is_shown(self):
        lines = [line for line in whole_hand() if not line.startswith("deal")]
        lines = [f"deal {name} 13" for name in SEATS] + lines
        replayed = replay(read(text(lines, "", ())))
        assert replayed.verdict is Verdict.LEGAL
        (finding,) = replayed.findings  # Cat's blue card in the last trick
        assert (finding.verdict, finding.code) == (Verdict.LEGAL, Code.MUST_FOLLOW)

    def test_without_objectives_nobody_scores(self):
        lines = ["Ann aside 2" if "Ann aside" in line else line for line in whole_hand()]
        assert replay(read(text(lines, "", ()))).points == (None, 2, 0, 1)

    def test_no_entry_without_the_objectives(self):
        lines = ["Ann aside 2" if "Ann aside" in line else line for line in whole_hand()]
        assert entry_of(read(text(lines, "", ()))) is None

    def test_the_same_through_the_entry_form(self):
        log = read(text(whole_hand(), "", ()))
        entry = entry_of(log)
        assert entry.sheets[0]["objective"] == ["rC2", "rC1"]
        assert entry.sheets[3] == {"objective": ["F0", "gC1"], "collected": [], "left": ["gC2"]}
        assert GAME.check(log.ruleset, entry).points == (3, 2, 0, 1)

    def test_every_trick_may_be_taken_by_name(self):
        """Ann wins tricks 1, 2 and 5, Bob 3 and 6 to 10, Cat 4."""
        lines = whole_hand()
        takers = ["Ann", "Ann", "Bob", "Cat", "Ann", *["Bob"] * 5]
        for number in reversed(range(10)):
            lines.insert(8 + 4 * (number + 1), f"{takers[number]} takes")
        replayed = judge(*lines, start=())
        assert replayed.verdict is Verdict.LEGAL
        assert replayed.points == (3, 2, 0, 1)
        tricks = [dict(seat.notes)["tricks"] for seat in replayed.steps[-1].seats]
        assert tricks == ["3", "6", "1", "0"]

    def test_no_eleventh_trick(self):
        replayed = replay(read(text([*whole_hand()[:-5], "Bob Z0 red"], "", ())))
        (finding,) = replayed.findings
        assert (finding.code, finding.rule) == (Code.HAND_OVER, "finish")

    def test_whoever_has_no_cards_sits_out(self):
        """ "a player may have no cards left to play. In this case, they simply sit out" """
        start = (*START[:6], "deal Dee 2", "Dee aside 2")
        replayed = judge("Ann rZ3", "Bob rZ1", "Cat rZ2", "Ann bA1", start=start)
        assert [f.code for f in replayed.findings] == [Code.WRONG_COUNT]
        replayed = judge("Ann rZ1", "Bob rZ2", "Dee rZ3", start=start)
        assert (replayed.findings[-1].code, replayed.findings[-1].rule) == (
            Code.NOT_HELD,
            "sit-out",
        )

    def test_a_winner_without_cards_leaves_the_lead_to_the_next(self):
        start = (*START[:6], "deal Dee 3", "Dee aside 2")
        lines = ("Ann rZ2", "Bob rZ1", "Cat rA1", "Dee rZ3", "Ann bA1")
        replayed = judge(*lines, start=start)
        assert [f.code for f in replayed.findings] == [Code.WRONG_COUNT]
        assert pile(replayed, "Dee", "collected") == "rA1 rZ1 rZ2 rZ3"
        without = judge(*lines[:-1], "Dee bA1", start=start)
        assert without.findings[-1][2:4] == (Code.NOT_HELD, "sit-out")
        # It was Ann's card, under Dee's name.
        assert pile(without, "Ann", "trick") == "bA1"

    def test_nobody_has_cards_any_more(self):
        start = [line.replace("13", "3") for line in START]
        lines = ("Ann rZ1", "Bob rZ2", "Cat rZ3", "Dee rA1", "close")
        replayed = judge(*lines, start=start)
        assert replayed.verdicts[-1] is Verdict.LEGAL
        assert pile(replayed, "Cat", "collected") == "rA1 rZ1 rZ2 rZ3"

    def test_the_table_holds_55_cards_at_every_step(self):
        log = read(text(whole_hand(), "", ()))
        for table in replay(log, steps=True).steps:
            piles = [*table.piles, *(pile for seat in table.seats for pile in seat.piles)]
            hands = sum(len(seat.cards) + seat.unknown for seat in table.seats)
            assert hands + sum(pile.size for pile in piles) == 55
            assert table.piles[0].size == 3 or not all(seat.cards for seat in table.seats)

    def test_close_is_offered_when_everything_is_shown(self):
        log = read(text(whole_hand()[:-5], "", ()))
        state = GAME.start(log.ruleset, 4, 0, Remedy.RULED)
        for event in log.events:
            GAME.apply(state, event)
        assert [event.kind for event in GAME.legal(state, TABLE)] == [24]


class TestTakenBackAtTheEnd:
    """Of an event that is taken back nothing stays: the last trick lies where it lay."""

    @pytest.mark.parametrize(
        ("wrong", "code", "right"),
        [
            ("left Ann rA1", Code.NOT_HELD, "left Ann A0"),
            ("Cat turns G0 C0", Code.FALSE_CLAIM, "Cat turns G0 G4"),
            ("Bob chooses gold", Code.MAY_NOT_NAME, "Bob chooses blue"),
        ],
    )
    def test_it_can_be_done_rightly_then(self, wrong, code, right):
        tricks = whole_hand()[:-5]
        replayed = judge(*tricks, wrong, start=(), remedy=Remedy.UNWIND)
        assert pile(replayed, "Bob", "trick") == "rZ3"
        replayed = judge(*tricks, wrong, right, start=(), remedy=Remedy.UNWIND)
        assert [finding.code for finding in replayed.findings] == [code]
        assert pile(replayed, "Bob", "trick") == ""


class TestEverybodyShowsOnce:
    @pytest.mark.parametrize(
        ("shows", "rule"),
        [
            (("Ann turns rC1 rC2", "Bob turns rC3 bC3"), "reveal"),
            (("left Ann 10", "left Bob 11"), "left"),
        ],
    )
    @pytest.mark.parametrize("again", [0, 1])
    def test_of_each_seat_by_itself(self, shows, rule, again):
        replayed = judge("Ann rZ1", "close", *shows, shows[again])
        assert found(replayed) == [
            (1, ILLEGAL, Code.NOT_FINISHED, "finish"),
            (4, ILLEGAL, Code.NOT_ALLOWED, rule),
        ]

    def test_who_named_a_colour_it_does_not_have_may_name_another(self):
        lines = ("Ann rZ1", "close", "Ann turns rC1 bC1", "Ann chooses gold", "Ann chooses red")
        assert found(judge(*lines)) == [
            (1, ILLEGAL, Code.NOT_FINISHED, "finish"),
            (3, ILLEGAL, Code.MAY_NOT_NAME, "objective-colour"),
        ]


def test_the_table_shows_the_colour_asked_for_and_the_end():
    assert judge("Ann rZ1").steps[-1].named == "red"
    assert judge("Ann Z4 gold").steps[-1].named == "gold"
    collected = judge("Ann rZ3", "Bob rZ1", "Cat rZ2", "Dee rC1", "Ann takes")
    assert (collected.steps[-1].named, collected.steps[-1].over) == ("", False)
    assert judge("Ann rZ1", "close").steps[-1].over
