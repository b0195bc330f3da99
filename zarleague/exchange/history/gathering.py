"""Extract the hands of a spreadsheet by its layout, and report problems cell by cell."""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.exchange.history.cells import FIRST_DAY
from zarleague.exchange.history.gathered import Gathered, ProblemKind, SheetHand
from zarleague.exchange.history.hands_of_rows import fill_lone, gather_long, gather_wide
from zarleague.exchange.history.layout import Layout, Use, Values
from zarleague.exchange.history.sheet_rows import MAX_TOGETHER
from zarleague.exchange.history.sheets import Row
from zarleague.leagues.names import name_key

MAX_HANDS: Final = 1000
"""Hands at one table on one evening."""
MOST_WINS: Final = 100
"""Hands won by one player in one row."""
TEAM: Final = re.compile(r"\s*(?:[&+/]|\band\b|\bund\b|\bet\b|(?<=\s)(?:en|y|e)(?=\s))\s*", re.I)
"""What stands between the names of a team."""


def gather(
    rows: Iterable[tuple[int, Row]],
    layout: Layout,
    *,
    today: datetime.date,
    seats: tuple[int, int],
    leave_out: Collection[str] = (),
    unit: int = 1,
    splits_teams: bool = False,
    blanks_are_zero: bool = True,
    words: str = "",
    absent_are_zero: bool = False,
) -> Gathered:
    """Return the contents of a spreadsheet. ``seats`` are the fewest and most players of a hand;
    ``leave_out`` names the kinds of problems whose hands are left out. Points are counted in the
    *unit*-th part of a point; with ``splits_teams`` each member gets the result of a team. Where
    only one player has points in nearly every row, the others have 0 if ``blanks_are_zero``. Who
    has a word in place of points did not play, where ``words`` is "absent", or has 0 ("zero"), or
    such hands are left out ("leave"); else that is open. With ``absent_are_zero`` all in the
    headings play, and who has no number has 0."""
    found = _gather_raw(rows, layout, today, leave_out, unit, words_are_zero=words == "zero")
    _settle_words(found, words)
    if absent_are_zero:
        headings = {name_key(layout.headings[column]) for column in layout.columns(Use.PLAYER)}
        headed = [at for at, name in enumerate(found.names) if name_key(name) in headings]
        for hand in found.hands:
            hand.points = {place: hand.points.get(place, 0) for place in headed}
    fill_lone(found, layout, blanks_are_zero=blanks_are_zero)
    _leave_noughts(found)
    _let_all_play(found, layout)
    found.teams = [name for name in found.names if _members(name)]
    if splits_teams:
        _split_teams(found)
    found.has_no_points = bool(found.hands) and not any(
        hand.has_points or hand.flaws - {ProblemKind.NO_POINTS} for hand in found.hands
    )
    if layout.shape.is_running:
        _take_apart(found, layout)
    if layout.values == Values.WINS:
        _deal_out_wins(found)
    else:
        found.only_places = layout.values == Values.PLACES or not any(
            hand.has_points for hand in found.hands
        )
    _count_places(found)
    _check_hands(found, layout, seats)
    found.drop_flawed()
    return found


def _settle_words(found: Gathered, meaning: str) -> None:
    """Report the words in place of points in columns of which a third are numbers at most, or where
    a third of all are words. The others are kept in ``words``, to be asked about."""
    words = Counter(column for _, (column, _), _ in found.words)
    are_few = words.total() * 2 <= found.numbers.total()
    kept = []
    for text, (column, row), hand in found.words:
        if not are_few or words[column] >= 2 * found.numbers[column]:
            found.flaw(ProblemKind.POINTS, (column, row), hand, text=text)
        else:
            kept.append((text, (column, row), hand))
    found.words = kept
    if not meaning:
        for _, _, hand in kept:  # it is asked about, and not a problem
            hand.flaws.add(ProblemKind.POINTS)
    if meaning == "leave":
        dropped = {id(hand) for _, _, hand in kept}
        found.left_out["words"] += len(dropped)
        found.hands = [hand for hand in found.hands if id(hand) not in dropped]


def _leave_noughts(found: Gathered) -> None:
    """Where all points in a file are 0, and the winners are named, nothing is known but them: 0 are
    the winner's."""
    if all(hand.winners and not any(hand.points.values()) for hand in found.hands):
        for hand in found.hands:
            hand.points, hand.has_points = dict.fromkeys(hand.points, 2), False


def _let_all_play(found: Gathered, layout: Layout) -> None:
    """Where a file names nobody but the winner of each hand, let all play whom it names."""
    named = (Use.PLAYER, Use.NAME, Use.PLAYERS)
    if layout.column(Use.WINNER) is None or any(layout.columns(use) for use in named):
        return
    found.only_winners = len(found.names) > 1
    for hand in found.hands if found.only_winners else ():
        rest = 0 if hand.has_points else 2
        hand.points = {place: hand.points.get(place, rest) for place in range(len(found.names))}


def raw_hands(rows: Sequence[tuple[int, Row]], layout: Layout) -> list[SheetHand]:
    """Return the hands as they stand in the rows, without those that have problems. Running totals
    are taken apart."""
    if layout.column(Use.DAY) is None:
        layout = replace(layout, day=layout.day or FIRST_DAY)
    found = _gather_raw(rows, layout, datetime.date.max, ())
    if layout.shape.is_running:
        _take_apart(found, layout)
    return [hand for hand in found.hands if not hand.flaws]


