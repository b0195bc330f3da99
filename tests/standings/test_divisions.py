"""Who moves between divisions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zarleague.standings.divisions import (
    DivisionRow,
    DivisionTable,
    Going,
    Mover,
    StillOpen,
    movers,
    next_divisions,
)

UP, STAY, DOWN, OPEN = Going.UP, Going.STAY, Going.DOWN, Going.OPEN


def table(
    players: str, *ranks: int | None, moves: int = 0, members: str = "", hands: int = 9
) -> DivisionTable:
    """A table of players called by one letter each, by default all of them parted."""
    rows = [
        DivisionRow(ord(player), rank, hands)
        for player, rank in zip(players, ranks or range(1, len(players) + 1), strict=True)
    ]
    return DivisionTable(rows, [ord(one) for one in members], moves)


def going(*tables: DivisionTable) -> list[dict[str, Going]]:
    return [{chr(one.player): one.going for one in division} for division in movers(tables)]


def following(*tables: DivisionTable, placed: dict[str, int | None] | None = None) -> list[str]:
    by_id = {ord(player): division for player, division in (placed or {}).items()}
    found = next_divisions(movers(tables), by_id, len(tables))
    return ["".join(map(chr, division)) for division in found]


def test_the_last_two_change_places_with_the_first_two() -> None:
    first, second, third = table("ABCDE"), table("FGHIJ", moves=2), table("KLM", moves=1)
    assert going(first, second, third) == [
        {"A": STAY, "B": STAY, "C": STAY, "D": DOWN, "E": DOWN},
        {"F": UP, "G": UP, "H": STAY, "I": STAY, "J": DOWN},
        {"K": UP, "L": STAY, "M": STAY},
    ]
    assert following(first, second, third) == ["ABCFG", "DEHIK", "JLM"]


def test_a_tie_inside_a_zone_is_none_and_one_across_its_border_is_open() -> None:
    """Of B, C and D one place is left that stays; G and H share a place, and both go up."""
    tables = table("ABCDE", 1, 2, 2, 2, 5), table("GHIJK", 1, 1, 3, 4, 4, moves=3)
    assert going(*tables) == [
        {"A": STAY, "B": OPEN, "C": OPEN, "D": OPEN, "E": DOWN},
        {"G": UP, "H": UP, "I": UP, "J": STAY, "K": STAY},
    ]
    with pytest.raises(StillOpen) as raised:
        following(*tables, placed={"C": 1})
    assert raised.value.players == [ord("B"), ord("D")]
    chosen: dict[str, int | None] = {"B": 2, "C": 1, "D": 2}
    assert following(*tables, placed=chosen) == ["ACGHI", "BDEJK"]


def test_who_has_no_rank_stays_and_nobody_goes_in_their_place() -> None:
    """Two of the higher division have a rank: no more than two can go down, so two go up."""
    tables = table("ABC", 1, 2, None), table("DEFG", 1, 2, 3, None, moves=3)
    assert going(*tables) == [
        {"A": DOWN, "B": DOWN, "C": STAY},
        {"D": UP, "E": UP, "F": STAY, "G": STAY},
    ]


def test_a_small_division_in_the_middle_loses_upward_first() -> None:
    """Of two in the middle both go up; nobody is left to go down, so nobody comes from below."""
    tables = table("ABC"), table("DE", moves=2), table("FGH", moves=2)
    assert following(*tables) == ["ADE", "BC", "FGH"]


def test_one_stops_and_one_enters_the_lowest() -> None:
    tables = table("ABC"), table("DEF", moves=1)
    assert following(*tables, placed={"B": None, "E": 1, "Z": 2}) == ["ADE", "CFZ"]


def test_a_guest_from_another_division_takes_no_place() -> None:
    """D was placed in the lower division and helped out above, where they came first."""
    above = table("DABC", members="ABC")
    below = table("DEFG", moves=1, members="DEFG")
    assert going(above, below) == [
        {"A": STAY, "B": STAY, "C": DOWN},
        {"D": UP, "E": STAY, "F": STAY, "G": STAY},
    ]


def test_without_a_list_somebody_is_where_most_of_their_hands_are() -> None:
    above = table("XABC", hands=3)
    below = table("XDE", moves=1, hands=4)
    assert going(above, below) == [
        {"A": STAY, "B": STAY, "C": DOWN},
        {"X": UP, "D": STAY, "E": STAY},
    ]
    assert going(above, table("XDE", moves=1, hands=3))[1] == {"D": UP, "E": STAY}


def test_who_plays_in_another_division_only_is_in_that_one() -> None:
    """X was placed above by mistake, and plays below."""
    above, below = table("ABC", members="ABCX"), table("XDE", moves=1, members="DE")
    assert following(above, below) == ["ABX", "CDE"]


def test_who_was_placed_and_never_came_is_not_lost() -> None:
    tables = table("AB", members="ABN"), table("CD", moves=1)
    assert movers(tables)[0][-1] == Mover(ord("N"), 1, None, STAY)
    assert following(*tables) == ["ANC", "BD"]


@st.composite
def divisions(draw: st.DrawFn) -> list[DivisionTable]:
    """Two to four divisions, in which some play in several, are level or have no rank."""
    tables = []
    for at in range(draw(st.integers(2, 4))):
        players = draw(st.lists(st.integers(1, 30), unique=True, max_size=9))
        rows: list[DivisionRow] = []
        for place, player in enumerate(players, 1):
            shares = bool(rows) and draw(st.booleans())
            rank = rows[-1].rank if shares else place
            rows.append(DivisionRow(player, rank, draw(st.integers(1, 9))))
        without = draw(st.integers(0, len(rows)))
        rows[len(rows) - without :] = [
            row._replace(rank=None) for row in rows[len(rows) - without :]
        ]
        members = draw(st.lists(st.integers(1, 30), max_size=6))
        tables.append(DivisionTable(rows, members, draw(st.integers(1, 5)) if at else 0))
    return tables


@given(divisions())
def test_nobody_is_lost_or_twice_and_nobody_jumps(tables: list[DivisionTable]) -> None:
    found = movers(tables)
    listed = [one.player for division in found for one in division]
    everybody = {row.player for table in tables for row in table.rows}
    assert set(listed) == everybody | {one for table in tables for one in table.members}
    assert len(set(listed)) == len(listed)
    for at, division in enumerate(found, 1):
        for one in division:
            assert one.division == at
            assert one.to is None or (abs(one.to - at) <= 1 and 1 <= one.to <= len(tables))
            assert one.rank is not None or one.going is STAY


@given(divisions())
def test_as_many_go_up_as_down_and_sizes_are_kept(tables: list[DivisionTable]) -> None:
    """Where nobody is level across a border; who is level is first parted by their order."""
    parted = [
        table._replace(
            rows=[
                row._replace(rank=place if row.rank is not None else None)
                for place, row in enumerate(table.rows, 1)
            ]
        )
        for table in tables
    ]
    found = movers(parted)
    for above, below, border in zip(found, found[1:], parted[1:], strict=False):
        ups = [one for one in below if one.going is UP]
        downs = [one for one in above if one.going is DOWN]
        assert len(ups) == len(downs) <= border.moves
        # The best go up, the last of those with a rank go down.
        assert ups == below[: len(ups)]
        with_rank = [one for one in above if one.rank is not None]
        assert downs == with_rank[len(with_rank) - len(downs) :]
    after = next_divisions(found, {}, len(parted))
    assert [len(one) for one in after] == [len(one) for one in found]
    assert not [one for one in found[0] if one.going is UP]
    assert not [one for one in found[-1] if one.going is DOWN]


@given(divisions())
def test_open_places_are_those_that_ties_leave_open(tables: list[DivisionTable]) -> None:
    """The order in which level players are given changes nothing for the others."""
    turned = [
        table._replace(
            rows=sorted(table.rows, key=lambda row: (row.rank is None, row.rank or 0, -row.player))
        )
        for table in tables
    ]

    def ways(of: list[DivisionTable]) -> dict[int, Going]:
        return {one.player: one.going for division in movers(of) for one in division}

    assert ways(turned) == ways(tables)
