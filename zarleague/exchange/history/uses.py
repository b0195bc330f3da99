"""Recognise the use of each column of a spreadsheet by its heading and its cells."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from zarleague.exchange.history.cells import first_day_of, points_of, text_of, word_of
from zarleague.exchange.history.columns import (
    ENOUGH,
    MOSTLY,
    Reason,
    SheetColumn,
    numbered_alike,
    ranks_every_row,
    with_use,
)
from zarleague.exchange.history.headings import (
    Role,
    are_losers,
    is_hardly_name,
    is_number,
    is_opponent,
    may_be_name,
    place_of,
    two_sides,
    undecorated,
)
from zarleague.exchange.history.layout import Use
from zarleague.exchange.history.player_columns import assign_players, never_scored, rows_with
from zarleague.exchange.history.sheet_rows import PART, YES
from zarleague.leagues.names import name_key


def assign_uses(columns: Sequence[SheetColumn], known: Collection[str], *, turned: bool) -> None:
    """Set the use and the reason of each column."""
    for column in columns:
        if not column.kind:
            column.reason = Reason.EMPTY
    _name_letters(columns)
    _assign_days(columns)
    if turned and columns and not with_use(columns, Use.DAY):
        next((one for one in columns if one.kind), columns[0]).takes(Use.HAND, Reason.COUNTER)
    texts = [one for one in columns if one.kind == "text" and one.use == Use.NOTHING]
    sets = _assign_sets(texts)
    _assign_words(with_use(texts, Use.NOTHING), sets)
    numbers = [one for one in columns if one.kind == "number" and one.use == Use.NOTHING]
    rounds = _rounds(columns, numbers)
    if rounds:
        _assign_counters([one for one in numbers if one not in rounds], known)
        _assign_rounds(columns, rounds)
        return
    if not sets and _assign_pairs(columns, numbers):
        _assign_counters(with_use(numbers, Use.NOTHING), known)
        return
    if not sets and not with_use(columns, *_NAMED):
        for one in numbers:
            one.is_word = bool(one.roles) and _is_missing(one, [o for o in numbers if not o.roles])
        for one in numbers:
            one.roles = () if one.is_word else one.roles
    _assign_counters(numbers, known)
    free = with_use(numbers, Use.NOTHING)
    players = [one for one in free if not one.roles]
    for one in players:
        one.is_word = one.is_word or is_hardly_name(one.heading)
    if players and not sets and not with_use(columns, *_NAMED):
        more = [one for one in free if may_be_name(one.heading)]
        for one in more:
            one.roles, one.is_word = (), True
        players += more
    _leave_numbers_of_games(numbers, players)
    listed = with_use(columns, Use.PLAYERS)
    named = _named_in(listed, free)
    if len(named) > 1:
        assign_players(named, known)
        return
    only_winners = with_use(columns, Use.WINNER) and not (players or with_use(columns, Use.NAME))
    if sets or listed or only_winners:
        points = [
            one for one in free if Role.POINTS in (*one.roles, undecorated(one.heading)[1])
        ] or numbered_alike(players)
        has_winner = with_use(columns, Use.WINNER)
        if listed:  # a sum over all players is nobody's points
            points = [one for one in points if Role.SUM not in one.roles]
        both = [one for one in columns if one.kind == "text" and one.has_both_scores]
        if len(sets) == 2 and len(both) == 1 and not points:
            both[0].takes(Use.POINTS, Reason.BOTH)
            return
        if len(points) == len(sets) or (len(points) == 1 and has_winner and not players):
            for one in points:
                one.takes(Use.POINTS)
            return
        if listed:
            return
    if not sets and not _assign_long(columns, free, players):
        assign_players(_headed_by_players(columns, free), known)
        _tell_crosses(columns)
        _tell_games_from_hands(columns)


def _tell_games_from_hands(columns: Sequence[SheetColumn]) -> None:
    """Let a number of the game that stands in several rows one below the other, each of which has
    the points of all players, be that of a match."""
    players = with_use(columns, Use.PLAYER)
    for one in columns:
        cells = [text_of(cell) for cell in one.cells]
        if (
            one.use == Use.HAND
            and Role.GAME in one.roles
            and len(players) > 1
            and sum(first == second != "" for first, second in pairwise(cells)) > len(cells) / 3
        ):
            one.takes(Use.TABLE)


_NAMED: Final = (Use.NAME, Use.PLAYERS, Use.WINNER)


def _is_missing(column: SheetColumn, others: Sequence[SheetColumn]) -> bool:
    """Return whether a column has the only 0, or the only points, of each row in which none of the
    players has: so it must be a player, too, whatever its heading says."""
    rows = list(rows_with(column, others))
    noughts = {(value, *rest).count(0) for value, rest in rows}
    scored = {sum(map(bool, (value, *rest))) for value, rest in rows}
    return (
        len(others) > 1
        and len(rows) == len(column.cells) >= ENOUGH
        and (noughts == {1} or scored == {1})
        and len({bool(value) for value, _ in rows}) == 2
    )


_LETTERS: Final = tuple(
    {won: Role.WINS, lost: Role.OTHER} for won, lost in ("wl", "sn", "vd", "gv")
)
"""The letters for hands won and lost: wins, losses; Siege, Niederlagen; victoires, défaites;
gewonnen, verloren."""


def _name_letters(columns: Sequence[SheetColumn]) -> None:
    """Set the roles of two columns of numbers called "W" and "L" beside one of names, and of a "D"
    or "T" beside them."""
    if not any(one.kind == "text" and Role.NAME in one.roles for one in columns):
        return
    numbers = {word_of(one.heading): one for one in columns if one.kind == "number"}
    unknown = [one for one in numbers.values() if not one.roles]
    for letters in _LETTERS:
        if letters.keys() <= numbers.keys() and all(len(word_of(o.heading)) == 1 for o in unknown):
            for one in unknown:
                one.roles = (letters.get(word_of(one.heading), Role.OTHER),)
            return


def _named_in(listed: Sequence[SheetColumn], numbers: Sequence[SheetColumn]) -> list[SheetColumn]:
    """Return the columns of numbers below the names of players who stand in lists."""
    cells = [text_of(cell) for one in listed for cell in one.cells]
    names = {name_key(name) for cell in cells for name in PART.split(cell)} - {""}
    return [one for one in numbers if name_key(undecorated(one.heading)[0]) in names]


def _headed_by_players(
    columns: Sequence[SheetColumn], numbers: Sequence[SheetColumn]
) -> list[SheetColumn]:
    """Return the columns whose headings may be names: above numbers, above some of them, so that
    the others are told as problems, or above marks for who has won. Where there is none, the
    headings may be "Player 1", "Player 2", or "Points A", "Points B"."""
    unknown = [
        one
        for one in columns
        if one.kind == "text" and one.use == Use.NOTHING and not one.roles and one.heading
        if not one.has_shares
    ]
    marked = [one for one in unknown if one.has_marks]
    if _say_who_was_there(marked):
        return []
    players = [one for one in numbers if not one.roles]
    if len(marked) > 1 and not players:
        for one in marked:
            one.kind = "mark"
        return marked + never_scored(columns, marked)
    found = [one for one in columns if one in players or (one in unknown and one.has_numbers)]
    found += never_scored(columns, found)
    if not players:
        named = [one for one in numbers if {Role.NAME, Role.PLAYERS} & {*one.roles}]
        scored = [one for one in numbers if one.roles == (Role.POINTS,)]
        more = max(named, scored, key=len)
        found += more if len(more) > 1 else []
    return found


def _tell_crosses(columns: Sequence[SheetColumn]) -> None:
    """Tell columns of crosses beside those of players: below a name they say who was there, or who
    won."""
    if not with_use(columns, Use.PLAYER):
        return
    for one in with_use(columns, Use.NOTHING):
        says_nothing = one.heading and not one.roles and not one.is_owned
        if one.kind == "text" and says_nothing and _are_crosses(map(text_of, one.cells)):
            one.reason = Reason.CROSSES


def _are_crosses(marks: Iterable[str]) -> bool:
    return all(mark.casefold() in YES | {""} for mark in marks)


def _say_who_was_there(marked: Sequence[SheetColumn]) -> bool:
    """Return whether marks are crosses only, and several in most rows: who came, not who won."""
    cells = [[text_of(cell) for cell in one.cells] for one in marked]
    rows = list(zip(*cells, strict=True))
    crosses = [sum(bool(mark) for mark in row) for row in rows]
    return all(map(_are_crosses, rows)) and (
        sum(count > 1 for count in crosses) >= MOSTLY * len(rows) > 0
    )


def _assign_days(columns: Sequence[SheetColumn]) -> None:
    days = [column for column in columns if column.kind == "day"]
    days.sort(key=lambda column: Role.DAY not in column.roles)
    for number, column in enumerate(days):
        if number:
            column.reason = Reason.MORE_DATES
        else:
            spans = any(first_day_of(cell) is not None for cell in column.cells)
            column.takes(Use.DAY, Reason.MONTHS if spans else Reason.BY_DATES)
    for column in columns:
        if column.kind == "time":
            column.reason = Reason.TIMES


def _assign_sets(texts: Sequence[SheetColumn]) -> list[SheetColumn]:
    """Set the use of columns of names that stand side by side: "1st", "2nd", "3rd", or "Player 1",
    "Player 2". Return them."""
    places = [one for one in texts if place_of(one.heading) and not _lists_losers(one)]
    places.sort(key=lambda one: place_of(one.heading))
    names = [
        one
        for one in texts
        if any(letter.isdigit() or len(letter) == 1 for letter in word_of(one.heading).split())
        and (Role.NAME in one.roles or Role.PLAYERS in one.roles)
    ]
    named = [one for one in texts if one.roles[:1] == (Role.NAME,)]
    if len({one.heading for one in named}) == 1:
        names = max(names, named, key=len)  # "Name", "Points", "Name", "Points"
    if len(places) > 1 and [place_of(one.heading) for one in places] == list(
        range(1, len(places) + 1)
    ):
        names = max(places, names, key=len)
    if not names and any(one.has_both_scores for one in texts):
        sides = two_sides([one.heading for one in texts])
        names = [one for one in texts if word_of(one.heading) in sides]  # "Home", "Score", "Away"
    names = names or numbered_alike([one for one in texts if not one.roles])
    if len(names) < 2:
        return []
    for one in names:
        one.takes(Use.NAME)
    return names


def _assign_pairs(columns: Sequence[SheetColumn], numbers: Sequence[SheetColumn]) -> bool:
    """Set the uses of columns of names and of those of their points. Return False if there are
    none."""
    words = [
        one
        for one in columns
        if one.kind == "text" and not (one.use or one.has_marks or one.has_numbers)
    ]
    pairs = (
        _paired_by_heading(words, numbers)
        or _paired_with_opponents(columns, numbers)
        or _paired_in_order(words, numbers)
    )
    for named, points in pairs:
        named.takes(Use.NAME)
        points.takes(Use.POINTS)
        points.roles = () if _LEGS.search(points.heading) else (Role.POINTS,)
    return bool(pairs)


Pairs = list[tuple[SheetColumn, SheetColumn]]


def _paired_by_heading(words: Sequence[SheetColumn], numbers: Sequence[SheetColumn]) -> Pairs:
    """Pair columns with the same headings but for a word: "Home", "Away", "Home score", "Away
    score"; without points, "Legs home", "Legs away"."""
    scored = {
        name_key(name): one
        for one in numbers
        for name, role in [undecorated(one.heading)]
        if role == Role.POINTS
    }
    legs = {word_of(_LEGS.sub("", one.heading)): one for one in numbers}
    for those in (scored, legs):
        pairs = [(one, those.get(name_key(one.heading))) for one in words]
        found = [(one, points) for one, points in pairs if points is not None]
        if len(found) > 1:
            return found
    return []


