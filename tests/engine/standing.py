"""The lines of a position, made from the state of a log that was judged from the deal on."""

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.games.uno.state import DRAW_CARD_RULES
from zarleague.engine.games.uno_golf.deck import ACTION, DOUBLE_DRAW_TWO, DRAW_TWO, NO_ACTION
from zarleague.engine.games.uno_golf.grid import CLEARED
from zarleague.engine.games.uno_golf.state import HOLDING, TO_DRAW, TURN_DONE

NUMBERED = {kinds.STOCK, kinds.OWES, kinds.FACES, kinds.WON}


def line(kind, seat=TABLE, number=None, cards=(), name=NONE):
    return Event(kind, seat, tuple(cards), name, more=() if number is None else (number,))


def lines_of(key, log, index, state, *, known):
    """The lines that say how the table stands in *state*, after *index* events of *log*; None where
    the language has no words for it. With *known* seats the cards of these hands are named."""
    return _OF[key](log, index, state, known)


def _hands(state, known, hand_of=lambda seat: seat):
    hands = state.hands
    for seat in range(state.seats):
        size = hands.hand_size(hand_of(seat))
        named = hands.cards(hand_of(seat)) if seat in known else ()
        yield line(kinds.HOLDS, seat, cards=[*named, *[UNKNOWN] * (size - len(named))])


def _laid(log, index, discard, depends_on_below=frozenset()):
    """The plays that lie on top of the discard pile, oldest first: two, and as many more as it
    takes to come to a card that does not depend on the one below."""
    plays = [e for e in log.events[:index] if e.kind in (kinds.PLAY, kinds.MATCH, kinds.UP)]
    found, lie = [], len(discard)
    for event in reversed(plays):
        lie -= len(event.cards)
        if lie < 0 or (len(found) > 3 and found[-1].cards[0] not in depends_on_below):
            break
        seat = log.dealer if event.kind == kinds.UP else event.seat
        found.append(line(kinds.LAID, seat, cards=event.cards, name=event.name))
    return found[::-1]


def _zar(log, index, state, known):
    if not state.playing:
        return None
    rules = state.rules
    below = {c for c in rules.cards if c != UNKNOWN and rules.transparents >> c & 1}
    laid = _laid(log, index, state.discard, below | {rules.chameleon})
    if not laid or laid[0].cards[0] in below | {rules.chameleon}:
        return None
    found = [*_hands(state, known), *laid, line(kinds.STOCK, number=state.stock)]
    for seat, debts in enumerate(state.debts):
        found += [line(kinds.OWES, seat, debt.cards) for debt in debts]
        if state.unsaid >> seat & 1:
            found.append(line(kinds.UNSAID, seat))
    if state.draw_two_debt:
        found.append(line(kinds.FACES, state.turn, state.draw_two_debt))
    if state.drawer != NONE:
        found.append(line(kinds.DREW, state.drawer, cards=[UNKNOWN]))
    if state.direction < 0:
        found.append(line(kinds.REVERSED))
    return [*found, line(kinds.TO_PLAY, state.turn)]


def _uno(log, index, state, known):
    settled = not (state.skips or state.reacting or state.readings or state.draw_taken_back)
    if not (state.started and settled) or state.over or state.accuser != NONE:
        return None
    plays = [e for e in log.events[:index] if e.kind in (kinds.PLAY, kinds.MATCH)]
    if state.rules.straights and plays and plays[-1].kind == kinds.MATCH:
        return None
    found = [
        *_hands(state, known, lambda seat: state.hand_of[seat]),
        *_laid(log, index, state.discard),
    ]
    found.append(line(kinds.STOCK, number=state.stock))
    for seat, debts in enumerate(state.debts):
        for debt in debts:
            faces = debt.event == state.answerable
            if debt.rule in DRAW_CARD_RULES and not faces:
                return None
            found.append(line(kinds.FACES if faces else kinds.OWES, seat, debt.cards))
        if state.unsaid >> seat & 1:
            found.append(line(kinds.UNSAID, seat))
        if state.said_ahead >> seat & 1:
            found.append(line(kinds.SAID, seat))
    if state.drawn:
        found.append(line(kinds.DREW, state.turn, cards=[UNKNOWN] * state.drawn))
    if state.direction < 0:
        found.append(line(kinds.REVERSED))
    return [*found, line(kinds.TO_PLAY, state.turn)]


def _crazy_eights(log, index, state, known):
    if not state.started or state.over:
        return None
    return [
        *_hands(state, known),
        *_laid(log, index, state.discard)[-1:],
        line(kinds.STOCK, number=state.stock),
        *([line(kinds.FACES, state.turn, state.owed)] if state.owed else []),
        *([line(kinds.DREW, state.turn, cards=[UNKNOWN])] if state.drawn else []),
        *([line(kinds.REVERSED)] if state.direction < 0 else []),
        line(kinds.TO_PLAY, state.turn),
    ]


