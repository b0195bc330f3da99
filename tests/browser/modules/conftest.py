"""The scripts' modules in a browser, one at a time, without the site."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Route

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
ORIGIN = "http://modules.test"
RUN = """async ([path, source, argument]) => {
  const module = await import(path);
  return eval(`(${source})`)(module, argument);
}"""

Run = Callable[..., Any]


@pytest.fixture(scope="session")
def _run(browser: Browser) -> Iterator[Run]:
    """Serve the scripts to an empty page from the folder they are written in."""
    context = browser.new_context()

    def answer(route: Route) -> None:
        path = SCRIPTS / route.request.url.removeprefix(f"{ORIGIN}/")
        if path.suffix == ".js":
            route.fulfill(path=path, content_type="text/javascript")
        else:
            route.fulfill(body="", content_type="text/html")

    context.route(f"{ORIGIN}/**", answer)
    page = context.new_page()
    page.goto(f"{ORIGIN}/")

    def run(path: str, source: str, argument: object = None) -> Any:
        return page.evaluate(RUN, [f"{ORIGIN}/{path}", source, argument])

    yield run
    context.close()


@pytest.fixture
def run(_run: Run) -> Run:
    """Return ``run(path, source, argument)``.

    It imports the module at ``path`` below static/js, calls the function that ``source`` is with
    the module and the argument, and returns its result.
    """
    return _run
