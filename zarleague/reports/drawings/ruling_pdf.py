"""Typeset a ruling as a PDF, with the table at the decisive step.

Typst renders ``templates/rulings/ruling.typ``, which reads its texts from JSON."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markupsafe import Markup

from zarleague.engine.declared import NUMBER, is_declared
from zarleague.engine.finding_sentences import capitalised
from zarleague.leagues.formats import long_day, points_text
from zarleague.leagues.selectors import game_title
from zarleague.play.models import Ruling
from zarleague.play.verdicts.wording import translated
from zarleague.reports.drawings.table_picture import TableLayout, faces_of, table_svg, wide
from zarleague.reports.words.replay_words import (
    VERDICT_CLASSES,
    WordedEvent,
    sentence,
    worded_events,
)

FORM: Final = settings.BASE_DIR / "templates" / "rulings"


def pdf(ruling: Ruling) -> bytes:
    """Return the ruling as PDF, in its league's language, with the table at the decisive step. The
    bytes are reproducible."""
    with translation.override(ruling.league.language):
        table = decisive_table(ruling.record)
        data = json.dumps(_plain(ruling) | {"table": table}, ensure_ascii=False)
    import typst  # few processes print

    return bytes(
        typst.compile(
            str(FORM / "ruling.typ"),
            root=str(FORM),
            format="pdf",
            ignore_system_fonts=True,
            timestamp=int(ruling.created_at.timestamp()),
            sys_inputs={"ruling": data},
        )
    )


def decisive_table(
    record: Mapping[str, Any], layout: Callable[[int], TableLayout] = wide
) -> Markup:
    """Return the drawing of the decisive step in this layout; "" if the record has none or names a
    card that no current deck has."""
    found = record.get("decisive")
    if not found:
        return Markup()
    faces = {face.code: face for face in faces_of(found)}
    if not faces.keys() >= set(found["faces"]):
        return Markup()
    caption = sentence(found["clauses"]) if found["clauses"] else _("Before the first move")
    return table_svg(
        found["table"],
        found["seats"],
        found["dealer"],
        [faces[code] for code in found["faces"]],
        caption,
        VERDICT_CLASSES.get(found["verdict"], ""),
        layout,
    )


def _plain(ruling: Ruling) -> dict[str, Any]:
    record, decision = ruling.record, ruling.record["decision"]
    day = ruling.created_at.date()
    rule = decision["rule"]
    return {
        "title": ruling.question,
        "league": record["league"],
        "where": _("Hand %(number)s of match %(match)s")
        % {"number": record["hand"], "match": record["match"]},
        "language": ruling.league.language,
        "date": [day.year, day.month, day.day],
        "given": _("Given by %(name)s on %(date)s")
        % {"name": ruling.author_name, "date": long_day(day)},
        "page": _("Page"),
        "facts": [
            [_("Verdict"), str(ruling.get_verdict_display())],
            [_("What happens"), str(ruling.get_remedy_display())],
            [_("Dispute"), f"{record['dispute']['by']}: {record['dispute']['claim']}"],
            *([[_("Rule"), f"{_(rule['text'])} ({_(rule['source'])})"]] if rule else []),
            [_("Reasons"), ruling.reasons],
            *([[_("Penalty"), _penalty(decision)]] if decision["penalised"] else []),
        ],
        "results_title": _("Points"),
        "results": _results(record, ruling.dispute.hand.match.unit),
        "log_title": _("Play log"),
        "event": record["dispute"]["event"] or 0,
        "log": [
            {
                "words": worded.said,
                "text": row["text"],
                "verdict": {"legal": "", "illegal": _("Not allowed")}.get(
                    row["verdict"], _("Can’t tell")
                ),
                "said": [
                    capitalised(translated(one["template"], one["values"]))
                    for one in row["findings"]
                ],
            }
            for row, worded in _moves(record["judged"])
        ],
        "rules_title": _("All house rules"),
        "rules": [
            [_(one["title"]), _(one["meaning"]) if one["meaning"] else one["value"]]
            for one in record["options"]
        ],
        "seals": [
            [_("Rules"), rules_line(ruling)],
            [_("Engine"), f"{record['engine']['version']} {record['engine']['digest']}"],
            [_("Checksum (SHA-256)"), ruling.digest],
        ],
    }


def rules_line(ruling: Ruling) -> str:
    """Return the rules of a ruling's match as a log names them; of a game of the league's own its
    name and the version."""
    if not is_declared(ruling.game):
        return f"{ruling.game} {ruling.record['rules_text']}"
    number = ruling.record["ruleset"]["options"][NUMBER]
    version = _("Version %(number)s") % {"number": number}
    return f"{game_title(ruling.league, ruling.game)}, {version}"


def _moves(judged: dict[str, Any] | None) -> Iterable[tuple[dict[str, Any], WordedEvent]]:
    return zip(judged["events"], worded_events(judged), strict=True) if judged else ()


def _penalty(decision: dict[str, Any]) -> str:
    points = decision["penalty"]
    said = ngettext("%(num)s point", "%(num)s points", points) % {"num": points}
    return f"{decision['penalised']}: {said}"


def _results(record: dict[str, Any], unit: int) -> list[list[str]]:
    """Return headings, and a row for each player: name, recorded points, and ruled points where the
    ruling changes any; *unit* stored points make a point."""
    recorded = (record["recorded"] or {"results": ()})["results"]
    if not recorded:
        return []
    before = [[row["player"], points_text(row["points"], unit)] for row in recorded]
    after = {row["player"]: points_text(row["points"], unit) for row in record["after"]}
    if after == dict(before):
        return [[_("Player"), _("Points")], *before]
    ruled = [[*row, after.get(row[0], "–")] for row in before]
    return [[_("Player"), _("Recorded"), _("Ruled")], *ruled]
