"""The options of a ruleset as the flags and numbers that the judges read."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from zarleague.engine.event import NONE
from zarleague.engine.game import MatchEnd
from zarleague.engine.games.crazy_eights import deck
from zarleague.engine.ruleset import Ruleset

_MOST_WITH_ONE_PACK: Final = 5
_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class Rules:
    """A resolved ruleset. Ranks are those of :mod:`deck`, ``NONE`` where no card does it.

    ``acts``: some card does something to turns or draws. ``goes_on``: a turn goes on after drawing
    by choice.
    """

    pack: deck.Pack
    copies: int
    """Copies of each card."""
    wild: int
    """The rank that goes on anything and names a suit."""
    draw_two: int
    """The rank that makes the next player draw two and lose the turn."""
    stacks: bool
    """The next player may pass a draw two on with another."""
    skip: int
    """The rank that skips the next player."""
    reverse: int
    """The rank that changes the direction of play."""
    draws_then_plays: bool
    """A player who has drawn may still play."""
    draws_until_fits: bool
    """A turn ends only with a play: a player who does not play goes on drawing."""
    playable_on: tuple[int, ...]
    """By card on top: the mask of cards that may be played on it."""
    playable_after_naming: tuple[int, ...]
    """By suit named: the mask of cards that may be played then."""
    wilds: int
    """The mask of cards that go on anything."""
    winner_collects: bool
    """The winner scores everybody's cards, instead of each player scoring their own."""
    acts: bool = field(init=False)
    goes_on: bool = field(init=False)

    def __post_init__(self) -> None:
        acting = {self.draw_two, self.skip, self.reverse} - {NONE}
        object.__setattr__(self, "acts", bool(acting))
        object.__setattr__(self, "goes_on", self.draws_then_plays or self.draws_until_fits)

    def is_playable(self, card: int, top: int, named: int) -> bool:
        """Return whether a card may be played on *top* when the suit *named* was named with it."""
        if named != NONE:
            return bool(self.playable_after_naming[named] >> card & 1)
        return bool(self.playable_on[top] >> card & 1)

    def is_wild(self, card: int) -> bool:
        """Return whether a named card goes on anything."""
        return bool(self.wilds >> card & 1)


_RANKS: Final = {
    "off": NONE,
    "twos": deck.TWO,
    "sevens": deck.SEVEN,
    "eights": deck.EIGHT,
    "jacks": deck.JACK,
    "queens": deck.QUEEN,
    "aces": deck.ACE,
}


@lru_cache(maxsize=256)
def rules_of(ruleset: Ruleset) -> Rules:
    value = ruleset.values
    wild = _RANKS[value["wild"]]
    copies = ruleset.number("packs")
    ranks = deck.SKAT_RANKS if value["pack"] == "32" else deck.RANKS
    skip = _RANKS[value["skip"]]
    pack = deck.pack_of(ranks, copies, wild, mau_mau=value["card-points"] == "mau-mau")
    of_rank = {rank: _mask(pack.ranks, rank) for rank in ranks}
    of_suit = [_mask(pack.suits, suit) for suit in range(len(deck.SUITS))]
    wilds = of_rank[wild]
    return Rules(
        pack=pack,
        playable_on=tuple(
            of_rank[rank] | of_suit[suit] | wilds
            for rank, suit in zip(pack.ranks, pack.suits, strict=True)
        ),
        playable_after_naming=tuple(mask | wilds for mask in of_suit),
        wilds=wilds,
        copies=copies,
        wild=wild,
        draw_two=_RANKS[value["draw-two"]],
        stacks=value["draw-two-stacking"] == "on",
        skip=NONE if skip == wild else skip,
        reverse=_RANKS[value["reverse"]],
        draws_then_plays=value["drawing"] == "then-play",
        draws_until_fits=value["drawing"] == "until-fits",
        winner_collects=value["scoring"] == "winner-collects",
    )


def _mask(kinds: tuple[int, ...], wanted: int) -> int:
    """Return the mask of the cards of one suit or rank, from that of each card."""
    return sum(1 << card for card, kind in enumerate(kinds) if kind == wanted)


def seats_of(ruleset: Ruleset) -> tuple[int, int]:
    """Return the fewest and most players: one pack is enough for five."""
    return 2, _MOST_WITH_ONE_PACK if ruleset["packs"] == "1" else _MOST


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends, and which way totals count."""
    return MatchEnd(limit=ruleset.number("limit"), low_wins=ruleset["scoring"] == "losers-add")
