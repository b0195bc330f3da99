"""Drawing, for a debt or by choice, and passing, which ends a turn in which a card was drawn.

The sources give no order among debts: a seat may draw for any of them first, and for two draw twos
one after the other. Nor do they say whether the cards of one debt are drawn at once; that is an
option. Where a number of cards may pay for different debts, what the players do next shows which it
paid; until then each way is a reading of its own (see ``readings``).
"""

from collections.abc import Sequence
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation, wrong_count
from zarleague.engine.games.uno import violations
from zarleague.engine.games.uno.deal import take_from_stock
from zarleague.engine.games.uno.play import could_have_played, may_have_fitted
from zarleague.engine.games.uno.rules import Rules
from zarleague.engine.games.uno.state import DRAW_CARD_RULES, MOST_READINGS, State
from zarleague.engine.view import Debt

_MOST_CARDS: Final = 128
"""A limit that no deck reaches."""
_COUNTS: Final = (1 << _MOST_CARDS) - 1
"""The numbers of cards that can be drawn at once, as bits."""


def judge_draw(state: State, event: Event) -> Violation | None:
    """Judge a draw: cards owed are drawn for whole debts, in any order; otherwise one card is
    drawn, in one's own turn (Playroom, Game rules, paragraph 4)."""
    seat = event.seat
    cards = event.cards
    if seat != state.turn or state.halted or state.accuser != NONE or state.owed[seat]:
        if (violation := violations.blocked(state, seat)) is not None:
            return violation
        if state.accuser != NONE and state.at_stake(seat):
            return violations.not_in_stock(state, cards) or _draws_in_dispute(
                state, seat, len(cards)
            )
        if state.owed[seat]:
            return _draws_owed(state, seat, cards)
        if state.out != NONE:
            return violations.HAND_OVER
        if seat != state.turn and not state.may_follow(seat):
            return Violation(Code.NOTHING_OWED, "draw", (("due", state.turn),))
    if len(cards) != 1:
        return wrong_count("draw", len(cards), 1)
    if state.drawn >= state.rules.most_draws and seat == state.turn:
        return Violation(Code.NOT_ALLOWED, "draw")
    violation = violations.not_in_stock(state, cards)
    if violation is None and state.drawn and state.rules.drawn_must:
        violation = _leaves_drawn(state)
    if violation is None and state.rules.draw_only_if_stuck:
        return _holds_playable(state, seat)
    return violation


def _leaves_drawn(state: State) -> Violation | None:
    """Return the violation of leaving a card just drawn in hand that fits, where it must be played:
    "If you draw a playable card, you must play it" (Cheatography, Force Play)."""
    if state.must_play_drawn:
        about = (("card", state.drawn_card),)
        return Violation(Code.COULD_HAVE_PLAYED, "drawn-card", about)
    return may_have_fitted(state)


def _draws_owed(state: State, seat: int, cards: tuple[int, ...]) -> Violation | None:
    """Judge a draw by a seat that owes cards."""
    violation = violations.not_in_stock(state, cards)
    count = len(cards)
    owed = state.owed[seat]
    if violation is not None or _settles(state, seat, count):
        return violation
    return wrong_count("debts-in-parts" if 0 < count < owed else "settle", count, owed)


def _settles(state: State, seat: int, count: int) -> bool:
    """Return whether that many cards may be drawn for what a seat owes: they pay whole debts, or
    are all that the stock has left, or debts may be paid in parts."""
    owed = state.owed[seat]
    if count == owed:
        return True
    if not 0 < count < owed:
        return False
    in_parts = state.rules.debts_in_parts or count == state.stock
    return in_parts or pays_in_full(state.debts[seat], count)


def _draws_in_dispute(state: State, seat: int, count: int) -> Violation | None:
    """Judge a draw by a seat that may have lost the open accusation.

    Its other debts are owed under either ruling. One card may be drawn under either, too, if it is
    the last of the stock or debts may be paid in parts: for the accusation, or by choice.
    """
    if _settles(state, seat, count):
        return None
    if count == 1 and (state.stock == 1 or state.rules.debts_in_parts):
        return violations.RULED_IN_DOUBT
    return wrong_count("bluff", count, state.owed[seat] + state.at_stake(seat))


