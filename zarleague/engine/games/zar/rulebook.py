"""The rules of Zar in our own words, each with its place in the source.

A finding of the engine names one of these keys. "Holland" is Dave Holland's page of 1997, "Clay"
Clay's extended rules; see ``options`` for the other sources.
"""

from types import MappingProxyType
from typing import Final

from zarleague.engine.games.zar.options import CLAY, CLAY_BASE, CLAY_STRATEGY, HOLLAND
from zarleague.engine.ruleset import Basis, Rule

_RULES: Final = (
    Rule(
        "deck",
        "Three colours, each with six numbers, a reverse, a skip and a draw two; two kinds of "
        "wild and two kinds of dragon; one copy of each card for each half-deck.",
        f"{HOLLAND}, Cards; {CLAY}, Multideck ZAR",
        option="half-decks",
    ),
    Rule(
        "deal",
        "Deal each player ten cards minus the number of players, but at least three; with "
        "several decks, fifteen minus the number of players, but at least three and at most "
        "ten.",
        f"{HOLLAND}, Rules; {CLAY}, Starting a Multideck Game",
        option="deal",
    ),
    Rule(
        "turned-up",
        "The dealer turns up the top card, which counts as played by the dealer.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "botch",
        "If it is a wild or a dragon, bury it in the deck and turn up another card.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "turn",
        "Play starts clockwise, one player at a time.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "fit",
        "A card must share the top card’s colour, number or symbol; after a wild, the colour "
        "called; after a dragon, the number called.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "wild-dragon",
        "You can play a wild on anything except a dragon, and a dragon on anything except a wild.",
        f"{HOLLAND}, Rules",
        option="wild-dragon-cross",
    ),
    Rule(
        "name",
        "When you play a wild, call a colour; when you play a dragon, call a number.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "dragon-command",
        "You can’t call a reverse, skip or draw two with a dragon.",
        f"{HOLLAND}, Rules",
        option="dragon-names-command",
    ),
    Rule(
        "together",
        "You can play several cards at once only if they are identical.",
        f"{HOLLAND}, Matching; {CLAY}, Multiple Card Plays",
    ),
    Rule(
        "match",
        "If you have a card identical to the top card, you can play it at any time before the "
        "next card is played. The player you match draws one card, and play continues after "
        "you.",
        f"{HOLLAND}, Matching",
    ),
    Rule(
        "match-window",
        "Once another card has been played, it’s too late to match.",
        f"{HOLLAND}, Matching",
    ),
    Rule(
        "self-match",
        "You can’t match yourself before someone else has had a turn.",
        f"{HOLLAND}, Matching; {CLAY}, Matching",
        option="self-match",
    ),
    Rule(
        "self-match-after-round",
        "If your card is still on top when it’s your turn again, you can play its twin on it.",
        f"{HOLLAND}, Matching",
        option="self-match-after-round",
    ),
    Rule(
        "chain",
        "When a match is matched, the first matcher draws one card; with cumulative penalties, "
        "everyone matched below draws one more.",
        f"{HOLLAND}, Triple Zar; {CLAY}, Matching",
        option="chain-match-penalty",
    ),
    Rule(
        "match-out",
        "You can’t go out by matching out of turn: draw one card instead.",
        f"{HOLLAND}, Matching",
        option="match-out",
    ),
    Rule(
        "match-out-on-turn",
        "Playing your last card on an identical one is a match even when it’s your turn.",
        f"{HOLLAND}, Matching",
        option="match-out-on-turn",
    ),
    Rule(
        "pair-out",
        "You can’t go out by playing several identical cards: draw one card instead.",
        f"{HOLLAND}, Matching",
        option="pair-out",
    ),
    Rule(
        "draw-two",
        "After a draw two, the next player either plays another, passing the total on, or "
        "draws the total and then takes a normal turn.",
        f"{HOLLAND}, Draw Twos",
    ),
    Rule(
        "draw-first",
        "Draw the card for being matched before cards for draw twos, and before playing.",
        f"{CLAY_STRATEGY}, Drawing cards",
        Basis.FOUND,
    ),
    Rule(
        "debts-in-parts",
        "You draw all the cards owed for one thing at once.",
        f"{HOLLAND}, Draw Twos",
        Basis.INFERRED,
        "debts-in-parts",
    ),
    Rule(
        "draw",
        "If you don’t play, you pass by drawing one card. Otherwise only players who owe cards "
        "draw.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "voluntary-draw",
        "You can pass by drawing only if you can’t play.",
        f"{HOLLAND}, Rules",
        option="voluntary-draw",
    ),
    Rule(
        "drawn-card",
        "After drawing, you can only play the card you’ve just drawn.",
        f"{HOLLAND}, Rules",
        Basis.INFERRED,
        "play-drawn-card",
    ),
    Rule(
        "supply",
        "When the draw pile runs out, leave the top card and reshuffle the rest of the discard "
        "pile.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "supply-exhausted",
        "When there’s nothing left to reshuffle either, whoever has that many cards loses the "
        "hand.",
        f"{HOLLAND}, Other considerations",
        option="supply-exhausted",
    ),
    Rule(
        "one",
        "With one card left you must say so. If you didn’t and someone asks, you draw a card.",
        f"{HOLLAND}, Rules",
        option="last-card-word",
    ),
    Rule(
        "catch",
        "Whether someone has to ask, or anyone can point out that you forgot.",
        f"{HOLLAND}, Rules",
        option="last-card-trigger",
    ),
    Rule(
        "declaration",
        "Matches, doubles, triples and so on are called out, along with the colour or symbol "
        "called and the cards to draw.",
        f"{CLAY}, Multiple Card Plays and Matching",
        option="declarations",
    ),
    Rule(
        "vincent",
        "A mistake that’s too much trouble to undo costs the player one card.",
        f"{HOLLAND}, Other considerations",
        option="illegal-play",
    ),
    Rule(
        "out",
        "The hand ends when someone has no cards left, unless the last card is matched: then "
        "that player draws and the hand continues.",
        f"{HOLLAND}, Rules and Matching",
    ),
    Rule(
        "settle",
        "Cards owed are drawn before scoring.",
        f"{HOLLAND}, Matching and Draw Twos",
        Basis.INFERRED,
        "out-on-draw-two",
    ),
    Rule(
        "holding",
        "You can only play cards you have, and the deck has only so many of each.",
        f"{HOLLAND}, Cards",
    ),
    Rule(
        "chameleon",
        "Play a Chameleon on your turn, as a match for the card below it or in place of a card "
        "played with it; out of turn, only on another Chameleon or alongside a card that "
        "matches.",
        f"{CLAY}, The Chameleon card and Q1",
        option="chameleon",
    ),
    Rule(
        "chameleon-reopens",
        "Once someone has gone out, you can only play a Chameleon on another Chameleon.",
        f"{CLAY}, The Chameleon card",
        option="chameleon",
    ),
    Rule(
        "transparent",
        "A transparent card goes on its own colour or on another transparent card. Whatever "
        "had to be followed before still does.",
        f"{HOLLAND}, Transparent cards",
        Basis.INFERRED,
        "transparents",
    ),
    Rule(
        "players",
        "Two to nine players; two to fourteen with several decks.",
        f"{CLAY_BASE}, Starting the Game; {CLAY}, Starting a Multideck Game",
        Basis.FOUND,
    ),
)

RULES: Final = MappingProxyType({rule.key: rule for rule in _RULES})
