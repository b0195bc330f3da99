"""List the legal moves: every legal event of a seat, and what may come from the table next."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.games.zar import draw
from zarleague.engine.games.zar.calls import declaration
from zarleague.engine.games.zar.close import owed_at_end
from zarleague.engine.games.zar.play import apply_play
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.violations import identity_of, may_be_drawn_card


def legal(state: State, seat: int) -> list[Event]:
    """Return the legal events of a seat, or of the table. Plays with the unknown cards of a hand
    are included. Nothing is listed while the hand is in doubt."""
    if state.over or state.in_doubt or state.turn_in_doubt:
        return []
    if seat == TABLE:
        return _of_table(state)
    if not state.started:
        return []
    events = [*_matches(state, seat), *_plays(state, seat)]
    if state.rules.must_declare:
        events = [_declared(state, event) for event in events]
    events.extend(_draws(state, seat))
    events.extend(_calls(state, seat))
    return events


def undecided(state: State, seat: int) -> list[Event]:
    """Return the draw of one card more than is owed, instead of playing, where only who cannot play
    may make it and nobody knows what the hand will hold then; and the plays of the card just drawn,
    where nobody saw it."""
    if not state.started or state.over or state.in_doubt or state.turn_in_doubt:
        return []
    plays = list(_of_unseen_card(state, seat))
    if state.rules.must_declare:
        plays = [_declared(state, event) for event in plays]
    if not state.rules.pass_only_without_play or not draw.may_draw_to_pass(state, seat):
        return plays
    count = draw.cards_due(state, seat) + 1
    held = state.hands.holds_any(seat, draw.playable_in_turn(state, seat))
    if held or (held is False and count == 1) or count > state.stock:
        return plays
    return [*plays, Event(kinds.DRAW, seat, (UNKNOWN,) * count)]


def alert(state: State) -> Sequence[int]:
    """Return the seats that may do something besides taking their turn: those that hold or may hold
    a card to match with, and all while somebody has not announced the last card."""
    if state.unsaid:
        return range(state.seats)
    hands = state.hands
    chameleon = state.rules.chameleon
    return [
        seat
        for seat in range(state.seats)
        if hands.unknown[seat]
        or state.top == UNKNOWN
        or hands.held[seat][state.top]
        or (chameleon != NONE and hands.held[seat][chameleon])
    ]


def _of_table(state: State) -> list[Event]:
    """Return the events that may come from the table next: a deal, a card turned up, a reshuffle,
    the close."""
    if not state.started:
        hand_size = state.rules.deal(state.seats)
        missing = [seat for seat in range(state.seats) if not state.dealt >> seat & 1]
        if missing:
            return [Event(kinds.DEAL, seat, (UNKNOWN,) * hand_size) for seat in missing]
        return [Event(kinds.UP, TABLE, (UNKNOWN,))]
    if state.supply_gone():
        return [Event(kinds.CLOSE)]
    events = []
    if not state.stock:
        events.append(Event(kinds.RESHUFFLE))
    if state.out != NONE and not any(owed_at_end(state, seat) for seat in range(state.seats)):
        events.append(Event(kinds.CLOSE))
    return events


def _groups(state: State, seat: int, identity: int, *, matching: bool) -> Iterator[tuple[int, ...]]:
    """Yield the cards of a hand that can be played together as one identity.

    Of a group with Chameleons only the card that comes to lie on top matters, so each is listed in
    at most two orders. Out of turn, and after somebody went out, Chameleons have to lie on a
    Chameleon or accompany another card.
    """
    chameleon = state.rules.chameleon
    hands = state.hands
    most_real = hands.copies_of(seat, identity)
    most_false = hands.copies_of(seat, chameleon) if chameleon != NONE else 0
    if state.out != NONE and state.discard[-1] != chameleon:
        most_false = 0
    alone = matching and (seat == state.turn or state.discard[-1] == chameleon)
    held = hands.held[seat]
    for real in range(most_real + 1):
        # What is not known to be held has to be among the unknown cards, all of it at once.
        room = hands.unknown[seat] - max(real - held[identity], 0)
        for false in range(min(most_false, held[chameleon] + room) + 1):
            reals = (identity,) * real
            falses = (chameleon,) * false
            if real and false:
                for cards in (reals + falses, falses + reals):
                    # After a reshuffle both may have to be among the few cards drawn since.
                    if hands.fresh is None or hands.may_hold(seat, cards):
                        yield cards
            elif real:
                yield reals
            elif false and alone:
                yield falses


def _matches(state: State, seat: int) -> Iterator[Event]:
    """Yield the plays identical to the top card. Every seat may match; the mark may be left out."""
    groups: list[tuple[int, ...]] = []
    if _may_match(state, seat, on_turn=seat == state.turn):
        groups.extend(_groups(state, seat, state.top, matching=True))
    card = state.drawn_card
    if (
        seat == state.drawer
        and card in (state.top, state.rules.chameleon)
        and card != UNKNOWN
        and (card,) not in groups
        and _may_match(state, seat, on_turn=True)
    ):
        # The card just drawn is played in turn, all others are not.
        groups.append((card,))
    for cards in groups:
        for name in _names(state, state.top):
            yield Event(kinds.MATCH, seat, cards, name)
            yield Event(kinds.PLAY, seat, cards, name)


def _may_match(state: State, seat: int, *, on_turn: bool) -> bool:
    """Return whether a seat may put a card on an identical one."""
    if state.owner != seat:
        return True
    if on_turn:
        return state.rules.self_match_after_round and not state.owed[seat]
    return state.rules.self_match


def _plays(state: State, seat: int) -> Iterator[Event]:
    """Yield the plays in turn on a card that is not identical."""
    if state.out != NONE or state.owed[seat]:
        return
    if seat == state.turn:
        wanted = state.playable & (state.rules.draw_two_cards if state.draw_two_debt else -1)
        together = True
    elif seat == state.drawer:
        wanted = state.playable & (1 << state.drawn_card if state.drawn_card != UNKNOWN else 0)
        together = False
    else:
        return
    held = state.hands.held[seat]
    may_hold_any = state.hands.unknown[seat] > 0
    for card in range(len(state.rules.copies)):
        if not (wanted >> card & 1 and (held[card] or may_hold_any)):
            continue
        if card in (state.top, state.rules.chameleon):
            continue
        for cards in _groups(state, seat, card, matching=False):
            if together or len(cards) == 1:
                for name in _names(state, card):
                    yield Event(kinds.PLAY, seat, cards, name)


def _of_unseen_card(state: State, seat: int) -> Iterator[Event]:
    """Yield the plays in turn of a card that may be the one just drawn, which nobody saw."""
    if seat != state.drawer or seat == state.turn or state.drawn_card != UNKNOWN:
        return
    if state.owed[seat] or state.out != NONE:
        return
    rules = state.rules
    on_own = state.owner == seat
    for card in range(len(rules.copies)):
        identity = state.top if card == rules.chameleon else card
        if card == state.top or state.discard[-1] == card == rules.chameleon:
            fits = on_own and not rules.self_match  # else anybody may match it
        else:
            fits = bool(state.playable >> identity & 1)
        if identity == state.top and on_own:
            fits = fits and rules.self_match_after_round
        if fits and may_be_drawn_card(state, (card,)):
            for name in _names(state, identity):
                yield Event(kinds.PLAY, seat, (card,), name)


def _names(state: State, identity: int) -> list[int]:
    """Return the names that may be said with a card; NONE alone if none."""
    may_name = state.rules.may_name[state.rules.effect[identity]]
    if not may_name:
        return [NONE]
    return [word for word in range(may_name.bit_length()) if may_name >> word & 1]


def _declared(state: State, event: Event) -> Event:
    matches = identity_of(state, event.cards) == state.top and event.seat != state.owner
    after = state.copy()
    apply_play(after, event)
    expected_word = declaration(after, event, matches=matches)
    return replace(event, said=(expected_word,)) if expected_word else event


def _draws(state: State, seat: int) -> Iterator[Event]:
    """Yield the draws of what is owed, at once or in parts, and of one more instead of playing."""
    owed = draw.cards_due(state, seat)
    most = owed + draw.may_draw_to_pass(state, seat)
    if state.rules.pass_only_without_play:
        # Whether another card would have had to be played depends on what is drawn before.
        held = state.hands.holds_any(seat, draw.playable_in_turn(state, seat))
        if owed or held is not False:
            most = owed
    for count in range(1, min(most, state.stock) + 1):
        if count >= owed or draw.pays_whole_debts(state, seat, count):
            yield Event(kinds.DRAW, seat, (UNKNOWN,) * count)
    if state.owed_under(seat, "vincent") and state.stock:
        yield Event(kinds.PENALTY, seat, (UNKNOWN,))


def _calls(state: State, seat: int) -> Iterator[Event]:
    """Yield the call of the last card, and the questions to seats that have not made theirs."""
    if state.hand_size(seat) == 1:
        yield Event(kinds.SAY, seat, name=state.rules.word)
    for other in range(state.seats):
        if other != seat and state.unsaid >> other & 1:
            yield Event(kinds.ASK, seat, other=other)
            if state.rules.any_catch:
                yield Event(kinds.CATCH, seat, other=other)
