"""Options, presets and the ruleset they make, on a small rulebook of our own."""

import pytest

from zarleague.engine.ruleset import Option, Preset, RulesetError, overrides, resolve

OPTIONS = (
    Option("skip", "Matched skips", (("cancel", "both are void"), ("add", "they add up"))),
    Option("deal", "Cards dealt", default="7", least=1, most=10),
)
PRESETS = (
    Preset("home", "At home", "As we always did."),
    Preset("club", "Club", "As the club does.", {"skip": "add"}),
)


def test_what_a_preset_does_not_name_has_the_options_default():
    assert resolve("toy", OPTIONS, PRESETS, "club").values == {"skip": "add", "deal": "7"}


def test_the_first_preset_is_the_default():
    assert resolve("toy", OPTIONS, PRESETS).preset == "home"


def test_an_override_wins_over_the_preset():
    ruleset = resolve("toy", OPTIONS, PRESETS, "club", {"skip": "cancel", "deal": "9"})
    assert (ruleset["skip"], ruleset.number("deal")) == ("cancel", 9)


@pytest.mark.parametrize(
    ("preset", "changed", "says"),
    [
        ("pub", {}, "home, club"),
        ("home", {"skp": "add"}, "skip, deal"),
        ("home", {"skip": "ad"}, "cancel, add"),
        ("home", {"deal": "11"}, "a number from 1 to 10"),
        ("home", {"deal": "-1"}, "a number from 1 to 10"),
        ("home", {"deal": "²"}, "a number from 1 to 10"),
    ],
)
def test_what_does_not_exist_is_refused_and_the_error_names_what_does(preset, changed, says):
    with pytest.raises(RulesetError, match=says):
        resolve("toy", OPTIONS, PRESETS, preset, changed)


def test_overrides_are_only_what_differs_from_the_preset():
    ruleset = resolve("toy", OPTIONS, PRESETS, "club", {"skip": "add", "deal": "5"})
    assert overrides(ruleset, OPTIONS, PRESETS[1]) == {"deal": "5"}


def test_equal_rulesets_hash_alike():
    one = resolve("toy", OPTIONS, PRESETS, "home", {"skip": "add"})
    two = resolve("toy", OPTIONS, PRESETS, "home", {"skip": "add"})
    assert {one: "here"}[two] == "here"
