"""Upload a spreadsheet of past results, set its layout, confirm the import, undo it."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague import live
from zarleague.engine.declared import key_of, to_text
from zarleague.exchange import transfers
from zarleague.exchange.history import published
from zarleague.exchange.history.layout import Layout
from zarleague.exchange.history.names import named_game, points_only, ruleset_for
from zarleague.exchange.history.sheets import MAX_FILE
from zarleague.exchange.history.writing import unseen_league
from zarleague.exchange.models import HistoryImport, Transfer
from zarleague.leagues import access, audit, stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, KeyReused
from zarleague.leagues.models import AccessLink, League, Player, Season
from zarleague.leagues.names import tidy
from zarleague.leagues.selectors import has_game
from zarleague.leagues.services import lock_league
from zarleague.leagues.services.own_games import declare_game
from zarleague.play import models as play
from zarleague.play.locks import lock_season

__all__ = ["named_game"]  # pages ask for it here

Stage = HistoryImport.Stage


@transaction.atomic
def begin(league: League, *, actor: Actor, name: str, size: int, key: str = "") -> Transfer:
    """Start uploading a spreadsheet for a league; with the same idempotency key, continue the
    upload."""
    access.require(access.can_organise(actor, league))
    transfer = transfers.begin_upload(
        actor=actor, name=name, size=size, direction=Transfer.Direction.PAST, most=MAX_FILE, key=key
    )
    _import(transfer, league, actor)
    return transfer


@transaction.atomic
def begin_at(league: League, *, actor: Actor, address: str, key: str = "") -> Transfer:
    """Start importing a table that is published at an address. Raise Invalid."""
    access.require(access.can_organise(actor, league))
    found = published.address_of_table(address)
    host = urlsplit(found).hostname or ""
    transfer = transfers.begin_download(
        actor=actor, name=host, direction=Transfer.Direction.PAST, key=key
    )
    _import(transfer, league, actor, address=found)
    return transfer


@transaction.atomic
def begin_other_game(found: HistoryImport, game: str, *, actor: Actor) -> Transfer:
    """Start importing another game of a file, as a season of its own: as the league’s game of that
    name, else as a new game of its own, which is added when the import is confirmed. Raise
    Invalid."""
    league, transfer = found.league, found.transfer
    access.require(access.can_organise(actor, league))
    lock_league(league.pk)
    if transfer is None or transfer.is_open:
        raise Invalid("file", gettext_noop("This file is still being read, or is gone."))
    if game not in found.found.get("games", ()):
        raise Invalid("game", gettext_noop("There’s no such game in this file."))
    if any(one.layout["game"] == game for one in of_same_file(found)):
        raise Invalid("game", gettext_noop("This game is already being imported."))
    made = transfers.begin_again_with(transfer, actor=actor)
    season, number = tidy(game)[:70], 2
    while Season.objects.filter(league=league, name=season).exists():
        season, number = f"{tidy(game)[:70]} {number}", number + 1
    chosen = {"season": season, "names": found.chosen["names"], "file": _file_of(found)}
    if (key := named_game(league, game)) is None:
        declared = points_only(game, most_win=game in found.found.get("high", ()))
        chosen["declares"], key = to_text(declared), key_of(declared)
    layout = found.layout | {"game": game}
    _import(made, league, actor, layout=layout, chosen=chosen | {"game": key})
    audit.record(
        "begin_other_game",
        None,
        actor,
        topic=audit.Topic.SEASON,
        name=game,
        league_id=league.pk,
        after={"file": found.name},
    )
    return made


def _file_of(found: HistoryImport) -> str:
    """Return the key of the file that was sent, by which the imports of its games are known."""
    assert found.transfer is not None
    return str(found.chosen.get("file", found.transfer.key.hex))


def of_same_file(found: HistoryImport) -> list[HistoryImport]:
    """Return the imports of the games of one file that are begun and not undone, the one given
    first."""
    file = _file_of(found)
    games = HistoryImport.objects.filter(
        Q(chosen__file=file) | Q(transfer__key=file), league=found.league, transfer__isnull=False
    ).exclude(pk=found.pk)
    others = games.exclude(stage=Stage.UNDONE).exclude(transfer__state=Transfer.State.REPLACED)
    return [found, *others.select_related("league", "transfer", "season").order_by("pk")]


def is_ready(found: HistoryImport) -> bool:
    """Return whether an import waits for nothing but its confirmation."""
    return (
        found.stage == Stage.CHECK
        and found.transfer is not None
        and found.transfer.state == Transfer.State.DONE
        and not found.found.get("problems", True)
        and all(question["answer"] for question in found.found["questions"])
    )


@transaction.atomic
def confirm_ready(found: HistoryImport, *, actor: Actor) -> list[HistoryImport]:
    """Confirm the imports of all games of a file that wait for nothing else. Raise Invalid."""
    ready = [one for one in of_same_file(found) if is_ready(one)]
    if not ready:
        raise Invalid("file", gettext_noop("No game of this file is ready to be imported."))
    _charge(ready, actor)
    return [_confirm(one, actor=actor) for one in ready]


def _import(transfer: Transfer, league: League, actor: Actor, **more: Any) -> None:
    """Make the import of a transfer, unless it exists."""
    begun = HistoryImport.objects.filter(transfer=transfer).first()
    if begun is not None:
        if begun.league_id != league.pk:
            raise KeyReused
        return
    assert actor.user is not None  # who begins a transfer has an account
    title = tidy(transfer.name.rsplit(".", 1)[0])[:80] or "Past results"
    chosen = {"game": league.default_game, "season": title, "names": {}}
    values: dict[str, Any] = {"chosen": chosen} | more
    HistoryImport.objects.create(
        transfer=transfer, league=league, author=actor.user, name=transfer.name, **values
    )


@transaction.atomic
def choose(
    found: HistoryImport, layout: Layout, chosen: Mapping[str, Any], *, actor: Actor
) -> HistoryImport:
    """Set the spreadsheet's layout and the choices for the import; it is checked again."""
    found, transfer = _locked(found, actor)
    if ruleset_for(found.league, chosen) is None:
        raise Invalid("game", gettext_noop("There’s no such game."))
    season = tidy(chosen["season"])[:80]
    if not season:
        raise Invalid("season", gettext_noop("Give the season a name."))
    before = found.chosen.get("answers", {})
    for question in found.found.get("questions", ()):
        key, possible = question["key"], dict(question["choices"])
        answer = chosen.get("answers", {}).get(key, "")
        if answer not in {"", before.get(key), *possible}:
            raise Invalid(
                "answers",
                gettext_noop("“{answer}” is no answer to “{question}”. Choose one of: {choices}."),
                answer=answer,
                question=key,
                choices=", ".join(possible),
            )
    found.layout = layout.to_json()
    found.chosen = {**chosen, "season": season}
    found.save(update_fields=["layout", "chosen"])
    _queue(transfer)
    return found


