"""Plain SQL and unescaped output occur only in the few places that say why."""

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parents[2]
ALLOWED = {
    "zarleague/storage/durability.py",  # settings of PostgreSQL
    "zarleague/exchange/backups/databases.py",  # copies of whole databases
    "zarleague/exchange/planner_statistics.py",  # ANALYZE
    "zarleague/exchange/league_file/writing.py",  # a transaction that only reads
    "zarleague/operations/readiness.py",  # whether the database answers, and its clock
    "zarleague/play/triggers.py",  # triggers of the database, which the ORM cannot make
    "zarleague/reports/background_work/bulk.py",  # COPY
    "zarleague/reports/ratings/hands.py",  # results as arrays of numbers
    "zarleague/storage/sql.py",  # the two measured paths
}
WAYS = {"RawSQL", "cursor", "executemany", "extra", "raw"}
CALLED = re.compile(rf"\b({'|'.join(sorted(WAYS))})\(")


def test_plain_sql_is_run_by_the_measured_paths_alone() -> None:
    found = set()
    for path in SOURCE.glob("zarleague/**/*.py"):
        text = path.read_text()
        if not CALLED.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in WAYS:
                    found.add(path.relative_to(SOURCE).as_posix())
    assert found == ALLOWED


def test_every_template_escapes() -> None:
    for path in SOURCE.glob("templates/**/*.html"):
        text = path.read_text()
        assert "autoescape" not in text, path
        assert "|safe" not in text.replace(" ", ""), path
