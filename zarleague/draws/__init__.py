"""Draw the tables of an evening: pure functions of people, what they have played, and a seed."""

from zarleague.draws.drawing import Draw, Promise, draw, promised, repeats
from zarleague.draws.sizes import NoTables, table_sizes
from zarleague.draws.ways import Way

__all__ = ["Draw", "NoTables", "Promise", "Way", "draw", "promised", "repeats", "table_sizes"]