def _holds_playable(state: State, seat: int) -> Violation | None:
    """Return the violation of drawing by choice with a playable card in hand, where the option
    forbids that."""
    hand = state.hand_of[seat]
    held = state.hands.holds_any(hand, state.playable)
    if held is False:
        return None
    if held:
        about = could_have_played(state, seat, state.playable)
        return Violation(Code.COULD_HAVE_PLAYED, "draw", about)
    about = (("count", state.hands.unknown[hand]),)
    return Violation(Code.COULD_HAVE_PLAYED, "draw", about, Verdict.UNKNOWN, claim=state.playable)


def apply_draw(state: State, event: Event) -> None:
    """Put the cards into the hand; pay debts with them, or count a draw by choice."""
    seat = event.seat
    cards = event.cards
    if state.accuser != NONE and state.at_stake(seat) and not state.owed[seat]:
        # It was drawn for the accusation, or by choice: what follows is in doubt.
        state.in_doubt = True
    take_from_stock(state, seat, cards)
    if state.unsaid:
        state.unsaid &= ~(1 << seat)
    if state.owed[seat]:
        _pay_debts(state, seat, len(cards))
        return
    if seat != state.turn:
        if not state.may_follow(seat):
            return
        state.pass_turn()
    if state.unsaid:
        state.close_window()
    state.straight = 0
    state.accusable = NONE
    state.drawn += 1
    state.drawn_card = cards[-1] if cards else UNKNOWN
    state.drawn_at = state.index if len(cards) == 1 else NONE


def _pay_debts(state: State, seat: int, count: int) -> None:
    """Pay debts, and keep a reading of the log for every other way to pay them.

    A seat that draws for a draw card right after a player who drew by choice may have lost a turn
    with it.
    """
    debts = state.debts[seat]
    in_full = count >= state.owed[seat]
    follows = seat != state.turn and state.may_follow(seat)
    if in_full and not follows:
        pay(state, seat, debts, [], count)
        return
    if in_full:
        choices = [list(range(len(debts)))]
    else:
        choices = payments(debts, count)
        if state.rules.debts_in_parts or not choices:
            choices += payments_in_parts(debts, count)
            del choices[MOST_READINGS:]
    readings = []
    if follows and state.may_fork:
        for chosen in choices:
            if _costs_turn(state.rules, [debts[index] for index in chosen]):
                passed = state.fork()
                passed.pass_turn()
                _pay_chosen(passed, seat, chosen, count)
                readings.append(passed)
    if len(choices) > 1 and state.may_fork:
        for chosen in choices[1:]:
            reading = state.fork()
            _pay_chosen(reading, seat, chosen, count)
            readings.append(reading)
    _pay_chosen(state, seat, choices[0], count)
    if readings:
        state.readings += readings
        state.count_fork()


def _costs_turn(rules: Rules, paid: list[Debt]) -> bool:
    """Return whether drawing for these debts costs the turn."""
    for debt in paid:
        if debt.rule == "draw-two" and rules.skip_after_two:
            return True
        if debt.rule == "draw-four" and rules.skip_after_four:
            return True
    return False


def _pay_chosen(state: State, seat: int, chosen: list[int], count: int) -> None:
    """Pay the debts at the indexes in *chosen* with this many cards."""
    debts = state.debts[seat]
    paid = [debts[index] for index in chosen]
    rest = [debt for index, debt in enumerate(debts) if index not in chosen]
    pay(state, seat, paid, rest, count)


