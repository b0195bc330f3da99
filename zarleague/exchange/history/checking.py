"""Validate a spreadsheet against a league: the preview, and all problems."""

import contextlib
import dataclasses
import itertools
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import IO, Any, Final

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from zarleague.engine.declared import DEFINITION, ruleset_of
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history import plays, questions
from zarleague.exchange.history.cells import day_within, text_of, word_of
from zarleague.exchange.history.columns import Reason
from zarleague.exchange.history.gathered import Gathered
from zarleague.exchange.history.gathering import gather
from zarleague.exchange.history.heading_rows import turn
from zarleague.exchange.history.layout import Layout, Use
from zarleague.exchange.history.names import (
    GUESTS,
    named_game,
    players_by_key,
    points_only,
    ruleset_for,
    same_person,
    suggestions,
)
from zarleague.exchange.history.preview import known_matches, table_of_hands
from zarleague.exchange.history.questions import Questions, SheetQuestion
from zarleague.exchange.history.recognising import LOOKED_AT, Recognised, recognise
from zarleague.exchange.history.sheet_rows import MAX_NAME, key_of
from zarleague.exchange.history.sheets import (
    NumberedRows,
    Row,
    SheetTitle,
    UnreadableSheet,
    rows_of,
    sheets_in,
)
from zarleague.exchange.history.tidying import Tidying, tidying_of
from zarleague.exchange.history.who_wins import Said, low_wins, settle_direction, settle_new_game
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.names import name_key, tidy
from zarleague.leagues.selectors import game_title, has_game, house_rules

SHOWN_ROWS: Final = 6
"""Rows of the file that the page shows."""
SHOWN_HANDS: Final = 8
"""Hands shown in the preview."""
SHOWN_PLAYERS: Final = 20
"""Rows of the table as it would stand."""
MAX_GAMES: Final = 1000
"""Games in one file from which one can be chosen."""


def sentence(msgid: str, params: Mapping[str, str | int]) -> str:
    """Return a stored msgid in the reader's language, filled in. A rule's ``meaning`` is
    translated, too."""
    words = {key: gettext(str(word)) for key, word in params.items() if key == "meaning"}
    return gettext(msgid).format(**{**params, **words})


@dataclass(frozen=True)
class CheckedSheet:
    """A spreadsheet parsed by its layout, for a league."""

    layout: Layout
    gathered: Gathered
    ruleset: Ruleset
    names: Mapping[str, str]
    """The player's name for each name of the file."""
    players: Mapping[str, Player]
    """The league's players, by the key of the name."""
    first_rows: list[tuple[int, list[str]]]
    games: list[str]
    """Values in the column of the game, most frequent first; empty without such a column."""
    reasons: tuple[str, ...]
    """A msgid for each column: why it is used as it is."""
    questions: tuple[SheetQuestion, ...]
    high_games: Sequence[str]
    """The games of which the file says that most points win."""
    declares: str = ""
    """The definition of a game of the league's own that the import will add."""

    def to_json(self) -> dict[str, Any]:
        """Return the data the page shows."""
        found = self.gathered
        days = [hand.day for hand in found.hands]
        return {
            "rows": found.rows,
            "hands": len(found.hands),
            "evenings": len(set(days)),
            "matches": len({hand.match for hand in found.hands}),
            "first": min(days).isoformat() if days else "",
            "last": max(days).isoformat() if days else "",
            "by_evening": found.by_evening,
            "only_places": found.only_places,
            "low_wins": low_wins(self.ruleset),
            "names": [
                {
                    "file": name,
                    "player": self.names[name],
                    "known": name_key(self.names[name]) in self.players,
                    "is_anyone": word_of(self.names[name]) in GUESTS,
                }
                for name in found.names
            ],
            "suggestions": {
                name: list(alike)
                for name, alike in suggestions(found.names, dict(self.players)).items()
            },
            "problems": [dataclasses.asdict(problem) for problem in found.problems],
            "more": found.more,
            "left_out": dict(found.left_out),
            "questions": [dataclasses.asdict(question) for question in self.questions],
            "sample": [
                {
                    "row": hand.row,
                    "day": hand.day.isoformat(),
                    "points": [[found.names[at], points] for at, points in hand.points.items()],
                }
                for hand in found.hands[:SHOWN_HANDS]
            ],
            "unit": found.unit,
            "table": table_of_hands(found, self.names, self.ruleset)[:SHOWN_PLAYERS],
            "first_rows": self.first_rows,
            "games": self.games,
            "high": list(self.high_games),
            "reasons": list(self.reasons),
        }


