"""Every index is one that no other already is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models


def leading(model: type[models.Model]) -> set[str]:
    """The fields with which an index or a unique constraint over all rows of the table begins."""
    found = [one.fields for one in model._meta.indexes if one.condition is None and one.fields]
    found += [
        one.fields
        for one in model._meta.constraints
        if isinstance(one, models.UniqueConstraint) and one.condition is None
    ]
    return {fields[0].lstrip("-") for fields in found}


def foreign_keys() -> Iterator[tuple[type[models.Model], Any]]:
    """Every foreign key that more than one row may share."""
    for model in apps.get_app_config("tournaments").get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and not field.unique:
                yield model, field


def test_no_foreign_key_has_an_index_where_another_begins_with_it() -> None:
    doubled = [
        f"{model.__name__}.{field.name}"
        for model, field in foreign_keys()
        if field.db_index and field.name in leading(model)
    ]
    assert doubled == []


def own_indexes(model: type[models.Model], column: str) -> list[str]:
    """The indexes that the database has over this column alone and for nothing else."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    return [
        name
        for name, about in found.items()
        if about["columns"] == [column]
        and about["index"]
        and not (about["unique"] or about["primary_key"] or about["foreign_key"])
    ]


@pytest.mark.django_db
def test_the_database_has_the_indexes_that_the_models_say_and_no_other() -> None:
    keys = set(foreign_keys())
    has = {(model, field) for model, field in keys if own_indexes(model, str(field.column))}
    assert has == {(model, field) for model, field in keys if field.db_index}
    assert has
    assert keys - has
