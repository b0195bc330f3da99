"""Whether a definition can be played: every table fills in a hand, somebody can win it, every rule
can apply, and a match has more than one hand unless one was asked for.

Definitions of earlier versions are read without this, so that their matches stay as they are.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations_with_replacement, islice, product
from math import comb, gcd, prod
from typing import Final

from zarleague.engine.declared.bounds import Range, hand_range, share_range, winner_range
from zarleague.engine.declared.counting import Row, count
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

TRIED: Final = 400_000
"""Numbers in the hands that are tried to find one of each kind: all hands of a small definition."""
_ACCENTS: Final = 3
"""Combining characters on one letter, as many as living scripts need."""
_TOTAL_BITS: Final = 100_000_000
"""Sums of points that are looked at, at most, to tell whether a total can be reached."""


def require_playable(definition: Definition) -> None:
    """Raise DefinitionError for what would turn up at the table: a sum that some number of players
    cannot reach, a total that no hand has, a box or a rule without effect, a hand nobody can win,
    a limit that the first hand always reaches, a text that would cover the lines around it."""
    _require_legible(definition)
    # What the fewest and the most can reach, all numbers of players between them can.
    for players in definition.players:
        for field in definition.fields:
            _require_sum(definition, field, players)
        _require_total(definition, players)
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
    if definition.fields:
        _require_hands(definition)


def _require_legible(definition: Definition) -> None:
    texts = {
        "name": definition.name,
        "about": definition.about,
        "source": definition.source,
        **{f"fields.{at}.label": field.label for at, field in enumerate(definition.fields)},
    }
    for word, text in texts.items():
        kinds = "".join(unicodedata.category(char)[0] for char in text)
        if "M" * (_ACCENTS + 1) in kinds:
            raise definition_error("accents", word=word)


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
    if not least <= total <= most:
        kind = "total-of" if least < most else "total-only"
        raise definition_error(kind, total=total, players=players, least=least, most=most)
    if definition.fields and not definition.formulas and not _adds_up(definition, players):
        raise definition_error("total-between", total=total, players=players)


def _adds_up(definition: Definition, players: int) -> bool:
    """Return whether the points of some hand add up to the total, without formulas. Each bit of
    *sums* is a sum that the fields so far can have, counted from *lowest*."""
    assert definition.total is not None
    lowest, sums, work = definition.out.bonus if definition.out is not None else 0, 1, 0
    for field in definition.fields:
        least, most = _together(definition, field, players)
        if field.sum is not None:
            least, most = max(least, field.sum[0]), min(most, field.sum[1])
        if not field.table:
            lowest += min(least * field.each, most * field.each)
            sums = _in_steps(sums, abs(field.each), most - least)
            continue
        holding = players - (definition.out is not None and not field.always)
        fewest = min(field.table)
        # The sums by what the numbers of the seats so far add up to, where that matters.
        by_number = {0: sums}
        for _ in range(holding):
            after: dict[int, int] = {}
            for number, found in by_number.items():
                work += found.bit_length() * len(field.table)
                if work > _TOTAL_BITS:
                    raise definition_error("total-unclear", total=definition.total)
                for own, points in enumerate(field.table, start=field.least):
                    key = number + own if field.sum is not None else 0
                    after[key] = after.get(key, 0) | found << (points - fewest)
            by_number = after
        sums = 0
        for number, found in by_number.items():
            if field.sum is None or least <= number <= most:
                sums |= found
        lowest += holding * fewest
    return definition.total >= lowest and bool(sums >> (definition.total - lowest) & 1)


def _in_steps(sums: int, step: int, most: int) -> int:
    """Return *sums* with 0 to *most* steps added to each."""
    added = 0
    while step and added < most:
        more = min(added + 1, most - added)
        sums |= sums << (step * more)
        added += more
    return sums


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


def _require_hands(definition: Definition) -> None:
    """Raise DefinitionError if, with some number of players, no hand can be entered, no hand gives
    them different points, or nobody can come nearer to the limit; if with the most players everyone
    reaches it at once; or if a rule never changes anything. Where not all hands can be tried, only
    a hand and a winner must be found."""
    ends = bool(definition.limit and not definition.hands)
    fewest, most = definition.players
    winner = None if definition.out is None else 0
    shortened = [
        replace(definition, formulas=definition.formulas[:at] + definition.formulas[at + 1 :])
        for at in range(len(definition.formulas))
    ]
    idle, all_tried = set(range(len(shortened))), True
    for players in range(fewest, most + 1):
        wanted = {"hand", "winner"} | ({"end"} if ends else set())
        if ends and players == most:
            wanted.add("next")
        each = players * len(definition.fields) * (1 + len(shortened))
        most_hands = TRIED // (each * (most - fewest + 1))
        complete = _number_of_hands(definition, players) <= most_hands
        hands = _hands(definition, players, most_hands)
        for rows in hands if complete else islice(hands, most_hands):
            if not _fits(definition, rows):
                continue
            points = count(definition, rows, winner)
            if definition.total not in (None, sum(points)):
                continue
            wanted.discard("hand")
            if len(set(points)) > 1:
                wanted.discard("winner")
            if max(points) > 0:
                wanted.discard("end")
            if max(points) < definition.limit:
                wanted.discard("next")
            idle -= {at for at in idle if count(shortened[at], rows, winner) != points}
            if not wanted and not idle:
                break
        all_tried = all_tried and complete
        if "hand" in wanted and (complete or definition.formulas):
            kind = "total-between" if complete else "total-unclear"
            raise definition_error(kind, total=definition.total or 0, players=players)
        if "winner" in wanted and (complete or definition.total is None):
            raise definition_error("nobody", players=players)
        if complete and "end" in wanted:
            raise definition_error("limit-of", limit=definition.limit, players=players)
        if complete and "next" in wanted:
            raise definition_error("first-hand", limit=definition.limit)
    if idle and all_tried:
        raise definition_error("no-effect")


def _fits(definition: Definition, rows: Sequence[Row]) -> bool:
    """Return whether the numbers of each field add up to what they should."""
    return all(
        field.sum is None or field.sum[0] <= sum(row[at] for row in rows) <= field.sum[1]
        for at, field in enumerate(definition.fields)
    )


def _hands(definition: Definition, players: int, most: int) -> Iterator[list[Row]]:
    """Yield the numbers by seat of hands within the limits, of which the first seat goes out where
    one does: some in which one seat differs as far as can be, then at least *most* of all, but for
    the order of the seats."""
    return chain(_uneven_hands(definition, players), _all_hands(definition, players, most))


def _number_of_hands(definition: Definition, players: int) -> int:
    sizes = [field.most - field.least + 1 for field in definition.fields]
    if definition.out is None:
        return comb(prod(sizes) + players - 1, players)
    kept = (size for size, field in zip(sizes, definition.fields, strict=True) if field.always)
    return prod(kept) * comb(prod(sizes) + players - 2, players - 1)


def _all_hands(definition: Definition, players: int, most: int) -> Iterator[list[Row]]:
    numbers = [
        sorted(range(field.least, field.most + 1), key=lambda one: (abs(one), one < 0))
        for field in definition.fields
    ]
    # Beside the first of all, each of them makes a hand of its own.
    seats = list(islice(product(*numbers), most))
    if definition.out is None:
        yield from map(list, combinations_with_replacement(seats, players))
        return
    kept = [
        own if field.always else [0] for field, own in zip(definition.fields, numbers, strict=True)
    ]
    for others in combinations_with_replacement(seats, players - 1):
        for first in product(*kept):
            yield [first, *others]


def _uneven_hands(definition: Definition, players: int) -> Iterator[list[Row]]:
    """Yield hands in which one seat differs as far as the sums let it: in each box alone, in all of
    them, and in each two."""
    columns: list[list[list[int]]] = []
    for field in definition.fields:
        empty = definition.out is not None and not field.always
        ways = list(_columns(field, players - empty))
        columns.append([[0, *way] for way in ways] if empty else ways)
    plain = [column[0] for column in columns]
    yield _rows(plain)
    for at in range(1, max(map(len, columns))):
        yield _rows([column[min(at, len(column) - 1)] for column in columns])
    for one, ways in enumerate(columns):
        for way in ways[1:]:
            hand = [*plain[:one], way, *plain[one + 1 :]]
            yield _rows(hand)
            for second in range(one + 1, len(columns)):
                for other in columns[second][1:]:
                    yield _rows([*hand[:second], other, *hand[second + 1 :]])


def _rows(columns: Sequence[list[int]]) -> list[Row]:
    return list(zip(*columns, strict=True))


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
