"""What breaking a constraint takes: rows put in again with other values, rows changed by hand."""

from typing import Any

from django.db import models


def again(row: models.Model | None, **changes: Any) -> None:
    """Insert a copy of a row with other values."""
    assert row is not None
    row.pk = None
    row._state.adding = True
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(force_insert=True)


def update(rows: models.QuerySet[Any], **changes: Any) -> None:
    assert rows.update(**changes)


def twice(rows: Any, **told: Any) -> None:
    for _ in "ab":
        rows.create(**told)