_LEGS: Final = re.compile(r"\b(?:legs|sets|frames)\b", re.I)
"""What is won of a match: its points, or the hands won."""


def _paired_with_opponents(columns: Sequence[SheetColumn], numbers: Sequence[SheetColumn]) -> Pairs:
    """Pair "Player" and "Opponent" with "Score" and "Opponent score", unless each row stands there
    from the other side, too."""
    words = [one for one in columns if one.kind == "text"]
    players = with_use(words, Use.NAME)
    others = [one for one in words if is_opponent(one.heading)]
    theirs = [one for one in numbers if is_opponent(one.heading)]
    own = [one for one in numbers if Role.POINTS in one.roles and one not in theirs]
    if [len(some) for some in (players, others, own, theirs)] != [1, 1, 1, 1]:
        return []
    used = (players[0], others[0], own[0], theirs[0])
    rows = {*zip(*(map(text_of, one.cells) for one in used), strict=True)}
    if all((other, name, lost, won) in rows for name, other, won, lost in rows):
        return []
    return [(players[0], own[0]), (others[0], theirs[0])]


def _paired_in_order(words: Sequence[SheetColumn], numbers: Sequence[SheetColumn]) -> Pairs:
    """Pair as many columns of names as there are of numbers, if the same names stand below several
    of their headings, but never twice in a row: "East", "South", "E", "S"."""
    named = [one for one in words if not one.roles]
    points = [one for one in numbers if not one.roles]
    below = [{*map(text_of, one.cells)} - {""} for one in named]
    several = [name for name in set().union(*below) if sum(name in one for one in below) > 1]
    rows = zip(*(map(text_of, one.cells) for one in named), strict=True)
    if len(named) < 2 or len(named) != len(points) or len(several) < 2:
        return []
    filled = ([name for name in row if name] for row in rows)
    if any(len(set(row)) < len(row) for row in filled):
        return []
    return list(zip(named, points, strict=True))


