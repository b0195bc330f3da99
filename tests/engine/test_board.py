"""The document a replay is drawn from: its steps, whose eyes, what hidden cards may be, witnesses.

The hands are of Uno and Zar, dealt by hand: what is expected is counted from the decks, an Uno deck
having two of each number but 0 in each colour, and four wild draw fours.
"""

from random import Random

import pytest

from zarleague.bots import play_hand
from zarleague.engine import KEYS, find, read, replay
from zarleague.engine import board as boards
from zarleague.engine.board import board_data
from zarleague.engine.event import TABLE
from zarleague.engine.event_sentences import clauses, templates
from zarleague.engine.replay import as_seen, observe

UNO = "game uno uno-mattel\nseats Ann Bob\ndealer Bob\n"
OPEN = UNO + "deal Ann 7\ndeal Bob 7\nup r5\nAnn W4 blue\nBob draws 4\n"
"""Ann may play the wild draw four only if she holds no red card, and nobody named her cards."""


def in_english(said):
    """Return the clauses as one English sentence without its full stop."""
    filled = []
    for clause in said:
        words = {key: ", ".join(values) for key, values in clause.words.items()}
        filled.append(clause.template.format(**clause.names, **words, **clause.numbers))
    text = ", ".join(filled)
    return text[:1].upper() + text[1:]


def unfolded(steps):
    """Return the table of every step, as the page puts them together."""
    tables = [steps[0]]
    for change in steps[1:]:
        seats = change.get("seats", {})
        table = tables[-1] | {key: value for key, value in change.items() if key != "seats"}
        table["seats"] = [
            seat | seats.get(str(number), {}) for number, seat in enumerate(tables[-1]["seats"])
        ]
        tables.append(table)
    return tables


def codes(data, cards):
    faces = find(data["ruleset"]["game"]).deck(read(UNO).ruleset).faces
    return [faces[card].code for card in cards]


def said(log):
    return [in_english(clauses(event, log)) for event in log.events]


@pytest.mark.parametrize("key", KEYS)
def test_the_last_step_put_together_is_the_table_at_the_end(key):
    game = find(key)
    seats = ("Ann", "Bob", "Cat", "Dee")
    log = play_hand(game, game.ruleset(), seats, 0, Random(5))
    data = board_data(replay(log))
    for eyes, viewer in (("table", TABLE), ("0", 0), ("3", 3)):
        table = unfolded(data["tables"][eyes])[-1]
        view = observe(log, len(log.events), viewer)
        for drawn, seat in zip(table["seats"], view.seats, strict=True):
            assert (tuple(drawn["cards"]), drawn["unknown"]) == (seat.cards, seat.unknown)
            assert drawn["points"] == seat.points
        assert [(key, size) for key, _cards, size in table["piles"]] == [
            (pile.key, pile.size) for pile in view.piles
        ]
        assert tuple(table["acting"]) == view.acting
    assert len(data["tables"]["all"]) == len(log.events) + 1


@pytest.mark.parametrize(
    ("text", "step"),
    [
        (OPEN, 4),  # the wild draw four: nobody can know whether it was a bluff
        (UNO + "deal Ann 7\ndeal Bob 7\nup r5\nAnn r7\n", 3),  # clean: both hands, the card up
        (UNO + "holds Ann 5\nholds Bob 5\nlaid Bob r5\nturn Ann\nAnn r7\nBob g3\n", 6),
        (UNO, 0),
    ],
)
def test_a_board_opens_at_the_first_finding_and_else_when_the_cards_are_dealt(text, step):
    assert board_data(replay(read(text)))["opens"] == step


def test_a_step_holds_only_what_changed():
    data = board_data(replay(read(UNO + "deal Ann 7\ndeal Bob 7\nup r5\nAnn r7\n")))
    # Ann plays: her hand and the discard pile change, and it is Bob's turn. The draw pile of 93
    # cards (108 - 14 - 1) does not, but both are in "piles".
    step = data["tables"]["all"][4]
    assert set(step) == {"seats", "piles", "acting"}
    assert set(step["seats"]) == {"0"}
    assert step["seats"]["0"]["unknown"] == 6
    assert [(key, size) for key, _cards, size in step["piles"]] == [("stock", 93), ("discard", 2)]


def test_an_unknown_card_may_be_every_face_with_a_copy_nobody_has_located():
    # Both red 7s lie open; of the red 5 one is open, so that the other may be in either hand.
    log = read(UNO + "deal Ann 7\ndeal Bob 7\nup r5\nAnn r7\nBob r7\n")
    data = board_data(replay(log))
    table = unfolded(data["tables"]["all"])[-1]
    for number in (table["seats"][0]["mayBe"], table["seats"][1]["mayBe"], table["stock"]):
        could_be = codes(data, data["sets"][number])
        assert "r7" not in could_be
        assert "r5" in could_be
        assert len(could_be) == 53  # of 54 faces


def test_a_hand_without_unknown_cards_may_be_nothing():
    data = board_data(replay(read(UNO + "deal Ann r1 r2 r3 r4 r6 r7 r8\ndeal Bob 7\n")))
    table = unfolded(data["tables"]["all"])[-1]
    assert data["sets"][table["seats"][0]["mayBe"]] == []


