"""The Celery application: `celery -A config worker` and `celery -A config beat`."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["filesystem"] = "config.files:Transport"

app = Celery("head_table")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
