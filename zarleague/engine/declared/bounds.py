"""The fewest and most points that one seat can have in a hand of a declared game."""

from collections.abc import Sequence
from dataclasses import replace

from zarleague.engine.declared.definition import AskedNumber, Bid, Closer, Definition, Sweep, Times

Range = tuple[int, int]


def hand_range(definition: Definition) -> Range:
    """Return the fewest and most points of a seat that numbers within their limits can lead to.
    They enclose what is possible, and may be wider."""
    if not definition.fields:
        return definition.points
    least, most = _counted_range(definition, definition.fields)
    if definition.out is not None:
        others = (0, 0) if definition.out.collects else (least, most)
        winner = [winner_range(definition, players) for players in definition.players]
        least = min(others[0], *(one[0] for one in winner))
        most = max(others[1], *(one[1] for one in winner))
    return least, most


def winner_range(definition: Definition, players: int) -> Range:
    """Return the fewest and most points of the seat that went out, of a definition in which one
    does. They enclose what is possible, and may be wider."""
    assert definition.out is not None
    kept = tuple(
        field if field.always else replace(field, least=0, most=0, each=0, table=())
        for field in definition.fields
    )
    least, most = _counted_range(definition, kept)
    if definition.out.collects:
        low, high = _counted_range(definition, definition.fields)
        least, most = least + low * (players - 1), most + high * (players - 1)
    return least + definition.out.bonus, most + definition.out.bonus


def _counted_range(definition: Definition, fields: Sequence[AskedNumber]) -> Range:
    """Return the range of what a seat with those fields counts, before somebody goes out."""
    by_key = {field.key: field for field in fields}
    least = sum(share_range(field)[0] for field in fields)
    most = sum(share_range(field)[1] for field in fields)
    for formula in definition.formulas:
        match formula:
            case Bid():
                low, high = _bid_range(formula, by_key[formula.bid], by_key[formula.tricks])
                least, most = least + low, most + high
            case Times():
                factors = _factors(formula, by_key[formula.field])
                products = [a * b for a in (least, most) for b in factors]
                least, most = min(products), max(products)
            case Closer():
                most = max(most, most * formula.factor)
            case Sweep():
                least = min(least, formula.sweeper, formula.others)
                most = max(most, formula.sweeper, formula.others)
    return least, most


def share_range(field: AskedNumber) -> Range:
    """Return the fewest and most points that a field alone gives."""
    if field.table:
        return min(field.table), max(field.table)
    ends = (field.least * field.each, field.most * field.each)
    return min(ends), max(ends)


def _factors(times: Times, field: AskedNumber) -> Range:
    if not times.factor:
        return field.least, field.most
    powers = [times.factor ** max(0, number) for number in (field.least, field.most)]
    if times.factor < 0 and field.most > field.least:
        powers.append(times.factor ** (field.most - 1))
    return min(powers), max(powers)


def _bid_range(bid: Bid, promised: AskedNumber, taken: AskedNumber) -> Range:
    """Return the range of a bid's points. They are linear in both numbers in each of a few cases,
    so the corners and the numbers beside the diagonal have the extremes."""
    least, most = max(promised.least, taken.least), min(promised.most, taken.most)
    bids = {promised.least, promised.most, 0, 1, least, most}
    pairs = [
        (number, tricks)
        for number in bids
        for tricks in {taken.least, taken.most, number, number - 1, number + 1}
    ]
    pairs += [(number, tricks) for tricks in (taken.least, taken.most) for number in
              (tricks, tricks - 1, tricks + 1)]  # fmt: skip
    possible = [
        bid_points(bid, number, tricks)
        for number, tricks in pairs
        if promised.least <= number <= promised.most and taken.least <= tricks <= taken.most
    ]
    return min(possible), max(possible)


def bid_points(bid: Bid, promised: int, taken: int) -> int:
    """Return the points of a bid and the tricks that were taken."""
    made = taken == promised if bid.exact else taken >= promised
    if promised == 0 and bid.nothing is not None:
        return bid.nothing[0 if taken == 0 else 1]
    if made:
        worth = bid.made
        over = worth.over * (taken - promised)
        return worth.fixed + worth.bid * promised + worth.trick * taken + over
    off = bid.missed.off * abs(taken - promised)
    return bid.missed.fixed + bid.missed.bid * promised + bid.missed.trick * taken + off
