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
from zarleague.exchange.history import plays
from zarleague.exchange.history.cells import text_of, word_of
from zarleague.exchange.history.columns import CHOSEN
from zarleague.exchange.history.direction import Said, low_wins
from zarleague.exchange.history.doubts import (
    SheetQuestion,
    day_of_name,
    question_of_brackets,
    question_of_dashes,
    question_of_seasons,
    questions_of_end,
    questions_of_hands,
    questions_of_tidying,
    unit_of,
)
from zarleague.exchange.history.games import named_game, points_only, ruleset_for
from zarleague.exchange.history.gathered import Gathered
from zarleague.exchange.history.gathering import gather
from zarleague.exchange.history.heading_rows import turn
from zarleague.exchange.history.layout import Layout, Use
from zarleague.exchange.history.layout_questions import (
    answered,
    questions_of_layout,
    with_one_block,
)
from zarleague.exchange.history.names import players_by_key, same_person, suggestions
from zarleague.exchange.history.preview import known_matches, table_of_hands
from zarleague.exchange.history.recognising import LOOKED_AT, Recognised, recognise
from zarleague.exchange.history.sheet_rows import MAX_NAME, key_of
from zarleague.exchange.history.sheets import Row, rows_of, sheets_in
from zarleague.exchange.history.tidying import Tidying, tidying_of
from zarleague.exchange.history.who_wins import settle_direction, settle_new_game
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.names import name_key, tidy
from zarleague.leagues.selectors import games_of, house_rules

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
    players = players_by_key(league)
    today = league.evening_of(timezone.now())
    with contextlib.closing(_rows(file)) as rows:
        begin = list(itertools.islice(rows, LOOKED_AT))
    is_plays = plays.has_plays(file)
    tidying = Tidying() if is_plays else tidying_of(begin, name, answers, today)
    first = list(tidying.of(begin))
    guess = recognise(first, players)
    if guess.blocks:
        tidying, guess = with_one_block(tidying, guess, begin, players, answers)
        first = list(tidying.of(begin))
        chosen_players = set(layout.columns(Use.PLAYER)) if layout is not None else set()
        if chosen_players.isdisjoint(guess.layout.columns(Use.PLAYER)):
            layout = None  # it is that of another table
    if layout is None:
        layout = plays.LAYOUT if is_plays else guess.layout
    questions = [] if is_plays else questions_of_tidying(tidying, answers, today)
    questions += [] if is_plays else questions_of_layout(guess, layout, answers)
    if not is_plays and layout.column(Use.DAY) is None and layout.day is None:
        layout, asked = day_of_name(layout, name, answers)
        questions += asked
    layout = answered(layout, guess, answers)
    games = _games(file, layout)
    rules = ruleset_for(league, chosen)
    assert rules is not None  # it was chosen from those there are
    ruleset = rules
    if games and layout.game not in games:
        layout, ruleset = _likely(games, layout, ruleset, league)
    questions += _question_of_sheets(file, answers)
    questions += _question_of_game(layout, ruleset, league, answers)
    if answers.get("game") == "own" and layout.game:
        ruleset = ruleset_of(points_only(layout.game, most_win=False))
    is_new = ruleset.game not in games_of(league)
    if not is_new:
        ruleset = house_rules(league, ruleset.game)  # when it is written, the game has been added
    questions += questions_of_end(file, answers)
    questions += question_of_seasons(first, layout, answers)
    questions += (
        []
        if is_plays
        else question_of_brackets(turn(begin) if layout.turned else begin, layout, answers)
    )
    if not is_plays and not layout.shape.is_long and not layout.turned:
        questions += question_of_dashes(first, layout, answers, low=low_wins(ruleset))
    unit, asked = unit_of(ruleset, first, layout, answers)
    questions += asked
    is_factor = any(one.key == "decimals" for one in asked)

    def gathered(layout: Layout) -> Gathered:
        # What was looked at may be all. Else it is read again: others have read the file since.
        is_all = len(begin) < LOOKED_AT
        rows: Iterable[tuple[int, Row]] = first if is_all else tidying.of(_rows(file))
        if answers.get("end") == "leave":
            rows = list(rows)[:-1]
        found = gather(
            turn(list(rows)) if layout.turned else rows,
            layout,
            today=today,
            seats=scored(ruleset.game).seats(ruleset),
            leave_out=leave_out,
            unit=unit,
            splits_teams=answers.get("teams") == "each",
            blanks_are_zero=answers.get("blanks") != "absent",
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
    questions += questions_of_hands(found, answers)
    names, asked = _players_names(found, chosen["names"], players, answers)
    alike = {one.params["name"] for one in asked if one.params["other"] not in names}
    questions = [
        one for one in questions if not (one.key.startswith("odd-") and one.params["name"] in alike)
    ] + asked
    said = Said(
        plays.most_points_win(file, layout.game) if is_plays else None,
        layout.headings,
        (*guess.titles, name, layout.game),
    )
    if is_new:
        ruleset, asked = settle_new_game(found, layout.game, said, answers)
        questions += asked
    ruleset, asked = settle_direction(
        found, ruleset, said, answers, is_settled=all(one.answer for one in questions)
    )
    questions += asked
    questions += _question_of_known(found, names, players, league, ruleset, answers)
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
        _reasons(guess, layout, is_plays=is_plays),
        tuple(questions),
        plays.high_games(file) if is_plays else (),
        ruleset.values[DEFINITION] if is_new else "",
    )


