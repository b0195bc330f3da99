"""The stored totals of a season: the sums of its confirmed hands.

`confirmed` loads the hands in the form of `standings`, `counting` adds one hand to the totals or
subtracts it, `moving` says what that would move in the table, `rebuilding` compares all of them
with the hands, `loading` loads them, `rows` reads and writes the rows.
"""

from zarleague.play.totals.counting import OutdatedTotals, recount, recount_hands, recount_penalty
from zarleague.play.totals.loading import ForTable, load_for_period, load_for_table, load_row
from zarleague.play.totals.moving import (
    TableChange,
    moved_by_hand,
    moved_by_hands,
    moved_by_penalty,
)
from zarleague.play.totals.period import Period
from zarleague.play.totals.rebuilding import (
    TotalsDifferences,
    find_differences,
    rebuild,
    write_differences,
)
