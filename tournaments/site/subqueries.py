"""Counts in query sets."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import Count, ForeignObjectRel, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce


def count_of(model: type[Model], relation: str, condition: Q | None = None, **filters: Any) -> Coalesce:
    """How many rows of a relation each row of `model` has, of those that `condition` and `filters` select.

    `Count` joins: of two relations, or of one beside a filter over another, the database then makes
    every combination of their rows before it counts.
    """
    rel = cast("ForeignObjectRel", model._meta.get_field(relation))
    column = cast("Any", rel).field.name
    own: QuerySet[Any, Any] = rel.related_model._default_manager.filter(**{column: OuterRef("pk")})
    # In the count, not in WHERE: there SQLite takes an index of the filter, and reads the rows of everybody.
    where = Q(**filters) if condition is None else condition & Q(**filters)
    count = Count("pk", filter=where) if where else Count("pk")
    counts = own.order_by().values(column).annotate(row_count=count).values("row_count")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
