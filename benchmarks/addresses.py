"""The addresses of the house, and a bare view: the least that keeps a row, by which a hand is measured.

It reads the JSON that it is sent, inserts one row through the ORM and answers JSON: no token, no checks, no
transaction of its own.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

from django.db import connection, models
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt


class Note(models.Model):
    """The row of the bare view."""

    table = models.IntegerField()
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "tournaments"

    def __str__(self) -> str:
        return self.text


def make_notes() -> None:
    """Make the table of the bare view."""
    with connection.schema_editor() as editor:
        editor.create_model(Note)


@csrf_exempt
def bare(request: HttpRequest) -> JsonResponse:
    """Keep a note."""
    sent = json.loads(request.body)
    note = Note._default_manager.create(
        table=sent["table"], text=json.dumps(sent["hand"]), at=datetime.now(UTC)
    )
    return JsonResponse({"id": note.pk, "table": note.table, "text": note.text}, status=201)


urlpatterns = [path("bare/", bare), path("", include("config.urls"))]
