"""Settle under which rules the points of a file are imported, and who wins under them."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from zarleague.engine.declared import is_declared, ruleset_of
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.direction import (
    NO_SIGN,
    SIDES_PLAY,
    Direction,
    Said,
    evidence,
    fits,
    is_called,
    low_wins,
    named_winners,
    other_way_round,
    places_as_points,
    with_only_winners,
    words_say,
)
from zarleague.exchange.history.doubts import SheetQuestion
from zarleague.exchange.history.games import points_only
from zarleague.exchange.history.gathered import Gathered, ProblemKind
from zarleague.exchange.history.headings import are_sides


def settle_new_game(
    found: Gathered, name: str, said: Said, answers: Mapping[str, str]
) -> tuple[Ruleset, list[SheetQuestion]]:
    """Return the rules of a game that the import will add, by what the file says of who wins; and a
    question if it says nothing."""
    sign = evidence(found.hands, said) or words_say(said)
    answer = answers.get("most", "")
    most_win = sign.high if sign is not None else answer == "high"
    ruleset = ruleset_of(points_only(name, most_win=most_win))
    if sign is not None or found.only_places:
        return ruleset, []
    question = SheetQuestion(
        "most",
        gettext_noop("Who wins {name}?"),
        (
            ("high", gettext_noop("Who has the most points.")),
            ("low", gettext_noop("Who has the fewest points.")),
        ),
        {"name": name},
        answer,
    )
    return ruleset, [question]


def settle_direction(
    found: Gathered,
    ruleset: Ruleset,
    said: Said,
    answers: Mapping[str, str],
    *,
    is_settled: bool,
) -> tuple[Ruleset, list[SheetQuestion]]:
    """Make the points those of the rules they are imported under; return these, and a question if
    the file seems to be won the other way round than the league’s rules say, or tells nothing
    although everything else is settled."""
    low = low_wins(ruleset)
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
        or answers.get("most")
    )
    questions = []
    if is_open or (sign is not None and sign.high == low):
        question, other = _question(ruleset, sign, answers)
        questions.append(question)
        if question.answer == "file" and other is not None:
            ruleset = other
        elif question.answer == "winners":
            found.hands = with_only_winners(found.hands, high=low)
            found.only_places = True
        if not question.answer:
            return ruleset, questions
    _check_winners(found, low=low_wins(ruleset))
    if found.only_places:
        places_as_points(found.hands, low=low_wins(ruleset))
    return ruleset, questions


def _question(
    ruleset: Ruleset, sign: Direction | None, answers: Mapping[str, str]
) -> tuple[SheetQuestion, Ruleset | None]:
    """Return the question whether the league’s rules fit, and the rules of the other direction."""
    other = other_way_round(ruleset)
    if sign is not None:
        choices = [
            ("file", gettext_noop("Yes. Import the points under: {meaning}")),
            ("winners", gettext_noop("Yes. Import only who won each hand.")),
            ("rules", gettext_noop("No. They are points as in the league’s rules.")),
        ]
    elif low_wins(ruleset):
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
    possible = tuple(one for one in choices if other is not None or one[0] != "file")
    return SheetQuestion(
        "direction",
        sign.msgid if sign else NO_SIGN,
        possible,
        {**(sign.params if sign else {}), **({"meaning": other[1]} if other else {})},
        answers.get("direction", ""),
    ), other[0] if other else None


def _check_winners(found: Gathered, *, low: bool) -> None:
    """Report hands whose named winner does not have the best points."""
    for hand in found.hands:
        if not hand.has_points or not hand.points or found.only_places:
            continue
        best = (min if low else max)(hand.points.values())
        for place in named_winners(hand):
            if hand.points.get(place) != best:
                found.flaw(
                    ProblemKind.NOT_BEST,
                    (None, hand.row),
                    gettext_noop("{name} is named as the winner, but others have better points."),
                    hand,
                    name=found.names[place],
                )
    found.drop_flawed()
