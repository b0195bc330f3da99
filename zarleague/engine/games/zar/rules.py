"""A ruleset of Zar, resolved once into what the rules read by attribute.

Sets of cards are bit masks (bit *c* for card *c*), so that "does it fit?" is one shift.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

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

# What a card does once it lies on top. Plain ints, because they are asked for at every event.
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

    By card: ``copies``, ``points``, ``effect`` and, for coloured cards, ``fits``, the mask of the
    cards that may be played on it in turn. ``fits_named`` is the same by named word (colours, then
    symbols). ``may_name`` is the mask of the words a card of an effect may name. ``chameleon`` is
    that card or -1. ``word`` is the index of what a player with one card says.
    """

    codes: tuple[str, ...]
    copies: tuple[int, ...]
    points: tuple[int, ...]
    size: int
    effect: tuple[int, ...]
    fits: tuple[int, ...]
    fits_named: tuple[int, ...]
    may_name: tuple[int, ...]
    chameleon: int
    transparents: int
    draw_twos: int
    least_seats: int
    most_seats: int
    fifteen: bool
    deal_cap: int
    match_out_on_turn: bool
    match_out: bool
    pair_out: bool
    skips_accumulate: bool
    cumulative: bool
    self_match: bool
    self_match_after_round: bool
    keeps_turn: bool
    late_fires: bool
    out_draws: bool
    play_drawn: bool
    must_play: bool
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
        """How many cards each of *seats* players is dealt (Holland, Rules; Clay, Starting a
        Multideck Game)."""
        cards = min(15 - seats, 10) if self.fifteen else 10 - seats
        return min(max(cards, 3), self.deal_cap)


@lru_cache(maxsize=64)
def rules_of(ruleset: Ruleset) -> Rules:
    """The rules a ruleset stands for."""
    deck = deck_of(ruleset)
    effect = _effects(ruleset)
    fits, fits_named = _fits(effect, free=ruleset["wild-dragon-cross"] == "free")
    least, most = seats_of(ruleset)
    cap = ruleset["deal-cap"]
    words = words_of(ruleset)
    return Rules(
        codes=tuple(face.code for face in deck.faces),
        copies=deck.copies,
        points=deck.points,
        size=deck.size,
        effect=tuple(effect),
        fits=fits,
        fits_named=fits_named,
        may_name=_may_name(commands=ruleset["dragon-names-command"] == "yes"),
        chameleon=len(deck.faces) - 1 if ruleset["chameleon"] == "on" else -1,
        transparents=_mask(effect, IS_TRANSPARENT),
        draw_twos=_mask(effect, DRAWS_TWO),
        least_seats=least,
        most_seats=most,
        fifteen=ruleset["deal"] != "10-minus-players",
        deal_cap=deck.size if cap == "none" else int(cap),
        match_out_on_turn=ruleset["match-out-on-turn"] == "goes-out",
        match_out=ruleset["match-out"] == "goes-out",
        pair_out=ruleset["pair-out"] == "goes-out",
        skips_accumulate=ruleset["matched-skip"] == "accumulate",
        cumulative=ruleset["chain-match-penalty"] == "cumulative",
        self_match=ruleset["self-match"] == "allowed",
        self_match_after_round=ruleset["self-match-after-round"] == "allowed",
        keeps_turn=ruleset["draw-two-keeps-turn"] == "yes",
        late_fires=ruleset["late-draw-two-match"] == "fires-two",
        out_draws=ruleset["out-on-draw-two"] == "draws",
        play_drawn=ruleset["play-drawn-card"] == "yes",
        must_play=ruleset["voluntary-draw"] == "only-if-no-play",
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
    return sum(1 << card for card, found in enumerate(effect) if found == wanted)


def _fits(effect: list[int], *, free: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What fits on each coloured card, and on a wild or dragon by what it named.

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
    fits = [
        of_colour[card // SYMBOLS] | of_symbol[card % SYMBOLS] | wilds | dragons
        for card in range(COLOURS * SYMBOLS)
    ]
    on_wild = wilds | (dragons if free else 0)
    on_dragon = dragons | (wilds if free else 0)
    named = [cards | on_wild for cards in of_colour] + [cards | on_dragon for cards in of_symbol]
    return tuple(fits), tuple(named)


def _may_name(*, commands: bool) -> tuple[int, ...]:
    """By effect, the words a card may name: a wild a colour, a dragon a number ("You cannot
    declare a dragon to be a non-number card", Holland)."""
    colours = (1 << COLOURS) - 1
    symbols = ((1 << (SYMBOLS if commands else NUMBERS)) - 1) << COLOURS
    may_name = [0] * (IS_TRANSPARENT + 1)
    may_name[IS_WILD] = colours
    may_name[IS_DRAGON] = symbols
    return tuple(may_name)
