"""A ruleset of Zar, resolved once into flags and tables.

Sets of cards are bit masks (bit *c* for card *c*), so that "does it fit?" is one shift.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.game import MatchEnd, NextDealer, Remedy
from zarleague.engine.games.zar.deck import (
    COLOURS,
    DRAGONS,
    DRAW_TWO,
    HALF_DECK,
    NUMBERS,
    REVERSE,
    SKIP,
    SYMBOLS,
    WILDS,
    deck_of,
    words_of,
)
from zarleague.engine.games.zar.entry import seats_of
from zarleague.engine.ruleset import Ruleset

# The effect of a card on top. Plain ints, because they are compared at every event.
NO_EFFECT: Final = 0
REVERSES: Final = 1
SKIPS: Final = 2
DRAWS_TWO: Final = 3
IS_WILD: Final = 4
IS_DRAGON: Final = 5
IS_TRANSPARENT: Final = 6


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules one hand is judged by.

    ``cards`` are the cards of the deck and UNKNOWN. By card: ``codes`` (its name in a log),
    ``copies``, ``points``, ``effect`` and, for coloured cards, ``playable_on``, the mask of the
    cards that may be played on it in turn; ``deck_size`` is the number of cards in the deck.
    ``playable_after_word`` is that mask by named word (colours, then symbols). ``may_name`` is, by
    effect, the mask of the words a card may name. ``chameleon`` is that card or -1,
    ``transparents`` and ``draw_two_cards`` are masks of cards.

    Deal: ``least_seats`` to ``most_seats`` play; each is dealt fifteen minus their number, at most
    ten, if ``deals_from_fifteen``, else ten minus their number, and never more than ``deal_cap``.

    Matches: with ``match_out_on_turn`` one goes out by a last card identical to the top card in
    turn, with ``match_out`` by one out of turn, with ``pair_out`` by several identical cards. With
    ``skips_accumulate`` all skips lying together count, else a match cancels them. With
    ``cumulative_match_debt`` a match of a match costs everybody matched below a card too. One's own
    card may be matched at once with ``self_match``, and when play has come round with
    ``self_match_after_round``.

    Draws: with ``draw_two_keeps_turn`` one plays on after drawing for draw twos; with
    ``debts_in_parts`` what is owed for one thing may be drawn bit by bit; with ``late_match_fires``
    a draw two matched after somebody has drawn for it makes the next player draw; with
    ``draws_after_out`` what draw twos cost is drawn although somebody has gone out. With
    ``play_drawn`` the card drawn to pass may be played; with ``pass_only_without_play`` nobody may
    pass who could play. With ``reverse_skips`` a reverse between two players skips.

    Calls: ``word`` is the index in ``words`` of what a player with one card says, and
    ``last_card_penalty`` how many cards the one draws who has not; with ``any_catch`` anybody may
    point it out, else it takes the question how many cards he holds. With ``declares`` what is
    called out with a play must be right, with ``must_declare`` it must also be called out; else
    ``declaration_penalty`` cards are drawn. ``exhausted`` and ``illegal_play`` are the values of
    these options.
    """

    codes: tuple[str, ...]
    copies: tuple[int, ...]
    points: tuple[int, ...]
    deck_size: int
    cards: frozenset[int]
    effect: tuple[int, ...]
    playable_on: tuple[int, ...]
    playable_after_word: tuple[int, ...]
    may_name: tuple[int, ...]
    chameleon: int
    transparents: int
    draw_two_cards: int
    least_seats: int
    most_seats: int
    deals_from_fifteen: bool
    deal_cap: int
    match_out_on_turn: bool
    match_out: bool
    pair_out: bool
    skips_accumulate: bool
    cumulative_match_debt: bool
    self_match: bool
    self_match_after_round: bool
    draw_two_keeps_turn: bool
    debts_in_parts: bool
    late_match_fires: bool
    draws_after_out: bool
    play_drawn: bool
    pass_only_without_play: bool
    reverse_skips: bool
    word: int
    words: tuple[str, ...]
    last_card_penalty: int
    any_catch: bool
    declares: bool
    must_declare: bool
    declaration_penalty: int
    exhausted: str
    illegal_play: str

    def deal(self, seats: int) -> int:
        """Return how many cards each of *seats* players is dealt (Holland, Rules; Clay, Starting a
        Multideck Game)."""
        cards = min(15 - seats, 10) if self.deals_from_fifteen else 10 - seats
        return min(max(cards, 3), self.deal_cap)


