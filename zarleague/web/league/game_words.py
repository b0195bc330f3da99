"""What a definition of a league's own game says, in words, and what differs between two."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from zarleague.engine.declared import Definition
from zarleague.engine.declared.definition import (
    Asked,
    AskedNumber,
    Bid,
    Closer,
    Formula,
    Sweep,
    Ties,
    Times,
)

Line = tuple[str, str]
"""What is set, and to what."""


def changes(before: Definition, after: Definition) -> list[tuple[str, str, str]]:
    """Return what differs: what is set, to what before and after; "" where it is not there."""
    was, is_now = dict(_lines(before)), dict(_lines(after))
    found = [(what, was.get(what, ""), is_now.get(what, "")) for what in {**was, **is_now}]
    return [one for one in found if one[1] != one[2]]


def _lines(definition: Definition) -> Iterator[Line]:
    yield _("Who wins?"), _("Fewest points") if definition.low_wins else _("Most points")
    yield _("Players"), _range(*definition.players)
    yield _("Ends at points"), _if(definition.limit)
    yield _("or after hands"), _if(definition.hands)
    for field in definition.fields:
        yield f"“{field.label}”", " · ".join(_field(field))
    if not definition.fields:
        yield _("Points"), _range(*definition.points)
    labels = {field.key: field.label for field in definition.fields}
    for number, formula in enumerate(definition.formulas, start=1):
        title, parts = _formula(formula, labels)
        yield f"{number}. {title}", " · ".join(parts)
    if definition.out is not None:
        collects = [_("collects what the others count")] if definition.out.collects else []
        bonus = [f"{_('and gets')} {definition.out.bonus}"] if definition.out.bonus else []
        said = " · ".join([*bonus, *collects]) or _("yes")
        yield _("One player goes out and wins the hand"), said
    if definition.total is not None:
        yield _("The points of all always add up to the same"), str(definition.total)
    yield _("A tie for the first place"), _TIES[definition.ties]()
    yield _("Points are counted in"), _UNITS[definition.unit]()
    yield _("In a sentence"), definition.about
    yield _("Where the scoring comes from"), definition.source


def _field(field: AskedNumber) -> Iterator[str]:
    yield _ASKED[field.asked]()
    if field.asked is not Asked.TICK:
        yield _range(field.least, field.most)
    counted = " ".join(map(str, field.table)) if field.table else str(field.each)
    yield f"{_('Points each')} {counted}"
    if field.sum is not None:
        yield f"{_('All together')} {_range(*field.sum)}"
    if field.always:
        yield _("also asked of the player who went out")


def _formula(formula: Formula, labels: dict[str, str]) -> tuple[str, list[str]]:
    match formula:
        case Bid(bid=bid, tricks=tricks, exact=exact, made=made, missed=missed, nothing=nothing):
            worths = [
                (_("Made:"), _("fixed"), made.fixed),
                (_("Made:"), _("per bid"), made.bid),
                (_("Made:"), _("per trick"), made.trick),
                (_("Made:"), _("per trick over"), made.over),
                (_("Missed:"), _("fixed"), missed.fixed),
                (_("Missed:"), _("per bid"), missed.bid),
                (_("Missed:"), _("per trick"), missed.trick),
                (_("Missed:"), _("per trick off"), missed.off),
            ]
            if nothing is not None:
                of_0 = _("A bid of 0, if it counts differently:")
                worths += [(of_0, _("made"), nothing[0]), (of_0, _("missed"), nothing[1])]
            parts = [f"{labels[bid]}, {labels[tricks]}", *([_("only exactly")] if exact else [])]
            parts += [f"{head} {what} {worth}" for head, what, worth in worths if worth]
            return _("Bids and tricks"), parts
        case Times(field=field, factor=factor):
            factors = [f"× {factor}"] if factor else []
            return _("Multiplier"), [labels[field], *factors]
        case Closer(field=field, factor=factor):
            return _("Who ends the round"), [labels[field], f"× {factor}"]
        case Sweep(takes=takes, sweeper=sweeper, others=others):
            swept = f"{_('Who has exactly')} {takes}"
            gets = [f"{_('gets')} {sweeper}", f"{_('the others get')} {others}"]
            return _("Takes everything"), [swept, *gets]


def _range(least: int, most: int) -> str:
    if least == most:
        return str(least)
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def _if(number: int) -> str:
    return str(number) if number else ""


_ASKED = {
    Asked.POINTS: lambda: _("by keypad"),
    Asked.COUNT: lambda: _("by plus and minus"),
    Asked.TICK: lambda: _("yes or no"),
}
_TIES = {
    Ties.SHARED: lambda: _("is shared"),
    Ties.EXTRA: lambda: _("is played off in one more hand"),
    Ties.WINS: lambda: _("goes to whoever won more hands"),
}
_UNITS = {
    1: lambda: _("whole points"),
    2: lambda: _("half points"),
    4: lambda: _("quarter points"),
    10: lambda: _("tenths of a point"),
}
