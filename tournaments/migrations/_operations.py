"""Operations that hold nobody up on PostgreSQL, and are as usual on SQLite, which has one writer anyway."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations import AddIndex


class AddIndexBesideWriters(AddIndexConcurrently):
    """An index that is made while rows are written; its migration says `atomic = False`."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        kind = AddIndexConcurrently if schema_editor.connection.vendor == "postgresql" else AddIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)
