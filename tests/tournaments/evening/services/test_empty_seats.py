"""Who leaves, sits out or asks to; who takes an announced seat, and what they get."""

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.the_rows import last_entry, refused
from tournaments.evening import acts, outcome
from tournaments.evening.models import PlayerRequest, Ticket
from tournaments.evening.reads import director_alerts
from tournaments.evening.reads.director_alerts import stand_ins
from tournaments.evening.reads.facts import prizes_of, record_of, seating_of
from tournaments.evening.services import evenings, player_requests
from tournaments.movement.seating import Seating

KINDS: dict[str, dict[str, Any]] = {
    "progressive": {},
    "without couples": {"game": "euchre", "movement": "drawn", "counting": "points"},
    "announced in advance": {"movement": "scheduled"},
}


def coming(evening: AnEvening) -> Seating:
    return seating_of(evening.evening.rounds.get(number=evening.evening.current_round + 1))


def ticket(evening: AnEvening, code: str) -> Ticket:
    return evening.evening.tickets.select_related("player").get(code=code)


def gone_from_table_1(evening: AnEvening) -> Ticket:
    """Whoever has seat 2 of table 1 in the announced round leaves."""
    code = coming(evening).tables[0][1]
    evening.act(acts.Leave(ticket=code))
    return ticket(evening, code)


def lines(evening: AnEvening) -> dict[str, Any]:
    return {line.ticket.code: line for line in evening.evening.standings.select_related("ticket")}


@pytest.mark.parametrize("kind", KINDS)
def test_a_round_starts_with_an_empty_seat_only_when_told(make_evening: Make, kind: str) -> None:
    evening = make_evening(14, until="moved", **KINDS[kind])
    before = lines(evening)
    gone, resting = gone_from_table_1(evening), coming(evening).sitting_out
    evening.act(acts.Leave(ticket=resting[0]))
    with refused("tables.1 has-left"):
        evening.act(acts.Start())
    evening.act(acts.Start(anyway=True))
    after = lines(evening.go_on_to("drafted"))
    for code in (gone.code, resting[0]):
        for what in ("played", "points_for", "points_difference", "won_halves", "sat_out"):
            assert getattr(after[code], what) == getattr(before[code], what), what
    assert after[resting[1]].sat_out == before[resting[1]].sat_out + 1


@pytest.mark.parametrize("kind", ["progressive", "announced in advance"])
def test_an_empty_seat_is_taken_or_all_are_seated_anew(make_evening: Make, kind: str) -> None:
    evening = make_evening(14, until="moved", **KINDS[kind])
    gone, resting = gone_from_table_1(evening), coming(evening).sitting_out
    evening.act(acts.Stay(ticket=gone.code))
    assert coming(evening).tables[0][1] == gone.code, "whoever comes back has their seat"
    evening.act(acts.Leave(ticket=gone.code))
    first = stand_ins(evening.evening, gone)
    assert {one.code for one in first} == set(resting)
    taker = evening.act(evenings.substitute, ticket=gone, player=first[0].player)
    assert coming(evening).tables[0][1] == taker.code == first[0].code
    assert gone.code not in coming(evening).players()
    seated = ticket(evening, coming(evening).tables[0][0])
    with refused("ticket has-left"):
        evening.act(evenings.substitute_guest, ticket=gone, name="Too late")
    with refused("player has-seat"):
        evening.act(
            evenings.substitute, ticket=ticket(evening, coming(evening).tables[1][0]), player=seated.player
        )

    second = gone_from_table_1(evening)
    guest = evening.act(evenings.substitute_guest, ticket=second, name="Somebody's sister")
    assert coming(evening).tables[0][1] == guest.code
    back = evening.act(evenings.substitute, ticket=guest, player=gone.player)
    assert coming(evening).tables[0][1] == back.code == gone.code, "who has left takes a seat again"

    third = gone_from_table_1(evening)
    evening.act(acts.DraftMove(again=True))
    assert evening.evening.status == "drafted"
    assert third.code not in coming(evening).players()
    evening.act(acts.PublishMove())
    evening.act(acts.Start())
    evening.go_on_to("drafted")


@pytest.mark.parametrize("until", ["seated", "playing", "drafted"])
def test_whoever_sits_out_can_be_a_substitute_at_any_time(make_evening: Make, until: str) -> None:
    evening = make_evening(14, until=until)
    number = evening.evening.current_round + (until in ("seated", "drafted"))
    seats = seating_of(evening.evening.rounds.get(number=number))
    leaver, taker = ticket(evening, seats.tables[0][1]), ticket(evening, seats.sitting_out[0])
    evening.act(evenings.substitute, ticket=leaver, player=taker.player)
    assert seating_of(evening.evening.rounds.get(number=number)) == seats.handed_on(leaver.code, taker.code)
    assert ticket(evening, leaver.code).left_in == evening.evening.current_round


