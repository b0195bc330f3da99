"""The small season of docs/standings.md: four players, three evenings of two hands, low wins.

| evening | hand | Ann | Bob | Cat | Dee |
| 1 | 1 | 0 | 3 | 5 | 7 |
|   | 2 | 4 | 0 | 6 | 2 |
| 2 | 3 | 8 | 5 | 0 | 3 |
|   | 4 | 2 | 6 | 0 | 6 |
| 3 | 5 | 1 | 0 | 9 |   |
|   | 6 | 0 | 4 | 3 |   |  the cards left are counted: Bob 2 numbers and 1 reverse, Cat 3 numbers
"""

import datetime

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club, counts, key
from zarleague.play import services as play
from zarleague.play.models import Hand

EVENINGS = FIRST, SECOND, THIRD = tuple(datetime.date(2026, 3, day) for day in (6, 13, 20))


def small_season(club: Club) -> dict[int, Hand]:
    """Play it; return the hands by their numbers above."""
    everybody = ("Ann", "Bob", "Cat", "Dee")
    one = factories.match(club, *everybody, played_on=FIRST)
    two = factories.match(club, *everybody, played_on=SECOND)
    three = factories.match(club, *everybody[:3], played_on=THIRD)
    hands = {
        1: factories.hand(club, one, 0, 3, 5, 7, winner=0),
        2: factories.hand(club, one, 4, 0, 6, 2, winner=1),
        3: factories.hand(club, two, 8, 5, 0, 3, winner=2),
        4: factories.hand(club, two, 2, 6, 0, 6, winner=2),
        5: factories.hand(club, three, 1, 0, 9, winner=1),
    }
    left = counts({}, {"number": 2, "command": 1}, {"number": 3}, winner=0)
    hands[6] = play.enter_hand(three, left, actor=club.boss, key=key(), at=EIGHT_O_CLOCK)
    return hands
