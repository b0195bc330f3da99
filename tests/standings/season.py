"""A small season worked by hand, and ways to make up random ones.

Four players, three evenings of one match of two hands each; low points win. Dee missed the last.

    evening  hand  Ann Bob Cat Dee
    1        1       0   3   5   7
             2       4   0   6   2     match: Bob 3, Ann 4, Dee 9, Cat 11
    2        3       8   5   0   3
             4       2   6   0   6     match: Cat 0, Dee 9, Ann 10, Bob 11
    3        5       1   0   9   -
             6       0   4   3   -     match: Ann 1, Bob 4, Cat 12
    sum             15  18  23  18
    hands            6   6   6   4
    won              2   2   2   0
"""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from zarleague.standings.results import Result, hand_results
from zarleague.standings.table import Row

ANN, BOB, CAT, DEE = 1, 2, 3, 4
NAMES = {ANN: "Ann", BOB: "Bob", CAT: "Cat", DEE: "Dee"}
FIRST, SECOND, THIRD = 738001, 738008, 738015


def season() -> list[Result]:
    """The season above, in order of play."""
    return [
        *hand_results(1, 1, FIRST, {ANN: 0, BOB: 3, CAT: 5, DEE: 7}),
        *hand_results(2, 1, FIRST, {ANN: 4, BOB: 0, CAT: 6, DEE: 2}),
        *hand_results(3, 2, SECOND, {ANN: 8, BOB: 5, CAT: 0, DEE: 3}),
        *hand_results(4, 2, SECOND, {ANN: 2, BOB: 6, CAT: 0, DEE: 6}),
        *hand_results(5, 3, THIRD, {ANN: 1, BOB: 0, CAT: 9}),
        *hand_results(6, 3, THIRD, {ANN: 0, BOB: 4, CAT: 3}),
    ]


def hands(*points: Mapping[int, int], evening: int = FIRST, match: int = 1) -> list[Result]:
    """Hands of one match, numbered from 100 times the match on."""
    return [
        result
        for number, scored in enumerate(points)
        for result in hand_results(100 * match + number, match, evening, scored)
    ]


def ranks(rows: Sequence[Row]) -> list[tuple[int | None, str]]:
    """Rank and name of each row, in order."""
    return [(row.rank, NAMES[row.player_id]) for row in rows]


def figures(rows: Sequence[Row]) -> dict[str, object]:
    """The metric of each player by name."""
    return {NAMES[row.player_id]: row.metric for row in rows}


@st.composite
def seasons(draw: st.DrawFn, high_wins: bool = False) -> list[list[Result]]:
    """Some hands of up to six players: matches of random players on a few evenings."""
    played: list[list[Result]] = []
    for match in range(draw(st.integers(0, 5))):
        players = draw(st.lists(st.integers(1, 6), min_size=1, max_size=5, unique=True))
        evening = draw(st.integers(1, 3))
        for _ in range(draw(st.integers(1, 4))):
            present = draw(
                st.lists(st.sampled_from(players), min_size=1, max_size=len(players), unique=True)
            )
            points = {player: draw(st.integers(0, 4)) for player in present}
            penalties = {player: draw(st.integers(0, 1)) for player in present}
            played.append(
                list(
                    hand_results(
                        len(played),
                        match,
                        evening,
                        points,
                        penalties=penalties,
                        high_wins=high_wins,
                    )
                )
            )
    return played
