"""An evening of each example of a declared game: three hands scored by hand from the sentence of
its source, and the totals after them."""

from typing import Final

Worked = tuple[list[dict[str, int]], int | None, tuple[int, ...]]
"""What each player has, who went out, the points."""

EVENINGS: Final[dict[str, tuple[list[Worked], tuple[int, ...]]]] = {
    # "Each heart is worth one point, the queen of spades 13." Who takes all 26 "may … add 26 to
    # the others".
    "Hearts": (
        [
            ([{"hearts": 5}, {"hearts": 8, "queen": 1}, {}], None, (5, 21, 0)),
            ([{"hearts": 13, "queen": 1}, {}, {}], None, (0, 26, 26)),
            ([{"hearts": 1}, {"queen": 1}, {"hearts": 12}], None, (1, 13, 12)),
        ],
        (6, 60, 38),
    ),
    # "The winner scores the total value of all the cards remaining in the hands of the others."
    "Rummy": (
        [
            ([{}, {"left": 23}, {"left": 4}], 0, (27, 0, 0)),
            ([{"left": 10}, {}, {"left": 15}], 1, (0, 25, 0)),
            ([{}, {"left": 30}, {"left": 2}], 0, (32, 0, 0)),
        ],
        (59, 25, 0),
    ),
    # Clubs (12), with 2, game 3, lost: 12 x 3 = 36, doubled and taken off. Spades (11), with 1,
    # game 2: 22. Grand (24), without 2, game 3: 72.
    "Skat": (
        [
            ([{}, {"base": 12, "multiplier": 3, "lost": 1}, {}], None, (0, -72, 0)),
            ([{"base": 11, "multiplier": 2}, {}, {}], None, (22, 0, 0)),
            ([{}, {}, {"base": 24, "multiplier": 3}], None, (0, 0, 72)),
        ],
        (22, -72, 72),
    ),
    # A solo of 2 points: the soloist gets three times what each of the others loses; then pairs.
    "Doppelkopf": (
        [
            ([{"points": 6}, *[{"points": -2}] * 3], None, (6, -2, -2, -2)),
            ([*[{"points": 1}] * 2, *[{"points": -1}] * 2], None, (1, 1, -1, -1)),
            ([{"points": -3}, *[{"points": 3}] * 2, {"points": -3}], None, (-3, 3, 3, -3)),
        ],
        (4, 2, 0, -6),
    ),
    # Right: 20 + 10 for each trick, also of none; wrong: -10 for each trick off.
    "Wizard": (
        [
            ([{"bid": 2, "tricks": 2}, {"bid": 0}, {"bid": 1, "tricks": 3}], None, (40, 20, -20)),
            ([{}, {"bid": 2, "tricks": 1}, {"bid": 1, "tricks": 1}], None, (20, -10, 30)),
            ([{"bid": 3, "tricks": 3}, {"bid": 1}, {}], None, (50, -10, 20)),
        ],
        (110, 0, 30),
    ),
    # "If this player does not have the lowest points, theirs are doubled", equal ones included,
    # "only if positive".
    "Skyjo": (
        [
            ([{"cards": 12, "ended": 1}, {"cards": 12}, {"cards": -3}], None, (24, 12, -3)),
            ([{"cards": 30}, {"cards": 5, "ended": 1}, {"cards": 9}], None, (30, 5, 9)),
            ([{"cards": -4, "ended": 1}, {"cards": -6}, {"cards": 20}], None, (-4, -6, 20)),
        ],
        (50, 11, 26),
    ),
    # Five for 1 to 9, ten for 10 to 12, fifteen for a skip, twenty-five for a wild.
    "Phase 10": (
        [
            ([{}, {"low": 3, "high": 2, "skip": 1, "wild": 1}], 0, (0, 75)),
            ([{"low": 4, "high": 1}, {}], 1, (30, 0)),
            ([{}, {"wild": 2}], 0, (0, 50)),
        ],
        (30, 125),
    ),
    "Cribbage": (
        [
            ([{"pegged": 5, "hand": 12, "crib": 4}, {"pegged": 8, "hand": 29}], None, (21, 37)),
            ([{"pegged": 4, "hand": 8}, {"pegged": 2, "hand": 6, "crib": 3}], None, (12, 11)),
            ([{"pegged": 1, "crib": 12}, {"pegged": 6, "hand": 10}], None, (13, 16)),
        ],
        (46, 64),
    ),
    "6 nimmt!": (
        [
            ([{"heads": 7}, {}, {"heads": 33}], None, (7, 0, 33)),
            ([{"heads": 10}, {"heads": 3}, {}], None, (10, 3, 0)),
            ([{}, {}, {"heads": 12}], None, (0, 0, 12)),
        ],
        (17, 3, 45),
    ),
    # Cards, coins and two scope against the seven of coins; the primiera is tied.
    "Scopa": (
        [
            ([{"cards": 1, "coins": 1, "scope": 2}, {"seven": 1}], None, (4, 1)),
            ([{"cards": 1, "seven": 1}, {"coins": 1, "primiera": 1, "scope": 1}], None, (2, 3)),
            ([{"seven": 1, "scope": 3}, {"cards": 1, "coins": 1, "primiera": 1}], None, (4, 3)),
        ],
        (10, 7),
    ),
    # 645 melded, 500 + 300, all four red threes 800, out 100; against 220 less 95 in hand. 100 less
    # 30; 300 + 500 + 100. Two red threes 200, 500 melded, 300; nothing melded, 150
    # in hand, and a red three that counts against it.
    "Canasta": (
        [
            (
                [
                    {"melded": 645, "natural": 1, "mixed": 1, "threes": 4, "out": 1},
                    {"melded": 220, "left": 95},
                ],
                None,
                (2345, 125),
            ),
            (
                [{"melded": 100, "left": 30}, {"melded": 300, "natural": 1, "out": 1}],
                None,
                (70, 900),
            ),
            (
                [{"threes": 2, "melded": 500, "mixed": 1}, {"left": 150, "threes": -1}],
                None,
                (1000, -250),
            ),
        ],
        (3415, 775),
    ),
    # Bid 4, took 6: 42. Nil made: 100. Bid 5, took 4: -50. Bid 3, took 3, ten bags: 30 - 100.
    # A nil that took a trick: -100.
    "Spades": (
        [
            (
                [
                    {"bid": 4, "tricks": 6},
                    {"bid": 0, "tricks": 0},
                    {"bid": 5, "tricks": 4},
                    {"bid": 3, "tricks": 3, "bags": 1},
                ],
                None,
                (42, 100, -50, -70),
            ),
            (
                [
                    {"bid": 3, "tricks": 3},
                    {"bid": 4, "tricks": 5},
                    {"tricks": 1},
                    {"bid": 4, "tricks": 4},
                ],
                None,
                (30, 41, -100, 40),
            ),
            (
                [
                    {"bid": 5, "tricks": 4},
                    {"bid": 2, "tricks": 3},
                    {"bid": 3, "tricks": 3},
                    {"bid": 2, "tricks": 3},
                ],
                None,
                (-50, 21, 30, 21),
            ),
        ],
        (22, 162, -120, -9),
    ),
}  # fmt: skip
