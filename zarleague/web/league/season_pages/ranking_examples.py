"""Every way to rank a season, shown on one made-up season for the form that chooses."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import ngettext

from zarleague.leagues.formats import decimals_of
from zarleague.reports.season_report.sections.formatting import dropped, shortfall
from zarleague.reports.words import ranking_words
from zarleague.standings.results import Result, hand_results
from zarleague.standings.rules import new_season_rules, rules_from_json
from zarleague.standings.table import Row, table_of
from zarleague.web.rendering.words import figures

ANN, BOB, CAT, GUS = range(1, 5)
NAMES: Final[Mapping[int, str]] = {ANN: "Ann", BOB: "Bob", CAT: "Cat", GUS: "Gus"}
EVENINGS: Final = 6
HANDS: Final[Mapping[int, Sequence[int]]] = {
    ANN: (2, 3, 4, 0, 3, 2),
    BOB: (0, 0, 9, 5, 0, 7),
    CAT: (4, 5, 0, 6, 5, 0),
}
"""Points in the hands of every evening: Ann is steady, Bob wins most hands but pays for others."""
CATS_EVENINGS: Final = 4
"""Cat is there on the first four evenings of six: enough hands to be ranked, and fewer points."""
GUS_HAND: Final = (5, 3)
"""Evening and hand, from 0, of the one hand the guest plays: no points, a win."""


class ExampleRow(NamedTuple):
    """One player of the example season under one way to rank."""

    rank: str
    name: str
    figure: str
    note: str


class Example(NamedTuple):
    """One way to rank, and the table of the example season under it."""

    preset: str
    title: str
    caption: str
    measure: str
    rows: Sequence[ExampleRow]


def examples() -> list[Example]:
    """Return every way to rank, with the example season's table under its default rules."""
    results = example_season()
    return [_example(preset, results) for preset in ranking_words.PRESET_TITLES]


def example_season() -> list[Result]:
    """Return the results of the example season; low points win."""
    results: list[Result] = []
    for evening in range(EVENINGS):
        present = (ANN, BOB, CAT) if evening < CATS_EVENINGS else (ANN, BOB)
        for hand in range(len(HANDS[ANN])):
            points = {player: HANDS[player][hand] for player in present}
            if (evening, hand) == GUS_HAND:
                points[GUS] = 0
            results += hand_results(evening * 10 + hand, evening, evening, points)
    return results


def _example(preset: str, results: Sequence[Result]) -> Example:
    rules = rules_from_json(new_season_rules(preset))
    rows = table_of(results, rules, names=NAMES)
    metrics = figures([row.metric for row in rows], decimals_of(row.metric for row in rows))
    return Example(
        preset,
        str(ranking_words.PRESET_TITLES[preset]),
        ranking_words.caption(rules),
        ranking_words.measure(rules),
        [
            ExampleRow(str(row.rank or "–"), NAMES[row.player_id], metric, _note(row))
            for row, metric in zip(rows, metrics, strict=True)
        ],
    )


def _note(row: Row) -> str:
    notes = [shortfall(*short) for short in row.shortfalls]
    if row.dropped:
        notes.append(dropped(len(row.dropped)))
    hands = ngettext("%(num)s hand", "%(num)s hands", row.hands) % {"num": row.hands}
    return "; ".join(notes) or hands