def _gather_raw(
    rows: Iterable[tuple[int, Row]],
    layout: Layout,
    today: datetime.date,
    leave_out: Collection[str],
    unit: int = 1,
    *,
    words_are_zero: bool = False,
) -> Gathered:
    found = Gathered(leave_out, turned=layout.turned)
    found.words_are_zero = words_are_zero
    found.unit = unit
    if layout.column(Use.DAY) is None and layout.day is None:
        found.note("", gettext_noop("Choose the column with the evening, or enter one evening."))
    if layout.shape.is_long:
        gather_long(found, rows, layout, today)
    else:
        gather_wide(found, rows, layout, today)
    days = [hand.day for hand in found.hands]
    if days and days[0] > days[-1] and days == sorted(days, reverse=True):
        found.hands.reverse()
    return found


def _members(name: str) -> list[str]:
    """Return the names of a team's players, none if a name is that of one player."""
    parts = TEAM.split(name)
    return parts if len(parts) > 1 and all(name_key(part) for part in parts) else []


def _split_teams(found: Gathered) -> None:
    """Give each player of a team its result."""
    players = {
        place: [found.place_of(member) or 0 for member in _members(name)] or [place]
        for place, name in enumerate([*found.names])
    }
    for hand in found.hands:
        members = [player for place in hand.points for player in players[place]]
        if len(set(members)) < len(members):
            found.flaw(ProblemKind.TWO_TEAMS, (None, hand.row), hand)
        hand.points = {player: hand.points[at] for at in hand.points for player in players[at]}
        hand.ranks = {player: hand.ranks[at] for at in hand.ranks for player in players[at]}
        hand.winners = {player for at in hand.winners for player in players[at]}
    found.keep_names({place for hand in found.hands for place in hand.points})


def begins_again(hand: SheetHand, before: Mapping[int, int]) -> bool:
    """Return whether running totals begin again with a hand: those of most players fall, and are
    nearer to 0 than to those before, from which they may fall by negative points, too."""
    both = [place for place in hand.points if place in before]
    falls = sum(hand.points[place] < before[place] for place in both)
    now = sum(abs(hand.points[place]) for place in both)
    steps = sum(abs(hand.points[place] - before[place]) for place in both)
    return falls * 2 > len(both) and now < steps


def _take_apart(found: Gathered, layout: Layout) -> None:
    """Turn running totals into the points of each hand."""
    totals: dict[int, int] = {}
    match: tuple[object, ...] | None = None
    series = 1
    hands = []
    for hand in found.hands:
        if layout.restarts and match != hand.match:
            totals, match, series = {}, hand.match, hand.series
        elif layout.restarts and begins_again(hand, totals):
            totals, series = {}, series + 1
        if layout.restarts:
            hand.series = series
        before = {place: totals.get(place, 0) for place in hand.points}
        totals.update(hand.points)
        hand.points = {place: hand.points[place] - before[place] for place in hand.points}
        # All are 0 before the first hand, and where a row was copied from the one above.
        if any(hand.points.values()) or hand.flaws:
            hands.append(hand)
    found.hands = hands


def _deal_out_wins(found: Gathered) -> None:
    """Turn numbers of hands won into hands of which only the winner is known."""
    found.only_places = True
    hands = []
    for hand in found.hands:
        if any(not 0 <= wins <= MOST_WINS for wins in hand.points.values()):
            found.flaw(ProblemKind.WINS, (None, hand.row), hand, most=MOST_WINS)
            hands.append(hand)
            continue
        level = dict.fromkeys(hand.points, 2)
        hands += [
            SheetHand(
                hand.day, hand.table, hand.row, hand.series, dict(level), {winner},
                flaws=set(hand.flaws),
            )
            for winner, wins in hand.points.items()
            for _ in range(wins)
        ]  # fmt: skip
    found.hands = hands


def _count_places(found: Gathered) -> None:
    """Where the file has no points, make them the places: 1 for the winner, 2 for the others where
    only the winner is known."""
    if not found.only_places:
        return
    for hand in found.hands:
        if hand.has_points:
            continue
        if hand.ranks.keys() == hand.points.keys():
            hand.points = dict(hand.ranks)
        elif hand.winners:
            hand.points = {place: 1 if place in hand.winners else 2 for place in hand.points}
        elif not hand.flaws:
            found.flaw(ProblemKind.NO_WINNER, (None, hand.row), hand)


def _check_hands(found: Gathered, layout: Layout, seats: tuple[int, int]) -> None:
    """Report hands with too few or too many players, and evenings with too many hands."""
    found.hands.sort(key=lambda hand: (*hand.match, hand.row))
    counts = Counter(hand.match for hand in found.hands)
    single = all(count == 1 for count in counts.values())
    found.by_evening = (
        bool(counts) and single and not found.only_places and layout.column(Use.HAND) is None
    )
    most = MAX_TOGETHER if found.by_evening else seats[1]
    for hand in found.hands:
        if not hand.flaws and not seats[0] <= len(hand.points) <= most:
            found.flaw(
                ProblemKind.PLAYERS,
                (None, hand.row),
                hand,
                players=len(hand.points),
                least=seats[0],
                most=most,
            )
    for (day, table, _), count in counts.items():
        if count > MAX_HANDS:
            found.note(
                "",
                gettext_noop("There are {count} hands at {place}; at most {most} are possible."),
                count=count,
                place=f"{day.isoformat()} {table}".strip(),
                most=MAX_HANDS,
            )