def _zuits(log, index, state, known):
    leads = log.events[index : index + 1] and log.events[index].kind == kinds.PLAY
    if state.seats_played or state.turn == NONE or not leads or not all(state.objective):
        return None
    found = []
    for seat in range(state.seats):
        size = state.hands.hand_size(seat)
        named = [c for c in range(64) if state.hands.held[seat] >> c & 1] if seat in known else []
        found.append(line(kinds.HOLDS, seat, cards=[*named, *[UNKNOWN] * (size - len(named))]))
        if state.collected[seat]:
            found.append(line(kinds.COLLECTED, seat, cards=state.collected[seat]))
        if state.tricks_won[seat]:
            found.append(line(kinds.WON, seat, state.tricks_won[seat]))
    if sum(state.tricks_won) != state.tricks_played:
        return None
    if state.lowest_wins:
        found.append(line(kinds.REVERSED))
    return [*found, line(kinds.TO_PLAY, state.turn)]


def _uno_golf(log, index, state, known):
    in_order = state.phase in (TO_DRAW, TURN_DONE) or (
        state.phase == HOLDING and state.held_is_drawn
    )
    if not (in_order and state.started) or state.possible_turns or state.over:
        return None
    if not state.discard or state.discard[-1] == UNKNOWN or _others_are_first(state):
        return None
    turn = state.seat_before if state.turns_over else state.turn
    debts = [[debt.cards for debt in debts] for debts in state.debts]
    if state.turns_over:
        if not _acts_again(state, debts):
            return None
    elif state.chooser != NONE or (state.phase == TURN_DONE and _is_silent(state)):
        return None
    found = []
    for seat, grid in enumerate(state.grids):
        places = [place for place, card in grid.items() if card != CLEARED]
        if UNKNOWN in (grid[p] for p in places if p not in state.face_down[seat]):
            return None
        down = [place for place in places if place in state.face_down[seat]]
        up = [place for place in places if place not in down]
        found.append(
            Event(kinds.HOLDS, seat, tuple(grid[place] for place in up), more=(*up, *down))
        )
    found += [line(kinds.LAID, 0, cards=[state.discard[-1]])]
    for seat, owed in enumerate(debts):
        found += [line(kinds.OWES, seat, cards) for cards in owed]
        if state.unsaid >> seat & 1:
            found.append(line(kinds.UNSAID, seat))
    done = state.turns_over or state.phase == TURN_DONE
    if state.out not in (NONE, turn):
        left = state.turns_left & ~(1 << turn) if done else state.turns_left
        found += [line(kinds.LAST_TURN, seat) for seat in range(state.seats) if left >> seat & 1]
    if state.phase == HOLDING:
        found.append(line(kinds.DREW, state.turn, cards=[UNKNOWN]))
    found.append(line(kinds.STOCK, number=state.stock))
    if state.direction < 0:
        found.append(line(kinds.REVERSED))
    if done:
        found.append(line(kinds.DONE, turn))
    return [*found, line(kinds.TO_PLAY, turn)]


def _is_silent(state):
    """Whether the top card is an action card that does not act."""
    return state.top_inert and ACTION[state.discard[-1]] != NO_ACTION


def _others_are_first(state):
    """Whether the grids do not show who was out first in a round that is ending: the owner has
    added a column, or the turn has ended in which nobody else had a grid that is all face up."""
    if state.out == NONE:
        return False
    full = {seat for seat, hidden in enumerate(state.face_down) if not hidden}
    if not state.rules.one_more_turn:
        return state.out not in full
    is_first = state.phase == TURN_DONE and state.turn == state.out
    return not (is_first or full - {state.seat_before if state.turns_over else state.turn})


def _acts_again(state, debts):
    """Whether the top card, after the last turn, does what it did when that turn ended, nothing or
    what has still to be done. The column that it makes a seat owe is taken off *debts*."""
    action = ACTION[state.discard[-1]]
    if action not in (DRAW_TWO, DOUBLE_DRAW_TWO) or not state.rules.last_action_resolves:
        return state.chooser == NONE
    if state.top_inert:
        return False
    if action == DOUBLE_DRAW_TWO:
        return state.chooser != NONE
    owing = (state.seat_before + state.direction) % state.seats
    if state.chooser != NONE or "draw-two" not in [debt.rule for debt in state.debts[owing]]:
        return False
    debts[owing].pop()
    return True


_OF = {
    "zar": _zar,
    "uno": _uno,
    "crazy-eights": _crazy_eights,
    "zuits": _zuits,
    "uno-golf": _uno_golf,
}
