"""The site with an additional empty view, to which the cost of pages is compared.

``python -m benchmarks.served PORT`` serves it as the site is served.
"""

import os
import sys

import django
import uvicorn
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
settings.ROOT_URLCONF = "benchmarks.served"
# Use static files without hashed names, so that collectstatic is not needed.
settings.STORAGES["staticfiles"]["BACKEND"] = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
)
django.setup()


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with nothing."""
    return HttpResponse("")


urlpatterns = [path("empty/", empty), path("", include("zarleague.urls"))]

from zarleague.asgi import application  # noqa: E402
from zarleague.serving import server  # noqa: E402

if __name__ == "__main__":
    uvicorn.run(application, port=int(sys.argv[1]), **server.SETTINGS)
