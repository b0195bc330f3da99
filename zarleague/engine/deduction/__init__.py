"""Prove from a whole log which hidden cards the hands can have held.

Counting (:mod:`zarleague.engine.holdings`) settles most questions while a log is replayed. This
package takes what counting leaves open and looks at the whole log, later events included. Its
model is an assignment of cards to hidden *places*: an unnamed card that came into a hand is a place
with a time in and a time out, and it must get a card of the supply it was drawn from. The supply is
the deck at first, and after each reshuffle only what then lay in the discard pile.

A question ("did Ann hold anything that follows?") has the answer *no* if no assignment lets her
hold one, *yes* if every assignment does, and is open otherwise. Then there are two assignments
that prove it open: the *witnesses*.

In UNO Golf cards do not mix in hands: each is followed from place to place (``faces``), and what
is open is asked of replays in which the hidden ones are named (``trials``).

``collect`` reads the log as cards that move; ``supply`` turns movements into places and demands;
``assignment`` searches for assignments; ``deduce`` asks the questions of a replay.
"""
