"""Each catalogue is complete, and its placeholders match the English texts."""

import re
import shlex
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from django.conf import settings

from zarleague.web.rendering.texts import engine_texts

PLACEHOLDERS = re.compile(r"%\(\w+\)[sd]|\{\w+\}|%%")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Collect the messages as `make messages` would."""
    root = Path(settings.BASE_DIR)
    makefile = (root / "Makefile").read_text()
    command = re.search(r"\$\(BABEL\) (extract .+? \.)\n", makefile, re.DOTALL)
    assert command is not None
    target = tmp_path_factory.mktemp("template") / "django.pot"
    words = shlex.split(command[1].replace("\\\n", " "))
    options = [word for word in words[1:-1] if not word.startswith("--output-file")]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        CommandLineInterface().run(
            ["pybabel", "-q", "extract", *options, f"--output-file={target}", "."]
        )
    with target.open("rb") as source:
        return read_po(source)


def texts(message: Message) -> list[str]:
    """Return the singular and the plural of a message."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def translated(message: Message) -> list[str]:
    """Return the translation of the singular and of the plural."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def test_every_text_is_translated(template: Catalog, catalogue: Catalog) -> None:
    missing = []
    for message in template:
        if not message.id:
            continue
        known = catalogue.get(message.id, message.context)
        if known is None or known.fuzzy or not all(translated(known)):
            missing.append(message.id)
    assert not missing, "run `make messages` and translate these"


def test_nothing_is_translated_that_nobody_says(template: Catalog, catalogue: Catalog) -> None:
    left = [
        message.id
        for message in catalogue
        if message.id and template.get(message.id, message.context) is None
    ]
    assert not left
    assert not catalogue.obsolete


def test_the_texts_of_the_engine_are_collected(template: Catalog) -> None:
    collected = {text for message in template for text in texts(message)}
    assert collected.issuperset(engine_texts())
    # One of each sort: a sentence, a step, a rule, an option, a card, a form.
    assert {
        "{player} didn’t have {card}.",
        "Both are wild: any colour may be chosen.",
        "A hand has ten tricks.",
        "Who deals next",
        "blue 2",
        "Points only",
    } <= collected


def test_every_placeholder_is_kept(catalogue: Catalog) -> None:
    def placeholders(text: str) -> list[str]:
        return sorted(PLACEHOLDERS.findall(text))

    wrong = [
        (message.id, translation)
        for message in catalogue
        for translation in translated(message)
        if message.id and placeholders(translation) not in map(placeholders, texts(message))
    ]
    assert not wrong


def test_sentences_end_as_they_should(catalogue: Catalog) -> None:
    pairs = [
        pair
        for message in catalogue
        if message.id
        for pair in zip(texts(message), translated(message), strict=True)
    ]
    assert [(text, said) for text, said in pairs if said.strip(" \n") != said] == []
    ends = tuple(".?:…!")
    wrong = [(text, said) for text, said in pairs if text.endswith(ends) and said[-1] != text[-1]]
    assert wrong == []


def test_french_marks_are_kept_beside_their_word(catalogues: dict[str, Catalog]) -> None:
    """A line never begins with a mark: before it, and inside quotes, the space does not break."""
    breaking = re.compile(r" [:;?!](?:\s|$|[»)])|« | »")
    wrong = [
        text
        for message in catalogues["fr"]
        if message.id
        for text in translated(message)
        if breaking.search(text.replace("des espaces et !", ""))
    ]
    assert not wrong, "write a no-break space there"
