"""The verdict of each event and of the whole log, on a hand of Zar: ten less the players are dealt,
and a card fits the colour or the number of the top card. The deck has no g9."""

from zarleague.engine import Code, Verdict, compare, read, replay
from zarleague.engine.report import replay_data

LOG = "game zar zar-holland\nseats Ann Bob\ndealer {dealer}\ndeal Ann 8\ndeal Bob 8\nup b4\n{lines}"
LEGAL, ILLEGAL = Verdict.LEGAL, Verdict.ILLEGAL


def judged(*lines, dealer="Ann"):
    return replay(read(LOG.format(dealer=dealer, lines="\n".join(lines))))


def test_every_event_has_the_heaviest_verdict_of_what_was_found_of_it():
    replayed = judged("Bob b2", "Ann y4")
    # Yellow 4 has neither the colour nor the number of blue 2.
    assert replayed.verdicts == (LEGAL, LEGAL, LEGAL, LEGAL, ILLEGAL)
    assert [(found.event, found.code) for found in replayed.findings] == [(4, Code.DOES_NOT_FIT)]
    assert replayed.verdict is ILLEGAL


def test_a_card_the_deck_does_not_have_is_a_finding_of_its_event():
    replayed = judged("Bob b2", "Ann g9")
    assert replayed.verdicts == (LEGAL, LEGAL, LEGAL, LEGAL, ILLEGAL)
    (found,) = [found for found in replayed.findings if found.verdict is ILLEGAL]
    assert (found.event, found.code, found.about) == (4, Code.NOT_IN_DECK, (("word", "g9"),))


def test_what_is_wrong_with_the_first_event_is_its_own():
    replayed = replay(read("game zar zar-holland\nseats Ann Bob\ndealer Ann\ndeal Ann 7 g9"))
    assert replayed.verdicts == (ILLEGAL,)
    assert Code.NOT_IN_DECK in [found.code for found in replayed.findings if found.event == 0]


def test_a_line_that_is_no_event_makes_the_log_illegal_and_no_event():
    replayed = judged("Bob b2", dealer="Eve")
    assert set(replayed.verdicts) == {LEGAL}
    assert replayed.findings == ()
    assert [problem.code for problem in replayed.problems] == [Code.NO_SUCH_SEAT]
    assert replayed.verdict is ILLEGAL


def test_a_log_without_problems_has_the_points_of_its_hand():
    replayed = judged("Bob b2")
    assert (replayed.verdict, replayed.over, replayed.points) == (LEGAL, False, (None, None))


def test_under_the_same_rules_a_log_does_not_part():
    log = judged("Bob b2", "Ann y4").log
    assert compare(log, [log.ruleset, log.ruleset]).parts_at is None


def test_a_report_says_one_thing_once_of_an_event() -> None:
    """Nothing was dealt, turned up or turned over when Ann draws: the hand has not started."""
    data = replay_data(replay(read("game uno-golf\nseats Ann Bob\ndealer Bob\nAnn draws r1\n")))
    (event,) = data["events"]
    said = [finding["text"] for finding in event["findings"]]
    assert said.count("The hand hasn’t started yet.") == 1
