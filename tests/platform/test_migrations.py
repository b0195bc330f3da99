"""Migrations do not break the previous release, which runs meanwhile, and may be killed.

The database is migrated while the old code still reads and writes it. So a table or column goes one
release after the last code that used it, and what comes has a value the database itself fills in.
A migration locks one table in use at most: with two it may wait for the old code, which waits for
it. `tools.upgrade` tries an upgrade on served sites.
"""

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ModelState, ProjectState
from django.db.migrations.utils import resolve_relation

import zarleague
from tests import factories
from tests.own_database import database_of_its_own
from tests.sampling import SAMPLED
from zarleague.leagues.management.commands.migrate import Executor
from zarleague.leagues.models import Receipt, User
from zarleague.play import triggers
from zarleague.play.errors import SeasonBusy
from zarleague.play.models import Match
from zarleague.play.selectors import table_page
from zarleague.reports.background_work import checking
from zarleague.storage import releases

CHECKED: dict[str, str] = {
    "play.0004_v1_1_matches": "the old code draws no rounds, and leaves the share at its default"
}
"""Migrations that break a rule, and why that does no harm; somebody else has read each of them."""

GONE = (
    operations.RemoveField,
    operations.DeleteModel,
    operations.RenameField,
    operations.RenameModel,
    operations.AlterModelTable,
)
BY_HAND = (operations.RunPython, operations.RunSQL)


def refused(operation: Operation, app: str, before: ProjectState) -> str:
    """Return why the code of the release before may fail after an operation, "" if it may not.

    ``before`` is the state before the migration: what it makes itself, nobody uses yet.
    """
    name = getattr(operation, "model_name", getattr(operation, "name", "")).lower()
    known = before.models.get((app, name))
    match operation:
        case operations.RunPython(code=triggers.guard):
            return ""
        case operations.SeparateDatabaseAndState():
            found = [refused(each, app, before) for each in operation.database_operations]
            return next(filter(None, found), "")
        case _ if isinstance(operation, BY_HAND):
            return "somebody has to look at what it does to rows and tables in use"
        case operations.RenameModel():
            return _gone(operation) if (app, operation.old_name_lower) in before.models else ""
        case _ if known is None:
            return ""
        case _ if isinstance(operation, GONE):
            return _gone(operation)
        case operations.AddField():
            return _new_column(operation.field)
        case operations.AlterField():
            return _changed_column(known.fields[operation.name], operation.field)
        case operations.AddConstraint() | operations.AlterUniqueTogether():
            return "the old code may write what the constraint refuses"
        case _:
            return ""


def _gone(operation: Operation) -> str:
    return f"{operation.describe()}: the old code still asks for it"


def _new_column(field: Any) -> str:
    filled = field.null or field.many_to_many or field.has_db_default()
    return "" if filled else "the old code writes no value: it needs null or db_default"


def _changed_column(old: Any, new: Any) -> str:
    if old.null and not new.null:
        return "the old code still writes null"
    if old.get_internal_type() != new.get_internal_type():
        return "the column is of another type"
    if new.max_length is not None and (old.max_length is None or new.max_length < old.max_length):
        return "the old code still writes longer texts"
    if new.unique and not old.unique:
        return "the old code may write a value twice"
    return ""


def tables_locked(operation: Operation, app: str, before: ProjectState) -> set[tuple[str, str]]:
    """Return the models, in use before a migration, whose tables an operation locks: the one it
    changes, and those that get a foreign key."""
    match operation:
        case operations.SeparateDatabaseAndState():
            of_each = [tables_locked(one, app, before) for one in operation.database_operations]
            return set().union(*of_each)
        case operations.AlterModelOptions() | operations.AlterModelManagers():
            return set()
        case operations.CreateModel():
            name, fields = operation.name_lower, [field for _, field in operation.fields]
        case operations.AddField() | operations.AlterField():
            name, fields = operation.model_name_lower, [operation.field]
        case _:
            name, fields = getattr(operation, "model_name", "").lower(), []
    targets = {
        resolve_relation(field.remote_field.model, app, name)
        for field in fields
        if field.remote_field is not None and field.db_constraint
    }
    return ({(app, name)} | targets) & before.models.keys()