def check(
    file: IO[bytes],
    league: League,
    layout: Layout | None,
    chosen: Mapping[str, Any],
    *,
    name: str = "",
) -> CheckedSheet:
    """Parse a spreadsheet, or a file of plays; recognise its layout unless one is given.

    ``chosen`` has the game, the season, the player's name for names of the file, and optionally
    ``answers`` by the key of the question and ``leave_out``, the kinds of problems whose hands are
    left out. ``name`` is that of the file. Raise UnreadableSheet.
    """
    answers, leave_out = chosen.get("answers", {}), chosen.get("leave_out", ())
    asks = Questions(answers)
    players = players_by_key(league)
    today = league.evening_of(timezone.now())
    every = answers.get("sheets") == "all"
    with contextlib.closing(_rows(file, every=every)) as rows:
        begin = list(itertools.islice(rows, LOOKED_AT))
    is_plays = plays.has_plays(file)
    if len(begin) < 2 and not is_plays:
        raise UnreadableSheet(gettext_noop("This file has no rows of results below headings."))
    tidying = Tidying() if is_plays else tidying_of(begin, name, answers, today)
    first = list(tidying.of(begin))
    guess = recognise(first, players)
    if guess.blocks:
        tidying, guess = questions.with_one_block(tidying, guess, begin, players, answers)
        first = list(tidying.of(begin))
        if layout is not None and _results(layout).isdisjoint(_results(guess.layout)):
            layout = None  # it is that of another table
    if every and layout is not None and layout.headings != guess.layout.headings:
        layout = None  # it is that of the first sheet, which had no days
    if layout is None:
        layout = plays.LAYOUT if is_plays else guess.layout
    if not is_plays:
        questions.ask_of_tidying(asks, tidying, today)
        questions.ask_of_layout(asks, guess, layout)
        if layout.column(Use.DAY) is None and layout.day is None:
            layout = questions.ask_of_named_day(asks, layout, name)
    layout = questions.answered(layout, guess, answers)
    games = _games(file, layout, every=every)
    rules = ruleset_for(league, chosen)
    assert rules is not None  # it was chosen from those there are
    ruleset = rules
    if games and layout.game not in games:
        layout, ruleset = _likely(games, layout, ruleset, league)
    _ask_of_sheets(asks, file)
    _ask_of_game(asks, layout, ruleset, league)
    if answers.get("game") == "own" and layout.game:
        ruleset = ruleset_of(points_only(layout.game, most_win=False))
    is_new = not has_game(league, ruleset.game)
    if not is_new:
        ruleset = house_rules(league, ruleset.game)  # when it is written, the game has been added
    questions.ask_of_end(asks, file)
    questions.ask_of_seasons(asks, first, layout)
    if not is_plays:
        questions.ask_of_brackets(asks, turn(begin) if layout.turned else begin, layout)
        if not layout.shape.is_long and not layout.turned:
            questions.ask_of_dashes(asks, first, layout, low=low_wins(ruleset))
    is_left_out = questions.ask_of_rows(asks, () if layout.turned else first, layout)
    unit, is_factor = questions.unit_of(asks, ruleset, first, layout)

    def gathered(layout: Layout) -> Gathered:
        # What was looked at may be all. Else it is read again: others have read the file since.
        is_all = len(begin) < LOOKED_AT
        rows: Iterable[tuple[int, Row]] = first if is_all else tidying.of(_rows(file, every=every))
        if answers.get("end") == "leave":
            rows = list(rows)[:-1]
        rows = (one for one in rows if not is_left_out(one[1]))
        found = gather(
            turn(list(rows)) if layout.turned else rows,
            layout,
            today=today,
            seats=scored(ruleset.game).seats(ruleset),
            leave_out=leave_out,
            unit=unit,
            splits_teams=answers.get("teams") == "each",
            blanks_are_zero=answers.get("blanks") != "absent",
            words=answers.get("words", ""),
            absent_are_zero=answers.get("missing") == "zero",
        )
        found.unit = 1 if is_factor else unit
        return found

    found = gathered(layout)
    if found.has_no_points and layout.column(Use.WINNER) is not None:
        layout = layout.without(Use.POINTS)
        found = gathered(layout)
    if guess.is_cross_table and not layout.shape.is_long:
        found.note(
            "",
            gettext_noop(
                "This looks like a table of who met whom, which doesn’t say what was played when. "
                "Send the results one by one."
            ),
        )
    questions.ask_of_hands(asks, found)
    names = _players_names(asks, found, chosen["names"], players)
    most_win = plays.most_points_win(file) if is_plays else {}
    said = Said(
        most_win.get(layout.game),
        layout.headings,
        (*guess.titles, name, layout.game),
    )
    if is_new:
        ruleset = settle_new_game(asks, found, layout.game, said)
    ruleset = settle_direction(asks, found, ruleset, said)
    _ask_of_known(asks, found, names, players, league, ruleset)
    if is_plays:
        _name_plays(file, found)
    if Season.objects.filter(league=league, name=chosen["season"]).exists():
        found.note(
            "",
            gettext_noop("There’s already a season called {name}. Choose another name."),
            name=chosen["season"],
        )
    _check_same_players(found, names)
    shown = [(number, [text_of(cell)[:30] for cell in row]) for number, row in begin[:SHOWN_ROWS]]
    return CheckedSheet(
        layout,
        found,
        ruleset,
        names,
        players,
        shown,
        games,
        _reasons(guess, layout, [] if layout.turned else begin, is_plays=is_plays),
        tuple(asks.asked),
        [game for game, most in most_win.items() if most],
        ruleset.values[DEFINITION] if is_new else "",
    )


