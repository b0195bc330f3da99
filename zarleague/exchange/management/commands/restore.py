"""Replace the data of this site by a backup's. Stop the site first, and start it afterwards.

A backup made by an earlier version is brought up to this one."""

import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from zarleague.exchange.backups import databases, making
from zarleague.exchange.backups.files import NotABackup, Store, moment_of
from zarleague.storage import one_site


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a backup; with --from-store its name, or “latest”")
        parser.add_argument("--from-store", action="store_true", help="fetch it from BACKUP_STORE")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace the data there is, after a backup of it in the folder “replaced”",
        )

    def handle(
        self, *args: Any, file: str, from_store: bool, replace: bool, **options: Any
    ) -> None:
        try:
            if not settings.REDIS_URL:
                one_site.claim(settings.DATA_DIR)
            with tempfile.TemporaryDirectory() as fetched:
                path = self._fetch(file, Path(fetched)) if from_store else Path(file)
                if replace and databases.has_data():
                    kept = making.back_up(Path(settings.DATA_DIR) / "replaced")
                    self.stdout.write(f"What was here so far is in {kept}.")
                manifest = making.restore(path, replace=replace)
        except making.AlreadyInUse as error:
            raise CommandError(f"{error} Add --replace to replace it.") from error
        except one_site.FolderInUse as error:
            raise CommandError(str(error)) from error
        except (NotABackup, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored as of {manifest.made_at}.")

    def _fetch(self, name: str, folder: Path) -> Path:
        if not settings.BACKUP_STORE:
            raise CommandError("BACKUP_STORE names no store.")
        store = Store(settings.BACKUP_STORE)
        if name == "latest":
            there = store.backups()
            if not there:
                raise CommandError("There is no backup in the store.")
            name = there[max(there)]
        if moment_of(name) is None:
            raise CommandError(f"{name} is not the name of a backup.")
        store.get(name, folder / name)
        return folder / name
