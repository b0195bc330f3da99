"""The background work on a spreadsheet: check it, and write a confirmed import."""

from collections.abc import Sequence
from typing import IO

from django.db import transaction

from zarleague.exchange.history.checking import CheckedSheet, check
from zarleague.exchange.history.layout import Layout
from zarleague.exchange.history.sheets import UnreadableSheet
from zarleague.exchange.history.writing import Step, unseen_league, write_season
from zarleague.exchange.league_file.discarding import discard, discard_season
from zarleague.exchange.models import HistoryImport, Transfer
from zarleague.leagues import audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.names import name_key
from zarleague.leagues.services import lock_league
from zarleague.play import notify
from zarleague.reports import services as reports

Stage = HistoryImport.Stage


def work_on(transfer: Transfer, file: IO[bytes], step: Step) -> None:
    """Check the spreadsheet of a transfer; if the import was confirmed, write it."""
    found = HistoryImport.objects.select_related("league", "author").get(transfer=transfer)
    clean_up(found)
    if found.stage not in (Stage.CHECK, Stage.WRITE):
        return
    checked = _check(found, file)
    if checked is not None and found.stage == Stage.WRITE:
        transfer.total = checked.to_json()["matches"]
        transfer.save(update_fields=["total"])
        if not _write(found, checked, step):
            found.stage = Stage.CHECK
            _check(found, file)


def _check(found: HistoryImport, file: IO[bytes]) -> CheckedSheet | None:
    """Check a spreadsheet and store the result. An import with problems is not written."""
    layout = Layout.from_json(found.layout) if found.layout else None
    try:
        checked = check(file, found.league, layout, found.chosen, name=found.name)
    except UnreadableSheet as error:
        found.stage = Stage.CHECK
        found.found = {"unreadable": {"msgid": error.msgid, "params": error.params}}
        found.save(update_fields=["stage", "found"])
        return None
    if checked.gathered.problems or any(not one.answer for one in checked.questions):
        found.stage = Stage.CHECK
    found.layout, found.found = checked.layout.to_json(), checked.to_json()
    found.chosen["game"] = checked.ruleset.game
    if checked.declares:
        found.chosen["declares"] = checked.declares
    found.save(update_fields=["stage", "layout", "found", "chosen"])
    return checked


def _write(found: HistoryImport, checked: CheckedSheet, step: Step) -> bool:
    """Write the season and publish it; return False if the league has changed so that it cannot
    be."""
    with transaction.atomic():
        unseen = unseen_league()
        found.unseen = unseen.pk
        found.save(update_fields=["unseen"])
    actor = Actor(found.author, way="page")
    name = found.chosen["season"]
    season, new = write_season(checked, found.league, unseen, name, actor, step)
    with transaction.atomic():
        still_fits = _lock_and_recheck(found, checked, new)
        if still_fits:
            _publish(found, season, new, actor)
    clean_up(found)
    return still_fits


def _lock_and_recheck(found: HistoryImport, checked: CheckedSheet, new: Sequence[Player]) -> bool:
    """Lock the league; return whether the new names are still free and the players not merged
    meanwhile."""
    lock_league(found.league_id)
    own = Player.objects.filter(league=found.league, merged_into=None)
    keys = {name_key(name) for name in checked.names.values()}
    known = [player.pk for key, player in checked.players.items() if key in keys]
    return (
        not own.filter(name_key__in=[player.name_key for player in new]).exists()
        and own.filter(pk__in=known).count() == len(known)
        and not Season.objects.filter(league=found.league, name=found.chosen["season"]).exists()
    )


def _publish(found: HistoryImport, season: Season, new: Sequence[Player], actor: Actor) -> None:
    Player.objects.filter(pk__in=[player.pk for player in new]).update(league=found.league)
    season.league = found.league
    season.save(update_fields=["league"])
    found.season, found.stage = season, Stage.WRITTEN
    found.new_players = [player.pk for player in new]
    found.save(update_fields=["season", "stage", "new_players"])
    audit.record(
        "import_history", season, actor, after={"file": found.name, "hands": found.found["hands"]}
    )
    notify.season_table_changed(season)


def clean_up(found: HistoryImport) -> None:
    """Remove the rows left in the hidden league: of a season that was not finished, or undone."""
    if found.unseen is None:
        return
    unseen = League.objects.filter(pk=found.unseen).first()
    if unseen is not None:
        if found.stage == Stage.UNDONE:
            reports.refresh_ratings(found.league)  # they include removed players
        for season in Season.objects.filter(league=unseen):
            discard_season(season.pk, found.league)
        discard(unseen)
    found.unseen = None
    found.save(update_fields=["unseen"])
