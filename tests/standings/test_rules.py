"""Season rules: presets, options, and combinations that cannot give a table."""

import json

import pytest

from zarleague.standings.places import SharedPlace
from zarleague.standings.rules import (
    PRESETS,
    Metric,
    RulesError,
    SeasonRules,
    TieBreak,
    rules_from_json,
    rules_to_json,
    season_rules,
)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_comes_back_from_json(preset):
    stored = json.loads(json.dumps(rules_to_json(PRESETS[preset], preset)))
    assert stored == {"preset": preset, "options": {}}
    assert rules_from_json(stored) == PRESETS[preset]


def test_every_option_comes_back_from_json():
    rules = SeasonRules(
        metric=Metric.PLACES,
        high_wins=True,
        scale=(5, 3, 1),
        shared_place=SharedPlace.BEST,
        best_evenings=8,
        min_hands=10,
        min_evenings=3,
        attendance_bonus=1,
        penalty_weight=2,
        tie_breaks=(TieBreak.MORE_HANDS, TieBreak.LOTS),
    )
    stored = json.loads(json.dumps(rules_to_json(rules, "total-points")))
    assert rules_from_json(stored) == rules
    assert len(stored["options"]) == 10


def test_options_are_put_over_the_preset():
    rules = season_rules("average-per-hand", min_hands=5, tie_breaks=["more-wins"])
    assert rules == SeasonRules(
        metric=Metric.AVERAGE, min_hands=5, tie_breaks=(TieBreak.MORE_WINS,)
    )


def test_a_preset_of_best_evenings_can_be_told_to_count_them_all():
    assert season_rules("best-evenings", best_evenings=None).best_evenings is None


@pytest.mark.parametrize(
    ("preset", "options", "at_fault"),
    [
        ("no-such", {}, "preset"),
        ("total-points", {"colour": "red"}, "colour"),
        ("total-points", {"metric": "elegance"}, "metric"),
        ("total-points", {"min_hands": -1}, "min_hands"),
        ("total-points", {"min_hands": "3"}, "min_hands"),
        ("total-points", {"min_evenings": True}, "min_evenings"),
        ("total-points", {"penalty_weight": -2}, "penalty_weight"),
        ("total-points", {"attendance_bonus": -1}, "attendance_bonus"),
        ("total-points", {"attendance_bonus": "2"}, "attendance_bonus"),
        ("average-per-hand", {"attendance_bonus": 1}, "attendance_bonus"),
        ("total-points", {"high_wins": 1}, "high_wins"),
        ("total-points", {"tie_breaks": ["lots", "lots"]}, "tie_breaks"),
        ("total-points", {"tie_breaks": ["coin"]}, "tie_breaks"),
        ("total-points", {"tie_breaks": None}, "tie_breaks"),
        ("place-points", {"scale": []}, "scale"),
        ("place-points", {"scale": [4, -1]}, "scale"),
        ("place-points", {"scale": [1, 2]}, "scale"),
        ("place-points", {"scale": [2.5]}, "scale"),
        ("place-points", {"shared_place": "toss"}, "shared_place"),
        ("place-points", {"best_evenings": 0}, "best_evenings"),
    ],
)
def test_what_no_table_can_be_made_by_names_the_option(preset, options, at_fault):
    with pytest.raises(RulesError) as refused:
        season_rules(preset, **options)
    assert refused.value.option == at_fault


def test_staying_at_home_is_no_way_to_a_low_total():
    with pytest.raises(RulesError) as refused:
        season_rules("total-points", best_evenings=4, min_evenings=3)
    assert refused.value.option == "min_evenings"
    assert season_rules("total-points", best_evenings=4, min_evenings=4).best_evenings == 4
    # Where high wins, who stays at home earns nothing, so no minimum is asked for.
    assert season_rules("place-points", best_evenings=4).min_evenings == 0


def test_storing_under_an_unknown_preset_is_refused():
    with pytest.raises(RulesError):
        rules_to_json(SeasonRules(), "no-such")
