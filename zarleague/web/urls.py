"""The pages, one list of addresses per area, beside its views."""

from zarleague.web import accounts, rules, styleguide

urlpatterns = [*accounts.urlpatterns, *rules.urlpatterns, *styleguide.urlpatterns]