def problems(migration: Migration, before: ProjectState) -> list[str]:
    """Return what a migration does that it must not; ``before`` is the state before it, without the
    tables of the same release, which the old code does not use."""
    steps, app = migration.operations, migration.app_label
    found = [reason for step in steps if (reason := refused(step, app, before))]
    named = releases.NAME.fullmatch(migration.name)
    if named is None or (int(named["major"]), int(named["minor"])) > releases.release():
        found.append("the name does not say the release: 0002_v1_1_what_it_does")
    if not migration.atomic:
        found.append("killed, it would leave a part of its work")
    locked = set().union(*(tables_locked(step, app, before) for step in steps))
    if len(locked) > 1:
        found.append(f"it locks {len(locked)} tables in use: make one migration for each")
    by_hand = [step for step in steps if isinstance(step, BY_HAND)]
    if by_hand and getattr(by_hand[0], "code", None) is not triggers.guard:
        found.append("rows may be written once: begin with RunPython(triggers.guard)")
    return found


def release_of(name: str) -> str:
    """Return the release a migration's name says, as in `v1_1`."""
    return "_".join(name.split("_")[1:3])


def tables_of(release: str, loader: MigrationLoader) -> set[tuple[str, str]]:
    """Return the models that the migrations of a release make."""
    return {
        (app, operation.name_lower)
        for (app, name), migration in loader.disk_migrations.items()
        if release_of(name) == release
        for operation in migration.operations
        if isinstance(operation, operations.CreateModel)
    }


def own_migrations() -> Iterator[tuple[Migration, ProjectState]]:
    """Yield each migration but those that make an app's first tables, with the state before it but
    for the tables of its release."""
    loader = MigrationLoader(None)
    for key in sorted(loader.disk_migrations):
        migration = loader.disk_migrations[key]
        parents = [one for one in loader.graph.node_map[key].parents if one.key[0] == key[0]]
        if migration.__module__.startswith("zarleague.") and parents:
            before = loader.project_state(key, at_end=False)
            for app, name in tables_of(release_of(key[1]), loader):
                before.models.pop((app, name), None)
            yield migration, before


def test_migrations_keep_the_rules() -> None:
    found = {
        f"{migration.app_label}.{migration.name}": reasons
        for migration, before in own_migrations()
        if (reasons := problems(migration, before))
    }
    assert {name: why for name, why in found.items() if name not in CHECKED} == {}
    assert set(CHECKED) == found.keys(), "listed without need"


TABLE = ProjectState()
TABLE.add_model(
    ModelState(
        "play",
        "Hand",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("note", models.CharField(max_length=20)),
            ("seen", models.DateField(null=True)),
        ],
    )
)
TABLE.add_model(ModelState("play", "Seat", [("id", models.BigAutoField(primary_key=True))]))


@pytest.mark.parametrize(
    ("step", "word"),
    [
        (operations.RemoveField("hand", "note"), "still asks"),
        (operations.RenameField("hand", "note", "remark"), "still asks"),
        (operations.DeleteModel("Hand"), "still asks"),
        (operations.RenameModel("Hand", "Deal"), "still asks"),
        (operations.AlterModelTable("hand", "deals"), "still asks"),
        (operations.AddField("hand", "place", models.CharField(default="", max_length=9)), "needs"),
        (operations.AddField("hand", "at", models.CharField(db_default="", max_length=9)), ""),
        (operations.AddField("hand", "ended", models.DateField(null=True)), ""),
        (operations.AlterField("hand", "note", models.CharField(max_length=10)), "longer"),
        (operations.AlterField("hand", "note", models.CharField(max_length=30)), ""),
        (operations.AlterField("hand", "note", models.TextField()), "type"),
        (
            operations.AlterField("hand", "note", models.CharField(max_length=20, unique=True)),
            "twice",
        ),
        (operations.AlterField("hand", "seen", models.DateField()), "null"),
        (
            operations.AddConstraint(
                "hand", models.UniqueConstraint(fields=["note"], name="one_note")
            ),
            "refuses",
        ),
        (operations.RunSQL("SELECT 1"), "look"),
        (operations.CreateModel("Deal", [("id", models.BigAutoField(primary_key=True))]), ""),
        (operations.AddField("deal", "note", models.TextField()), ""),
        (operations.SeparateDatabaseAndState([operations.DeleteModel("Hand")]), "still asks"),
        (operations.SeparateDatabaseAndState([], [operations.DeleteModel("Hand")]), ""),
    ],
)
def test_what_is_refused(step: Operation, word: str) -> None:
    """``word`` is in the reason; "" for what the old code does not notice."""
    reason = refused(step, "play", TABLE)
    assert word in reason
    assert bool(word) == bool(reason)


NOTE = operations.AddField("hand", "at", models.DateField(null=True))
FOREIGN: dict[str, Any] = {"on_delete": models.PROTECT, "null": True}


