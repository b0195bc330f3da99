from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "zarleague.exchange"

    def ready(self) -> None:
        """Connect the signal receivers that notify webhooks and people."""
        from zarleague.exchange import evening_letters, letters, pushing
        from zarleague.exchange.forgetting import work
        from zarleague.exchange.webhooks import enqueue
        from zarleague.leagues.audit import recorded
        from zarleague.leagues.depersonalising import name_removed
        from zarleague.play.services.whole_evenings import evening_merged
        from zarleague.reports.season_report.build import report_made

        recorded.connect(enqueue.note_changes, dispatch_uid="exchange.webhooks")
        recorded.connect(letters.note_invitations, dispatch_uid="exchange.letters")
        recorded.connect(evening_letters.note_changes, dispatch_uid="exchange.evening_letters")
        evening_merged.connect(evening_letters.take_along, dispatch_uid="exchange.evening_letters")
        recorded.connect(pushing.note_changes, dispatch_uid="exchange.pushing")
        report_made.connect(enqueue.note_report, dispatch_uid="exchange.webhooks")
        report_made.connect(letters.note_report, dispatch_uid="exchange.letters")
        name_removed.connect(work.note, dispatch_uid="exchange.forgetting")
