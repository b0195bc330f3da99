"""Import past results from a spreadsheet: upload, layout, preview, import, undo."""

import datetime
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from zarleague.exchange import transfers
from zarleague.exchange.history import services
from zarleague.exchange.history.checking import sentence
from zarleague.exchange.history.gathered import ProblemKind
from zarleague.exchange.history.layout import Layout, Shape, Use, Values, column_names
from zarleague.exchange.history.sheets import MAX_FILE
from zarleague.exchange.models import HistoryImport, Transfer
from zarleague.exchange.tasks import queue_clean_up, queue_transfer
from zarleague.leagues import selectors
from zarleague.leagues.errors import Refused
from zarleague.leagues.models.league import default_season_rules
from zarleague.leagues.names import name_key
from zarleague.reports.season_report.sections.formatting import shortfall
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    organised_league,
    showing_refusals,
)
from zarleague.web.exchange.uploads import begin_upload, problem_for_script, store_piece
from zarleague.web.league.context import show

SAMPLES = (
    ("wide.csv", gettext_lazy("A column for each player, a row for each hand (CSV)")),
    ("wide.xlsx", gettext_lazy("The same as a workbook (XLSX)")),
    ("long.csv", gettext_lazy("A row for each player and evening (CSV)")),
    ("running.csv", gettext_lazy("Running totals (CSV)")),
    ("bgstats.json", gettext_lazy("A BG Stats export (JSON)")),
    ("boardgamegeek.xml", gettext_lazy("BoardGameGeek plays (XML or JSON)")),
)
SHAPES = (
    (Shape.WIDE, gettext_lazy("A column for each player")),
    (Shape.LONG, gettext_lazy("A row for each result")),
    (Shape.RUNNING, gettext_lazy("A column for each player, with running totals")),
    (Shape.LONG_RUNNING, gettext_lazy("A row for each result, with running totals")),
)
COUNTED = (
    (Values.POINTS, gettext_lazy("Points")),
    (Values.PLACES, gettext_lazy("Places: 1 is the first")),
    (Values.WINS, gettext_lazy("Hands won")),
)
USES = (
    (Use.NOTHING, gettext_lazy("not used")),
    (Use.DAY, gettext_lazy("Evening")),
    (Use.TABLE, gettext_lazy("Table or match")),
    (Use.HAND, gettext_lazy("Hand")),
    (Use.GAME, gettext_lazy("Game")),
    (Use.PLAYER, gettext_lazy("One player’s points")),
    (Use.NAME, gettext_lazy("Player’s name")),
    (Use.POINTS, gettext_lazy("Points")),
    (Use.PLACE, gettext_lazy("Place")),
    (Use.WINNER, gettext_lazy("Winner")),
    (Use.PLAYERS, gettext_lazy("All players’ names")),
)
MOST_OTHERS = 100
"""Other games of a file that are listed."""
MOST_NEW = 30
"""Names of new players that are listed above the table."""
LISTED_NAMES = 500
"""Player names of the league suggested while a name is typed."""


