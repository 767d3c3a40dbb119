"""What tests ask for again is put back just as it was made; on other ground, or for another wish, it is made anew."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import NUMBERS, kept, numbers_go_on_from_the_rows
from tests.tournaments.the_rows import Rows, everything, undone
from tournaments.club.models import Club, Player


@pytest.fixture
def people(club: Club) -> tuple[list[str], Callable[[], list[int]]]:
    """Ann and Ben are there; the maker, which writes down that it was asked, brings Cleo, renames Ben, loses Ann."""

    def made(name: str) -> Player:
        return Player.objects.create(club=club, name=name, slug=name.lower(), made_at=START)

    ann, ben = made("Ann"), made("Ben")
    asked: list[str] = []

    def make() -> list[int]:
        asked.append("make")
        Player.objects.filter(pk=ann.pk).delete()
        Player.objects.filter(pk=ben.pk).update(name="Benjamin")
        gone, cleo = made("Dan"), made("Cleo")
        gone.delete()
        cleo.delete()
        return [made("Cleo").pk]

    return asked, make


def rows_and_numbers() -> tuple[Rows, list[tuple[str, int]]]:
    with connection.cursor() as cursor:
        numbers, name, last = NUMBERS[connection.vendor]
        cursor.execute(f"SELECT {name}, {last} FROM {numbers} WHERE {last} IS NOT NULL ORDER BY 1")  # noqa: S608
        return everything(), cursor.fetchall()


@contextmanager
def taken_back() -> Iterator[None]:
    """The block's work is taken back as that of a test is."""
    with undone():
        yield
    numbers_go_on_from_the_rows()


def test_what_was_added_changed_and_deleted_is_put_back_with_the_numbers_of_the_tables(
    people: tuple[list[str], Callable[[], list[int]]],
) -> None:
    asked, make = people
    before = rows_and_numbers()
    with taken_back():
        made = kept("people come and go", make), rows_and_numbers()
    assert rows_and_numbers() == before
    put_back = kept("people come and go", make), rows_and_numbers()
    assert put_back == made
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Benjamin", "Cleo"]
    assert asked == ["make"]


@pytest.mark.parametrize(
    ("wish", "newcomer"),
    [pytest.param("another", "", id="another wish"), pytest.param("one", "Eve", id="other ground")],
)
def test_anything_else_is_made_anew(
    people: tuple[list[str], Callable[[], list[int]]], club: Club, wish: str, newcomer: str
) -> None:
    asked, make = people
    with taken_back():
        kept("one", make)
    begun = len(asked)
    if newcomer:
        Player.objects.create(club=club, name=newcomer, slug="newcomer", made_at=START)
    kept(wish, make)
    assert len(asked) == begun + 1


def test_changing_ones_own_changes_nobody_elses(people: tuple[list[str], Callable[[], list[int]]]) -> None:
    _, make = people
    with taken_back():
        kept("a list", make).clear()
    with taken_back():
        kept("a list", make).clear()
    assert len(kept("a list", make)) == 1
