"""Whatever people do, in whatever order: it is done or refused whole, and rows, ledger and rules agree after it.

What they do is drawn from the table of the golden walks, and now and then it is something that is not its turn.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scoring.faults import Faults
from tests.golden.acts import DOINGS, may_be_drawn
from tests.golden.at_the_desk import Dice, Nothing, any_ticket, one_of
from tests.golden.evenings import CYCLE, evening_of
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.the_rows import Rows, everything
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.reads.director_alerts import standing_cuts
from tournaments.evening.round_rules import Status
from tournaments.publishing import publish

STEPS = 60
WAYS = ("progressive", "progressive", "progressive", "progressive", "fixed", "drawn", "swiss", "scheduled")
"""The movements of the walks: half of them go by the bell."""
OUT_OF_TURN: tuple[acts.Act, ...] = (
    acts.OpenDoors(),
    acts.Draw(),
    acts.Draw(again=True),
    acts.Start(),
    acts.Stop(),
    acts.Ring(table=1),
    acts.Ring(table=99),
    acts.Cut(table=1, winner="B"),
    acts.Cut(table=2, how="seed"),
    acts.Close(),
    acts.Close(anyway=True),
    acts.DraftMove(again=True),
    acts.PublishMove(),
    acts.TakeBackBell(reason="too early"),
    acts.NotPlayed(round=1, table=2, reason="a torn card"),
    acts.Finish(),
)


class Watched(AnEvening):
    """What is refused has left nothing behind, nor has a hand that is sent again with its key."""

    def act(self, what: Any, **arguments: Any) -> Any:
        with nothing_is_left_of_a_refusal():
            return super().act(what, **arguments)

    def enter(self, table: int, hand: dict[str, Any], **arguments: Any) -> dict[str, Any]:
        with nothing_is_left_of_a_refusal() as before:
            answer = super().enter(table, hand, **arguments)
        assert "key" not in arguments or everything() == before
        return answer


@contextmanager
def nothing_is_left_of_a_refusal() -> Iterator[Rows]:
    before = everything()
    try:
        yield before
    except Faults:
        assert everything() == before
        raise


def out_of_turn(e: AnEvening, dice: Dice) -> None:
    e.act(dice.choice(OUT_OF_TURN))


def stay(e: AnEvening, dice: Dice) -> None:
    e.act(acts.Stay(ticket=any_ticket(e, dice).code))


def withdraw_cut(e: AnEvening, dice: Dice) -> None:
    e.act(acts.WithdrawCut(of=one_of(list(standing_cuts(e.evening)), dice).sequence, reason="it was wrong"))


def rebuild(e: AnEvening, _: Dice) -> None:
    publish.rebuild(evening=e.evening, at=e.clock())


MORE = {"something out of turn": 60, "stay": 4, "withdraw a cut": 4, "rebuild": 4}
"""What the golden walks do not do, and how likely it is beside what they do."""
DO = {
    **{name: doing.do for name, doing in DOINGS.items()},
    **dict(zip(MORE, (out_of_turn, stay, withdraw_cut, rebuild), strict=True)),
}


def walk_about(club: Club, movement: str, place: int) -> AnEvening:
    """The evening of the walk with this place among those with this movement."""
    walks = [number for number, way in enumerate(CYCLE) if way[1] == movement]
    evening = evening_of(club, walks[place % len(walks)])
    return Watched(**vars(evening)).bring_to("seated")


@pytest.mark.parametrize(("place", "movement"), [*enumerate(WAYS)])
def test_anything_in_any_order(club: Club, place: int, movement: str) -> None:
    dice, evening = random.Random(place), walk_about(club, movement, place)
    for _ in range(STEPS):
        likely = may_be_drawn(Status(evening.evening.status)) | MORE
        name = dice.choices(list(likely), list(likely.values()))[0]
        try:
            DO[name](evening, dice)
        except (Faults, Nothing):
            continue  # which has left nothing behind
        assert publish.check_rows(evening.read()) == [], name
    assert publish.check_rows(evening.read()) == []
