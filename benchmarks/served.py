"""``python -m benchmarks.served PORT``: the site, without static files of hashed names."""

import os
import sys

import django
import uvicorn
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
# Use static files without hashed names, so that collectstatic is not needed.
settings.STORAGES["staticfiles"]["BACKEND"] = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
)
django.setup()

from zarleague.asgi import application  # noqa: E402
from zarleague.serving import server  # noqa: E402

if __name__ == "__main__":
    uvicorn.run(application, port=int(sys.argv[1]), **server.SETTINGS)
