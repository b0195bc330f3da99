"""Whether most or fewest points win in a file, and whether that fits the rules of the league."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext_noop

from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.gathered import SheetHand

_NEARLY_ALL: Final = 0.8
"""Share of the hands that must agree."""

ONE_SCORES: Final = gettext_noop(
    "In {agree} of {of} hands one player has points and the others have 0. "
    "Does the winner of a hand collect the points of the others?"
)
ONE_HAS_NONE: Final = gettext_noop(
    "In {agree} of {of} hands one player has 0 and the others have points. "
    "Do the fewest points win?"
)
ADD_UP_TO_NOTHING: Final = gettext_noop(
    "In {agree} of {of} hands what some gain the others lose. Do the most points win?"
)
ONE_LOSES_NOTHING: Final = gettext_noop(
    "In {agree} of {of} hands one player has 0 and the others have less. Do the most points win?"
)
WINNERS_HAVE_MOST: Final = gettext_noop(
    "In {agree} of {of} hands the winner named in the file has the most points. "
    "Do the most points win?"
)
WINNERS_HAVE_FEWEST: Final = gettext_noop(
    "In {agree} of {of} hands the winner named in the file has the fewest points. "
    "Do the fewest points win?"
)
SAYS_MOST: Final = gettext_noop("The file says that the most points win. Is that so?")
SAYS_FEWEST: Final = gettext_noop("The file says that the fewest points win. Is that so?")


SIDES_PLAY: Final = gettext_noop("Two sides play against each other. Do the most points win?")


@dataclass(frozen=True)
class Direction:
    """A sign that most (``high``) or fewest points win, with a question as a msgid."""

    high: bool
    msgid: str
    params: dict[str, int]


def low_wins(ruleset: Ruleset) -> bool:
    """Return whether the fewest points win under these rules."""
    return scored(ruleset.game).match_end(ruleset).low_wins


def other_way_round(ruleset: Ruleset) -> tuple[Ruleset, str] | None:
    """Return the same rules but for the one choice with which the other direction of points wins,
    and what that choice says; None if the game has none."""
    game = scored(ruleset.game)
    for option in game.options:
        for value, meaning in option.choices:
            if value != ruleset[option.key]:
                changed = replace(ruleset, values={**ruleset.values, option.key: value})
                if low_wins(changed) != low_wins(ruleset):
                    return changed, meaning
    return None


def evidence(hands: Sequence[SheetHand], says_high: bool | None) -> Direction | None:
    """Return the strongest sign of the direction, None if the file has none.

    Winners and places in the file say most, then what the file says of its game (``says_high``),
    then the pattern of points. Two players tell nothing by their points: one always has 0.
    """
    by_winner = _share(hands, _winners, _agree_with_winner)
    if by_winner is not None:
        return by_winner
    if says_high is not None:
        return Direction(says_high, SAYS_MOST if says_high else SAYS_FEWEST, {})
    return _share(hands, _several, _pattern)


def _share(
    hands: Sequence[SheetHand],
    tells: Callable[[SheetHand], bool],
    direction: Callable[[SheetHand], tuple[bool, str] | None],
) -> Direction | None:
    """Return the direction in which nearly all hands agree that can tell one."""
    telling = [hand for hand in hands if hand.has_points and tells(hand)]
    for high in (True, False):
        found = [one for one in map(direction, telling) if one is not None and one[0] == high]
        if found and len(found) >= _NEARLY_ALL * len(telling):
            return Direction(high, found[0][1], {"agree": len(found), "of": len(telling)})
    return None


def named_winners(hand: SheetHand) -> set[int]:
    """Return those whom the file names as winners of a hand, or gives the first place."""
    return hand.winners or {place for place, rank in hand.ranks.items() if rank == 1}


def _winners(hand: SheetHand) -> bool:
    named = named_winners(hand)
    return 0 < len(named) < len(hand.points) and len(set(hand.points.values())) > 1


def _agree_with_winner(hand: SheetHand) -> tuple[bool, str] | None:
    points = {hand.points.get(place) for place in named_winners(hand)}
    if points == {max(hand.points.values())}:
        return True, WINNERS_HAVE_MOST
    if points == {min(hand.points.values())}:
        return False, WINNERS_HAVE_FEWEST
    return None


def _several(hand: SheetHand) -> bool:
    return len(hand.points) > 2


def _pattern(hand: SheetHand) -> tuple[bool, str] | None:
    points = hand.points.values()
    nothing = sum(not one for one in points)
    if max(points) == 0 and nothing == 1:
        return True, ONE_LOSES_NOTHING
    if min(points) < 0:
        return (True, ADD_UP_TO_NOTHING) if sum(points) == 0 else None
    if nothing == len(points) - 1:
        return True, ONE_SCORES
    return (False, ONE_HAS_NONE) if nothing == 1 else None


def with_only_winners(hands: Sequence[SheetHand], *, high: bool) -> list[SheetHand]:
    """Return the hands with 1 for who was first and 2 for the others, in place of the points, where
    most (``high``) or fewest points win."""
    return [
        replace(
            hand,
            points={
                place: 1 if points == (max if high else min)(hand.points.values()) else 2
                for place, points in hand.points.items()
            },
            has_points=False,
        )
        for hand in hands
    ]


def places_as_points(hands: Sequence[SheetHand], *, low: bool) -> None:
    """Write places as points: where fewest points win the first place has 0, the second 1; where
    most win the last of n has 0, the one before 1."""
    for hand in hands:
        last = max(hand.points.values(), default=1)
        hand.points = {
            player: place - 1 if low else last - place for player, place in hand.points.items()
        }
