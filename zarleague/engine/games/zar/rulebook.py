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
        "Three colours with six numbers, a reverse, a skip and a draw two each; two kinds of wild "
        "and two kinds of dragon; as many copies of each card as there are half-decks.",
        f"{HOLLAND}, Cards; {CLAY}, Multideck ZAR",
        option="half-decks",
    ),
    Rule(
        "deal",
        "Everybody is dealt ten minus the number of players, at least three; with several decks "
        "fifteen minus the number of players, at least three and at most ten.",
        f"{HOLLAND}, Rules; {CLAY}, Starting a Multideck Game",
        option="deal",
    ),
    Rule(
        "turned-up",
        "The dealer turns up the top card; it counts in every way as played by the dealer.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "botch",
        "A wild or dragon turned up first is buried in the deck and another card turned up.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "turn",
        "Play goes clockwise to begin with, one player after the other.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "fit",
        "A card must have the colour or the number or symbol of the top card; after a wild the "
        "colour named, after a dragon the number named.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "wild-dragon",
        "A wild goes on anything except a dragon, a dragon on anything except a wild.",
        f"{HOLLAND}, Rules",
        option="wild-dragon-cross",
    ),
    Rule(
        "name",
        "Who plays a wild names a colour, who plays a dragon names a number.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "dragon-command",
        "A dragon cannot be declared to be a reverse, skip or draw two.",
        f"{HOLLAND}, Rules",
        option="dragon-names-command",
    ),
    Rule(
        "together",
        "Several cards may be played at once only if they are identical.",
        f"{HOLLAND}, Matching; {CLAY}, Multiple Card Plays",
    ),
    Rule(
        "match",
        "Whoever holds a card identical to the top card may play it at any time before the next "
        "card is played; the player matched draws one card, and play goes on after the matcher.",
        f"{HOLLAND}, Matching",
    ),
    Rule(
        "match-window",
        "A match comes too late once another card has been played.",
        f"{HOLLAND}, Matching",
    ),
    Rule(
        "self-match",
        "Nobody may match himself before somebody else has had a turn.",
        f"{HOLLAND}, Matching; {CLAY}, Matching",
        option="self-match",
    ),
    Rule(
        "self-match-after-round",
        "If your card is still on top when your turn comes again, its twin may go on it.",
        f"{HOLLAND}, Matching",
        option="self-match-after-round",
    ),
    Rule(
        "chain",
        "When a match is matched, the player of the match draws one card, and with cumulative "
        "penalties everybody matched below draws one more.",
        f"{HOLLAND}, Triple Zar; {CLAY}, Matching",
        option="chain-match-penalty",
    ),
    Rule(
        "match-out",
        "Nobody goes out by an out-of-turn match: he draws one card instead.",
        f"{HOLLAND}, Matching",
        option="match-out",
    ),
    Rule(
        "match-out-on-turn",
        "A last card identical to the top card, played in turn, is a match too.",
        f"{HOLLAND}, Matching",
        option="match-out-on-turn",
    ),
    Rule(
        "pair-out",
        "Nobody goes out by playing several identical cards: he draws one card instead.",
        f"{HOLLAND}, Matching",
        option="pair-out",
    ),
    Rule(
        "draw-two",
        "After a draw two the next player plays another, and the sum passes on, or draws it all "
        "and then takes a normal turn.",
        f"{HOLLAND}, Draw Twos",
    ),
    Rule(
        "draw-first",
        "The card for being matched is drawn before the cards for draw twos, and before playing.",
        f"{CLAY_STRATEGY}, Drawing cards",
        Basis.FOUND,
    ),
    Rule(
        "debts-in-parts",
        "What is owed for one thing is drawn at once.",
        f"{HOLLAND}, Draw Twos",
        Basis.INFERRED,
        "debts-in-parts",
    ),
    Rule(
        "draw",
        "Who does not play passes his turn by drawing one card; nobody else draws unless he owes.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "voluntary-draw",
        "Only who cannot play may pass by drawing.",
        f"{HOLLAND}, Rules",
        option="voluntary-draw",
    ),
    Rule(
        "drawn-card",
        "After drawing, only the card just drawn may be played.",
        f"{HOLLAND}, Rules",
        Basis.INFERRED,
        "play-drawn-card",
    ),
    Rule(
        "supply",
        "When the supply runs out, the top card stays and the rest of the pile is reshuffled.",
        f"{HOLLAND}, Rules",
    ),
    Rule(
        "supply-exhausted",
        "When nothing is left to reshuffle either, whoever holds that many cards loses the hand.",
        f"{HOLLAND}, Other considerations",
        option="supply-exhausted",
    ),
    Rule(
        "one",
        "A player with one card must say so; if he has not and is asked, he draws a card.",
        f"{HOLLAND}, Rules",
        option="last-card-word",
    ),
    Rule(
        "catch",
        "Whether it takes the question, or anybody may call out that he forgot.",
        f"{HOLLAND}, Rules",
        option="last-card-trigger",
    ),
    Rule(
        "declaration",
        "Matches, doubles, triples and so on are called out, with the colour or symbol named and "
        "the cards to draw.",
        f"{CLAY}, Multiple Card Plays and Matching",
        option="declarations",
    ),
    Rule(
        "vincent",
        "An offence that is too much trouble to unwind costs the offender one card.",
        f"{HOLLAND}, Other considerations",
        option="illegal-play",
    ),
    Rule(
        "out",
        "The hand ends when somebody has no card left, unless the last card is matched: then he "
        "draws and the hand goes on.",
        f"{HOLLAND}, Rules and Matching",
    ),
    Rule(
        "settle",
        "What is owed is drawn before the hand is scored.",
        f"{HOLLAND}, Matching and Draw Twos",
        Basis.INFERRED,
        "out-on-draw-two",
    ),
    Rule(
        "holding",
        "A player can only play cards he holds, and the deck holds so many of each and no more.",
        f"{HOLLAND}, Cards",
    ),
    Rule(
        "chameleon",
        "A Chameleon is played in turn, as a match of the card below it or in place of a card "
        "played with it; out of turn only on another Chameleon, or beside a card that matches.",
        f"{CLAY}, The Chameleon card and Q1",
        option="chameleon",
    ),
    Rule(
        "chameleon-reopens",
        "After somebody went out, a Chameleon may only be played on another Chameleon.",
        f"{CLAY}, The Chameleon card",
        option="chameleon",
    ),
    Rule(
        "transparent",
        "A transparent goes on its colour or on another transparent; what had to be followed "
        "before still has to be followed.",
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
