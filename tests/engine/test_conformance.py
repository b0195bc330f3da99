"""The conformance kit on hands of every preset of every game, at every size of table."""

from random import Random

import pytest

from tests.engine import conformance
from zarleague.engine import KEYS, find, replay

HANDS = 2
"""Hands per preset and number of players; ``python -m tests.engine.conformance`` plays more."""

TABLES = [
    pytest.param(find(key), ruleset, seats, id=f"{ruleset.preset}-{seats}")
    for key in KEYS
    for ruleset, seats in conformance.tables(find(key))
]


@pytest.mark.table(one_in=8)
@pytest.mark.parametrize(("game", "ruleset", "seats"), TABLES)
def test_bots_play_hands_the_engine_agrees_with(game, ruleset, seats):
    for number in range(HANDS):
        log = conformance.deal(game, ruleset, seats, number)
        conformance.check(game, log, Random(number))


@pytest.mark.table(one_in=12)
@pytest.mark.parametrize(
    ("key", "option"),
    [
        pytest.param(key, option, id=f"{key}-{option.key}")
        for key in KEYS
        for option in find(key).options
    ],
)
def test_an_option_is_accepted_alone(key, option):
    # One hand under each alternative on top of the first preset, and of what the game needs to be
    # scored at all.
    game = find(key)
    ready = conformance.READY.get(key, {})
    for value in [value for value, _ in option.choices] or [str(option.least), option.initial]:
        chosen = ready | {option.key: value}
        ruleset = game.ruleset("", chosen)
        least, most = game.seats(ruleset)
        log = conformance.deal(game, ruleset, min(most, max(least, 3)), value)
        if ready.items() <= chosen.items():
            conformance.check(game, log, Random(value))
        else:
            assert replay(log).findings == ()


@pytest.mark.table(one_in=6)
@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("key", KEYS)
def test_options_go_together(key, number):
    # Any alternatives of all options at once.
    game = find(key)
    rng = Random(f"{key} {number}")
    log = conformance.deal_under_any_rules(game, rng)
    conformance.check(game, log, rng)


@pytest.mark.parametrize("key", KEYS)
def test_rules_name_their_sources_and_options(key):
    game = find(key)
    options = {option.key for option in game.options}
    for name, rule in game.rules.items():
        assert rule.key == name
        assert rule.source
        assert rule.option in {"", *options}
    for option in game.options:
        assert option.source
        assert option.allows(option.initial)


@pytest.mark.parametrize("key", KEYS)
def test_presets_name_existing_options_and_values(key):
    game = find(key)
    options = {option.key: option for option in game.options}
    for preset in game.presets:
        for name, value in preset.values.items():
            assert options[name].allows(value)
