"""Who wins in a file: whether most or fewest points do, whether that fits the rules of the league,
and under which rules the points are imported."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext_noop

from zarleague.engine.declared import is_declared, ruleset_of
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.cells import word_of
from zarleague.exchange.history.gathered import Gathered, ProblemKind, SheetHand
from zarleague.exchange.history.headings import are_sides
from zarleague.exchange.history.names import points_only
from zarleague.exchange.history.questions import Questions

_ENOUGH: Final = 3
"""One of so many hands must have a sign, for all to fit."""
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
NOBODY_GAINS: Final = gettext_noop(
    "In this file nobody ever has more than 0. Do the most points win?"
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
HEADINGS_SAY_MOST: Final = gettext_noop(
    "The headings are those of a game that the most points win. Is that so?"
)
HEADINGS_SAY_FEWEST: Final = gettext_noop(
    "The headings are those of a game that the fewest points win. Is that so?"
)
KNOWN_BY_MOST: Final = gettext_noop("{name} is won by the most points. Is that so here?")
KNOWN_BY_FEWEST: Final = gettext_noop("{name} is won by the fewest points. Is that so here?")
NO_SIGN: Final = gettext_noop("Nothing in this file says who wins. Who does?")
SIDES_PLAY: Final = gettext_noop("Teams play against each other. Do the most points win?")


@dataclass(frozen=True)
class Direction:
    """A sign that most (``high``) or fewest points win, with a question as a msgid."""

    high: bool
    msgid: str
    params: dict[str, int | str]


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


@dataclass(frozen=True)
class Said:
    """What a file says of its game beside the results."""

    high: bool | None = None
    """Whether the most points win, where the file of a program says so."""
    headings: Sequence[str] = ()
    titles: Sequence[str] = ()
    """The name of the file, the lines above its headings, its name for the game."""


def evidence(hands: Sequence[SheetHand], said: Said) -> Direction | None:
    """Return the strongest sign of the direction, None if the file has none.

    Winners and places in the file say most, then what the program says that wrote it, then the
    pattern of points. Two players tell nothing by their points: one always has 0.
    """
    by_winner = _share(hands, _winners, _agree_with_winner)
    if by_winner is not None:
        return by_winner
    if said.high is not None:
        return Direction(said.high, SAYS_MOST if said.high else SAYS_FEWEST, {})
    return _share(hands, _several, _pattern) or _nobody_gains(hands)


def _nobody_gains(hands: Sequence[SheetHand]) -> Direction | None:
    points = [one for hand in hands if hand.has_points for one in hand.points.values()]
    return Direction(True, NOBODY_GAINS, {}) if any(points) and max(points) == 0 else None


def words_say(said: Said) -> Direction | None:
    """Return what the name of a well-known game says of who wins, or the words of the headings."""
    return _of_known_game(said) or _of_headings(said)


def fits(hands: Sequence[SheetHand], *, low: bool) -> bool:
    """Return whether more hands look like those of a game that the fewest (``low``) or the most
    points win than like the other: where the fewest win, one player has 0. Of two players one
    always has 0, which fits both."""
    signs = []
    for hand in hands:
        if not hand.has_points or not hand.points:
            continue
        if len(hand.points) == 2 and 0 in hand.points.values():
            signs.append(not low)
        elif found := _pattern(hand):
            signs.append(found[0])
    scored = sum(hand.has_points for hand in hands)
    return len(signs) * _ENOUGH >= scored and sum(high != low for high in signs) * 2 > len(signs)


def is_called(ruleset: Ruleset, said: Said) -> bool:
    """Return whether the file has the name of a game."""
    return _has_words(said, scored(ruleset.game).title)


def _has_words(said: Said, name: str) -> bool:
    words = word_of(name)
    return any(f" {words} " in f" {word_of(title)} " for title in said.titles)


def _of_known_game(said: Said) -> Direction | None:
    for high, games in ((True, _MOST_WIN), (False, _FEWEST_WIN)):
        for game in games:
            if _has_words(said, game):
                msgid = KNOWN_BY_MOST if high else KNOWN_BY_FEWEST
                return Direction(high, msgid, {"name": game})
    return None


_MOST_WIN: Final = (
    *("Yahtzee", "Kniffel", "Scrabble", "Wizard", "Canasta", "Catan", "Skat", "Doppelkopf"),
    *("Schafkopf", "Cribbage", "Belote", "Coinche", "Tarot", "Klaverjassen", "Boerenbridge"),
    *("Oh Hell", "Carcassonne", "Wingspan", "Qwirkle", "Euchre", "Pinochle", "Binokel", "Bridge"),
    *("Briscola", "Scopa", "Tresette", "Burraco", "Mus", "Tute", "Farkle", "Tichu", "Spades"),
    *("Azul", "Ticket to Ride", "Zug um Zug", "Dominion", "Nertz"),
)
_FEWEST_WIN: Final = (
    *("Hearts", "Phase 10", "Golf", "6 nimmt", "Take 5", "Skyjo", "Cabo", "Five Crowns"),
    *("Three Thirteen", "Papayoo", "Yaniv", "Mau Mau"),
)


def _of_headings(said: Said) -> Direction | None:
    """Return what the words of the headings say of who wins: of bids and tricks the most points,
    of phases and handicaps the fewest."""
    words = {word for heading in said.headings for word in word_of(heading).split()}
    if len(words & _OF_MOST) > len(words & _OF_FEWEST):
        return Direction(True, HEADINGS_SAY_MOST, {})
    return Direction(False, HEADINGS_SAY_FEWEST, {}) if words & _OF_FEWEST else None


_OF_MOST: Final = frozenset(
    [
        *("bid", "bids", "tricks", "ansage", "stiche", "upper", "lower", "oben", "unten"),
        *("goals", "tore", "buts", "goles", "bingo", "bingos"),
        *("reizwert", "spielwert", "contrat", "annonce", "annonces", "roem", "weis", "melds"),
    ]
)
_OF_FEWEST: Final = frozenset(["phase", "phasen", "phases", "gross", "handicap", "hcp", "deadwood"])


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


def settle_new_game(asks: Questions, found: Gathered, name: str, said: Said) -> Ruleset:
    """Return the rules of a game that the import will add, by what the file says of who wins; ask
    if it says nothing."""
    sign = evidence(found.hands, said) or words_say(said)
    most_win = sign.high if sign is not None else asks.answers.get("most", "") == "high"
    if sign is None and not found.only_places:
        asks.ask(
            "most",
            gettext_noop("Who wins {name}?"),
            ("high", gettext_noop("Who has the most points.")),
            ("low", gettext_noop("Who has the fewest points.")),
            name=name,
        )
    return ruleset_of(points_only(name, most_win=most_win))


def settle_direction(asks: Questions, found: Gathered, ruleset: Ruleset, said: Said) -> Ruleset:
    """Make the points those of the rules they are imported under, and return these. Ask if the file
    seems to be won the other way round than the league’s rules say, or tells nothing although
    everything else is settled."""
    low, is_settled = low_wins(ruleset), asks.are_answered
    sign = evidence(found.hands, said)
    if sign is None and is_settled and not found.only_places:
        sign = words_say(said)
    if sign is None and (found.teams or are_sides(found.names)) and not found.only_places:
        sign = Direction(high=True, msgid=SIDES_PLAY, params={})
    is_open = sign is None and not (
        found.only_places
        or not is_settled
        or is_declared(ruleset.game)  # the league has said who wins, and somebody chose the game
        or not found.hands
        or fits(found.hands, low=low)
        or is_called(ruleset, said)
        or asks.answers.get("most")
    )
    if is_open or (sign is not None and sign.high == low):
        other = other_way_round(ruleset)
        answer = _ask(asks, sign, low=low, meaning=other[1] if other else "")
        if not answer:
            return ruleset
        if answer == "file" and other is not None:
            ruleset = other[0]
        elif answer == "winners":
            found.hands = with_only_winners(found.hands, high=low)
            found.only_places = True
    _check_winners(found, low=low_wins(ruleset))
    if found.only_places:
        places_as_points(found.hands, low=low_wins(ruleset))
    return ruleset


def _ask(asks: Questions, sign: Direction | None, *, low: bool, meaning: str) -> str:
    """Ask whether the league’s rules fit, and return the answer. *meaning* is what the choice says
    with which the other direction wins, "" if the game has none."""
    if sign is not None:
        choices = [
            ("file", gettext_noop("Yes. Import the points under: {meaning}")),
            ("winners", gettext_noop("Yes. Import only who won each hand.")),
            ("rules", gettext_noop("No. They are points as in the league’s rules.")),
        ]
    elif low:
        choices = [
            ("rules", gettext_noop("The fewest points, as in the league’s rules.")),
            ("file", gettext_noop("The most points. Import them under: {meaning}")),
            ("winners", gettext_noop("The most points. Import only who won each hand.")),
        ]
    else:
        choices = [
            ("rules", gettext_noop("The most points, as in the league’s rules.")),
            ("file", gettext_noop("The fewest points. Import them under: {meaning}")),
            ("winners", gettext_noop("The fewest points. Import only who won each hand.")),
        ]
    params: dict[str, Any] = dict(sign.params) if sign else {}
    return asks.ask(
        "direction",
        sign.msgid if sign else NO_SIGN,
        *(one for one in choices if meaning or one[0] != "file"),
        **(params | {"meaning": meaning} if meaning else params),
    )


def _check_winners(found: Gathered, *, low: bool) -> None:
    """Report hands whose named winner does not have the best points."""
    for hand in found.hands:
        if not hand.has_points or not hand.points or found.only_places:
            continue
        best = (min if low else max)(hand.points.values())
        for place in named_winners(hand):
            if hand.points.get(place) != best:
                name = found.names[place]
                found.flaw(ProblemKind.NOT_BEST, (None, hand.row), hand, name=name)
    found.drop_flawed()
