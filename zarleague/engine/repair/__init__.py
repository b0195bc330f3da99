"""The smallest change that makes a log fit: suggestions for a scorekeeper's mistake.

A log that was written at midnight has a card mistyped, a line left out or a line written twice. All
that is illegal afterwards may come from that one slip. ``repairs`` tries the small changes near the
first illegal event, replays the rest of the log with each, and returns those that leave the
fewest illegal events, likeliest first. Nothing is changed by itself.

``edits`` lists the changes worth trying at one place of a log, ``words`` those of unreadable words;
``search`` tries them; ``lines`` makes questions and changes of text of them.
"""

from zarleague.engine.repair.edits import Edit, EditKind
from zarleague.engine.repair.lines import LineRepair, line_repairs, repaired
from zarleague.engine.repair.search import Repair, repairs

__all__ = ["Edit", "EditKind", "LineRepair", "Repair", "line_repairs", "repaired", "repairs"]
