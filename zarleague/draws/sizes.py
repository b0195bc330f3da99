"""How many sit at each table."""

from typing import Final

_FEWEST: Final = 3
"""With two at a table a card game is another game; sizes as asked go below only for twos."""


class NoTables(ValueError):
    """Raised when people cannot be seated: no number of tables gives each as many as the game is
    for."""


def table_sizes(people: int, size: int, *, least: int = 2, most: int | None = None) -> list[int]:
    """Return the sizes of the tables for *people*, the larger first; they differ by at most one.

    Tables have *size* players, or one fewer where it does not come out; but nobody sits in twos
    unless twos are asked for or nothing else is possible, so 25 people at threes are seven tables
    of three and one of four. Where that does not come out either (five people at fours), tables are
    as near to it as *least* and *most*, the limits of the game, allow. Raise NoTables if the limits
    allow nothing.
    """
    choices = [
        (people // tables, -(-people // tables), tables)
        for tables in range(1, people // max(least, 1) + 1)
        if most is None or -(-people // tables) <= most
    ]
    if not choices:
        raise NoTables
    _, _, tables = min(choices, key=lambda choice: _misses(people, size, *choice))
    small, larger = divmod(people, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def _misses(
    people: int, size: int, smallest: int, largest: int, tables: int
) -> tuple[bool, bool, int, int]:
    """Return a sort key: no twos unless asked for, then sizes as asked, then few seats too many or
    missing, then small tables."""
    has_twos = smallest < _FEWEST <= size
    as_asked = largest <= size and smallest >= size - 1
    larger = people % tables
    missed = larger * abs(smallest + 1 - size) + (tables - larger) * abs(smallest - size)
    return (has_twos, not as_asked, missed, largest)
