"""How often something asks the database must not depend on how many play."""

from __future__ import annotations

from collections.abc import Callable

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.the_rows import asked

THREE_TABLES, THIRTY_TABLES = 13, 121
"""Players, one of whom sits out."""


def equally_often(
    make_evening: Callable[..., AnEvening], until: str, look: Callable[[AnEvening], object], *, most: int
) -> None:
    """`look` asks equally often with three tables and with thirty, and not too often."""
    few, many = (
        _asked(make_evening(players, until=until, name=f"with {players}"), look)
        for players in (THREE_TABLES, THIRTY_TABLES)
    )
    assert len(few) == len(many), "\n".join(many)
    assert len(few) <= most, "\n".join(few)


def _asked(evening: AnEvening, look: Callable[[AnEvening], object]) -> list[str]:
    look(evening)  # what the first look has to find for every later one is not counted
    return asked(lambda: look(evening))
