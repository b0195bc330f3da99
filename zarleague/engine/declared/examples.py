"""Definitions that a league adds by one tap, each with the source of its scoring.

Where a published game has more than a definition can say, ``about`` says what the table keeps
itself.
"""

from functools import cache
from typing import Any, Final

from zarleague.engine.declared.definition import Definition
from zarleague.engine.declared.reading import read_definition


def _count(key: str, label: str, most: int, each: int = 1, **more: Any) -> dict[str, Any]:
    return {"key": key, "label": label, "asked": "count", "most": most, "each": each, **more}


def _tick(key: str, label: str, each: int, most: int = 1, *, least: int = 0) -> dict[str, Any]:
    return {"key": key, "label": label, "asked": "tick", "each": each, "sum": [least, most]}


def _points(key: str, label: str, most: int, least: int = 0, **more: Any) -> dict[str, Any]:
    return {"key": key, "label": label, "asked": "points", "least": least, "most": most, **more}


_DATA: Final[tuple[dict[str, Any], ...]] = (
    {
        "name": "Hearts",
        "about": "One point for every heart, 13 for the queen of spades. Take all 26, and everyone "
        "else gets them.",
        "source": "pagat.com, Hearts: Scoring",
        "players": [3, 6],
        "wins": "low",
        "fields": [
            _count("hearts", "Hearts", 13, sum=[13, 13]),
            _tick("queen", "Queen of spades", 13, least=1),
        ],
        "rules": [{"kind": "sweep", "takes": 26, "sweeper": 0, "others": 26}],
        "limit": 100,
    },
    {
        "name": "Rummy",
        "about": "Whoever goes out collects what the others hold: court cards 10, aces 1, the "
        "others their number.",
        "source": "pagat.com, Rummy: Scoring",
        "players": [2, 6],
        "wins": "high",
        "fields": [_points("left", "Points left in hand", 200)],
        "out": {"collects": True},
        "limit": 100,
    },
    {
        "name": "Skat",
        "about": "Only the declarer scores: base value times multiplier, and minus twice that for a"
        " game that is lost. Null counts once.",
        "source": "Internationale Skatordnung: Spielwert und Abrechnung",
        "players": [3, 4],
        "wins": "high",
        "fields": [
            _points("base", "Base value", 59),
            _count("multiplier", "Multiplier", 18, 0),
            _tick("lost", "Lost", 0),
        ],
        "rules": [
            {"kind": "times", "field": "multiplier"},
            {"kind": "times", "field": "lost", "factor": -2},
        ],
        "hands": 36,
    },
    {
        "name": "Doppelkopf",
        "about": "The winning side gets the game points, the other side loses them; a soloist "
        "counts three times. All together are 0.",
        "source": "Deutscher Doppelkopf-Verband, Turnier-Spielregeln: Spielbewertung",
        "players": [4, 7],
        "wins": "high",
        "fields": [_points("points", "Game points", 99, -99)],
        "total": 0,
        "hands": 24,
    },
    {
        "name": "Wizard",
        "about": "20 and 10 for each trick if the bid is right, minus 10 for each trick it is off."
        " Four players play 15 hands, three 20, five 12, six 10.",
        "source": "Amigo, Wizard: Spielanleitung, Wertung",
        "players": [3, 6],
        "wins": "high",
        "fields": [
            _count("bid", "Bid", 20, 0),
            _count("tricks", "Tricks", 20, 0, sum=[1, 20]),
        ],
        "rules": [
            {
                "kind": "bid",
                "bid": "bid",
                "tricks": "tricks",
                "made": {"fixed": 20, "trick": 10},
                "missed": {"off": -10},
            }
        ],
        "hands": 15,
    },
    {
        "name": "Skyjo",
        "about": "Add up the cards in front of you. Whoever ended the round without the fewest"
        " points counts theirs twice.",
        "source": "Magilano, Skyjo: rules of the game, end of a round",
        "players": [2, 8],
        "wins": "low",
        "fields": [
            _points("cards", "Cards", 142, -17),
            _tick("ended", "Ended the round", 0, least=1),
        ],
        "rules": [{"kind": "closer", "field": "ended", "factor": 2}],
        "limit": 100,
    },
    {
        "name": "Phase 10",
        "about": "Cards left in hand count. As ten hands with one phase each; the players keep "
        "track of the phases.",
        "source": "Mattel, Phase 10: instruction sheet, Scoring",
        "players": [2, 6],
        "wins": "low",
        "fields": [
            _count("low", "1 to 9", 11, 5),
            _count("high", "10 to 12", 11, 10),
            _count("skip", "Skips", 4, 15),
            _count("wild", "Wilds", 8, 25),
        ],
        "out": {},
        "hands": 10,
    },
    {
        "name": "Cribbage",
        "about": "What was pegged in play, in the hand and in the crib. The first to 121 wins.",
        "source": "American Cribbage Congress, Rules of Cribbage; pagat.com, Cribbage",
        "players": [2, 4],
        "wins": "high",
        "fields": [
            _points("pegged", "Pegged in play", 61),
            _points("hand", "Hand", 29),
            _points("crib", "Crib", 29),
        ],
        "limit": 121,
    },
    {
        "name": "6 nimmt!",
        "about": "Every bull’s head is a bad point. At 66 it is over.",
        "source": "Amigo, 6 nimmt!: Spielanleitung, Spielende",
        "players": [2, 10],
        "wins": "low",
        "fields": [_points("heads", "Bull’s heads", 171, sum=[0, 171])],
        "limit": 66,
    },
    {
        "name": "Scopa",
        "about": "A point each for most cards, most coins, the seven of coins and the primiera, and"
        " for each scopa.",
        "source": "pagat.com, Scopa: Scoring",
        "players": [2, 4],
        "wins": "high",
        "fields": [
            _tick("cards", "Most cards", 1),
            _tick("coins", "Most coins", 1),
            _tick("seven", "Seven of coins", 1, least=1),
            _tick("primiera", "Primiera", 1),
            _count("scope", "Scope", 20),
        ],
        "limit": 11,
        "ties": "extra",
    },
    {
        "name": "Canasta",
        "about": "Cards on the table, bonuses, minus what is left in hand. Who has melded nothing "
        "counts red threes below zero. Each for themselves.",
        "source": "pagat.com, Canasta: Scoring",
        "players": [2, 6],
        "wins": "high",
        "fields": [
            _points("melded", "Cards melded", 5000),
            _count("natural", "Natural canastas", 8, 500),
            _count("mixed", "Mixed canastas", 8, 300),
            {"key": "threes", "label": "Red threes", "least": -4, "most": 4, "sum": [-4, 4],
             "table": [-800, -300, -200, -100, 0, 100, 200, 300, 800]},
            _tick("out", "Went out", 100),
            _tick("concealed", "Had not melded before going out", 100),
            _points("left", "Cards left in hand", 2000, each=-1),
        ],
        "limit": 5000,
    },
    {
        "name": "Spades",
        "about": "10 for each trick bid and 1 for each over; minus 10 for each trick bid if it "
        "fails. Nil is 100 or minus 100, ten overtricks cost 100. Each for themselves.",
        "source": "pagat.com, Spades: Scoring, Solo Spades",
        "players": [3, 4],
        "wins": "high",
        "fields": [
            _count("bid", "Bid", 17, 0),
            _count("tricks", "Tricks", 17, 0, sum=[13, 17]),
            {"key": "bags", "label": "Ten overtricks", "asked": "tick", "each": -100},
        ],
        "rules": [
            {
                "kind": "bid",
                "bid": "bid",
                "tricks": "tricks",
                "exact": False,
                "made": {"bid": 10, "over": 1},
                "missed": {"bid": -10},
                "nothing": [100, -100],
            }
        ],
        "limit": 500,
    },
)  # fmt: skip


@cache
def examples() -> tuple[Definition, ...]:
    """Return the examples, in the order pages list them."""
    return tuple(map(read_definition, _DATA))