def _migration(*steps: Operation, name: str = "0002_v1_0_notes", atomic: bool = True) -> Migration:
    made = Migration(name, "play")
    made.operations, made.atomic = list(steps), atomic
    return made


@pytest.mark.parametrize(
    ("migration", "word"),
    [
        (_migration(NOTE), ""),
        (_migration(NOTE, name="0002_notes"), "name"),
        (_migration(NOTE, name="0002_v9_0_notes"), "name"),
        (_migration(NOTE, atomic=False), "killed"),
        (_migration(operations.RunPython(triggers.guard), NOTE), ""),
        (_migration(operations.RunPython(print)), "begin with"),
        (_migration(NOTE, operations.RemoveIndex("seat", "by_hand")), "locks 2"),
        (_migration(NOTE, operations.AlterModelOptions("seat", {"ordering": ["id"]})), ""),
        (
            _migration(
                operations.AddField("hand", "seat", models.ForeignKey("play.Seat", **FOREIGN))
            ),
            "locks 2",
        ),
        (
            _migration(
                operations.AddField(
                    "hand", "seat", models.ForeignKey("Seat", db_constraint=False, **FOREIGN)
                )
            ),
            "",
        ),
        (
            _migration(
                operations.CreateModel("Deal", [("hand", models.ForeignKey("Hand", **FOREIGN))])
            ),
            "",
        ),
    ],
)
def test_what_a_migration_must_not_do(migration: Migration, word: str) -> None:
    """``word`` is in one of the reasons; "" if there are none."""
    found = problems(migration, TABLE)
    assert any(word in reason for reason in found) if word else found == []


RELEASED = {
    "exchange/migrations/0001_initial.py": "ae74481ea105",
    "exchange/migrations/0002_v1_1_published_tables.py": "d06ea4161d01",
    "exchange/migrations/0003_v1_2_letters_about_evenings.py": "c64a8c032872",
    "exchange/migrations/0004_v1_2_evening_pushes.py": "b2e8f309d2ae",
    "leagues/migrations/0001_initial.py": "b617cd72b55e",
    "leagues/migrations/0002_v1_1_left_early.py": "dd2d58548025",
    "leagues/migrations/0003_v1_1_inactive_players.py": "9f6a924494c2",
    "leagues/migrations/0004_v1_1_claims.py": "1cc66b5f15d2",
    "leagues/migrations/0005_v1_1_seasons.py": "0c273f45cf5f",
    "leagues/migrations/0006_v1_1_demo_links.py": "74f10ba0d0d3",
    "leagues/migrations/0007_v1_2_given_up.py": "46f297bbf4b9",
    "leagues/migrations/0008_v1_2_mail_about_evenings.py": "81be48a706fc",
    "leagues/migrations/0009_v1_2_reminds.py": "b1e81e238ac4",
    "leagues/migrations/0010_v1_3_finals_by_matches.py": "a6ee11eb5128",
    "leagues/migrations/0011_v1_3_divisions.py": "3dc3883557bd",
    "leagues/migrations/0012_v1_3_withdrawn_finalists.py": "e1f87a46cb6f",
    "leagues/migrations/0013_v1_7_own_games.py": "67ca8600f24e",
    "play/migrations/0001_initial.py": "50465f816453",
    "play/migrations/0002_v1_1_evenings.py": "a9a77b3a08f3",
    "play/migrations/0003_v1_1_attendance.py": "a1dcca7b8a68",
    "play/migrations/0004_v1_1_matches.py": "4b2c5c8f94f7",
    "play/migrations/0005_v1_1_substitutes.py": "9915b673ccdd",
    "play/migrations/0006_v1_1_answers.py": "c9c5121c7204",
    "play/migrations/0007_v1_2_given_up.py": "8a4837aed2fd",
    "play/migrations/0008_v1_2_evenings_ahead.py": "f7fa7b3abf83",
    "play/migrations/0009_v1_2_received_evenings.py": "13b2822e9337",
    "play/migrations/0010_v1_4_verdict_words.py": "7ad03b30aefc",
    "reports/migrations/0001_initial.py": "bdee1df7032e",
    "reports/migrations/0002_v1_1_by_hands.py": "4dd2b726afb3",
    "reports/migrations/0003_v1_1_all_time.py": "3be9713c9c5a",
    "reports/migrations/0004_v1_1_pairs_met.py": "93eb0a6cdb92",
}
"""The migrations of earlier releases, and the beginning of their SHA-256. Sites have run them: what
changes later is in a migration of its own."""


