"""People who leave at the same moment as something else."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.faults.together import Act, act, at_once, meeting, ready_to_write, told, without_locks
from tournaments.evening import acts
from tournaments.evening.models import PlayerRequest, Ticket
from tournaments.evening.services import player_requests
from tournaments.publishing import publish

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def leaves_while_the_move_is_announced(
    make_evening: Make, together: Callable[[Sequence[Act]], Sequence[Act]]
) -> tuple[AnEvening, Ticket, list[str]]:
    """A director lets somebody leave while another announces the next seats; `together` lets them meet."""
    evening = make_evening(10, until="drafted")
    ticket = evening.evening.tickets.order_by("number")[0]
    made = player_requests.ask(ticket=ticket, kind=PlayerRequest.Kind.LEAVE, at=evening.clock())
    both = [
        partial(act, evening, player_requests.grant, wish=made),
        partial(act, evening, acts.PublishMove(), by="user:2"),
    ]
    with meeting(2):
        outcomes = at_once(together(both))
    evening.read()
    return evening, ticket, told(outcomes)


def test_whoever_leaves_while_the_move_is_announced_has_left_before_or_after(make_evening: Make) -> None:
    evening, ticket, became = leaves_while_the_move_is_announced(make_evening, list)
    assert became == ["done", "done"]
    assert evening.evening.status == "moved"
    order = list(evening.evening.ledger.values_list("act", flat=True).order_by("sequence"))
    has_seat = evening.evening.rounds.get(number=2).seats.filter(ticket=ticket).exists()
    assert has_seat is (order.index("publish_move") < order.index("leave"))
    assert publish.check_rows(evening.evening) == []


def test_control_without_the_lock_one_of_the_two_breaks(make_evening: Make) -> None:
    with without_locks():
        *_room, became = leaves_while_the_move_is_announced(make_evening, ready_to_write)
    assert became == ["IntegrityError", "done"]


def taken_back_while_granted(
    make_evening: Make, together: Callable[[Sequence[Act]], Sequence[Act]]
) -> list[str]:
    """The player stays after all while the director says yes, at the same moment; `together` lets them meet."""
    evening = make_evening(10, until="playing")
    ticket = Ticket.objects.select_related("evening__club").earliest("number")
    made = player_requests.ask(ticket=ticket, kind=PlayerRequest.Kind.LEAVE, at=evening.clock())
    both = [
        partial(act, evening, player_requests.grant, wish=made),
        partial(player_requests.take_back, ticket=ticket, kind="leave", at=evening.at),
    ]
    with meeting(2):
        outcomes = at_once(together(both))
    made.refresh_from_db()
    ticket.refresh_from_db()
    return [*told(outcomes), made.outcome, "left" if ticket.left_in is not None else "stays"]


def test_what_is_taken_back_while_it_is_granted_is_one_of_the_two(make_evening: Make) -> None:
    assert taken_back_while_granted(make_evening, list) in (
        [" gone", "done", "taken_back", "stays"],
        ["done", "done", "done", "left"],
    )


def test_control_without_the_lock_it_is_taken_back_and_they_have_left(make_evening: Make) -> None:
    with without_locks():
        *became, outcome, where = taken_back_while_granted(make_evening, ready_to_write)
    # Or each waits for what the other has written, until PostgreSQL ends one of them.
    assert became in (["done", "done"], ["OperationalError", "done"])
    assert became[0] != "done" or (where == "left" and outcome in ("done", "taken_back"))
