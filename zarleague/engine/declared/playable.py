"""Whether a definition can be played: every table fills in a hand, somebody can win it, every rule
can apply, and a match has more than one hand unless one was asked for.

Definitions of earlier versions are read without this, so that their matches stay as they are.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import gcd

from zarleague.engine.declared.bounds import Range, hand_range, share_range, winner_range
from zarleague.engine.declared.counting import count
from zarleague.engine.declared.definition import (
    AskedNumber,
    Bid,
    BidMade,
    BidMissed,
    Closer,
    Definition,
    Formula,
    Out,
    Sweep,
    Times,
)
from zarleague.engine.declared.reading import definition_error


def require_playable(definition: Definition) -> None:
    """Raise DefinitionError for what would turn up at the table: a sum that some number of players
    cannot reach, a total that no hand has, a box or a rule without effect, a hand nobody can win,
    a limit that the first hand always reaches."""
    # What the fewest and the most can reach, all numbers of players between them can.
    for players in definition.players:
        for field in definition.fields:
            _require_sum(definition, field, players)
        _require_total(definition, players)
        if definition.fields and not _can_be_won(definition, players):
            raise definition_error("nobody", players=players)
    for field in definition.fields:
        if field.always and definition.out is None:
            raise definition_error("nobody-out", word=field.label)
        if _alone(definition, field) == (0, 0):
            raise definition_error("always-nothing", word=field.label)
    if definition.out not in (None, Out()) and not definition.fields:
        raise definition_error("out-points")
    for number, formula in enumerate(definition.formulas):
        if isinstance(formula, Bid) and formula.bid == formula.tricks:
            raise definition_error("one-box")
        before = replace(definition, formulas=definition.formulas[:number], out=None)
        if isinstance(formula, Closer) and hand_range(before)[1] <= 0:
            raise definition_error("closer")
        if _changes_nothing(formula):
            raise definition_error("no-effect")
    _require_sweep(definition)
    if definition.limit and not definition.hands and _least_of_best(definition) >= definition.limit:
        raise definition_error("first-hand", limit=definition.limit)


def _together(definition: Definition, field: AskedNumber, players: int) -> Range:
    """Return the least and the most that a field's numbers add up to; who went out has none."""
    empty = 1 if definition.out is not None and not field.always else 0
    return field.least * (players - empty), field.most * (players - empty)


def _require_sum(definition: Definition, field: AskedNumber, players: int) -> None:
    if field.sum is None:
        return
    least, most = _together(definition, field, players)
    if field.sum[0] > most or field.sum[1] < least:
        raise definition_error("sum-of", word=field.label, players=players, least=least, most=most)


def _shares(definition: Definition, field: AskedNumber, players: int) -> Range:
    """Return the least and the most points that a field gives all players together."""
    if field.table:
        least, most = share_range(field)
        holding = players - (definition.out is not None and not field.always)
        return least * holding, most * holding
    low, high = _together(definition, field, players)
    if field.sum is not None:
        low, high = max(low, field.sum[0]), min(high, field.sum[1])
    ends = (low * field.each, high * field.each)
    return min(ends), max(ends)


def _require_total(definition: Definition, players: int) -> None:
    total = definition.total
    if total is None:
        return
    if not definition.fields or definition.formulas:
        low, high = hand_range(definition)
        least, most = low * players, high * players
    else:
        shares = [_shares(definition, field, players) for field in definition.fields]
        bonus = definition.out.bonus if definition.out is not None else 0
        least, most = (bonus + sum(ends) for ends in zip(*shares, strict=True))
        free = [
            abs(field.each)
            for field, share in zip(definition.fields, shares, strict=True)
            if share[0] != share[1]
        ]
        if not any(field.table for field in definition.fields) and (total - least) % max(
            gcd(*free), 1
        ):
            raise definition_error("total-between", total=total, step=gcd(*free))
    if not least <= total <= most:
        kind = "total-of" if least < most else "total-only"
        raise definition_error(kind, total=total, players=players, least=least, most=most)