@pytest.mark.parametrize(
    ("losers", "table", "who", "refusal"),
    [
        ("play_on", 1, "beaten and sits out", "player knock-out"),
        ("play_on", 1, "beaten and has left", "player knock-out"),
        ("play_on", 1, "has a seat", "player has-seat"),
        ("play_on", 1, "a guest", ""),
        ("play_on", 3, "beaten and sits out", ""),
        ("rest", 1, "beaten and sits out", "player knock-out"),
    ],
)
def test_who_takes_an_empty_seat_of_a_knock_out(
    make_evening: Make, losers: str, table: int, who: str, refusal: str
) -> None:
    """Seven couples: three are beaten, and two matches have tables 1 and 2; the plate of who is out has table 3."""
    evening = make_evening(14, until="moved", movement="knock_out", losers=losers)
    seats = coming(evening)
    code = seats.tables[table - 1][1]
    takers = {
        "beaten and sits out": seats.sitting_out[0],
        "beaten and has left": seats.sitting_out[0],
        "has a seat": seats.tables[1][0],
    }
    for each in {code, takers.get(who, code) if "left" in who else code}:
        evening.act(acts.Leave(ticket=each))
    gone, before = ticket(evening, code), len(evening.evening.tickets.all())
    if who == "a guest":
        evening.act(evenings.substitute_guest, ticket=gone, name="Somebody's sister")
        assert len(evening.evening.tickets.all()) == before + 1
        return
    taker = ticket(evening, takers[who])
    assert (taker in stand_ins(evening.evening, gone)) == (refusal == "")
    if refusal:
        with refused(refusal):
            evening.act(evenings.substitute, ticket=gone, player=taker.player)
        return
    evening.act(evenings.substitute, ticket=gone, player=taker.player)
    evening.act(acts.Start())
    evening.go_on_to("drafted")
    (final,) = coming(evening).tables[:1]
    assert not {code, taker.code} & {*final}


def test_nobody_with_a_ticket_takes_a_seat_in_the_first_round_of_a_knock_out(make_evening: Make) -> None:
    evening = make_evening(14, until="playing", movement="knock_out")
    seats = seating_of(evening.evening.rounds.get(number=1))
    with refused("player knock-out"):
        evening.act(acts.StandIn(ticket=seats.sitting_out[0], replaces=seats.tables[0][0]))


@pytest.mark.parametrize(
    ("then", "misses"), [("nobody", True), ("somebody", True), ("taken again", False)], ids=str
)
def test_who_misses_the_seat_they_had_is_no_booby(make_evening: Make, then: str, *, misses: bool) -> None:
    evening = make_evening(14, until="moved", rounds=2, prizes={"best": 1, "booby": True})
    gone, taker = gone_from_table_1(evening), coming(evening).sitting_out[0]
    if then != "nobody":
        evening.act(acts.StandIn(ticket=taker, replaces=gone.code))
    if then == "taken again":
        evening.act(acts.StandIn(ticket=gone.code, replaces=taker))
    evening.act(acts.Start(anyway=then == "nobody"))
    evening.go_on_to("drafted")
    record = record_of(evening.read())
    assert (gone.code in outcome._competition(record).missed) == misses
    assert prizes_of(evening.read()) == outcome.prizes_of(record)


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
    evening.act(player_requests.grant, wish=made)
    assert last_entry(evening.evening) == ("leave", {"ticket": ticket.code})
    assert director_alerts.waiting_requests(evening.evening) == []


def test_a_request_is_taken_back_until_it_is_acted_on(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    ticket = seated(evening)
    made = ask(evening, ticket, LEAVE)
    take_back(evening, ticket, LEAVE)
    take_back(evening, ticket, LEAVE)
    with refused(" gone"):
        evening.act(player_requests.grant, wish=made)
    evening.act(player_requests.grant, wish=ask(evening, ticket, LEAVE))
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
        evening.act(player_requests.grant, wish=made)
    evening.step_to("drafted")
    if not sits_out_next(ticket):
        evening.act(player_requests.grant, wish=made)
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


def test_the_player_is_told_of_a_no_until_the_round_is_over(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    ticket = seated(evening)
    evening.act(player_requests.decline, wish=ask(evening, ticket, LEAVE))
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