def _players_names(
    found: Gathered,
    given: Mapping[str, str],
    players: Mapping[str, Player],
    answers: Mapping[str, str],
) -> tuple[dict[str, str], list[SheetQuestion]]:
    """Return the player's name for each name of the file; and the question whether two are one
    person, unless a player was chosen by hand."""
    names = {name: (tidy(given.get(name) or "") or name)[:MAX_NAME] for name in found.names}
    questions = []
    alike = same_person(found.names, (hand.points for hand in found.hands), players)
    for place, other in alike.items():
        name, key = found.names[place], f"same-{place}"
        if name in given:
            continue
        answer = answers.get(key, "")
        if answer == "one":
            names[name] = names.get(other, other)
        questions.append(
            SheetQuestion(
                key,
                gettext_noop("“{name}” and “{other}” never play together. Are they one person?")
                if other in names
                else gettext_noop("The league has “{other}”. Is “{name}” the same person?"),
                (
                    ("one", gettext_noop("Yes, {other}.")),
                    ("two", gettext_noop("No, they are two.")),
                ),
                {"name": name, "other": other},
                answer,
            )
        )
    return names | {
        name: players[name_key(player)].name
        for name, player in names.items()
        if name_key(player) in players
    }, questions


def _reasons(guess: Recognised, layout: Layout, *, is_plays: bool) -> tuple[str, ...]:
    """Return the reason for the use of each column; "" for what is known of a file of plays."""
    uses = guess.layout.uses
    if len(uses) != len(layout.uses):
        return ("",) * len(layout.uses)
    is_without_points = not layout.columns(Use.POINTS)  # as their column is empty, or so chosen
    return tuple(
        reason if use == chosen else ("" if use == Use.POINTS and is_without_points else CHOSEN)
        for reason, use, chosen in zip(guess.reasons, uses, layout.uses, strict=True)
    )


def _question_of_sheets(file: IO[bytes], answers: Mapping[str, str]) -> list[SheetQuestion]:
    """Ask whether the first sheet of a workbook, or the largest table of a page, is the one to
    import."""
    if (tables := len(plays.tables_in(file))) > 1:
        return [
            SheetQuestion(
                "sheets",
                gettext_noop("This page has {count} tables. Is the largest the one to import?"),
                (("first", gettext_noop("Yes, import the largest.")),),
                {"count": tables},
                answers.get("sheets", ""),
            )
        ]
    count = sheets_in(file)
    if count == 1:
        return []
    return [
        SheetQuestion(
            "sheets",
            gettext_noop(
                "This workbook has {count} sheets with data. Only the first is imported; "
                "save the others as files of their own to import them, too."
            ),
            (("first", gettext_noop("Import the first sheet.")),),
            {"count": count},
            answers.get("sheets", ""),
        )
    ]


def _question_of_game(
    layout: Layout, ruleset: Ruleset, league: League, answers: Mapping[str, str]
) -> list[SheetQuestion]:
    """Ask whether the rows of a game with another title are of the chosen game."""
    title = scored(ruleset.game).title
    if not layout.game or word_of(layout.game) == word_of(title):
        return []
    is_new = ruleset.game not in games_of(league)
    if is_new and title == points_only(layout.game, most_win=True).name:
        return []  # its name was too long for a game
    return [
        SheetQuestion(
            "game",
            gettext_noop("The file calls this game “{name}”. Are these hands of {title}?"),
            (
                (ruleset.game, gettext_noop("Yes, import them as {title}.")),
                *(
                    [("own", gettext_noop("No. Add it as a game of the league’s own."))]
                    if named_game(league, layout.game) is None
                    else []
                ),
            ),
            {"name": layout.game, "title": title},
            answers.get("game", ""),
        )
    ]


def _question_of_known(
    found: Gathered,
    names: Mapping[str, str],
    players: Mapping[str, Player],
    league: League,
    ruleset: Ruleset,
    answers: Mapping[str, str],
) -> list[SheetQuestion]:
    """Ask what to do with matches that the league has already; leave them out if so answered."""
    known = known_matches(found, names, players, league, ruleset.game)
    if not known:
        return []
    answer = answers.get("again", "")
    if answer == "leave":
        found.hands = [hand for hand in found.hands if hand.match not in known]
    return [
        SheetQuestion(
            "again",
            gettext_noop(
                "Matches of this file that the league has already: {count}, with the same day, "
                "players and points. What about them?"
            ),
            (
                ("leave", gettext_noop("Leave them out.")),
                ("import", gettext_noop("Import them too: they are different matches.")),
            ),
            {"count": len(known)},
            answer,
        )
    ]


def _rows(file: IO[bytes]) -> Generator[tuple[int, Row]]:
    if plays.has_plays(file):
        yield from plays.rows_of_plays(file)
    elif plays.has_table(file):
        yield from plays.rows_of_document(file)
    else:
        yield from rows_of(file)


def _games(file: IO[bytes], layout: Layout) -> list[str]:
    """Return the values in the column of the game, most frequent first."""
    column = layout.column(Use.GAME)
    if column is None:
        return []
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for number, row in _rows(file):
        cell = row[column] if column < len(row) else None
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
    title = word_of(scored(ruleset.game).title)
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
