"""What the web server calls."""

import os
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created

from config.postgresql.waiting import bound_waiting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if settings.WEB_DATABASE:
    settings.DATABASES["default"] = settings.WEB_DATABASE
connection_created.connect(bound_waiting)
application = get_wsgi_application()

# The models are there only now.
from tournaments.operations.keys import PoolerError, refuse_pooler, say_key_trouble  # noqa: E402

say_key_trouble()
try:
    refuse_pooler()
except PoolerError as refused:
    sys.exit(str(refused))
