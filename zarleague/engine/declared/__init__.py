"""A league's own game, declared as data: what is asked at the end of a hand, and what it counts.

``definition`` says what a definition is, ``reading`` takes one from plain data and refuses what
makes no sense, ``writing`` makes plain data of one, ``playable`` says what would turn up at the
table, ``bounds`` works out the points that a hand can have, ``counting`` scores an entry, ``game``
makes the scoring interface of it, and ``examples`` holds those that a league adds by one tap.
Nothing in a definition is executed: it chooses from a closed set of formulas.
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
    under_key,
    unit_of,
)
from zarleague.engine.declared.playable import require_playable
from zarleague.engine.declared.reading import (
    DefinitionError,
    read_definition,
    read_name,
    read_text,
    reworded,
)
from zarleague.engine.declared.writing import differences, to_data, to_text