def _assign_words(texts: Sequence[SheetColumn], sets: Sequence[SheetColumn]) -> None:
    """Set the use of columns of words by their headings. Lists of names say who played only where
    another column says who won; else they are teams."""
    taken = {Use.NAME, Use.PLAYERS} if sets else set[Use]()
    has_winner = any(Role.WINNER in column.roles for column in texts)
    for column in texts:
        column.reason = Reason.WORDS
        if column.has_shares:
            continue
        lists = sum(len(PART.split(text_of(cell))) > 1 for cell in column.cells)
        if has_winner and Use.PLAYERS not in taken and _lists_losers(column):
            column.takes(Use.PLAYERS, Reason.LISTS)
            taken |= {Use.PLAYERS, Use.NAME}
            continue
        many = has_winner and lists >= MOSTLY * sum(cell is not None for cell in column.cells)
        use, reason = Use.NOTHING, Reason.BY_HEADING
        for role in column.roles:
            if role in (Role.PLAYERS, Role.NAME):
                use, reason = (Use.PLAYERS, Reason.LISTS) if many else (Use.NAME, Reason.BY_HEADING)
            elif role in _TEXT_USES:
                use = _TEXT_USES[role]
            else:
                continue
            break
        if use and use not in taken:
            column.takes(use, reason)
            taken.add(use)


