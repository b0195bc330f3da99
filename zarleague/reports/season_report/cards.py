"""Records by kind of card: cards left in hand at the end, where they were entered."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from zarleague.engine.entry import Entry, FieldKind
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.models import Season
from zarleague.play.models import Hand
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.judging import entry_from_json
from zarleague.standings.results import Result

NAMED: Final = 3
"""Holders of a record who are named."""


Records = dict[tuple[str, str], dict[str, Any]]
"""By game and kind of card: ``cards`` left in all, ``hands`` they were left in, the ``most`` left
in one hand, ``by`` whom and in which hands (the first `NAMED`), and how many ``shared`` that."""


def records_of_evening(season: Season, evening: int, results: Iterable[Result]) -> Records:
    """Return the records of an evening's hands; ``results`` are theirs, in the order of the sheets.
    Hands entered as totals are not counted."""
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
        .values_list("pk", "match_id", "number", "match__game", "match__rules", "confirmed__entry")
    )
    counts: dict[int, Callable[[Entry], Iterator[Mapping[str, int]]]] = {}
    found: Records = {}
    for hand, match, number, game, rules, entry in hands:
        if match not in counts:
            counts[match] = counting(rulesets.from_json(game, rules))
        place = {"match": match, "number": number, "evening": evening}
        sheets = zip(
            seated.get(hand, ()), counts[match](entry_from_json(entry or {})), strict=False
        )
        add_records(found, _records_of_hand(game, place, sheets))
    return found


def add_records(found: Records, later: Records) -> None:
    """Add the records of later hands to those of earlier ones."""
    for kind, new in later.items():
        old = found.get(kind)
        if old is None:
            found[kind] = new
            continue
        old["cards"] += new["cards"]
        old["hands"] += new["hands"]
        if new["most"] > old["most"]:
            old.update(most=new["most"], by=new["by"], shared=new["shared"])
        elif new["most"] == old["most"]:
            old["by"] = [*old["by"], *new["by"]][:NAMED]
            old["shared"] += new["shared"]


def _records_of_hand(
    game: str, place: Mapping[str, int], sheets: Iterable[tuple[int, Mapping[str, int]]]
) -> Records:
    found: Records = {}
    for player, left in sheets:
        for label, count in left.items():
            by = [{"player": player, **place}]
            one = {"cards": count, "hands": 1, "most": count, "by": by, "shared": 1}
            add_records(found, {(game, label): one})
    for record in found.values():
        record["hands"] = 1
    return found


def counting(ruleset: Ruleset) -> Callable[[Entry], Iterator[Mapping[str, int]]]:
    """Return a function that yields, for each sheet of an entry under these rules, the cards left
    of each kind (the label of its count field)."""
    game = scored(ruleset.game)
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
