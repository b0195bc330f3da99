"""A cache of its own for what can be made again: parts of pages, pictures, files of tables.

Limits, failed sign-ins and the state of queues are in Django's default cache, where no number of
pages and pictures can take their room.
"""

from typing import Final

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

PAGES: Final = "pages"
"""Its name in the setting CACHES."""

kept_pages = ConnectionProxy(caches, PAGES)
