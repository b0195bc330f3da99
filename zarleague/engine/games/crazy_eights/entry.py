"""The end of a hand of Crazy Eights as entered: counts, cards, or points."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from zarleague.engine.entry import (
    CARDS,
    Checked,
    Entry,
    EntryFinding,
    EntryForm,
    Evidence,
    Field,
    FieldKind,
    Scoring,
)
from zarleague.engine.entry.checks import check_winner, checked, judged, points_left, totals_form
from zarleague.engine.games.crazy_eights.deck import ACE, JACK, KING, QUEEN
from zarleague.engine.games.crazy_eights.rules import Rules, rules_of, seats_of
from zarleague.engine.ruleset import Ruleset

_LABELS: Final = {ACE: "Aces", JACK: "Jacks", QUEEN: "Queens", KING: "Kings"}
_COURTS: Final = "Kings, queens, jacks"
_WILDS: Final = "Eights"


@lru_cache(maxsize=64)
def forms(ruleset: Ruleset) -> tuple[EntryForm, ...]:
    rules = rules_of(ruleset)
    deck = rules.pack.deck
    scoring = Scoring.WINNER_COLLECTS if rules.winner_collects else Scoring.SUM
    # All cards but the cheapest, which lies on the discard pile.
    most = deck.worth - min(deck.points)
    totals = totals_form("Points of the cards left", most, winner=True)
    every_card = (Field(CARDS, "Cards left", FieldKind.CARDS),)
    return (
        EntryForm("counts", "Cards by value", Evidence.COUNTS, _counts(rules), True, scoring),
        EntryForm(CARDS, "Every card", Evidence.CARDS, every_card, True, scoring),
        replace(totals, scoring=scoring),
    )


def _counts(rules: Rules) -> tuple[Field, ...]:
    """Return one field for each rank; for several if their cards count the same."""
    deck = rules.pack.deck
    ranks = dict.fromkeys(sorted(set(rules.pack.ranks)))
    courts = [rank for rank in (JACK, QUEEN, KING) if rank != rules.wild]
    worth = {rank: deck.points[rules.pack.ranks.index(rank)] for rank in ranks}
    together = len(courts) == len({JACK, QUEEN, KING}) and len({worth[r] for r in courts}) == 1
    fields = []
    for rank in ranks:
        if together and rank in courts:
            if rank == JACK:
                fields.append(_field("court", _COURTS, rules, courts))
        elif rank != rules.wild:
            label = _LABELS.get(rank, str(rank + 1))
            fields.append(_field(f"n{rank + 1}", label, rules, [rank]))
    label = _LABELS.get(rules.wild, _WILDS)
    return (*fields, _field("eight", label, rules, [rules.wild]))


def _field(key: str, label: str, rules: Rules, ranks: Sequence[int]) -> Field:
    deck = rules.pack.deck
    cards = [card for card, rank in enumerate(rules.pack.ranks) if rank in ranks]
    codes = tuple(deck.code(card) for card in cards)
    return Field(
        key, label, FieldKind.COUNT, deck.points[cards[0]], len(cards) * rules.copies, codes
    )


def hand_points(left: Sequence[int], winner: int, *, winner_collects: bool) -> tuple[int, ...]:
    """Return the points by seat. *left*: points of the cards left, by seat; *winner*: the seat that
    went out, or -1."""
    if not winner_collects:
        return tuple(left)
    return tuple(sum(left) if seat == winner else 0 for seat in range(len(left)))


def check(ruleset: Ruleset, entry: Entry) -> Checked:
    rules = rules_of(ruleset)

    def judge(form: EntryForm, findings: list[EntryFinding]) -> Checked:
        left = points_left(form, rules.pack.deck, entry, findings)
        check_winner(form, entry, zeros=False, findings=findings)
        winner = -1 if entry.winner is None else entry.winner
        return checked(hand_points(left, winner, winner_collects=rules.winner_collects), findings)

    return judged(forms(ruleset), seats_of(ruleset), entry, judge)
