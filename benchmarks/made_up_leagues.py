"""Simulate leagues with known true strengths, to measure the quality of ratings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from zarleague.standings.ratings.history import Floats, History, Ints

Performances = Callable[[np.random.Generator, Floats], Floats]
"""Performances (hands, seats) of players of these strengths, higher is better, ties included."""


def gumbel(random: np.random.Generator, strength: Floats) -> Floats:
    """Return performances whose chance to be ahead is logistic; there are no ties."""
    return np.asarray(strength + random.gumbel(size=strength.shape))


def normal(random: np.random.Generator, strength: Floats) -> Floats:
    """Return normal performances, as TrueSkill assumes them."""
    return np.asarray(strength + random.normal(size=strength.shape) * 1.28)


def few_points(random: np.random.Generator, strength: Floats) -> Floats:
    """Return performances in coarse steps, like counts of cards, which give many ties."""
    return np.round(gumbel(random, strength) / 1.5)


def one_winner(random: np.random.Generator, strength: Floats) -> Floats:
    """Return 1 for the winner and 0 for everybody else, level behind."""
    drawn = gumbel(random, strength)
    return (drawn == drawn.max(axis=1, keepdims=True)).astype(np.float64)


@dataclass(frozen=True)
class League:
    """A kind of league: its players, their attendance, and how hands end."""

    name: str
    players: int
    seats: int
    evenings: int
    hands: int
    """Of an evening."""
    deviation: float
    """Of the true strengths, in log-odds: 0 is nothing but luck."""
    performances: Performances = gumbel
    clubs: int = 1
    """Equal parts of the players who meet players of other clubs in one hand of fifty only."""
    drop_ins: bool = False
    """Half of the players come once in five evenings."""
    sharks: int = 0
    """Players who are 1.2 log-odds better than drawn."""


@dataclass(frozen=True)
class Played:
    """One simulated league."""

    strengths: Floats
    """(P,) true strengths."""
    seats: Ints
    """(H, S) players."""
    history: History


COVERAGE_LEAGUES: Final = (
    League("two players", 2, 2, 20, 10, 0.4),
    League("five at a table", 5, 5, 15, 10, 0.3),
    League("many ties", 12, 4, 15, 12, 0.4, few_points),
    League("one winner, the rest level", 12, 5, 15, 12, 0.3, one_winner),
    League("much luck", 16, 4, 15, 12, 0.15),
    League("little luck", 10, 4, 15, 10, 1.2),
    League("thirty players", 30, 6, 20, 20, 0.5),
    League("drop-ins", 24, 4, 15, 15, 0.4, drop_ins=True),
    League("two clubs that hardly meet", 20, 4, 15, 15, 0.4, clubs=2),
    League("tables of seven, many ties", 21, 7, 12, 15, 0.25, few_points),
    League("hardly any skill", 16, 4, 15, 12, 0.05),
    League("nothing but luck", 12, 4, 15, 12, 0.0),
    League("an ordinary card game", 12, 4, 15, 12, 0.4),
    League("the same six", 6, 6, 15, 10, 0.4),
    League("two sharks", 12, 4, 15, 12, 0.15, sharks=2),
    League("three evenings", 12, 4, 3, 12, 0.4),
)
FORECAST_LEAGUES: Final = (
    League("nothing but luck", 12, 4, 15, 12, 0.0),
    League("much luck, many ties", 12, 4, 15, 12, 0.15, few_points),
    League("an ordinary card game", 12, 4, 15, 12, 0.4),
    League("little luck, normal", 12, 4, 15, 12, 1.0, normal),
    League("drop-ins and big tables", 24, 6, 15, 12, 0.5, drop_ins=True),
)


def play(league: League, seed: int) -> Played:
    """Simulate one league, reproducible by seed."""
    random = np.random.default_rng(seed)
    strengths = random.normal(0.0, league.deviation, league.players)
    strengths[: league.sharks] += 1.2
    attends = np.ones(league.players)
    if league.drop_ins:
        attends[: league.players // 2] = 0.2
    evening = np.repeat(np.arange(league.evenings), league.hands)
    seats = np.concatenate([_seats(league, random, attends) for _ in range(league.evenings)])
    performance = league.performances(random, strengths[seats])
    place = 1 + (performance[:, None, :] > performance[:, :, None]).sum(axis=2)
    history = History.of_columns(
        hand_id=np.repeat(np.arange(len(seats)), league.seats),
        evening=np.repeat(evening, league.seats),
        player_id=seats.ravel(),
        place=place.ravel(),
    )
    return Played(strengths, seats, history)


def expected_score(league: League) -> tuple[Floats, Floats]:
    """Return differences of strength, and the mean score against a player so much weaker.

    A score is 1 ahead, 1/2 level, 0 behind. Ratings estimate this score: with ties it depends less
    on a difference than the logistic function of the strengths.
    """
    apart = np.linspace(-6.0, 6.0, 121) * max(league.deviation, 1.0 if league.sharks else 0.1)
    if league.performances is gumbel:
        return apart, expit(apart)
    random = np.random.default_rng(99)
    scores = np.empty_like(apart)
    for at, difference in enumerate(apart):
        strength = np.zeros((40_000, league.seats))
        # The second player has the difference; the others are of average strength.
        strength[:, 0] = difference
        performance = league.performances(random, strength)
        scores[at] = ((1.0 + np.sign(performance[:, 0] - performance[:, 1])) / 2.0).mean()
    return apart, scores


def _seats(league: League, random: np.random.Generator, attends: Floats) -> NDArray[np.int64]:
    """Return the players of an evening's hands, (hands, seats)."""
    present = np.flatnonzero(random.random(league.players) < attends)
    if len(present) < league.seats:
        present = np.arange(league.players)
    club = np.arange(league.players) * league.clubs // league.players
    hands = np.empty((league.hands, league.seats), dtype=np.int64)
    for hand in range(league.hands):
        near = present
        if league.clubs > 1 and random.random() > 0.02:
            near = present[club[present] == random.integers(league.clubs)]
        hands[hand] = random.choice(near, league.seats, replace=False)
    return hands