@lru_cache(maxsize=64)
def rules_of(ruleset: Ruleset) -> Rules:
    deck = deck_of(ruleset)
    effect = _effects(ruleset)
    playable_on, playable_after_word = _playable(
        effect, free=ruleset["wild-dragon-cross"] == "free"
    )
    least, most = seats_of(ruleset)
    cap = ruleset["deal-cap"]
    words = words_of(ruleset)
    return Rules(
        codes=tuple(face.code for face in deck.faces),
        copies=deck.copies,
        points=deck.points,
        deck_size=deck.size,
        cards=frozenset(range(UNKNOWN, len(deck.faces))),
        effect=tuple(effect),
        playable_on=playable_on,
        playable_after_word=playable_after_word,
        may_name=_may_name(commands=ruleset["dragon-names-command"] == "yes"),
        chameleon=len(deck.faces) - 1 if ruleset["chameleon"] == "on" else -1,
        transparents=_mask(effect, IS_TRANSPARENT),
        draw_two_cards=_mask(effect, DRAWS_TWO),
        least_seats=least,
        most_seats=most,
        deals_from_fifteen=ruleset["deal"] != "10-minus-players",
        deal_cap=deck.size if cap == "none" else int(cap),
        match_out_on_turn=ruleset["match-out-on-turn"] == "goes-out",
        match_out=ruleset["match-out"] == "goes-out",
        pair_out=ruleset["pair-out"] == "goes-out",
        skips_accumulate=ruleset["matched-skip"] == "accumulate",
        cumulative_match_debt=ruleset["chain-match-penalty"] == "cumulative",
        self_match=ruleset["self-match"] == "allowed",
        self_match_after_round=ruleset["self-match-after-round"] == "allowed",
        draw_two_keeps_turn=ruleset["draw-two-keeps-turn"] == "yes",
        debts_in_parts=ruleset["debts-in-parts"] == "allowed",
        late_match_fires=ruleset["late-draw-two-match"] == "fires-two",
        draws_after_out=ruleset["out-on-draw-two"] == "draws",
        play_drawn=ruleset["play-drawn-card"] == "yes",
        pass_only_without_play=ruleset["voluntary-draw"] == "only-if-no-play",
        reverse_skips=ruleset["reverse-two-players"] == "skips",
        word=words.index(ruleset["last-card-word"]),
        words=words,
        last_card_penalty=ruleset.number("last-card-penalty"),
        any_catch=ruleset["last-card-trigger"] == "any-catch",
        declares=ruleset["declarations"] != "free",
        must_declare=ruleset["declarations"] == "required",
        declaration_penalty=ruleset.number("declaration-penalty"),
        exhausted=ruleset["supply-exhausted"],
        illegal_play=ruleset["illegal-play"],
    )


_COMMANDS = {REVERSE: REVERSES, SKIP: SKIPS, DRAW_TWO: DRAWS_TWO}


def _effects(ruleset: Ruleset) -> list[int]:
    coloured = [_COMMANDS.get(card % SYMBOLS, NO_EFFECT) for card in range(COLOURS * SYMBOLS)]
    if ruleset["transparents"] == "reverses":
        coloured = [IS_TRANSPARENT if e == REVERSES else e for e in coloured]
    effect = [*coloured, IS_WILD, IS_WILD, IS_DRAGON, IS_DRAGON]
    if ruleset["transparents"] == "zeros":
        effect.extend([IS_TRANSPARENT] * COLOURS)
    if ruleset["chameleon"] == "on":
        effect.append(NO_EFFECT)  # it never lies there as itself
    return effect


def _mask(effect: list[int], wanted: int) -> int:
    """Return the mask of the cards with the effect *wanted*."""
    return sum(1 << card for card, found in enumerate(effect) if found == wanted)


def _playable(effect: list[int], *, free: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the masks of the cards that may be played on each coloured card, and on a wild or
    dragon by the word named.

    "The card must match the top card there, either in type or color"; wilds on anything except a
    dragon, dragons on anything except a wild (Holland, Rules).
    """
    wilds = sum(1 << card for card in WILDS)
    dragons = sum(1 << card for card in DRAGONS)
    of_colour = [sum(1 << c * SYMBOLS + s for s in range(SYMBOLS)) for c in range(COLOURS)]
    of_symbol = [sum(1 << c * SYMBOLS + s for c in range(COLOURS)) for s in range(SYMBOLS)]
    for zero in range(HALF_DECK, len(effect)):
        if effect[zero] == IS_TRANSPARENT:
            of_colour[zero - HALF_DECK] |= 1 << zero
    playable_on = [
        of_colour[card // SYMBOLS] | of_symbol[card % SYMBOLS] | wilds | dragons
        for card in range(COLOURS * SYMBOLS)
    ]
    on_wild = wilds | (dragons if free else 0)
    on_dragon = dragons | (wilds if free else 0)
    named = [cards | on_wild for cards in of_colour] + [cards | on_dragon for cards in of_symbol]
    return tuple(playable_on), tuple(named)


def _may_name(*, commands: bool) -> tuple[int, ...]:
    """Return by effect the mask of the words a card may name: a wild a colour, a dragon a number
    ("You cannot declare a dragon to be a non-number card", Holland)."""
    colours = (1 << COLOURS) - 1
    symbols = ((1 << (SYMBOLS if commands else NUMBERS)) - 1) << COLOURS
    may_name = [0] * (IS_TRANSPARENT + 1)
    may_name[IS_WILD] = colours
    may_name[IS_DRAGON] = symbols
    return tuple(may_name)


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends: after so many hands, or when a total reaches the target."""
    return MatchEnd(ruleset.number("match-hands"), ruleset.number("match-target"))


def next_dealer(ruleset: Ruleset) -> NextDealer:
    """Return who deals the next hand, as the option of that name says."""
    return NextDealer.WINNER if ruleset["next-dealer"] == "winner" else NextDealer.CLOCKWISE


def remedy_of(rule: str, wanted: Remedy) -> Remedy:
    """Return the remedy of a replay: as the ruleset says unless something else is *wanted*. RULED
    is kept where the rules leave it to what follows."""
    if wanted is not Remedy.RULED:
        return wanted
    return {"unwind": Remedy.UNWIND, "vincent": Remedy.PENALTY}.get(rule, Remedy.RULED)
