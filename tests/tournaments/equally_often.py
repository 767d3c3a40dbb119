"""How often something asks the database must not depend on how many play."""

from collections.abc import Callable, Iterable
from functools import partial

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.the_rows import asked

THREE_TABLES, FIVE_TABLES = 13, 21
"""Players, one of whom sits out."""


def equally_often(
    make_evening: Callable[..., AnEvening],
    until: str,
    look: Callable[[AnEvening, str], object],
    *,
    at: Iterable[str] = ("",),
    most: int,
) -> None:
    """`look` asks equally often with three tables and with five, at most `most` statements, at each page `at`."""
    few, many = (
        _asked(make_evening(players, until=until, name=f"with {players}"), at, look)
        for players in (THREE_TABLES, FIVE_TABLES)
    )
    for page in few:
        assert len(few[page]) == len(many[page]), "\n".join([f"{until} {page}", *many[page]])
        assert len(few[page]) <= most, "\n".join([f"{until} {page}", *few[page]])


def _asked(
    evening: AnEvening, pages: Iterable[str], look: Callable[[AnEvening, str], object]
) -> dict[str, list[str]]:
    pages = list(pages)
    look(evening, pages[0])  # what the first look has to find for every later one is not counted
    return {page: asked(partial(look, evening, page)) for page in pages}
