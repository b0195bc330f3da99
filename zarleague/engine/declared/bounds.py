"""The fewest and most points that one seat can have in a hand of a declared game."""

from zarleague.engine.declared.definition import AskedNumber, Bid, Closer, Definition, Sweep, Times

Range = tuple[int, int]


def hand_range(definition: Definition) -> Range:
    """Return the fewest and most points of a seat that numbers within their limits can lead to.
    They enclose what is possible, and may be wider."""
    if not definition.fields:
        return definition.points
    by_key = {field.key: field for field in definition.fields}
    least = sum(share_range(field)[0] for field in definition.fields)
    most = sum(share_range(field)[1] for field in definition.fields)
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
    if definition.out is not None:
        others = definition.players[1] - 1
        collected = (least * others, most * others) if definition.out.collects else (0, 0)
        if definition.out.collects:
            least, most = min(least, 0), max(most, 0)
        bonus = definition.out.bonus
        least = min(least, least + bonus, bonus + collected[0])
        most = max(most, most + bonus, bonus + collected[1])
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
