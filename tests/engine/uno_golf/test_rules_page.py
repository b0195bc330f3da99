"""The rules page names only tests that exist, and forgets no option."""

from pathlib import Path

from tests.engine.rules_page import check_named_tests_exist, page_of
from tests.engine.uno_golf.table import GAME


def test_every_test_named_exists() -> None:
    check_named_tests_exist("uno-golf", Path(__file__).parent)


def test_every_option_is_explained() -> None:
    page = page_of("uno-golf")
    for option in GAME.options:
        assert f"`{option.key}`" in page
