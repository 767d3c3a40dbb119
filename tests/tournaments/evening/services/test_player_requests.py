"""Players ask to leave or to sit a round out; the director says yes or no, or it is done at once."""

from __future__ import annotations

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.the_rows import last_entry, refused
from tournaments.evening import acts
from tournaments.evening.models import PlayerRequest, Ticket
from tournaments.evening.reads import director_alerts
from tournaments.evening.services import player_requests
from tournaments.publishing.verdict import findings

LEAVE, SIT_OUT = PlayerRequest.Kind.LEAVE, PlayerRequest.Kind.SIT_OUT


def seated(evening: AnEvening) -> Ticket:
    """Somebody who plays in the current round, and in the next where that is worked out."""
    rounds = evening.evening.rounds.filter(number__gte=evening.evening.current_round)
    resting = {seat.ticket_id for round_ in rounds for seat in round_.seats.filter(table_round=None)}
    return evening.evening.tickets.exclude(pk__in=resting).order_by("number")[0]


def ask(evening: AnEvening, ticket: Ticket, kind: str) -> PlayerRequest:
    ticket = Ticket.objects.select_related("evening__club").get(pk=ticket.pk)
    made = player_requests.ask(ticket=ticket, kind=kind, at=evening.clock())
    evening.read()
    return made


def take_back(evening: AnEvening, ticket: Ticket, kind: str) -> None:
    player_requests.take_back(ticket=ticket, kind=kind, at=evening.clock())


def sits_out_next(ticket: Ticket) -> bool:
    return director_alerts.sits_out_next(Ticket.objects.select_related("evening").get(pk=ticket.pk))


def at_once(evening: AnEvening) -> AnEvening:
    """The evening of a club whose director does not confirm requests."""
    evening.evening.club.confirms_requests = False
    evening.evening.club.save()
    return evening


def test_whoever_asks_to_leave_stays_until_the_director_says_yes(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    ticket, length = seated(evening), evening.evening.ledger_length
    made = ask(evening, ticket, LEAVE)
    assert ask(evening, ticket, LEAVE) == made
    assert director_alerts.waiting_requests(evening.evening) == [made]
    assert evening.evening.ledger_length == length
    evening.act(player_requests.grant, pk=made.pk)
    assert last_entry(evening.evening) == ("leave", {"ticket": ticket.code})
    assert director_alerts.waiting_requests(evening.evening) == []


def test_a_request_is_taken_back_until_it_is_acted_on(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    ticket = seated(evening)
    made = ask(evening, ticket, LEAVE)
    take_back(evening, ticket, LEAVE)
    take_back(evening, ticket, LEAVE)
    with refused(" gone"):
        evening.act(player_requests.grant, pk=made.pk)
    evening.act(player_requests.grant, pk=ask(evening, ticket, LEAVE).pk)
    ticket.refresh_from_db()
    take_back(evening, ticket, LEAVE)
    assert ticket.left_in == 1
    with refused(" has-left"):
        ask(evening, ticket, LEAVE)


def test_whoever_sits_out_gives_the_seat_to_somebody_who_would_have(make_evening: Make) -> None:
    evening = make_evening(9, until="settled")
    ticket = seated(evening)
    made = ask(evening, ticket, SIT_OUT)
    with refused(" nobody"):
        evening.act(player_requests.grant, pk=made.pk)
    evening.step_to("drafted")
    if not sits_out_next(ticket):
        evening.act(player_requests.grant, pk=made.pk)
    assert sits_out_next(ticket)
    with refused(" acted-on"):
        take_back(evening, ticket, SIT_OUT)
    evening.step_to("moved")
    evening.act(acts.Start())
    assert director_alerts.waiting_requests(evening.evening) == []


def test_seats_worked_out_again_are_seen_to_again(make_evening: Make) -> None:
    evening = at_once(make_evening(10, until="settled"))
    ticket, other = evening.evening.tickets.filter(seats__table_round__isnull=False).order_by("number")[:2]
    ask(evening, ticket, SIT_OUT)
    evening.step_to("drafted")
    assert sits_out_next(ticket)
    ask(evening, other, LEAVE)
    assert Ticket.objects.get(pk=other.pk).left_in == 1
    assert evening.evening.status == "drafted"
    assert sits_out_next(ticket)


def test_where_everybody_plays_nobody_can_take_the_seat(make_evening: Make) -> None:
    evening = make_evening(8, until="drafted")
    made = ask(evening, seated(evening), SIT_OUT)
    with refused(" nobody"):
        evening.act(player_requests.grant, pk=made.pk)


def test_the_player_is_told_of_a_no_until_the_round_is_over(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    ticket = seated(evening)
    evening.act(player_requests.decline, pk=ask(evening, ticket, LEAVE).pk)
    ticket = Ticket.objects.select_related("evening").get(pk=ticket.pk)
    told = director_alerts.own_request(ticket).declined
    assert told is not None
    assert told.kind == LEAVE


@pytest.mark.parametrize(
    ("until", "rounds", "kind", "refusal"),
    [
        ("seated", 3, LEAVE, " not-now"),
        ("playing", 1, SIT_OUT, " not-possible"),
        ("moved", 3, SIT_OUT, " not-possible"),
        ("playing", 3, "fly", "kind not-a-choice"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    make_evening: Make, until: str, rounds: int, kind: str, refusal: str
) -> None:
    evening = make_evening(9, until=until, rounds=rounds)
    with refused(refusal):
        ask(evening, evening.evening.tickets.order_by("number")[0], kind)


def test_nobody_keeps_the_room_busy(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    ticket = seated(evening)
    for _again in range(player_requests.MOST):
        ask(evening, ticket, LEAVE)
        take_back(evening, ticket, LEAVE)
    with refused(" too-many"):
        ask(evening, ticket, LEAVE)


def test_the_seat_goes_to_a_ticket_of_the_same_colour(make_evening: Make) -> None:
    evening = make_evening(10, until="drafted", colours=("rose", "sage"))
    for ticket in evening.evening.tickets.all():
        found = director_alerts.stand_in(evening.evening, ticket, but=())
        assert found is None or found.colour == ticket.colour


def test_an_archive_of_an_evening_in_which_people_left_by_their_own_phone_holds(make_evening: Make) -> None:
    evening = at_once(make_evening(9, until="bell"))
    ask(evening, seated(evening), LEAVE)
    evening.go_on_to("finished")
    assert findings(evening.archive_by_seed()) == []