@transaction.atomic
def confirm(found: HistoryImport, *, actor: Actor) -> HistoryImport:
    """Confirm the import of what the last check found. Raise Invalid if it found problems, or asked
    something that was not answered."""
    confirmed = _confirm(found, actor=actor)
    _charge([confirmed], actor)
    return confirmed


def _charge(imports: Iterable[HistoryImport], actor: Actor) -> None:
    assert actor.user is not None  # who organises has an account
    hands = sum(int(one.found["hands"]) for one in imports)
    stored_a_day.charge_import(actor.user.pk, stored_a_day.CHANGE * hands)


def _confirm(found: HistoryImport, *, actor: Actor) -> HistoryImport:
    found, transfer = _locked(found, actor)
    if found.found.get("problems", True):
        raise Invalid("file", gettext_noop("There are still problems in this file."))
    if any(not question["answer"] for question in found.found["questions"]):
        raise Invalid("answers", gettext_noop("Answer the questions about this file first."))
    if not has_game(found.league, found.chosen["game"]):
        declare_game(found.league, found.chosen["declares"], actor=actor)
    found.stage = Stage.WRITE
    found.save(update_fields=["stage"])
    _queue(transfer)
    return found


def _locked(found: HistoryImport, actor: Actor) -> tuple[HistoryImport, Transfer]:
    access.require(access.can_organise(actor, found.league))
    lock_league(found.league_id)
    found = HistoryImport.objects.select_related("league", "transfer").get(pk=found.pk)
    transfer = found.transfer
    if found.stage != Stage.CHECK or transfer is None or transfer.state != Transfer.State.DONE:
        raise not_waiting(found)
    return found, transfer


def not_waiting(found: HistoryImport) -> Invalid:
    """Return why nothing can be chosen for an import: not yet, or no longer."""
    transfer = found.transfer
    if transfer is not None and transfer.state == Transfer.State.ARRIVING:
        return Invalid(
            "file", gettext_noop("Only part of this file has arrived. Send the rest first.")
        )
    if transfer is not None and transfer.is_open and found.stage == Stage.CHECK:
        return Invalid(
            "file", gettext_noop("The site is still reading this file. Try again in a moment.")
        )
    if transfer is not None and transfer.state == Transfer.State.REPLACED:
        return Invalid("file", gettext_noop("Another file has taken the place of this one."))
    if found.found.get("unreadable"):
        return Invalid("file", gettext_noop("The file can’t be read."))
    return Invalid("file", gettext_noop("This file is no longer waiting for your answer."))


