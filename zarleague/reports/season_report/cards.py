"""Records by kind of card: cards left in hand at the end, where they were entered."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from zarleague.engine.entry import Entry, FieldKind
from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.models import Season
from zarleague.play import rulesets
from zarleague.play.judging import entry_from_json
from zarleague.play.models import Hand
from zarleague.standings.results import Result

NAMED: Final = 3
"""Holders of a record who are named."""


@dataclass(slots=True)
class _CardKind:
    """One kind of card over the season."""

    cards: int = 0
    hands: int = 0
    most: int = 0
    by: list[dict[str, int]] = field(default_factory=list)
    """The players left with the most in one hand, and the hands; the first `NAMED` of them."""
    shared: int = 0
    """Number of all of them."""


class CardRecords:
    """For each game and kind of card: the total of cards left, the number of hands, and the most
    left in one hand. Hands entered as totals are not counted."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], _CardKind] = {}

    def add_evening(self, season: Season, evening: int, results: Iterable[Result]) -> None:
        """Count the next evening's hands; ``results`` are theirs, in the order of the sheets."""
        seated: dict[int, list[int]] = {}
        for result in results:
            seated.setdefault(result.hand_id, []).append(result.player_id)
        hands = (
            Hand.objects.filter(
                match__season=season,
                match__played_on=datetime.date.fromordinal(evening),
                confirmed__entry__isnull=False,
            )
            .order_by("match", "number")
            .values_list(
                "pk", "match_id", "number", "match__game", "match__rules", "confirmed__entry"
            )
        )
        counts: dict[int, Callable[[Entry], Iterator[Mapping[str, int]]]] = {}
        for hand, match, number, game, rules, entry in hands:
            if match not in counts:
                counts[match] = counting(rulesets.from_json(game, rules))
            place = {"match": match, "number": number, "evening": evening}
            sheets = counts[match](entry_from_json(entry or {}))
            self._add(game, place, zip(seated.get(hand, ()), sheets, strict=False))

    def _add(
        self,
        game: str,
        place: Mapping[str, int],
        sheets: Iterable[tuple[int, Mapping[str, int]]],
    ) -> None:
        """Count one hand."""
        met: set[str] = set()
        for player, left in sheets:
            for label, count in left.items():
                kind = self._found.setdefault((game, label), _CardKind())
                kind.cards += count
                kind.hands += label not in met
                met.add(label)
                if count > kind.most:
                    kind.most, kind.by, kind.shared = count, [], 0
                if count == kind.most:
                    kind.shared += 1
                    if len(kind.by) < NAMED:
                        kind.by.append({"player": player, **place})

    def records(self) -> list[dict[str, Any]]:
        """Return the records as JSON-able data."""
        return [
            {
                "game": game,
                "kind": label,
                "cards": kind.cards,
                "hands": kind.hands,
                "most": kind.most,
                "by": kind.by,
                "shared": kind.shared,
            }
            for (game, label), kind in sorted(self._found.items(), key=lambda item: item[0])
        ]


def counting(ruleset: Ruleset) -> Callable[[Entry], Iterator[Mapping[str, int]]]:
    """Return a function that yields, for each sheet of an entry under these rules, the cards left
    of each kind (the label of its count field)."""
    game = find(ruleset.game)
    counts = [
        one for form in game.forms(ruleset) for one in form.fields if one.kind is FieldKind.COUNT
    ]
    label_of = {code: one.label for one in counts for code in one.faces}
    kind_of = {face.code: face.kind for face in game.deck(ruleset).faces}

    def cards_left(entry: Entry) -> Iterator[Mapping[str, int]]:
        form = rulesets.form_by_key(ruleset, entry.form)
        for sheet in entry.sheets:
            left: dict[str, int] = {}
            for one in form.fields if form else ():
                value = sheet.get(one.key)
                if one.kind is FieldKind.COUNT and isinstance(value, int) and value:
                    left[one.label] = left.get(one.label, 0) + value
                elif one.kind in (FieldKind.CARDS, FieldKind.COLUMNS) and isinstance(value, list):
                    for code in _codes(value):
                        label = label_of.get(code) or kind_of.get(code, code)
                        left[label] = left.get(label, 0) + 1
            yield left

    return cards_left


def _codes(value: list[Any]) -> Iterator[str]:
    for part in value:
        if isinstance(part, str):
            yield part
        else:
            yield from part
