"""The URLs of the pages; each area has its own list beside its views."""

from zarleague.web.accounts import urls as accounts
from zarleague.web.embed import urls as embed
from zarleague.web.exchange import urls as exchange
from zarleague.web.league import urls as league
from zarleague.web.replay import urls as replay
from zarleague.web.reports import urls as reports
from zarleague.web.rulings import urls as rulings
from zarleague.web.site import rules, styleguide, well_known
from zarleague.web.table import urls as table

urlpatterns = [
    *accounts.urlpatterns,
    *league.urlpatterns,
    *embed.urlpatterns,
    *exchange.urlpatterns,
    *reports.urlpatterns,
    *rulings.urlpatterns,
    *table.urlpatterns,
    *replay.urlpatterns,
    *rules.urlpatterns,
    *styleguide.urlpatterns,
    *well_known.urlpatterns,
]
