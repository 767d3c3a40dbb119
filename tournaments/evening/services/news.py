"""Has open pages ask again: those of everybody, or the phones of one table and whoever looks at the whole evening."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import F, QuerySet

from tournaments.evening.models import Evening, TableRound


def for_everybody(evenings: QuerySet[Evening]) -> None:
    """Every page of these evenings shows it with the next version."""
    evenings.update(version=F("version") + 1, room_version=F("version") + 1)


def for_a_table(evening: Evening, table: int) -> None:
    """The phones of a table show it with the evening's next version; where it is not in play, everybody's."""
    Evening.objects.filter(pk=evening.pk).update(version=F("version") + 1)
    row = Evening.objects.only("version", "current_round").get(pk=evening.pk)
    if not note(row, [table]):
        Evening.objects.filter(pk=evening.pk).update(room_version=F("version"))


def note(evening: Evening, tables: Collection[int]) -> int:
    """Note that the evening's version, as it is now, concerns these tables of the round in play; how many play."""
    if not tables:
        return 0
    games = TableRound.objects.filter(round__evening=evening, round__number=evening.current_round)
    return games.filter(table__number__in=tables).update(version=evening.version)
