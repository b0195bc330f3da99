"""Static files as a site serves them: one small sheet, scripts that name what they import."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

from zarleague.storage import static_files
from zarleague.web.rendering.loading import module, modules_of
from zarleague.web.rendering.storage import StaticStorage

STATIC = Path(settings.BASE_DIR) / "static"
SHEETS = sorted(set((STATIC / "css").rglob("*.css")) - {STATIC / "css" / "site.css"})
HEAVIEST = 13_000
"""Bytes of a font that every page loads; the page has 100 kB on a first visit."""


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the project's sheets, scripts and fonts as they are served."""
    folder = tmp_path_factory.mktemp("static")
    storage = StaticStorage(location=str(folder))
    paths = {
        path: (source, path)
        for finder in get_finders()
        for path, source in finder.list([])
        if path.startswith(("css/", "js/", "fonts/")) and (STATIC / path).exists()
    }
    for path, (source, _path) in paths.items():
        with source.open(path) as file:
            storage.save(path, file)
    for _name, _hashed, processed in storage.post_process(paths):
        assert not isinstance(processed, Exception)
    return folder


def served(folder: Path, kind: str, name: str) -> str:
    """Return the text of the file that carries its content in its name."""
    stem, suffix = name.rsplit(".", 1)
    found = [
        path
        for path in (folder / kind).glob(f"{stem}.*.{suffix}")
        if re.fullmatch(rf"{stem}\.[0-9a-f]{{12}}\.{suffix}", path.name)
    ]
    # The last one written has the names of the others in it.
    return max(found, key=lambda path: path.stat().st_mtime_ns).read_text()


def test_the_sheet_of_every_page_is_one_file(collected: Path) -> None:
    text = served(collected, "css", "site.css")
    assert "@import" not in text
    assert "/*" not in text
    assert re.search(r"@layer reset,\s*tokens", text)
    assert ".offline-banner" in text  # of feedback.css
    fonts = re.findall(r"fonts/([\w.-]+woff2)", text)
    assert fonts
    assert all((collected / "fonts" / font).exists() for font in fonts)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sheet_means_what_it_meant(collected: Path, path: Path) -> None:
    # Every selector and every declaration is still there, with the spaces that tell them apart.
    text = served(collected, path.relative_to(STATIC).parent.as_posix(), path.name)
    written = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    assert plain(text) == plain(written)


def plain(sheet: str) -> list[str]:
    """Return the words of a sheet, without the hashes in the names of files."""
    return re.sub(r"\.[0-9a-f]{12}\.", ".", sheet).split()


def test_a_script_keeps_what_it_does_and_names_its_modules_anew(collected: Path) -> None:
    text = served(collected, "js", "upload.js")
    assert re.search(r'import\{one\} from "\./dom\.[0-9a-f]{12}\.js"', text)
    assert "//" not in text.replace("://", "")


def test_fonts_of_every_page_are_light() -> None:
    always = [path for path in (STATIC / "fonts").glob("*.woff2") if path.name.count("-") == 2]
    assert len(always) == 2
    assert all(path.stat().st_size < HEAVIEST for path in always)


@pytest.mark.parametrize("path", sorted((STATIC / "js").rglob("*.js")), ids=lambda path: path.name)
def test_a_script_is_loaded_with_all_it_imports(path: Path) -> None:
    # A line that names another module, other than in a comment or when it is first wanted.
    own = re.findall(r'^(?:import|\}).*"(\.[^"]+)";', path.read_text(), re.M)
    below = path.relative_to(STATIC / "js").as_posix()
    found = set(modules_of(below))
    for other in own:
        assert (path.parent / other).resolve().relative_to(STATIC.resolve()).as_posix() in found
    assert str(module(below)).count("modulepreload") == len(found)


def test_collected_scripts_name_the_same_modules(
    collected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the sources need not be there."""
    scripts = static_files.named("js/*.js")
    before = {script: modules_of(script.removeprefix("js/")) for script in scripts}
    monkeypatch.setattr(static_files, "staticfiles_storage", StaticStorage(location=str(collected)))
    assert static_files.named("js/*.js") == scripts
    assert {script: modules_of(script.removeprefix("js/")) for script in scripts} == before


def test_the_recorder_comes_when_it_is_wanted() -> None:
    assert "js/table/recorder.js" not in modules_of("table/entry-page.js")
    assert 'import("./recorder.js")' in (STATIC / "js/table/recording.js").read_text()