def _results(layout: Layout) -> set[int]:
    """Return the columns with players and results."""
    uses = (Use.PLAYER, Use.NAME, Use.POINTS, Use.PLACE, Use.WINNER, Use.PLAYERS)
    return {column for use in uses for column in layout.columns(use)}


def _players_names(
    asks: Questions, found: Gathered, given: Mapping[str, str], players: Mapping[str, Player]
) -> dict[str, str]:
    """Return the player's name for each name of the file; ask whether two are one person, unless a
    player was chosen by hand. Of whom that is asked, it is not asked whether it is a player."""
    names = {name: (tidy(given.get(name) or "") or name)[:MAX_NAME] for name in found.names}
    alike = same_person(found.names, (hand.points for hand in found.hands), players)
    people = {found.names[place] for place, other in alike.items() if other not in names}
    asks.asked = [
        one
        for one in asks.asked
        if not (one.key.startswith("odd-") and one.params["name"] in people - given.keys())
    ]
    for place, other in alike.items():
        name = found.names[place]
        if name in given:
            continue
        answer = asks.ask(
            f"same-{place}",
            gettext_noop("“{name}” and “{other}” never play together. Are they one person?")
            if other in names
            else gettext_noop("The league has “{other}”. Is “{name}” the same person?"),
            ("one", gettext_noop("Yes, {other}.")),
            ("two", gettext_noop("No, they are two.")),
            name=name,
            other=other,
        )
        if answer == "one":
            names[name] = names.get(other, other)
    return {
        name: players[name_key(player)].name if name_key(player) in players else player
        for name, player in names.items()
    }


def _reasons(
    guess: Recognised, layout: Layout, rows: NumberedRows, *, is_plays: bool
) -> tuple[str, ...]:
    """Return the reason for the use of each column; "" for what is known of a file of plays. Of
    what is empty now and has something in the *rows* of the file, that it was joined."""
    uses = guess.layout.uses
    if len(uses) != len(layout.uses):
        return ("",) * len(layout.uses)
    is_without_points = not layout.columns(Use.POINTS)  # as their column is empty, or so chosen
    below = [row for number, row in rows if number >= layout.first_row]
    filled = {at for row in below for at, cell in enumerate(row) if cell is not None}
    reasons = [
        Reason.JOINED if reason == Reason.EMPTY and column in filled else reason
        for column, reason in enumerate(guess.reasons)
    ]
    return tuple(
        reason
        if use == chosen
        else ("" if use == Use.POINTS and is_without_points else Reason.CHOSEN)
        for reason, use, chosen in zip(reasons, uses, layout.uses, strict=True)
    )


def _ask_of_sheets(asks: Questions, file: IO[bytes]) -> None:
    """Ask which sheets of a workbook are imported, or whether the largest table of a page is."""
    if (tables := len(plays.tables_in(file))) > 1:
        asks.ask(
            "sheets",
            gettext_noop("This page has {count} tables. Is the largest the one to import?"),
            ("first", gettext_noop("Yes, import the largest.")),
            count=tables,
        )
    elif (count := sheets_in(file)) > 1:
        asks.ask(
            "sheets",
            gettext_noop("This workbook has {count} sheets with data. Which are imported?"),
            ("first", gettext_noop("Only the first.")),
            ("all", gettext_noop("All, one below the other. Their rows are counted on.")),
            count=count,
        )