def _lists_losers(column: SheetColumn) -> bool:
    """Return whether a column has the names of those who lost, in some rows of several."""
    several = any(len(PART.split(text_of(cell))) > 1 for cell in column.cells)
    return are_losers(column.heading) and (several or word_of(column.heading)[-1:] == "s")


_TEXT_USES: Final[Mapping[Role, Use]] = {
    Role.WINNER: Use.WINNER,
    Role.PLACE: Use.TABLE,
    Role.HAND: Use.HAND,
    Role.TABLE: Use.TABLE,
    Role.GAME: Use.GAME,
}


def _assign_counters(numbers: Sequence[SheetColumn], known: Collection[str]) -> None:
    """Set the use of columns that number hands or tables."""
    uses = {
        Use.HAND: [one for one in numbers if Role.HAND in one.roles],
        Use.TABLE: [
            one
            for one in numbers
            if Role.TABLE in one.roles
            or (
                one.roles[:1] == (Role.DAY,)
                and (0 not in one.points() or not may_be_name(one.heading))
            )
        ],
    }
    games = [one for one in numbers if one.roles[:1] == (Role.GAME,)]
    for one in games:
        uses[Use.TABLE if uses[Use.HAND] else Use.HAND].append(one)
    for use, columns in uses.items():
        if columns:
            columns[0].takes(use)
    first = next((one for one in numbers if one.use == Use.NOTHING), None)
    if (
        first is not None
        and not first.roles
        and not uses[Use.HAND]
        and name_key(first.heading) not in known
        and first.heading
        and _is_counter(first)
        and not ranks_every_row(with_use(numbers, Use.NOTHING))
    ):
        first.takes(Use.HAND, Reason.COUNTER)


