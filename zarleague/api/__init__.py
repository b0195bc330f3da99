"""What programs ask and change, as JSON. Docs: docs/api.md."""

import sys
from typing import Any

# The REST framework loads whatever it finds of these, for what no operation here uses. They take
# 15 MB, with psycopg, which the first of them brings to a site on SQLite. None: not to be found.
_modules: dict[str, Any] = sys.modules
_hidden = {"django.contrib.postgres", "pygments", "requests"} - _modules.keys()
_modules.update(dict.fromkeys(_hidden))
import rest_framework.compat  # noqa: E402, F401

for _name in _hidden:
    del _modules[_name]
