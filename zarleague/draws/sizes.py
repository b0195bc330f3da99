"""How many sit at each table."""


class NoTables(ValueError):
    """Raised when people cannot be seated: no number of tables gives each as many as the game is
    for."""


def table_sizes(people: int, size: int, *, least: int = 2, most: int | None = None) -> list[int]:
    """Return the sizes of the tables for *people*, the larger first; they differ by at most one.

    Tables have *size* players, or one fewer where it does not come out. Where even that does not
    (five people at fours), they are as near to it as *least* and *most*, the limits of the game,
    allow. Raise NoTables if the limits allow nothing.
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
) -> tuple[bool, int, int]:
    """Return a sort key: sizes as asked first, then few seats too many or missing, then small
    tables."""
    as_asked = largest <= size and smallest >= size - 1
    larger = people % tables
    missed = larger * abs(smallest + 1 - size) + (tables - larger) * abs(smallest - size)
    return (not as_asked, missed, largest)