def _changes_nothing(formula: Formula) -> bool:
    """Return whether a rule leaves all points as they are."""
    match formula:
        case Bid(made=made, missed=missed, nothing=nothing):
            return made == BidMade() and missed == BidMissed() and not any(nothing or ())
        case Times(factor=factor):
            return factor == 1
        case _:
            return False


def _require_sweep(definition: Definition) -> None:
    for number, formula in enumerate(definition.formulas):
        if not isinstance(formula, Sweep):
            continue
        fields, before = definition.fields, definition.formulas[:number]
        if before or any(field.table for field in fields):
            least, most = hand_range(definition)
            step = 1
        else:
            ranges = [_alone(definition, field) for field in fields]
            shares = [sorted((least * field.each, most * field.each))
                      for field, (least, most) in zip(fields, ranges, strict=True)]  # fmt: skip
            least, most = (sum(ends) for ends in zip(*shares, strict=True))
            step = max(gcd(*(field.each for field in fields)), 1)
        if not least <= formula.takes <= most or formula.takes % step:
            raise definition_error("sweep", takes=formula.takes)


def _alone(definition: Definition, field: AskedNumber) -> Range:
    """Return the range of the numbers that one player can have in a field beside the others."""
    least, most, others = field.least, field.most, definition.players[1] - 1
    if field.sum is not None:
        most = min(most, field.sum[1] - field.least * others)
        least = max(least, field.sum[0] - field.most * others)
    if definition.out is not None and not field.always:
        return min(least, 0), max(most, 0)
    return least, most


def _least_of_best(definition: Definition) -> int:
    """Return the points that somebody has after any first hand, at the least."""
    least, _ = hand_range(definition)
    players = definition.players[1]
    if definition.total is not None:
        return max(least, -(-definition.total // players))
    if definition.out is not None and definition.fields:
        least = max(least, *(winner_range(definition, each)[0] for each in definition.players))
    if not definition.fields or definition.formulas:
        return least
    together = sum(_shares(definition, field, players)[0] for field in definition.fields)
    if definition.out is None:
        return max(least, -(-together // players))
    return max(least, definition.out.bonus + together) if definition.out.collects else least


def _can_be_won(definition: Definition, players: int) -> bool:
    """Return whether some hand gives two players different points."""
    winners = (None,) if definition.out is None else (0, players - 1)
    return any(
        len(set(count(definition, rows, winner))) > 1
        for rows in _hands(definition, players)
        for winner in winners
    )


def _hands(definition: Definition, players: int) -> Iterator[list[list[int]]]:
    """Yield hands in which one seat differs as far as the sums let it: in each box alone, in all of
    them, and in each two."""
    columns = [list(_columns(field, players)) for field in definition.fields]
    plain = [column[0] for column in columns]
    yield _rows(plain)
    for at in range(1, max(map(len, columns))):
        yield _rows([column[min(at, len(column) - 1)] for column in columns])
    for first, ways in enumerate(columns):
        for way in ways[1:]:
            hand = [*plain[:first], way, *plain[first + 1 :]]
            yield _rows(hand)
            for second in range(first + 1, len(columns)):
                for other in columns[second][1:]:
                    yield _rows([*hand[:second], other, *hand[second + 1 :]])


def _rows(columns: list[list[int]]) -> list[list[int]]:
    return [list(row) for row in zip(*columns, strict=True)]


def _columns(field: AskedNumber, players: int) -> Iterator[list[int]]:
    """Yield numbers of a field by seat. With a sum: shared out evenly, given to the first seats
    first, and to the last ones first; without, those the first seat may have beside empty boxes."""
    if field.sum is None:
        yield [0] * players
        for number in dict.fromkeys((field.most, field.least, 1, -1)):
            if number and field.least <= number <= field.most:
                yield [number] + [0] * (players - 1)
        if field.most:
            yield [1 if field.least <= 1 <= field.most else field.most] * players
        return
    least, most = field.least * players, field.most * players
    low, high = max(field.sum[0], least), min(field.sum[1], most)
    for total in dict.fromkeys((low, high, min(low + 1, high))):
        yield [(total + seat) // players for seat in range(players)]
        first, left = [], total - least
        for _ in range(players):
            more = min(left, field.most - field.least)
            first.append(field.least + more)
            left -= more
        yield first
        yield first[::-1]