def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how to import past results, and earlier imports; POST uploads a file, or names the
    address of a published table."""
    league = organised_league(request, slug)

    def page_of(transfer: Transfer) -> str:
        return reverse("history-import", args=[league.slug, transfer.key.hex])

    problem = ""
    if request.method == "POST":
        actor, address = actor_of(request), request.POST.get("address", "").strip()
        try:
            if address:
                transfer = services.begin_at(league, actor=actor, address=address)
                queue_transfer(transfer)
                return redirect(page_of(transfer))
            return begin_upload(request, partial(services.begin, league, actor=actor), page_of)
        except Refused as refused:
            if not request.FILES and not address:
                return problem_for_script(refused)
            problem = refused.text
    return show(
        request,
        "exchange/history.html",
        league,
        "settings",
        problem=problem,
        most=MAX_FILE >> 20,
        address=request.POST.get("address", ""),
        samples=SAMPLES,
        imports=services.imports_of(league),
    )


@require_POST
def piece(request: HttpRequest, slug: str, key: str, number: int) -> HttpResponse:
    """Store the next piece of an uploaded spreadsheet."""
    transfer = _import(request, slug, key).transfer
    assert transfer is not None
    return store_piece(request, transfer, number)


def arriving(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show what was recognised in a spreadsheet. POST corrects the layout, or confirms the
    import. Corrections that are sent with the confirmation are checked first."""
    found = _import(request, slug, key)
    if request.method == "POST":
        confirms = request.POST.get("action") == "confirm"
        with showing_refusals(request):
            if confirms and not _is_changed(request.POST, found):
                chosen = services.confirm(found, actor=actor_of(request))
            else:
                layout = _layout(request.POST, Layout.from_json(found.layout))
                chosen = services.choose(
                    found, layout, _chosen(request.POST, found), actor=actor_of(request)
                )
                if confirms:
                    messages.info(
                        request,
                        _("Your changes have been checked. Look at the preview, then import."),
                    )
            assert chosen.transfer is not None
            queue_transfer(chosen.transfer)
        return redirect("history-import", slug, key)
    transfer = found.transfer
    assert transfer is not None
    context: dict[str, Any] = {"found": found, "transfer": transfer, "checked": found.found}
    context |= _other_games(found)
    if transfer.is_open:
        context["done"] = transfers.progress_of(transfer)
    elif transfer.state == Transfer.State.REPLACED:
        context["replacement"] = transfers.replacement_of(transfer, actor_of(request))
    elif found.layout and not found.found.get("unreadable"):
        context |= _form(found)
    return show(request, "exchange/history_import.html", found.league, "settings", **context)