def _leave_numbers_of_games(numbers: Sequence[SheetColumn], players: Sequence[SheetColumn]) -> None:
    """Leave out the number of games of an evening: what the players' wins add up to."""
    for one in numbers:
        rows = list(rows_with(one, players))
        if (
            one.use == Use.HAND
            and Role.GAME in one.roles
            and len(players) > 1 < len(rows)
            and all(value == sum(beside) for value, beside in rows)
        ):
            one.takes(Use.NOTHING, Reason.SUM)


def _is_counter(column: SheetColumn) -> bool:
    """Return whether a column counts 1, 2, 3 and sometimes begins again."""
    counted = [points_of(cell) for cell in column.cells if cell is not None]
    return (
        len(counted) >= 3
        and counted[0] == 1
        and all(later in (1, (earlier or 0) + 1) for earlier, later in pairwise(counted))
        and max(one or 0 for one in counted) > 1
    )


def _rounds(columns: Sequence[SheetColumn], numbers: Sequence[SheetColumn]) -> list[SheetColumn]:
    """Return the columns of a file with a row for each player that have the player's points of one
    hand each: "R1", "R2", "R3"; empty if there are none."""
    names = with_use(columns, Use.NAME)
    words = [one for one in columns if one.may_be_names]
    if len(names or words) != 1 or with_use(columns, Use.PLAYERS):
        return []
    headed = [one for one in numbers if re.search(r"[0-9]$", one.heading)]
    found = numbered_alike(headed)
    return found if len(found) > 1 else []


def _assign_rounds(columns: Sequence[SheetColumn], rounds: Sequence[SheetColumn]) -> None:
    """Set the uses of a file with a row for each player, and a column for each hand."""
    for one in rounds:
        one.takes(Use.POINTS, Reason.ROUNDS)
    if not with_use(columns, Use.NAME):
        next(one for one in columns if one.may_be_names).takes(Use.NAME, Reason.NAMES)
    for one in columns:
        if one.kind == "number" and not one.use and {Role.SUM, Role.POINTS} & {*one.roles}:
            one.reason = Reason.SUM


def _assign_long(
    columns: Sequence[SheetColumn], free: Sequence[SheetColumn], players: Sequence[SheetColumn]
) -> bool:
    """Set the uses of a file with a row for each result; return False if it is none."""
    names = with_use(columns, Use.NAME)
    unknown = [one for one in columns if one.may_be_names]
    points = [one for one in free if Role.POINTS in one.roles and Role.SUM not in one.roles]
    points = points or [one for one in free if Role.POINTS in one.roles or Role.SUM in one.roles]
    places = [one for one in free if Role.PLACE in one.roles]
    wins = [one for one in columns if Role.WINNER in one.roles and one.kind in ("number", "text")]
    won = [one for one in free if {Role.WINS, Role.WINNER} & {*one.roles} and max(one.points()) > 1]
    sums = [one for one in points if Role.SUM in one.roles]
    if names and won and len(points) == len(sums) and not players:
        points, wins = won, []
        won[0].roles = (Role.WINS,)
    if not names and len(unknown) == 1 and len(players) + len(points) <= 2 and (players or points):
        unknown[0].takes(Use.NAME, Reason.NAMES)
        names = unknown
    opponents = [one for one in columns if one.kind == "text" and is_opponent(one.heading)]
    apart = with_use(columns, Use.HAND, Use.TABLE)
    if not names or (len(players) > 1 and not points) or (opponents and not apart):
        for one in names:
            one.takes(Use.NOTHING, Reason.WORDS)
        return False
    if points or players:
        (points or players[-1:])[0].takes(
            Use.POINTS, Reason.BY_HEADING if points else Reason.NUMBERS
        )
    for one in columns:
        numbers_rows = is_number(one.heading) or not one.roles
        if (
            one.use == Use.HAND
            and numbers_rows
            and len({*map(text_of, one.cells)}) == len(one.cells) > 2
        ):
            one.takes(Use.NOTHING, Reason.UNUSED)  # it numbers the rows
    if places:
        places[0].takes(Use.PLACE)
    if wins:
        wins[0].takes(Use.WINNER)
    return True
