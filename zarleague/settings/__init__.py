"""Settings, all from environment variables; docs/deploy.md describes each of them.

Without ``DATABASE_URL`` and ``REDIS_URL`` the league runs *embedded*: one process on SQLite,
with the background tasks, the cache and the live updates inside it.
"""

from zarleague.settings.accounts import *  # noqa: F403
from zarleague.settings.data import *  # noqa: F403
from zarleague.settings.operation import *  # noqa: F403
from zarleague.settings.pages import *  # noqa: F403
from zarleague.settings.security import *  # noqa: F403
from zarleague.settings.site import *  # noqa: F403
from zarleague.settings.tasks import *  # noqa: F403