@require_POST
def other_games(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Start importing other games of a file; or import all of its games that are ready."""
    found, actor = _import(request, slug, key), actor_of(request)
    with showing_refusals(request):
        if request.POST.get("action") == "confirm":
            for confirmed in services.confirm_ready(found, actor=actor):
                assert confirmed.transfer is not None
                queue_transfer(confirmed.transfer)
        else:
            # Each by itself: a file of 20 MB is copied for it, while nobody else writes.
            begun = {one.layout.get("game") for one in services.of_same_file(found)}
            for game in request.POST.getlist("game"):
                if game not in begun:
                    queue_transfer(services.begin_other_game(found, game, actor=actor))
    return redirect("history-import", slug, key)


def _other_games(found: HistoryImport) -> dict[str, Any]:
    """Return the template context of the other games of a file: those whose import is begun, and
    those that can be."""
    begun = services.of_same_file(found)
    taken = {one.layout.get("game") for one in begun}
    return {
        "begun": [(one, services.is_ready(one), one.found.get("hands", 0)) for one in begun[1:]],
        "several_ready": sum(map(services.is_ready, begun)) > 1,
        "others": [
            (game, services.named_game(found.league, game))
            for game in found.found.get("games", ())[:MOST_OTHERS]
            if game not in taken
        ],
        "channels": [transfers.channel(one.transfer) for one in begun if one.transfer],
    }


@require_POST
def undo(request: HttpRequest, slug: str, import_id: int) -> HttpResponse:
    """Undo an import: remove its season from the league."""
    league = organised_league(request, slug)
    found = found_or_404(services.written_import(league, import_id))
    with showing_refusals(request):
        undone = services.undo(found, actor=actor_of(request))
        queue_clean_up(undone)
        messages.success(request, _("The import was undone. The season is gone."))
    return redirect("history", league.slug)


def _import(request: HttpRequest, slug: str, key: str) -> HistoryImport:
    return found_or_404(services.import_of(organised_league(request, slug), key))


def _form(found: HistoryImport) -> dict[str, Any]:
    """Return the template context shared by the form and the preview."""
    layout = Layout.from_json(found.layout)
    problems: dict[str, list[tuple[str, str]]] = {}
    for problem in found.found["problems"]:
        text = sentence(problem["msgid"], problem["params"])
        problems.setdefault(problem["kind"], []).append((problem["cell"], text))
    questions = [
        question
        | {
            "text": sentence(question["msgid"], question["params"]),
            "choices": [
                (answer, sentence(msgid, question["params"]))
                for answer, msgid in question["choices"]
            ],
        }
        for question in found.found["questions"]
    ]
    players = selectors.players_of(found.league)[:LISTED_NAMES]
    names = found.found.get("names", ())
    new = list(
        {name_key(one["player"]): one["player"] for one in names if not one["known"]}.values()
    )
    return _standings(found) | {
        "layout": layout,
        "columns": [
            (name, use, _(reason) if reason else "")
            for name, use, reason in zip(
                column_names(layout.headings), layout.uses, found.found["reasons"], strict=True
            )
        ],
        "counted": COUNTED,
        "questions": questions,
        "is_open": bool(problems) or any(not question["answer"] for question in questions),
        "shapes": SHAPES,
        "uses": USES,
        "games": [
            (key, selectors.game_title(found.league, key))
            for key in dict.fromkeys([*selectors.games_of(found.league), found.chosen["game"]])
        ],
        "problems": problems,
        "new_names": new[:MOST_NEW],
        "more_new": len(new[MOST_NEW:]),
        "players": len({name_key(one["player"]) for one in names}),
        "player_names": [player.name for player in players],
        "unit": found.found.get("unit", 1),
        "sample": [
            (hand["row"], datetime.date.fromisoformat(hand["day"]), hand["points"])
            for hand in found.found.get("sample", ())
        ],
        "days": [
            datetime.date.fromisoformat(found.found[which]) if found.found.get(which) else None
            for which in ("first", "last")
        ],
    }


def _standings(found: HistoryImport) -> dict[str, Any]:
    """Return the template context of the table as it would stand: each row with the figure that
    ranks and, beside others who have one, why it has no rank; and why nobody has."""
    table, rules = found.found.get("table", []), rules_from_json(default_season_rules())
    values = [Fraction(*row["metric"]) if row.get("metric") else None for row in table]
    metrics = ranking_words.metrics_column(rules, values, found.found.get("unit", 1))
    missed = [[shortfall(*one) for one in row.get("missed", ())] for row in table]
    has_ranks = any(row["rank"] for row in table)
    most = max(range(len(table)), key=lambda at: table[at]["hands"], default=0)
    return {
        "table": [
            (row, metric, ", ".join(notes) if has_ranks else "")
            for row, metric, notes in zip(table, metrics, missed, strict=True)
        ],
        "nobody_ranked": "" if has_ranks or not table else ", ".join(missed[most]),
        "measure": ranking_words.measure(rules),
        "ranked_by": ranking_words.caption(rules),
    }


def _is_changed(sent: QueryDict, found: HistoryImport) -> bool:
    """Return whether a form differs from what was checked."""
    layout = Layout.from_json(found.layout)
    shown = {f"name-{at}": one["player"] for at, one in enumerate(found.found.get("names", ()))}
    shown |= {key: found.chosen[key] for key in ("game", "season")}
    shown |= {f"answer-{one['key']}": one["answer"] for one in found.found.get("questions", ())}
    return (
        _layout(sent, layout) != layout
        or set(sent.getlist("leave_out")) != set(found.chosen.get("leave_out", ()))
        or any(sent.get(key, value) != value for key, value in shown.items())
    )


def _layout(sent: QueryDict, before: Layout) -> Layout:
    """Return the layout a form describes; fields that were not sent keep their values."""
    uses = [_one_of(Use, sent.get(f"use-{at}"), use) for at, use in enumerate(before.uses)]
    try:
        day = datetime.date.fromisoformat(sent.get("day", "")) if "day" in sent else before.day
    except ValueError:
        day = None
    return replace(
        before,
        shape=_one_of(Shape, sent.get("shape"), before.shape),
        uses=tuple(uses),
        restarts=sent["restarts"] == "yes" if "restarts" in sent else before.restarts,
        day=day,
        game=sent.get("only", before.game),
        values=_one_of(Values, sent.get("values"), before.values),
    )


def _one_of(kind: Any, text: str | None, default: Any) -> Any:
    try:
        return default if text is None else kind(text)
    except ValueError:
        return default


def _chosen(sent: QueryDict, found: HistoryImport) -> dict[str, Any]:
    """Return the choices a form describes. Names as they were shown are none: they follow the
    answers."""
    names = {
        one["file"]: name
        for at, one in enumerate(found.found.get("names", ()))
        if (name := sent.get(f"name-{at}", one["player"])[:60]) != one["player"]
    }
    return found.chosen | {
        "game": sent.get("game", ""),
        "season": sent.get("season", ""),
        "names": found.chosen["names"] | names,
        "answers": {
            question["key"]: sent.get(f"answer-{question['key']}", "")[:20]
            for question in found.found.get("questions", ())
        },
        "leave_out": [kind.value for kind in ProblemKind if kind in sent.getlist("leave_out")],
    }