def _queue(transfer: Transfer) -> None:
    transfer.state, transfer.total, transfer.seen_at = Transfer.State.WAITING, 0, timezone.now()
    transfer.holder, transfer.attempts = "", 0
    transfer.save(update_fields=["state", "total", "seen_at", "holder", "attempts"])


@transaction.atomic
def undo(found: HistoryImport, *, actor: Actor) -> HistoryImport:
    """Remove an imported season from the league. Raise Invalid if something else depends on it.

    Players created by the import who play nowhere else are removed with it.
    """
    access.require(access.can_organise(actor, found.league))
    league = lock_league(found.league_id)
    found = HistoryImport.objects.get(pk=found.pk)
    if found.stage != Stage.WRITTEN or found.season_id is None:
        raise Invalid("import", gettext_noop("This import has already been undone."))
    season = lock_season(found.season_id)
    if is_built_on(found, season):
        raise Invalid(
            "import",
            gettext_noop(
                "Someone has since added hands, disputes, penalties or lots to this season, so the "
                "import can’t be undone any more."
            ),
        )
    unseen = unseen_league()
    for player in _players_to_take(found, season):
        player.league = unseen
        player.save()
    season.league = unseen
    season.save(update_fields=["league"])
    found.season, found.stage, found.unseen = None, Stage.UNDONE, unseen.pk
    found.undone_at = timezone.now()
    found.save(update_fields=["season", "stage", "unseen", "undone_at"])
    audit.record(
        "undo_history",
        None,
        actor,
        topic=audit.Topic.SEASON,
        league_id=league.pk,
        before={"file": found.name, "hands": found.found["hands"]},
    )
    live.publish(f"league-{league.pk}", event="season", data={"season": season.pk})
    return found


def is_built_on(found: HistoryImport, season: Season) -> bool:
    """Return whether an imported season contains anything that is not from its import."""
    hands = play.Hand.objects.filter(match__season=season)
    versions = play.HandVersion.objects.filter(hand__match__season=season)
    return (
        bool(season.lots)
        or hands.count() != found.found["hands"]
        or versions.count() != found.found["hands"]
        or play.Match.objects.filter(season=season).count() != found.found["matches"]
        or play.Dispute.objects.filter(hand__match__season=season).exists()
        or play.Penalty.objects.filter(season=season).exists()
        or play.EveningRound.objects.filter(season=season).exists()
    )


def _players_to_take(found: HistoryImport, season: Season) -> list[Player]:
    """Return the players created by the import who have nothing outside it."""
    own = Player.objects.filter(pk__in=found.new_players, league=found.league)
    own = own.filter(user=None, merged_into=None, merged=None, merges=None, received_merges=None)
    elsewhere = play.MatchSeat.objects.filter(player__in=own).exclude(match__season=season)
    busy = {
        *elsewhere.values_list("player", flat=True),
        *play.Penalty.objects.filter(player__in=own).values_list("player", flat=True),
        *AccessLink.objects.filter(player__in=own).values_list("player", flat=True),
        *play.Attendance.objects.filter(player__in=own).values_list("player", flat=True),
        *play.DrawnSeat.objects.filter(player__in=own).values_list("player", flat=True),
    }
    return list(own.exclude(pk__in=busy))


def to_clean_up() -> list[HistoryImport]:
    """Return the imports that have rows left in a hidden league and are not being worked on."""
    left = HistoryImport.objects.filter(unseen__isnull=False)
    at_work = Q(transfer__state__in=Transfer.OPEN)
    return list(left.exclude(at_work).select_related("league"))


def is_long_to_clean_up(import_id: int) -> bool:
    """Return whether the rows that an import has left are many."""
    unseen = HistoryImport.objects.values_list("unseen", flat=True).get(pk=import_id)
    return unseen is not None and transfers.is_long_league(unseen)


def remove_old() -> None:
    """Remove imports that were never confirmed and whose file is deleted."""
    lost = HistoryImport.objects.filter(transfer=None, unseen=None)
    lost.filter(stage__in=[Stage.CHECK, Stage.WRITE]).delete()


def import_of(league: League, key: str) -> HistoryImport | None:
    """Return an import of a league by the key of its file, None if there is none."""
    transfer = transfers.by_key(key)
    if transfer is None:
        return None
    found = HistoryImport.objects.filter(league=league, transfer=transfer)
    return found.select_related("league", "transfer", "season").first()


def imports_of(league: League) -> list[HistoryImport]:
    done = HistoryImport.objects.filter(league=league, stage__in=[Stage.WRITTEN, Stage.UNDONE])
    return list(done.select_related("season", "author")[:50])


def written_import(league: League, import_id: int) -> HistoryImport | None:
    done = HistoryImport.objects.filter(league=league, stage=Stage.WRITTEN)
    return done.select_related("league", "season").filter(pk=import_id).first()
