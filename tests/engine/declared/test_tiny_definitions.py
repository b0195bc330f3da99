"""Small definitions of any kind: every hand of each is entered, which shows whether it can be
played."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

from zarleague.engine.declared import (
    Definition,
    DefinitionError,
    read_definition,
    require_playable,
    ruleset_of,
)
from zarleague.engine.entry import Entry
from zarleague.engine.games import scored

DEFINITIONS = 100


def tiny(draw: random.Random) -> dict[str, Any]:
    """Return plain data of a game of two or three players with one or two boxes, which may have
    tables, sums, a total, rules and somebody who goes out."""
    fields: list[dict[str, Any]] = []
    for number in range(draw.choice((1, 1, 2))):
        least, most = draw.choice(((0, 1), (0, 2), (-1, 1)))
        field: dict[str, Any] = {
            "key": f"f{number}", "label": f"Box {number}", "least": least, "most": most,
            "always": draw.random() < 0.2,
        }  # fmt: skip
        if draw.random() < 0.5:
            field["table"] = [draw.randint(-4, 6) for _ in range(most - least + 1)]
        else:
            field["each"] = draw.randint(-2, 5)
        if draw.random() < 0.4:
            together = draw.randint(-2, 4)
            field["sum"] = [together, together + draw.randint(0, 2)]
        fields.append(field)
    rules: list[dict[str, Any]] = []
    if draw.random() < 0.3:
        factor = draw.choice((0, 2, -1, 3))
        rules.append({"kind": "times", "field": "f0", "factor": factor})
    if draw.random() < 0.3:
        takes, sweeper, others = (draw.randint(-3, 6) for _ in range(3))
        rules.append({"kind": "sweep", "takes": takes, "sweeper": sweeper, "others": others})
    data = {
        "name": "Any",
        "players": draw.choice(([2, 2], [2, 3], [3, 3])),
        "wins": draw.choice(("low", "high")),
        "fields": fields,
        "rules": rules,
        **draw.choice(({"limit": 9}, {"limit": 5}, {"hands": 3})),
    }
    if draw.random() < 0.6:
        data["total"] = draw.randint(-4, 10)
    if draw.random() < 0.3:
        data["out"] = {"bonus": draw.randint(-2, 3), "collects": draw.random() < 0.4}
    return data


def entries(definition: Definition, players: int) -> Iterator[Entry]:
    for winner in [None] if definition.out is None else range(players):
        numbers = [
            range(field.least, field.most + 1) if field.always or seat != winner else (0,)
            for seat in range(players)
            for field in definition.fields
        ]
        for given in itertools.product(*numbers):
            left = iter(given)
            sheets = tuple(
                {field.key: next(left) for field in definition.fields} for _ in range(players)
            )
            yield Entry("counted", sheets, winner)


def what_is_wrong(definition: Definition) -> set[str]:
    """Return the beginnings of the sentences that are true of a game, after all its hands."""
    ruleset = ruleset_of(definition)
    check = scored(ruleset.game).check
    ends = bool(definition.limit and not definition.hands)
    wrong = set()
    for players in range(definition.players[0], definition.players[1] + 1):
        checked = (check(ruleset, entry).points for entry in entries(definition, players))
        found = [points for points in checked if points is not None]
        if not found:
            wrong.add("With {players} players, the points of")
        elif all(len(set(points)) == 1 for points in found):
            wrong.add("With {players} players everyone")
        if found and ends and all(max(points) <= 0 for points in found):
            wrong.add("With {players} players nobody could ever reach")
        at_once = all(max(points) >= definition.limit for points in found)
        if found and ends and at_once and players == definition.players[1]:
            wrong.add("Someone always reaches")
    return wrong


def test_exactly_what_can_be_played_is_accepted() -> None:
    draw, accepted, refused = random.Random(36), 0, 0
    while accepted + refused < DEFINITIONS:
        try:
            definition = read_definition(tiny(draw))
        except DefinitionError:
            continue
        try:
            require_playable(definition)
        except DefinitionError as error:
            told = error.template
            if told.startswith(("With {players} players", "Someone")) and "“" not in told:
                refused += 1
                assert any(map(told.startswith, what_is_wrong(definition))), definition
        else:
            accepted += 1
            assert not what_is_wrong(definition), definition
    assert min(accepted, refused) > DEFINITIONS / 10
