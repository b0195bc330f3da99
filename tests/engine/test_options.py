"""The options a league can choose.

Stored rulesets and log headers name them, so no option may change its name, its alternatives or its
default. One line for each: the key, the default, and the other alternatives; or the range of a
number.
"""

import re
from pathlib import Path

import pytest

from zarleague.engine import KEYS, find
from zarleague.engine.ruleset import Basis

PAGES = Path(__file__).parents[2] / "docs" / "rules"

ZAR = """
skin: uno-subset | printed
half-decks: 2 | 2..12
deal: 10-minus-players | 15-minus-players-max-10
deal-cap: none | 7
match-out-on-turn: draw-one | goes-out
match-out: draw-one | goes-out
pair-out: draw-one | goes-out
matched-skip: cancel | accumulate
chain-match-penalty: one-each | cumulative
self-match: forbidden | allowed
self-match-after-round: allowed | forbidden
draw-two-keeps-turn: yes | no
debts-in-parts: allowed | forbidden
late-draw-two-match: fires-two | nothing
out-on-draw-two: draws | no-draw
play-drawn-card: no | yes
voluntary-draw: allowed | only-if-no-play
dragon-names-command: no | yes
wild-dragon-cross: forbidden | free
reverse-two-players: no-effect | skips
last-card-word: one | zar | last-card
last-card-penalty: 1 | 2
last-card-trigger: when-asked | any-catch
declarations: free | if-said | required
declaration-penalty: 0 | 1
illegal-play: unwind-or-vincent | unwind | vincent
supply-exhausted: hand-scored | loser-only | void
chameleon: off | on
transparents: off | reverses | zeros
next-dealer: winner | rotate
match-hands: 0 | 0..99
match-target: 0 | 0..999
"""
UNO = """
scoring: losers-add | winner-collects
same-points: winner-ahead | level
match-end: limit | rounds | whichever-first
limit: 500 | 50..10000
rounds: 10 | 1..100
at-limit: end-match | eliminate
first-card-action: apply | ignore | redraw
first-card-wild: redraw | free
first-card-reverse: right-of-dealer | dealer
play-drawn-card: yes | any | no | must
voluntary-draw-max: 1 | 0 | 3 | any | until-fits
missed-uno-penalty: 4 | 2
uno-catch-window: until-next-play | while-one-card
wild-draw-four: any-time | only-if-no-colour
skip-after-drawing: off | draw-four | on
debts-in-parts: forbidden | allowed
finish-on-draw-card: victims-draw-then-score | victims-answer-then-score | score-now
reverse-two-players: plays-again | no-effect
illegal-play: unwind | stands-draw-2
cumulation: off | on | draw-twos | fours-on-twos | mixed
straights: off | on
interceptions: off | exact | super
interception-then: plays-again | next-player
interception-fail: score-3 | cards-3 | none
interception-in-turn: no | yes
intercepted-skip: skips-after | no-effect
intercept-buzzer: yes | no
intercept-actions: yes | no
bluff: off | any-playable | colour-only
bluff-penalty: due-plus-2 | four-and-six
bluff-when-answering: judged | never-bluff
zero-seven: off | on
zero-seven-last-card: goes-out-first | swap-first
swap-in-straight: goes-on | ends
buzzers: off | on
"""
ZUITS = """
scoring: linear | squared
leftover-cards: discard | may-add
art-extra: optional | mandatory
art-value: sum | best-single
change-target: last-card | last-removable
great-zont-off-colour: no-effect | protected
change-undoes-effect: no | yes
giglet-scope: this-trick | whole-hand
giglet-of-giglet: resolved-effect | nothing
toggle: resets-each-trick | persists
wild-follows: must-if-held | may-slough
no-valid-card: leader-wins | discarded
tie: extra-hand-on-request | shared
"""
UNO_GOLF = """
action-points-confirmed: no | yes
skip-points: 10 | 0..99
reverse-points: 10 | 0..99
draw-two-points: 10 | 0..99
double-draw-two-points: 20 | 0..99
double-draw-two: one-per-colour | two-per-colour
first-turn-up: 1 | 2
drawn-action-discarded: acts | silent
take-action-from-discard: allowed | forbidden | draw-cards-forbidden
clear-action-pair: colour-only | same-symbol-too
clear-when: own-turn | any-time
clear-top-action: acts | silent
round-end: at-once | one-more-turn-each
last-discard-action: resolves | ignored
round-end-clear: best-for-player | by-choice
uno-penalty: 2 | 0
reverse-two-players: skips | no-effect
last-turn-clear: after-the-end | in-the-turn
next-dealer: before-winner | rotate
rounds: 9 | 1..99
tie: shared | round-wins
"""
CRAZY_EIGHTS = """
scoring: losers-add | winner-collects
limit: 500 | 1..1000
pack: 52 | 32
packs: 1 | 2
wild: eights | jacks
drawing: one | then-play | until-fits
draw-two: off | twos | sevens
draw-two-stacking: off | on
skip: off | queens | eights
reverse: off | aces
card-points: usual | mau-mau
"""
TABLES = {
    "zar": ZAR,
    "uno": UNO,
    "zuits": ZUITS,
    "uno-golf": UNO_GOLF,
    "crazy-eights": CRAZY_EIGHTS,
}


def lines(table):
    return dict(line.split(": ") for line in table.strip().splitlines())


@pytest.mark.parametrize("key", TABLES)
def test_options_keep_their_names_alternatives_and_defaults(key):
    offered = {}
    for option in find(key).options:
        others = [value for value, _ in option.choices if value != option.initial]
        others = others or [f"{option.least}..{option.most}"]
        offered[option.key] = " | ".join([option.initial, *others])
    assert offered == lines(TABLES[key])


def inferred_rows(key):
    """The rows that a rules page marks as inferred, each with the cell of its option."""
    page = (PAGES / f"{key}.md").read_text()
    for row in page.splitlines():
        cells = [cell.strip() for cell in row.strip("| ").split("|")]
        marks = [place for place, cell in enumerate(cells) if cell.endswith("inferred")]
        if row.startswith("| ") and marks:
            yield row, cells[marks[0] + 1]


@pytest.mark.parametrize("key", KEYS)
def test_what_no_source_says_is_called_inferred_on_the_rules_page(key):
    """An option whose default is our reading has a row that says so."""
    chooses = " ".join(option for _, option in inferred_rows(key))
    ours = [option.key for option in find(key).options if option.basis is Basis.INFERRED]
    assert [option for option in ours if f"`{option}" not in chooses] == []


@pytest.mark.parametrize("key", KEYS)
def test_an_inferred_row_names_its_option_or_says_why_there_is_none(key):
    keys = {option.key for option in find(key).options}
    for row, option in inferred_rows(key):
        named = set(re.findall(r"`([a-z-]+)", option))
        assert named <= keys, row
        assert named or "No option" in row, row
