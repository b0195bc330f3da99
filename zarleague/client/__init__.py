"""A client of the API: ``Client("https://league.example", token="zar_…")``.

Its methods, one for each operation, are written from the site's own description by
`tools.make_client`. The module knows nothing of the site beside it.
"""

from zarleague.client.operations import Client
from zarleague.client.session import ApiError

__all__ = ["ApiError", "Client"]
