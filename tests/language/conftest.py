"""The German catalogue, compiled as it is now."""

from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings as site

CATALOGUE = Path(site.BASE_DIR) / "locale" / "de" / "LC_MESSAGES" / "django.po"


@pytest.fixture(scope="session")
def catalogue() -> Catalog:
    """Return the messages of locale/de."""
    with CATALOGUE.open("rb") as source:
        return read_po(source, locale="de")


@pytest.fixture(scope="session")
def compiled(catalogue: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of locales that holds only this catalogue, compiled."""
    folder = tmp_path_factory.mktemp("locale")
    target = folder / "de" / "LC_MESSAGES" / "django.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)
    return folder


@pytest.fixture
def german(compiled: Path, settings: Any) -> None:
    """Make the site use the German of the source, whatever `make` compiled last."""
    settings.LOCALE_PATHS = [compiled]
