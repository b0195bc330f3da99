"""Brackets: who meets whom by seeds, who goes on, and what a correction changes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zarleague.draws import FinalMatch, Pairing, bracket, standing

SEEDS = tuple(range(1, 17))


def won(match: int, *order: int, is_over: bool = True) -> FinalMatch:
    """A match that ended in this order."""
    places = {player: place for place, player in enumerate(order, 1)}
    return FinalMatch(match, places, frozenset(order), is_over)


def players(pairings: list[Pairing]) -> list[tuple[int, ...]]:
    return [one.players for one in pairings]


def test_a_bracket_without_seats_is_none() -> None:
    with pytest.raises(ValueError, match="tables of 0"):
        bracket(SEEDS[:4], 0, 1, [])


class TestSeeds:
    def test_of_eight_the_first_two_meet_last(self) -> None:
        (first, second, last) = bracket(SEEDS[:8], 2, 1, [])
        assert players(first) == [(1, 8), (4, 5), (2, 7), (3, 6)]
        assert [one.missing for one in second] == [2, 2]
        assert [one.missing for one in last] == [2]

    def test_byes_go_to_the_best(self) -> None:
        first, second, _ = bracket(SEEDS[:6], 2, 1, [])
        assert players(first) == [(1,), (4, 5), (2,), (3, 6)]
        assert players(second) == [(1,), (2,)]

    def test_tables_of_four_are_evenly_strong(self) -> None:
        first, second, last = bracket(SEEDS, 4, 1, [])
        assert players(first) == [(1, 8, 9, 16), (4, 5, 12, 13), (2, 7, 10, 15), (3, 6, 11, 14)]
        assert [one.missing for one in (*second, *last)] == [4, 4, 4]

    @given(st.integers(2, 16), st.sampled_from([2, 4]), st.randoms(use_true_random=False))
    def test_whoever_wins_everybody_plays_until_they_are_out(
        self, count: int, seats: int, random: object
    ) -> None:
        """Matches of ready pairings, with random orders: each takes out all who do not go on, and
        the one who is left leads the standing, in which everybody stands once."""
        seeds, played = SEEDS[:count], []
        while ready := [
            one for of in bracket(seeds, seats, 1, played) for one in of if one.is_ready
        ]:
            order = list(ready[0].players)
            random.shuffle(order)  # type: ignore[attr-defined]
            played.append(won(len(played), *order))
        rounds = bracket(seeds, seats, 1, played)
        for before, after in pairwise(rounds):
            assert {p for one in before for p in one.through} == {
                p for one in after for p in one.players
            }
        ((winner,),) = [one.through for one in rounds[-1]]
        order = standing(rounds, seeds)
        assert order[0] == winner
        assert sorted(order) == list(seeds)
        if seats == 2:
            assert len(played) == count - 1


class TestMatches:
    def test_the_first_to_two_wins(self) -> None:
        """1, 2, level, 1: two to one, and a fourth match changes nothing any more."""
        level = FinalMatch(3, {1: 1, 2: 1}, frozenset({1, 2}), is_over=True)
        played = [won(1, 1, 2), won(2, 2, 1), level]
        ((pairing,),) = bracket((1, 2), 2, 2, played)
        assert pairing.wins == {1: 1, 2: 1}
        assert pairing.is_ready
        ((pairing,),) = bracket((1, 2), 2, 2, [*played, won(4, 1, 2), won(5, 2, 1)])
        assert (pairing.wins, pairing.through) == ({1: 2, 2: 1}, (1,))
        assert pairing.matches == (1, 2, 3, 4, 5)

    def test_a_match_that_goes_on_is_not_won(self) -> None:
        ((pairing,),) = bracket((1, 2), 2, 1, [won(1, 1, 2, is_over=False)])
        assert not pairing.is_ready  # it is played to its end first
        assert (pairing.through, pairing.matches) == ((), (1,))

    def test_three_play_for_it(self) -> None:
        ((pairing,),) = bracket(
            (1, 2, 3), 3, 2, [won(1, 2, 1, 3), won(2, 3, 1, 2), won(3, 2, 3, 1)]
        )
        assert pairing.through == (2,)
        assert standing([[pairing]], (1, 2, 3)) == [2, 3, 1]

    def test_two_of_four_go_on_unless_level_for_second(self) -> None:
        level = FinalMatch(1, {1: 2, 4: 2, 5: 1, 8: 4}, frozenset({1, 4, 5, 8}), is_over=True)
        first, _ = bracket(SEEDS[:8], 4, 1, [level])
        assert first[0].through == ()
        first, last = bracket(SEEDS[:8], 4, 1, [level, won(2, 8, 5, 1, 4)])
        assert first[0].through == (8, 5)
        assert (last[0].players, last[0].missing) == ((5, 8), 2)

    def test_somebody_outside_the_bracket_is_passed_over(self) -> None:
        ((pairing,),) = bracket((1, 2), 2, 1, [won(1, 99, 2, 1)])
        assert pairing.through == (2,)


class TestWithdrawn:
    def test_the_opponent_goes_on_without_a_match(self) -> None:
        first, (last,) = bracket(SEEDS[:4], 2, 1, [won(1, 1, 4)], {3})
        assert [one.through for one in first] == [(1,), (2,)]
        assert (first[1].absent, first[1].matches) == ((3,), ())
        assert last.players == (1, 2)

    def test_who_won_before_withdrawing_loses_only_the_next(self) -> None:
        first, (last,) = bracket(SEEDS[:4], 2, 1, [won(1, 1, 4), won(2, 3, 2)], {1})
        assert [one.through for one in first] == [(1,), (3,)]
        assert (last.players, last.absent, last.through) == ((1, 3), (1,), (3,))
        assert standing([first, [last]], SEEDS[:4])[:2] == [3, 1]

    def test_a_best_of_goes_to_who_stays_whatever_was_won(self) -> None:
        ((pairing,),) = bracket((1, 2), 2, 2, [won(1, 1, 2)], {1})
        assert (pairing.wins, pairing.through) == ({1: 1, 2: 0}, (2,))

    def test_at_a_table_of_four_the_others_play_on(self) -> None:
        before = won(1, 9, 16, 1, 8)
        first = bracket(SEEDS, 4, 2, [before, won(2, 16, 1, 8)], {9})[0][0]
        assert first.present == (1, 8, 16)
        assert first.wins == {1: 1, 8: 0, 9: 1, 16: 2}  # of the second match the first two
        assert (first.is_ready, first.matches) == (True, (1, 2))
        first = bracket(SEEDS, 4, 2, [before], {8, 9})[0][0]
        assert first.through == (16, 1)  # 16 has won one, and only two are left

    def test_who_had_won_enough_makes_room_at_a_table_not_yet_decided(self) -> None:
        before = [won(1, 1, 8, 9, 16), won(2, 1, 9, 8, 16)]  # two wins for 1, one each for 8 and 9
        first = bracket(SEEDS, 4, 2, before, {1})[0][0]
        assert (first.present, first.is_ready) == ((8, 9, 16), True)
        first = bracket(SEEDS, 4, 2, [*before, won(3, 9, 8, 16)], {1})[0][0]
        assert (first.wins[1], first.through) == (2, (9, 8))
        decided = [*before, won(3, 9, 16, 1, 8)]  # with 1 at the table, who left only then
        assert bracket(SEEDS, 4, 2, decided, {1})[0][0].through == (1, 9)

    def test_a_table_of_nobody_sends_the_better_seed_who_loses_the_next(self) -> None:
        first, (last,) = bracket(SEEDS[:4], 2, 1, [won(1, 1, 4)], {2, 3})
        assert (first[1].through, last.through) == ((2,), (1,))


class TestCorrections:
    FIRST = (won(1, 1, 4), won(2, 2, 3))
    CORRECTED = (won(1, 4, 1), won(2, 2, 3))

    def test_who_goes_on_follows_until_the_next_round_has_begun(self) -> None:
        assert bracket(SEEDS[:4], 2, 1, self.FIRST)[1][0].players == (1, 2)
        assert bracket(SEEDS[:4], 2, 1, self.CORRECTED)[1][0].players == (2, 4)

    def test_who_has_begun_the_next_round_stays(self) -> None:
        begun = won(3, 1, 2, is_over=False)
        _, (last,) = bracket(SEEDS[:4], 2, 1, [*self.CORRECTED, begun])
        assert (last.players, last.expected, last.matches) == ((1, 2), (2, 4), (3,))
        # With both right again nothing is said.
        assert bracket(SEEDS[:4], 2, 1, [*self.FIRST, begun])[1][0].expected == ()
