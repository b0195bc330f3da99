"""Models of a league that its file does not contain: those derived from the records, and others."""

from collections.abc import Mapping
from typing import Final

DERIVED: Final[Mapping[str, str]] = {
    "play.SeasonTotal": "league",
    "play.EveningTotal": "league",
    "play.MatchTotal": "league",
    "play.PairTotal": "league",
    "play.SeasonEvening": "league",
    "reports.EveningRank": "league",
    "reports.SeasonProgress": "season__league",
    "reports.RatingHistory": "league",
    "reports.RatingRow": "league",
    "reports.RatingList": "league",
    "reports.Backtest": "league",
    "reports.Answer": "season__league",
    "reports.DerivedPart": "league",
    "reports.ReportExtract": "report__season__league",
    "reports.ReportState": "season__league",
    "reports.RebuildCheck": "league",
    "reports.Job": "league",
}
"""Models whose rows are recomputed from the records, and the lookup of their league; in an order in
which they can be removed."""

MADE_MEANWHILE: Final[Mapping[str, str]] = {
    "play.Notice": "dispute__league",
    "play.EngineDifference": "league",
    "play.JudgedLog": "league",
    "exchange.Push": "dispute__league",
    "exchange.EveningPush": "letter__league",
    "exchange.Letter": "league",
}
"""Models of which the site's periodic tasks may have made rows before a league was complete, and
the lookup of their league."""

LEFT_OUT: Final[Mapping[str, str]] = dict.fromkeys(DERIVED, "derived from the records") | {
    "play.Notice": "messages that this site sends",
    "play.JudgedLog": "what this site's engine says of the logs",
    "play.EngineDifference": "what another engine of this site said of the logs",
    "reports.Experiment": "comparisons of house rules, which can be played again",
    "leagues.Receipt": "answers to requests of this site's phones",
    "leagues.ApiToken": "keys to this site",
    "leagues.Invitation": "addresses of people invited to this site",
    "leagues.StoppedAddress": "addresses that want no invitations from this site",
    "reports.DroppedPrint": "names of files that this site's store is to remove",
    "exchange.HistoryImport": "how seasons came to this site; the seasons are in the file",
    "exchange.Webhook": "secrets of other programs",
    "exchange.Delivery": "messages that this site sends",
    "exchange.Letter": "messages that this site sends",
    "exchange.Push": "messages that this site sends",
    "exchange.EveningPush": "messages that this site sends",
    "exchange.Forgetting": "names on their way out",
    "leagues.MailChoice": "what people of this site chose for themselves",
}
"""Models of a league that its file does not contain, with the reason."""
