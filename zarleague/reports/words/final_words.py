"""The rounds of a final in words."""

from django.utils.translation import gettext as _


def round_title(number: int, tables: int, seats: int) -> str:
    """Return what a round of a bracket is called: its number from 0, its tables, and the players
    at one."""
    if tables == 1:
        return _("Final")
    if seats == 2 and tables == 2:
        return _("Semifinals")
    if seats == 2 and tables == 4:
        return _("Quarterfinals")
    return _("Round %(number)s") % {"number": number + 1}