@pytest.mark.parametrize("path", RELEASED)
def test_a_released_migration_stays_as_it_is(path: str) -> None:
    text = (Path(zarleague.__file__).parent / path).read_bytes()
    assert hashlib.sha256(text).hexdigest().startswith(RELEASED[path])


SITE = json.loads(Path(__file__).with_name("site_of_1_0.json").read_text())
"""For each table its columns and then its rows, as release 1.0 wrote them on 25 November 2026."""


class Killed(BaseException):
    """Stands for the end of a process: the database undoes what was not committed."""


def die(*_: object) -> None:
    raise Killed


def die_at_sessions(recorder: MigrationRecorder, app: str, name: str) -> None:
    if app == "sessions":
        raise Killed
    RECORD(recorder, app, name)


RECORD = MigrationRecorder.record_applied
OWN = ("leagues", "play", "reports", "exchange")


def migrate_to_1_0() -> None:
    Executor(connection).migrate([(app, "0001_initial") for app in OWN])


def migrate() -> None:
    call_command("migrate", verbosity=0)


@pytest.mark.database
@pytest.mark.parametrize(
    "ends",
    # What follows a refusal of our own is the same on every database; a process that ends is tried
    # on SQLite, too, in ``make test-all``.
    [
        pytest.param(SeasonBusy, marks=pytest.mark.sqlite),
        pytest.param(Killed, marks=[pytest.mark.postgresql] if SAMPLED else []),
    ],
)
def test_a_site_of_1_0_is_upgraded(
    tmp_path: Path,
    django_db_setup: None,
    django_db_blocker: Any,
    monkeypatch: pytest.MonkeyPatch,
    ends: type[BaseException],
) -> None:
    """Ann has 0 and 5 points, Bob 4, 0 and 0, Cat 9, 9 and 12: the fewest lead. Then Bob has 0 and
    Cat 8. All totals, of which 1.0 kept less, are counted again: by that hand if the upgrade
    cannot, since hands are being saved; or by the next upgrade if the first is killed.

    It is killed before that, too: before the triggers of the first tables, and before it is
    recorded that some were made, which Django does on its own after it has committed those of
    sessions. Each time the next one goes on."""

    def rebuild_season(*_: object, **__: object) -> None:
        raise ends

    def killed(run: Callable[[], None], place: object, name: str, end: Any, app: str) -> None:
        """Kill a migration, of which nothing of an app is left."""
        with monkeypatch.context() as patched:
            patched.setattr(place, name, end)
            with pytest.raises(Killed):
                run()
        connection.close()
        applied = MigrationRecorder(connection).applied_migrations()
        assert (app, "0001_initial") not in applied

    with django_db_blocker.unblock(), database_of_its_own(tmp_path, "upgraded"):
        if ends is Killed:
            killed(migrate_to_1_0, triggers, "_guard_rows", die, "play")
        migrate_to_1_0()
        with transaction.atomic(), connection.cursor() as cursor:
            for table, (columns, *rows) in SITE.items():
                names = ", ".join(f'"{name}"' for name in columns)
                values = ", ".join(["%s"] * len(columns))
                insert = f"INSERT INTO {table} ({names}) VALUES ({values})"  # noqa: S608
                cursor.executemany(insert, rows)
            made = [one for one in apps.get_models() if one._meta.db_table in SITE]
            for statement in connection.ops.sequence_reset_sql(no_style(), made):
                cursor.execute(statement)
        if ends is Killed:
            killed(migrate, MigrationRecorder, "record_applied", die_at_sessions, "sessions")
        with monkeypatch.context() as patched:
            patched.setattr(checking, "rebuild_season", rebuild_season)
            with pytest.raises(Killed) if ends is Killed else contextlib.nullcontext():
                migrate()
        if ends is Killed:
            migrate()
        call_command("migrate", check_unapplied=True, verbosity=0)
        match = Match.objects.latest("pk")
        season, people = match.season, User.objects.order_by("pk")
        assert [row.points for row in table_page(season, 0, 10).rows] == [4, 5, 30]
        assert (checking.rebuild_season(season, keep=False) == []) is (ends is not SeasonBusy)
        factories.hand(factories.Club(season.league, season, *people), match, 0, 8)
        assert [row.points for row in table_page(season, 0, 10).rows] == [4, 5, 38]
        assert checking.rebuild_season(season, keep=False) == []
        call_command("rebuild", verbosity=0)
        call_command("rebuild", check=True, verbosity=0)
        Receipt.objects.create(league=season.league, key="a", request="r", made=1)
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("UPDATE leagues_receipt SET made = 2")
