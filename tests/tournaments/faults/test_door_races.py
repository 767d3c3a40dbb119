"""People who check themselves in, or leave, at the same moment as something else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.faults.together import (
    Act,
    a_moment,
    act,
    at_once,
    meeting,
    ready_to_write,
    without_locks,
)
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.models import PlayerRequest, Ticket
from tournaments.evening.services import player_requests
from tournaments.evening.services.perform import perform
from tournaments.publishing import publish
from tournaments.signup import door_code, lists

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Make = Callable[..., AnEvening]


def two_are_ada(club: Club) -> list[str]:
    """Two phones check the same person in; whoever has found her waits a moment for the other."""
    evening = AList.made(club)
    evening.sign_up("Ada")
    perform(evening=evening.evening, act=acts.OpenDoors(), by="user:1", at=evening.clock())
    code = door_code.open_door(evening=evening.evening, by="user:1", at=evening.clock())
    (one,) = lists.look_for(AList(evening.evening).row.evening, "Ada").people
    barrier, found = threading.Barrier(2), lists.somebody

    def find_and_wait(*arguments: Any) -> Any:
        somebody = found(*arguments)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(a_moment())
        return somebody

    checks = partial(
        door_code.check_oneself_in, code=code, key=one.key, typed="Ada", colour="", at=evening.clock()
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lists, "somebody", find_and_wait)
        return sorted(outcome.told for outcome in at_once([checks, checks]))


def test_of_two_who_say_that_they_are_ada_one_has_her_ticket(club: Club) -> None:
    assert two_are_ada(club) == [" already-in", "done"]
    assert Ticket.objects.count() == 1


def test_control_without_the_lock_the_second_breaks_at_an_entry_that_is_there(club: Club) -> None:
    with without_locks():
        assert two_are_ada(club) == ["IntegrityError", "done"]


def leaves_while_the_move_is_announced(
    make_evening: Make, together: Callable[[Sequence[Act]], Sequence[Act]]
) -> tuple[AnEvening, Ticket, list[str]]:
    """A director lets somebody leave while another announces the next seats; `together` lets them meet."""
    evening = make_evening(10, until="drafted")
    ticket = evening.evening.tickets.order_by("number")[0]
    made = player_requests.ask(ticket=ticket, kind=PlayerRequest.Kind.LEAVE, at=evening.clock())
    both = [
        partial(act, evening, player_requests.grant, pk=made.pk),
        partial(act, evening, acts.PublishMove(), by="user:2"),
    ]
    with meeting(2):
        outcomes = at_once(together(both))
    evening.read()
    return evening, ticket, sorted(outcome.told for outcome in outcomes)


def test_whoever_leaves_while_the_move_is_announced_has_left_before_or_after(make_evening: Make) -> None:
    evening, ticket, told = leaves_while_the_move_is_announced(make_evening, list)
    assert told == ["done", "done"]
    assert evening.evening.status == "moved"
    order = list(evening.evening.ledger.values_list("act", flat=True).order_by("sequence"))
    has_seat = evening.evening.rounds.get(number=2).seats.filter(ticket=ticket).exists()
    assert has_seat is (order.index("publish_move") < order.index("leave"))
    assert publish.check_rows(evening.evening) == []


def test_control_without_the_lock_one_of_the_two_breaks(make_evening: Make) -> None:
    with without_locks():
        _evening, _ticket, told = leaves_while_the_move_is_announced(make_evening, ready_to_write)
    assert told == ["IntegrityError", "done"]


def taken_back_while_granted(
    make_evening: Make, together: Callable[[Sequence[Act]], Sequence[Act]]
) -> list[str]:
    """The player stays after all while the director says yes, at the same moment; `together` lets them meet."""
    evening = make_evening(10, until="playing")
    ticket = Ticket.objects.select_related("evening__club").earliest("number")
    made = player_requests.ask(ticket=ticket, kind=PlayerRequest.Kind.LEAVE, at=evening.clock())
    with meeting(2):
        outcomes = at_once(
            together(
                [
                    partial(act, evening, player_requests.grant, pk=made.pk),
                    partial(player_requests.take_back, ticket=ticket, kind="leave", at=evening.at),
                ]
            )
        )
    made.refresh_from_db()
    ticket.refresh_from_db()
    told = sorted(outcome.told for outcome in outcomes)
    return [*told, made.outcome, "left" if ticket.left_in is not None else "stays"]


def test_what_is_taken_back_while_it_is_granted_is_one_of_the_two(make_evening: Make) -> None:
    assert taken_back_while_granted(make_evening, list) in (
        [" gone", "done", "taken_back", "stays"],
        ["done", "done", "done", "left"],
    )


def test_control_without_the_lock_it_is_taken_back_and_they_have_left(make_evening: Make) -> None:
    with without_locks():
        *told, outcome, where = taken_back_while_granted(make_evening, ready_to_write)
    # Or each waits for what the other has written, until PostgreSQL ends one of them.
    assert told in (["done", "done"], ["OperationalError", "done"])
    assert told[0] != "done" or (where == "left" and outcome in ("done", "taken_back"))