def test_with_a_players_eyes_the_cards_of_others_are_not_in_the_document():
    log = read(UNO + "deal Ann r1 r2 r3 r4 r6 r7 r8\ndeal Bob g1 g2 g3 g4 g6 g7 g8\nup r5\n")
    tables = board_data(replay(log))["tables"]
    everything, bob, onlooker = (unfolded(tables[eyes])[-1] for eyes in ("all", "1", "table"))
    assert [len(seat["cards"]) for seat in everything["seats"]] == [7, 7]
    assert [len(seat["cards"]) for seat in bob["seats"]] == [0, 7]
    assert [len(seat["cards"]) for seat in onlooker["seats"]] == [0, 0]
    assert as_seen(log, 1).events[0].cards == (-1,) * 7


def test_who_could_have_proved_what():
    # Ann holds no red card: she knows that her wild draw four was legal, Bob cannot know it.
    log = read(UNO + "deal Ann g1 g2 g3 g4 g6 g7 W4\ndeal Bob 7\nup r5\nAnn W4 blue\n")
    data = board_data(replay(log))
    legal, unknown = 0, 1
    assert data["proved"]["0"][3] == legal
    assert data["proved"]["1"][3] == unknown
    assert data["events"][3]["verdict"] == "legal"


def test_both_witnesses_name_the_hidden_cards_and_change_the_tables_around_the_event():
    data = board_data(replay(read(OPEN)))
    assert data["events"][3]["verdict"] == "cannot be known"
    dealt = data["dealt"]["3"]
    reds = {}
    for verdict in ("legal", "illegal"):
        cards = codes(data, dealt[verdict]["after"]["seats"]["0"]["cards"])
        assert len(cards) == 6  # seven dealt, one played
        reds[verdict] = [code for code in cards if code.startswith("r")]
        assert dealt[verdict]["named"][0]["event"] == 0
    assert reds["legal"] == []
    assert reds["illegal"] != []


def test_the_seats_of_a_document_are_bounded(monkeypatch):
    log = read(OPEN)  # 5 events, so 6 steps of 2 seats: 12 seats for each pair of eyes
    monkeypatch.setattr(boards, "MOST_SEATS_DRAWN", 25)
    assert list(board_data(replay(log), first=1)["tables"]) == ["all", "1"]
    monkeypatch.setattr(boards, "MOST_SEATS_DRAWN", 5)
    assert list(board_data(replay(log), first=1)["tables"]) == ["all"]


def test_a_long_discard_pile_is_cut_to_the_cards_on_top():
    lines = "".join(f"{'Ann' if n % 2 == 0 else 'Bob'} r{n + 1}\n" for n in range(9))
    data = board_data(replay(read(UNO + "deal Ann 7\ndeal Bob 7\nup r5\n" + lines)))
    key, cards, size = unfolded(data["tables"]["all"])[-1]["piles"][1]
    assert (key, size) == ("discard", 10)
    assert codes(data, cards) == ["r4", "r5", "r6", "r7", "r8", "r9"]


def test_events_in_words():
    log = read(
        "game uno\nseats Ann Bob Cat\ndealer Cat\ndeal Ann 7\ndeal Bob r1 r2\ndeal Cat ?\nup r5\n"
        "Ann W blue\nBob! b2 UNO\nCat draws ?\nCat passes\nAnn says uno\nBob catches Ann\n"
        "reshuffle\nclose\nleft Ann\nleft Bob r1\n"
    )
    assert said(log) == [
        "Ann is dealt 7 cards",
        "Bob is dealt red 1, red 2",
        "Cat is dealt a card",
        "Red 5 is turned up",
        "Ann plays wild, calls blue",
        "Bob plays blue 2 out of turn, says “UNO”",
        "Cat draws a card",
        "Cat passes",
        "Ann says “uno”",
        "Bob catches Ann",
        "The discard pile is shuffled into a new draw pile",
        "The hand ends",
        "Ann has no cards left",
        "Bob has red 1 left",
    ]


def test_events_of_a_grid_in_words():
    log = read(
        "game uno-golf\nseats Ann Bob\ndealer Bob\ndeal Ann 6\nAnn turns r4 11\nAnn takes r5\n"
        "Ann puts r5 b1 12\nAnn clears r5 r5 1\nBob adds 2\nBob chooses Ann\nBob discards g1\n"
    )
    assert said(log) == [
        "Ann is dealt 6 cards",
        "Ann turns up red 4 at position 11",
        "Ann takes red 5 from the discard pile",
        "Ann puts red 5 at position 12 and takes out blue 1",
        "Ann clears a column: red 5, red 5",
        "Bob adds a face-down column of 2 cards",
        "Bob chooses Ann",
        "Bob discards green 1",
    ]


@pytest.mark.parametrize("key", KEYS)
def test_every_event_of_every_game_has_words(key):
    game = find(key)
    log = play_hand(game, game.ruleset(), ("Ann", "Bob", "Cat", "Dee"), 0, Random(5))
    for event, sentence in zip(log.events, said(log), strict=True):
        assert "{" not in sentence
        if event.seat >= 0:
            assert log.seats[event.seat] in sentence


def test_templates_are_listed_once_for_translators():
    assert len(templates()) == len(set(templates()))
