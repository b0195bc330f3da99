"""Pages and API go through services and selectors: they compose no query themselves."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "zarleague"
SHORTCUTS = {"get_list_or_404", "get_object_or_404"}
QUERIES = {
    "_default_manager",
    "annotate",
    "bulk_create",
    "exclude",
    "filter",
    "objects",
    "order_by",
    "prefetch_related",
    "select_related",
    "values_list",
}
"""Attributes that managers and querysets have and nothing else in these layers."""


@pytest.mark.parametrize("layer", ["api", "web"])
def test_a_layer_composes_no_query(layer: str) -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in sorted(SOURCE.glob(f"{layer}/**/*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.Attribute) and node.attr in QUERIES)
        or (isinstance(node, ast.Name) and node.id in SHORTCUTS)
    ]
    assert found == []
