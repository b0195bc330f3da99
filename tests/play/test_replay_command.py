"""``manage.py replay``: what it prints and how it exits. The hands are of Zar, two players."""

import json

import pytest
from django.core.management import call_command

GOOD = """\
game zar zar-holland
seats Ann Bob
dealer Bob
deal Ann b2 b3 y1 y2 y3 y4 y5 y6
deal Bob 8
up b4
Ann b2
"""
# Holland: the card "must match the top card there, either in type or color".
BAD = GOOD.replace("Ann b2\n", "Ann y3\n")
# Bob's cards were never seen: he may hold a blue 5, nobody can say that he may not.
HIDDEN = GOOD + "Bob b5\n"


@pytest.fixture
def run(tmp_path, capsys):
    def run(text, *options):
        path = tmp_path / "hand.txt"
        path.write_text(text, "utf-8")
        with pytest.raises(SystemExit) as stopped:
            call_command("replay", str(path), *options)
        printed = capsys.readouterr()
        return stopped.value.code, printed.out, printed.err

    return run


def test_a_legal_hand_exits_with_0(run):
    status, out, _ = run(GOOD)
    assert status == 0
    assert "0 illegal" in out


def test_an_illegal_play_exits_with_1_and_names_the_line_and_the_rule(run):
    status, out, _ = run(BAD)
    assert status == 1
    lines = out.splitlines()
    at = next(index for index, line in enumerate(lines) if "ILLEGAL" in line)
    assert lines[at].split()[:3] == ["7", "Ann", "y3"]
    assert "Yellow 3 can’t go on blue 4." in lines[at + 1]
    assert "Holland" in lines[at + 1]


def test_a_card_nobody_can_deny_does_not_make_a_hand_illegal(run):
    assert run(HIDDEN)[0] == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello\n", "names no game"),
        ("game zar\n", "at least two seats"),
        ("game whist\nseats Ann Bob\n", "zar, uno"),
    ],
)
def test_what_is_not_a_log_exits_with_2_and_says_what_is_missing(run, text, says):
    status, _, err = run(text)
    assert status == 2
    assert says in err


def test_a_file_that_is_not_there_exits_with_2(capsys):
    with pytest.raises(SystemExit) as stopped:
        call_command("replay", "/nowhere/hand.txt")
    assert stopped.value.code == 2


def test_json_has_a_row_per_event_with_findings_and_rules(run):
    status, out, _ = run(BAD, "--json")
    data = json.loads(out)
    assert status == 1
    assert data["verdict"] == "illegal"
    assert data["counts"] == {"legal": 3, "cannot be known": 0, "illegal": 1}
    row = data["events"][3]
    assert (row["line"], row["text"], row["verdict"]) == (7, "Ann y3", "illegal")
    assert row["findings"][0]["code"] == "does-not-fit"
    assert row["findings"][0]["rule"]["basis"] == "seed"


def test_a_card_that_is_not_in_the_deck_is_illegal(run):
    status, out, _ = run(GOOD + "Bob g9\n")
    assert status == 1
    assert "There’s no card “g9” in this deck." in out


def test_two_rulesets_are_compared(run):
    status, out, _ = run(GOOD, "--versus", "match-out=goes-out")
    assert status == 0
    assert "These rules judge this log alike." in out


def test_rules_that_do_not_exist_exit_with_2_and_name_those_that_do(run):
    status, _, err = run(GOOD, "--rules", "match-out=maybe")
    assert status == 2
    assert "goes-out" in err
    assert run(GOOD, "--rules", "preset=zar-mars")[0] == 2


def test_another_preset_can_judge_the_log(run):
    _, out, _ = run(GOOD, "--rules", "preset=zar-clay")
    assert "zar-clay" in out
