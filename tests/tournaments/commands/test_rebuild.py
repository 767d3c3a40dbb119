"""`manage.py rebuild`: what does not agree with the ledger is said, and made again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.commands.a_command import run
from tests.tournaments.the_rows import everything
from tournaments.evening.models import Evening, Hand, Seat, Standing, TableRound

Harm = Callable[[AnEvening], Any]


def checked(*arguments: str) -> list[str]:
    """What `rebuild --check` prints; it leaves with 1 where that is anything."""
    ran = run("rebuild", "--check", *arguments)
    assert ran.status == bool(ran.lines)
    return ran.lines


HARM: dict[str, Harm] = {
    "points of a table": lambda e: TableRound.objects.filter(table__number=1).update(
        points_a=F("points_a") + 1
    ),
    "a number of hands": lambda e: TableRound.objects.filter(table__number=1).update(hands_count=9),
    "points of a hand": lambda e: Hand.objects.filter(number=1, table__number=1).update(points_a=13),
    "a hand": lambda e: Hand.objects.filter(number=1, table__number=1).update(hand={"passed_out": True}),
    "a seat gone": lambda e: Seat.objects.filter(seat=4, table_round__table__number=2)[:1].get().delete(),
    "a standing": lambda e: Standing.objects.filter(place=1).update(won_halves=20),
    "all standings gone": lambda e: Standing.objects.all().delete(),
    "a colour": lambda e: e.evening.tickets.filter(number=1).update(colour="green"),
    "a ticket number": lambda e: e.evening.tickets.filter(number=1).update(number=100),
    "the status": lambda e: Evening.objects.update(status="settled"),
    "the round": lambda e: Evening.objects.update(current_round=4),
    "a bell": lambda e: e.evening.rounds.update(bell_table=e.evening.tables.get(number=2)),
    "the seed": lambda e: Evening.objects.update(seed="another"),
    "a round too many": lambda e: e.evening.rounds.create(number=9),
}


def test_where_all_agrees_nothing_is_printed(make_evening: Make) -> None:
    make_evening(9, until="published")
    make_evening(8, until="playing", name="Saturday")
    assert checked() == []


@pytest.mark.parametrize("name", HARM)
def test_what_differs_is_said_and_made_again(make_evening: Make, name: str) -> None:
    evening = make_evening(9, until="finished", colours=("red", "green"))
    HARM[name](evening)
    found = checked()
    assert found
    assert all(line.startswith("rooster-club/2026-11-20-friday: ") for line in found)
    version = evening.read().version
    run("rebuild")
    assert checked() == []
    assert evening.read().version > version, "pages ask again"


def test_a_whole_evening_made_again_is_the_same_to_the_last_row(make_evening: Make) -> None:
    def facts() -> dict[str, Any]:
        """All rows that mean something, without the numbers that rows bear in the database."""
        rows = everything()
        rows["Standing"] = [row[2:] for row in rows["Standing"]]
        rows["Seat"] = sorted((row[1:] for row in rows["Seat"]), key=str)
        for model in (Evening, TableRound):
            names = [field.name for field in model._meta.concrete_fields]
            told = [place for place, name in enumerate(names) if not name.endswith("version")]
            rows[model.__name__] = [tuple(row[place] for place in told) for row in rows[model.__name__]]
        return rows

    make_evening(14, until="published", colours=("red", "blue"))
    before = facts()
    run("rebuild")
    assert facts() == before


def test_one_evening_can_be_looked_at_alone(make_evening: Make) -> None:
    make_evening(8, until="playing")
    TableRound.objects.update(hands_count=5)
    make_evening(8, until="playing", name="Saturday")
    assert checked("--evening", "rooster-club/2026-11-20-saturday") == []
    assert len(checked("--evening", "rooster-club/2026-11-20-friday")) == 2
    run("rebuild", "--evening", "rooster-club/2026-11-20-friday")
    assert checked() == []