def _ask_of_game(asks: Questions, layout: Layout, ruleset: Ruleset, league: League) -> None:
    """Ask whether the rows of a game with another title are of the chosen game."""
    title = game_title(league, ruleset.game)
    known = named_game(league, layout.game) if layout.game else ruleset.game
    if known == ruleset.game or word_of(layout.game) == word_of(title):
        return
    is_new = not has_game(league, ruleset.game)
    if is_new and title == points_only(layout.game, most_win=True).name:
        return  # its name was too long for a game
    choices = [(ruleset.game, gettext_noop("Yes, import them as {title}."))]
    if known is None:
        choices.append(("own", gettext_noop("No. Add it as a game of the league’s own.")))
    asks.ask(
        "game",
        gettext_noop("The file calls this game “{name}”. Are these hands of {title}?"),
        *choices,
        name=layout.game,
        title=title,
    )


def _ask_of_known(
    asks: Questions,
    found: Gathered,
    names: Mapping[str, str],
    players: Mapping[str, Player],
    league: League,
    ruleset: Ruleset,
) -> None:
    """Ask what to do with matches that the league has already; leave them out if so answered."""
    known = known_matches(found, names, players, league, ruleset.game)
    if not known:
        return
    answer = asks.ask(
        "again",
        gettext_noop(
            "Matches of this file that the league has already: {count}, with the same day, "
            "players and points. What about them?"
        ),
        ("leave", gettext_noop("Leave them out.")),
        ("import", gettext_noop("Import them too: they are different matches.")),
        count=len(known),
    )
    if answer == "leave":
        found.hands = [hand for hand in found.hands if hand.match not in known]


def _rows(file: IO[bytes], *, every: bool = False) -> Generator[tuple[int, Row]]:
    """Yield the rows of a file; of the titles of *every* sheet those that are days."""
    if plays.has_plays(file):
        yield from plays.rows_of_plays(file)
    elif plays.has_table(file):
        yield from plays.rows_of_document(file)
    else:
        for number, row in rows_of(file, every=every):
            if not isinstance(row[0], SheetTitle) or day_within(row[0]):
                yield number, row


def _games(file: IO[bytes], layout: Layout, *, every: bool) -> list[str]:
    """Return the values in the column of the game, most frequent first."""
    column = layout.column(Use.GAME)
    if column is None:
        return []
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for number, row in _rows(file, every=every):
        cell = row[column] if column < len(row) else None
        if isinstance(cell, SheetTitle):
            continue
        key = key_of(cell)
        if number >= layout.first_row and key and (key in counts or len(counts) < MAX_GAMES):
            counts[key] += 1
            written.setdefault(key, text_of(cell))
    return [written[key] for key, _ in counts.most_common()]


def _likely(
    games: Sequence[str], layout: Layout, ruleset: Ruleset, league: League
) -> tuple[Layout, Ruleset]:
    """Return the layout with the file's name for the chosen game, and that game's rules; if the
    file has it not, those of the game played most of those that the league has, else the one played
    most."""
    title = word_of(game_title(league, ruleset.game))
    for game in games:
        if word_of(game) == title:
            return replace(layout, game=game), ruleset
    for game in games:
        if key := named_game(league, game):
            return replace(layout, game=game), house_rules(league, key)
    return replace(layout, game=games[0]), ruleset


def _name_plays(file: IO[bytes], found: Gathered) -> None:
    """Locate the problems of an export by date and player, since it has no cells."""
    rows = {int(problem.cell.lstrip(ascii_uppercase) or 0) for problem in found.problems} - {0}
    if not rows:
        return
    day, player = (plays.LAYOUT.column(use) or 0 for use in (Use.DAY, Use.NAME))
    called = {
        number: f"{text_of(row[day])} {text_of(row[player])}".strip()
        for number, row in _rows(file)
        if number in rows
    }
    found.problems = [
        dataclasses.replace(
            problem, cell=called.get(int(problem.cell.lstrip(ascii_uppercase) or 0), "")
        )
        for problem in found.problems
    ]


def _check_same_players(found: Gathered, names: Mapping[str, str]) -> None:
    """Report hands in which two names of the file mean the same player."""
    keys = [name_key(names[name]) for name in found.names]
    if len(set(keys)) == len(keys):
        return
    for hand in found.hands:
        seen: dict[str, int] = {}
        for place in hand.points:
            other = seen.setdefault(keys[place], place)
            if other != place:
                found.note(
                    str(hand.row),
                    gettext_noop("{one} and {other} can’t be the same player: both played here."),
                    one=found.names[other],
                    other=found.names[place],
                )
