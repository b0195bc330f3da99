"""Records by kind of card: cards left in the hands at the end, as far as they were entered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from zarleague.engine.entry import Entry, FieldKind
from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play import rulesets
from zarleague.play.judging import entry_from_json
from zarleague.play.models import Hand, HandResult


@dataclass(slots=True)
class _Kind:
    """One kind of card over the season."""

    label: str
    cards: int = 0
    hands: set[int] = field(default_factory=set)
    most: int = 0
    by: list[dict[str, int]] = field(default_factory=list)
    """Who was left with the most in one hand, and in which."""


def records(season: Season) -> list[dict[str, Any]]:
    """Return for each game and kind of card: the cards left in all, the number of hands, and the
    most left in one hand. Hands known by their totals alone are not counted."""
    into = aliases(season.league_id)
    found: dict[tuple[str, str], _Kind] = {}
    hands = (
        Hand.objects.filter(match__season=season, confirmed__entry__isnull=False)
        .select_related("match", "confirmed")
        .order_by("match__played_on", "match", "number")
    )
    players = _players(season)
    for hand in hands:
        version = hand.confirmed
        assert version is not None
        ruleset = rulesets.from_json(hand.match.game, hand.match.rules)
        sheets = cards_left(ruleset, entry_from_json(version.entry or {}))
        seated = players.get(version.pk, [])
        for seat, counted in zip(seated, sheets, strict=False):
            for label, count in counted.items():
                kind = found.setdefault((hand.match.game, label), _Kind(label))
                kind.cards += count
                kind.hands.add(hand.pk)
                if count > kind.most:
                    kind.most, kind.by = count, []
                if count == kind.most:
                    kind.by.append(
                        {
                            "player": into.get(seat, seat),
                            "match": hand.match_id,
                            "number": hand.number,
                            "evening": hand.match.played_on.toordinal(),
                        }
                    )
    return [
        {
            "game": game,
            "kind": kind.label,
            "cards": kind.cards,
            "hands": len(kind.hands),
            "most": kind.most,
            "by": kind.by[:3],
            "shared": len(kind.by),
        }
        for (game, _), kind in sorted(found.items())
    ]


def cards_left(ruleset: Ruleset, entry: Entry) -> Iterator[Mapping[str, int]]:
    """Yield for each sheet the cards left of each kind (the label of its count field)."""
    game = find(ruleset.game)
    forms = game.forms(ruleset)
    form = rulesets.form_by_key(ruleset, entry.form)
    counts = [one for each in forms for one in each.fields if one.kind is FieldKind.COUNT]
    label_of = {code: one.label for one in counts for code in one.faces}
    kind_of = {face.code: face.kind for face in game.deck(ruleset).faces}
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


def _codes(value: list[Any]) -> Iterator[str]:
    for part in value:
        if isinstance(part, str):
            yield part
        else:
            yield from part


def _players(season: Season) -> dict[int, list[int]]:
    """Return player ids in the order of the sheets, by version."""
    rows = HandResult.objects.filter(version__confirmed_for__match__season=season)
    seated: dict[int, list[int]] = {}
    for version, player in rows.order_by("version", "order").values_list("version_id", "player_id"):
        seated.setdefault(version, []).append(player)
    return seated
