"""Made-up histories for the tests of raters."""

import numpy as np

from zarleague.standings.ratings.history import History


def random_columns(
    seed: int, hands: int, players: int, evenings: int = 5, spread: float = 0.7
) -> dict[str, np.ndarray]:
    """Columns of hands of two to five players of random strengths, ties among them.

    Performance is strength and a Gumbel deviate, so that chances between two are those of
    Bradley and Terry; it is then made coarse, as card counts are.
    """
    random = np.random.default_rng(seed)
    strength = random.normal(0.0, spread, players)
    columns: dict[str, list[int]] = {"hand_id": [], "evening": [], "player_id": [], "place": []}
    days = np.sort(random.integers(1, evenings + 1, hands))
    for hand in range(hands):
        size = int(random.integers(2, min(5, players) + 1))
        present = random.choice(players, size, replace=False)
        performance = np.round(strength[present] + random.gumbel(size=size), 0)
        for player, own in zip(present, performance, strict=True):
            columns["hand_id"].append(hand)
            columns["evening"].append(int(days[hand]))
            columns["player_id"].append(int(player) + 100)
            columns["place"].append(1 + int((performance > own).sum()))
    return {name: np.array(column) for name, column in columns.items()}


def random_history(
    seed: int, hands: int, players: int, evenings: int = 5, spread: float = 0.7
) -> History:
    """See `random_columns`."""
    return History.of_columns(**random_columns(seed, hands, players, evenings, spread))


def places(*hands: dict[int, int], evenings: list[int] | None = None) -> History:
    """A history of hands given as {player id: place}, all on one evening unless given."""
    days = evenings or [1] * len(hands)
    rows = [
        (number, day, player, place)
        for number, (hand, day) in enumerate(zip(hands, days, strict=True))
        for player, place in hand.items()
    ]
    hand_id, evening, player_id, place = zip(*rows, strict=True)
    return History.of_columns(hand_id=hand_id, evening=evening, player_id=player_id, place=place)