def pay(state: State, seat: int, paid: list[Debt], rest: list[Debt], count: int) -> None:
    """Pay debts with this many cards, the last of them perhaps in part, and owe the *rest*.

    Drawing for a draw card in one's turn may cost that turn; once drawing for it has begun, it can
    neither be answered nor accused.
    """
    state.owed[seat] = max(0, state.owed[seat] - count)
    state.debts[seat] = rest
    over = -count
    drew_for_card = False
    for debt in paid:
        over += debt.cards
        if debt.rule in DRAW_CARD_RULES:
            drew_for_card = True
        if debt.event == state.answerable:
            state.answerable = NONE
        if debt.event == state.accusable_play:
            state.accusable = NONE
    if over > 0:
        last = paid.pop()
        rest.insert(0, Debt(over, last.rule, last.event))
    if seat == state.turn and drew_for_card:
        state.close_window()
        state.straight = 0
        if _costs_turn(state.rules, paid):
            state.pass_turn()


def judge_pass(state: State, event: Event) -> Violation | None:
    """Judge a pass: a seat that has drawn by choice may end its turn, even if that draw was illegal
    and is taken back, since the table has gone on; so may one that cannot draw at all."""
    seat = event.seat
    if seat != state.turn or state.halted or state.owed[seat]:
        if (violation := violations.blocked(state, seat)) is not None:
            return violation
        if state.out != NONE:
            return violations.HAND_OVER
        if seat != state.turn:
            return Violation(Code.OUT_OF_TURN, "turn", (("due", state.turn),))
        if state.owed[seat] and not state.exhausted:
            return violations.must_settle(state, seat)
    if state.exhausted:
        return None
    if state.drawn and not state.rules.draws_until_fits:
        return _leaves_drawn(state) if state.rules.drawn_must else None
    return None if state.draw_taken_back else Violation(Code.NOT_ALLOWED, "draw")


def apply_pass(state: State, event: Event) -> None:
    """End the turn; cards that cannot be drawn are no longer owed."""
    if state.owed[event.seat] or state.accuser != NONE:
        state.clear_debts(event.seat)
    if state.unsaid:
        state.close_window()
    state.straight = 0
    state.pass_turn()


def pays_in_full(debts: Sequence[Debt], count: int) -> bool:
    """Return whether *count* cards pay some of the debts in full, and no part of another."""
    return count > 0 and bool(_sums([debt.cards for debt in debts]) >> count & 1)


def payments(debts: Sequence[Debt], count: int) -> list[list[int]]:
    """Return the ways in which *count* cards pay debts in full, each as the indexes of the debts
    paid; first the one that pays the oldest.

    Of equal debts the oldest are paid first, so no two ways leave the same debts. At most
    ``MOST_READINGS`` ways are returned.
    """
    alike: dict[tuple[int, str], list[int]] = {}
    for index, debt in enumerate(debts):
        kind = debt.rule if debt.rule in DRAW_CARD_RULES else ""
        alike.setdefault((debt.cards, kind), []).append(index)
    groups = [(cards, indexes) for (cards, _), indexes in alike.items()]
    choices: list[tuple[int, list[int]]] = [(count, [])]
    for done, (cards, indexes) in enumerate(groups, start=1):
        later = _sums([owed for owed, others in groups[done:] for _ in others])
        choices = [
            (left - cards * number, paid + indexes[:number])
            for left, paid in choices
            for number in range(min(len(indexes), left // cards), -1, -1)
            if later >> (left - cards * number) & 1
        ][:MOST_READINGS]
    return [paid for _, paid in choices]


def payments_in_parts(debts: Sequence[Debt], count: int) -> list[list[int]]:
    """Return the ways in which *count* cards pay one debt first and then the oldest others, each as
    the indexes of the debts paid, the last perhaps in part; first the one that begins with the
    oldest debt."""
    ways = []
    for first in range(len(debts)):
        way = []
        left = count
        for index in (first, *range(first), *range(first + 1, len(debts))):
            if left <= 0:
                break
            way.append(index)
            left -= debts[index].cards
        ways.append(way)
    return ways


def _sums(debts: Sequence[int]) -> int:
    """Return the numbers of cards that some of the debts add up to, as bits."""
    sums = 1
    for cards in debts:
        sums |= sums << min(cards, _MOST_CARDS) & _COUNTS
    return sums
