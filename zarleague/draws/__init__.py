"""Draw the tables of an evening: pure functions of people, what they have played, and a seed."""

from zarleague.draws.brackets import MOST_SEEDS, FinalMatch, Pairing, bracket, standing
from zarleague.draws.drawing import (
    Draw,
    NoTables,
    Promise,
    Way,
    draw,
    promised,
    repeats,
    table_sizes,
)
