"""The catalogues, compiled as they are now."""

from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings as site

TRANSLATED = [code for code, _ in site.LANGUAGES if code != "en"]


@pytest.fixture(scope="session", params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    """Return the code of each language that has a catalogue, one after the other."""
    code: str = request.param
    return code


@pytest.fixture(scope="session")
def catalogues() -> dict[str, Catalog]:
    """Return the messages of each language."""
    found = {}
    for code in TRANSLATED:
        path = Path(site.BASE_DIR) / "locale" / code / "LC_MESSAGES" / "django.po"
        with path.open("rb") as source:
            found[code] = read_po(source, locale=code)
    return found


@pytest.fixture
def catalogue(language: str, catalogues: dict[str, Catalog]) -> Catalog:
    """Return the messages of the language."""
    return catalogues[language]


@pytest.fixture(scope="session")
def compiled(catalogues: dict[str, Catalog], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of locales that holds only these catalogues, compiled."""
    folder = tmp_path_factory.mktemp("locale")
    for code, catalogue in catalogues.items():
        target = folder / code / "LC_MESSAGES" / "django.mo"
        target.parent.mkdir(parents=True)
        with target.open("wb") as file:
            write_mo(file, catalogue)
    return folder


@pytest.fixture
def translations(compiled: Path, settings: Any) -> None:
    """Make the site use the texts of the source, whatever `make` compiled last."""
    settings.LOCALE_PATHS = [compiled]
