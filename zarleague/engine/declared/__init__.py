"""A league's own game, declared as data: what is asked at the end of a hand, and what it counts.

``definition`` says what a definition is, ``reading`` takes one from plain data and refuses what
cannot be played, ``bounds`` works out the points that a hand can have, ``counting`` scores an
entry, ``game`` makes the scoring interface of it, and ``examples`` holds those that a league adds
by one tap. Nothing in a definition is executed: it chooses from a closed set of formulas.
"""

from zarleague.engine.declared.definition import Definition
from zarleague.engine.declared.game import (
    DEFINITION,
    NUMBER,
    PREFIX,
    declared_game,
    definition_of,
    is_declared,
    key_of,
    ruleset_of,
    unit_of,
)
from zarleague.engine.declared.reading import (
    DefinitionError,
    read_definition,
    read_text,
    reworded,
    to_data,
    to_text,
)

__all__ = [
    "DEFINITION",
    "NUMBER",
    "PREFIX",
    "Definition",
    "DefinitionError",
    "declared_game",
    "definition_of",
    "is_declared",
    "key_of",
    "read_definition",
    "read_text",
    "reworded",
    "ruleset_of",
    "to_data",
    "to_text",
    "unit_of",
]
