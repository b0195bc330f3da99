"""The legal list and the judge agree on how many sequences of moves there are."""

import pytest

from tests.engine.perft import count, listed_moves, moments, tried_moves
from zarleague.engine import KEYS, find

DEPTH = 2
MOMENTS = 5


@pytest.mark.table(one_in=4)
@pytest.mark.parametrize("moment", range(MOMENTS))
@pytest.mark.parametrize("key", KEYS)
def test_as_many_sequences_listed_as_tried(key, moment):
    at = list(moments(find(key), seed=1))[moment]
    listed = listed_moves(at)
    assert listed == tried_moves(at)
    assert count(at, DEPTH, listed_moves) == count(at, DEPTH, tried_moves)


def test_a_count_worked_by_hand():
    """UNO Golf before the deal: one of three is dealt. Then one of the other two, or the first
    turns up one of six cards: 3 * (2 + 6). After two deals the third is dealt or one of twelve
    cards turned up, after a card turned up there are two to be dealt: 6 * (1 + 12) + 18 * 2."""
    game = find("uno-golf")
    at = next(moments(game, seed=1))
    assert [count(at, depth, listed_moves) for depth in (0, 1, 2, 3)] == [1, 3, 24, 114]
