"""The pages and the API without live updates, for a plain WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")

application = get_wsgi_application()
