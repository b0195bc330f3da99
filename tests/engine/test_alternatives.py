"""Which house rules would have changed a hand, worked out by hand from the options of the games."""

from zarleague.engine import alternatives as module
from zarleague.engine import find, read
from zarleague.engine.alternatives import alternatives, other_rules_data, other_values

UNO = "game uno\nseats Ann Bob\ndealer Bob\ndeal Ann r1 r2 r3 r4 r6 r7 W4\ndeal Bob 7\nup r5\n"
WILD = UNO + "Ann W4 blue\nBob draws 4\n"
"""Ann plays a wild draw four though she holds red cards and red lies on the table."""


def keys(log):
    return [(one.option, one.value) for one in alternatives(log)[0]]


def test_a_rule_the_hand_touches_is_found_with_the_first_event_it_changes():
    found, not_compared = alternatives(read(WILD))
    changing = {(one.option, one.value): one.event for one in found}
    # Mattel allows the wild draw four only to those without a card of the colour; event 3 is Ann's.
    assert changing["wild-draw-four", "only-if-no-colour"] == 3
    assert not_compared == []


def test_rules_nothing_in_the_hand_touches_are_not_listed():
    # Nobody plays a seven or a zero, so that exchanging hands changes nothing.
    assert "zero-seven" not in {option for option, _value in keys(read(WILD))}
    # Once Ann plays a seven, it does.
    assert "zero-seven" in {option for option, _value in keys(read(UNO + "Ann r7\n"))}


def test_what_is_played_is_no_alternative():
    log = read(WILD)
    assert all(log.ruleset[option] != value for option, value in keys(log))


def test_a_log_without_events_is_changed_by_nothing():
    assert alternatives(read("game uno\nseats Ann Bob\n")) == ([], [])


def test_the_values_of_a_number_are_its_neighbours_and_the_usual_one():
    option = next(one for one in find("zar").options if one.key == "half-decks")
    # Two by default, at least two, at most twelve.
    assert other_values(option, "2") == ["3"]
    assert other_values(option, "12") == ["2", "11"]


def test_the_work_is_bounded(monkeypatch):
    log = read(WILD)  # five events
    monkeypatch.setattr(module, "MOST_WORK", 9)
    found, not_compared = alternatives(log)
    assert (found, not_compared) == ([], [option.key for option in find("uno").options])
    monkeypatch.setattr(module, "MOST_WORK", 17)
    # There is work for two more, the only other values of the first option being one.
    assert "scoring" not in alternatives(log)[1]


def test_both_sides_of_an_option():
    data = other_rules_data(read(WILD), "wild-draw-four", "only-if-no-colour")
    assert data["parts_at"] == 3
    played, other = data["sides"]
    assert [row["verdict"] for row in played["events"] if row["event"] == 3] == ["legal"]
    assert [row["verdict"] for row in other["events"] if row["event"] == 3] == ["illegal"]
    assert other["ruleset"]["options"]["wild-draw-four"] == "only-if-no-colour"


def test_a_last_card_that_matches_on_turn_parts_holland_s_two_readings():
    """Holland (Matching) leaves open what a last card does that is identical to the top card and
    played in turn: it is a match, so that Ann draws a card, or she goes out and costs nothing."""
    log = read("game zar\nseats Ann Bob\ndealer Bob\ndeal Ann b4\ndeal Bob 8\nup b4\nAnn b4\n")
    assert log.ruleset["match-out-on-turn"] == "draw-one"
    assert ("match-out-on-turn", "goes-out") in keys(log)
    data = other_rules_data(log, "match-out-on-turn", "goes-out")
    assert data["parts_at"] == 3
    draws, goes_out = (side["table"]["seats"][0] for side in data["sides"])
    assert [debt[0] for debt in draws["debts"]] == [1]
    assert goes_out["debts"] == []
    assert ["out", ""] in goes_out["notes"]


def test_a_word_that_nobody_said_could_have_been_any() -> None:
    """Cat has one card left and has not said so, and nobody asked; Ann's last play wins."""
    text = "game zar\nseats Ann Bob Cat\ndealer Cat\ndeal Ann b2\ndeal Bob gS b1\ndeal Cat X2\n"
    found, _ = alternatives(read(f"{text}up b4\nAnn b2\nclose\n"))
    assert "last-card-word" not in {one.option for one in found}
