"""Suggest small changes that make a log fit.

A scorekeeper mistypes a card, leaves a line out or writes one twice, and every illegal event after
it may come from that one slip. ``repairs`` tries the small changes near the first illegal events,
replays the log with each, and returns those that leave the fewest illegal events, likeliest first.
The log itself is never changed.

``engine/edits.py`` lists the changes of one event and the corrections of unknown words, ``search``
tries them, and ``lines`` turns them into questions and changes of the text.
"""

from zarleague.engine.edits import Edit, EditKind
from zarleague.engine.repair.lines import LineRepair, line_repairs
from zarleague.engine.repair.search import Repair, repairs
