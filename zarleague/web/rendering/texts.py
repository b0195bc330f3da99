"""Extract the texts that the engine declares as data, for translators.

The engine does not translate: titles, meanings, rules, names of cards and templates of sentences
are plain English there, and pages pass them through gettext. A scanner of the source could not find
them, so they are collected from the games themselves. `extract` is an extraction method for Babel
(see ``pyproject.toml``), which runs without Django.
"""

from collections.abc import Iterator
from typing import IO, Any

from zarleague.engine import KEYS, Game, Ruleset, event_sentences, find, finding_sentences
from zarleague.engine.declared import Definition, key_of, ruleset_of
from zarleague.engine.declared.examples import examples
from zarleague.engine.declared.reading import SENTENCES
from zarleague.engine.entry import sentences
from zarleague.engine.game import ScoredGame
from zarleague.engine.games import scored
from zarleague.engine.repair import lines as repairs

Message = tuple[int, str, str, list[str]]
"""Line, function, msgid, comments, as Babel expects."""


def engine_texts() -> list[str]:
    """Return every text of the engine that a page may translate, once, in a fixed order."""
    said = (
        *finding_sentences.templates(),
        *event_sentences.templates(),
        *sentences.templates(),
        *repairs.templates(),
    )
    found = (
        *said,
        *SENTENCES.values(),
        *(text for key in KEYS for text in _game(key)),
        *(text for definition in examples() for text in _definition(definition)),
    )
    return list(dict.fromkeys(text for text in found if text))


def extract(
    fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[Message]:
    """Return the texts as messages; the given file is only a placeholder for the engine."""
    for text in engine_texts():
        yield 1, "gettext", text, []


def _game(key: str) -> Iterator[str]:
    game = find(key)
    yield game.title
    yield game.summary
    for preset in game.presets:
        yield from (preset.title, preset.text)
    for option in game.options:
        yield option.title
        yield option.source
        yield from (meaning for _, meaning in option.choices)
    for rule in game.rules.values():
        yield from (rule.text, rule.source)
    for ruleset in _rulesets(game):
        yield from _cards_and_forms(game, ruleset)


def _definition(definition: Definition) -> Iterator[str]:
    yield from (definition.name, definition.about)
    yield from _cards_and_forms(scored(key_of(definition)), ruleset_of(definition))


def _rulesets(game: Game) -> Iterator[Ruleset]:
    """Yield every preset, plain and with each option changed: decks and forms depend on them."""
    for preset in game.presets:
        yield game.ruleset(preset.key)
        for option in game.options:
            for value, _ in option.choices:
                yield game.ruleset(preset.key, {option.key: value})


def _cards_and_forms(game: ScoredGame, ruleset: Ruleset) -> Iterator[str]:
    for face in game.deck(ruleset).faces:
        yield from (face.name, face.colour)
    for form in game.forms(ruleset):
        yield form.title
        for field in form.fields:
            yield field.label
            yield from (text for _, text in field.choices)
