"""Whatever people do, in whatever order: it is done or refused whole, and rows, ledger and rules agree after it."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from games import catalogue
from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.models import Hand, Ticket
from tournaments.evening.reads.director_alerts import standing_cuts, standing_decisions
from tournaments.evening.reads.facts import prizes_of
from tournaments.evening.services import evenings, results
from tournaments.publishing import publish
from tournaments.ranking.prizes import ties_to_cut
from tournaments.rehearsal.random_hands import pretend_hand
from tournaments.work import runner
from tournaments.work.models import Job
from tournaments.work.runner import sweep

WALKS, STEPS = 8, 60
Do = Callable[[AnEvening, int], object]
"""An act; the number chooses among tables, people, hands and times."""


class Nothing(Exception):  # noqa: N818 - there is nothing to do it to
    """There is no ticket, hand, job or tie to do something with."""


def one_of(found: list[Any], n: int) -> Any:
    if not found:
        raise Nothing
    return found[n % len(found)]


def ticket(e: AnEvening, n: int) -> Ticket:
    found: Ticket = one_of(list(e.evening.tickets.order_by("number")), n)
    return found


def by_points(e: AnEvening) -> bool:
    return bool(e.evening.plan["movement"] != "progressive")


def hand(e: AnEvening, n: int) -> dict[str, Any]:
    """Made, missed by much, or thrown in: tables are often level."""
    if by_points(e):
        seats_ = catalogue.find(e.evening.plan["game"]).seats
        return pretend_hand(e.dice, e.evening.plan["game"], seats_[n % len(seats_)])
    return [a_hand(1 + n % 4, 5, "AB"[n % 2]), a_hand(2, 14, "A"), {"passed_out": True}][n % 3]


def enter(e: AnEvening, n: int) -> None:
    about: dict[str, Any] = {"number": 1 + n % 7} if n % 5 == 0 else {}
    if n % 7 == 0:
        about["played_at"] = e.at - timedelta(seconds=n % 90)
    e.enter(n % 5, hand(e, n // 8), **about)


def many_hands(e: AnEvening, n: int) -> None:
    with suppress(Faults):
        if by_points(e) and e.evening.current_round:
            e.play_hands(1)
        for _ in range(4):
            e.enter(1 + n % 3, a_hand(1 + n % 2, 5, "AB"[n % 2]))


def send_again(e: AnEvening, n: int) -> None:
    sent = one_of(list(Hand.objects.filter(table__evening=e.evening).order_by("pk")), n)
    before = everything()
    if not sent.answer:
        raise Nothing
    e.enter(sent.table.number, sent.hand or {}, key=sent.key)
    assert everything() == before


def cut_for_prize(e: AnEvening, n: int) -> None:
    tie = one_of(list(ties_to_cut(prizes_of(e.evening))), n)
    by_hand: Any = {"order": list(tie.players)[:: 1 - 2 * (n % 2)]}
    about = by_hand if n % 3 else {"order": tie.players, "how": "seed"}
    e.act(acts.CutPrize(prize=tie.prize, colour=tie.colour, **about))


def do_a_job(e: AnEvening, n: int) -> None:
    job = one_of(list(e.evening.jobs.filter(outcome=Job.Outcome.WAITING)), n)
    done = runner.run(job.pk, clock=e.clock)
    assert done is not None
    assert done.outcome == Job.Outcome.DONE, done.remark
    e.read()


def cut_everywhere(e: AnEvening, n: int) -> None:
    for table in e.tables() if e.evening.status == "bell" and not by_points(e) else ():
        if len(set(e.totals(table))) == 1:
            e.act(acts.Cut(table=table, winner="AB"[n % 2]))


NEXT: dict[str, Callable[[AnEvening], object]] = {
    "draft": lambda e: e.act(acts.OpenDoors()),
    "check_in": lambda e: e.act(acts.Draw()),
    "seated": lambda e: e.act(acts.Start()),
    "playing": lambda e: e.act(acts.Stop()),
    "bell": lambda e: e.act(acts.Close(anyway=True)),
    "settled": lambda e: e.work(),
    "drafted": lambda e: e.act(acts.PublishMove()),
    "moved": lambda e: e.act(acts.Start()),
    "finished": lambda e: e.act(results.request_publication),
    "published": lambda e: e.work(),
}


def go_on(e: AnEvening, n: int) -> None:
    """What a director does next when all goes well."""
    with suppress(Faults):
        cut_everywhere(e, n)
        NEXT[e.evening.status](e)


def swap(e: AnEvening, n: int) -> None:
    one, other = ticket(e, n), ticket(e, n // 7)
    e.act(acts.Swap(one=one.code, other=other.code, reason="a wish" if n % 2 else ""))


def version(e: AnEvening, n: int, **which: Any) -> Hand:
    """One of the evening's hands, as it was entered in whatever version."""
    rows = Hand.objects.filter(table__evening=e.evening, **which)
    found: Hand = one_of(list(rows.select_related("entry", "table", "table_round__round").order_by("pk")), n)
    return found


def of(hand: Hand) -> dict[str, Any]:
    return {
        "round": hand.table_round.round.number,
        "table": hand.table.number,
        "number": hand.number,
    }


def by_somebody(hand: Hand, n: int) -> str:
    """The director, a phone in the middle of the table, or one that has said where it sits."""
    table = f"table:{hand.table.number}"
    return ["user:1", table, f"{table} seat:{1 + n % 4}"][n % 3]


def enter_another(e: AnEvening, n: int) -> None:
    """Another phone enters a hand that is there already: the same, or another."""
    there = version(e, n, live=True)
    told = there.hand if n % 2 and there.hand else hand(e, n)
    about = {"round_number": there.table_round.round.number, "number": there.number}
    e.enter(there.table.number, told, by=f"table:{there.table.number} seat:{1 + n % 4}", **about)


def confirm(e: AnEvening, n: int) -> None:
    there = version(e, n, live=True)
    e.act(acts.ConfirmHand(of=there.entry.sequence, **of(there)), by=by_somebody(there, n))


def settle(e: AnEvening, n: int) -> None:
    there = version(e, n, state="disputes")
    live = version(e, 0, live=True, table_round=there.table_round, number=there.number)
    keep = [there, live][n % 2].entry.sequence
    e.act(acts.SettleDispute(keep=keep, **of(there), **choices(n)), by=by_somebody(there, n))


def choices(n: int) -> dict[str, Any]:
    return {"cut": ["", "", "A", "seed"][n % 4], "seats": ["follow", "keep"][n // 4 % 2]}


def a_late_hand(e: AnEvening, n: int) -> None:
    number = 1 + n % max(1, e.evening.current_round)
    e.enter(1 + n % 3, hand(e, n), round_number=number, played_at=e.at - timedelta(seconds=n % 40))


def correct(e: AnEvening, n: int) -> None:
    there = version(e, n, live=True)
    told = None if n % 5 == 0 else hand(e, n)
    about = {**of(there), "of": there.entry.sequence, "hand": told, "reason": "miscounted"}
    if n % 7 == 0:
        e.act(acts.NoteHand(**about))
    else:
        e.act(acts.CorrectHand(**about, **choices(n)), by=by_somebody(there, n))


def exchange(e: AnEvening, n: int) -> None:
    there = version(e, n, live=True)
    where = (there.table_round.round.number, there.table.number, there.number)
    one, other = ticket(e, n).code, ticket(e, n // 3).code
    e.act(acts.ExchangeSeats(hands=[where], one=one, other=other, reason="the wrong chairs"))


def decide(e: AnEvening, n: int) -> None:
    game: dict[str, Any] = {"round": 1 + n % 3, "table": 1 + n % 4, "reason": "a torn card"}
    if n % 2:
        seats: Any = ["follow", "keep"][n // 2 % 2]
        e.act(acts.NotPlayed(seats=seats, **game))
    else:
        points = [n % 30] * (n % 3 + 2)
        e.act(acts.AdjustGame(points=points, **game, **choices(n)))


def withdraw(e: AnEvening, n: int) -> None:
    decided = one_of(standing_decisions(e.evening), n)
    e.act(acts.Withdraw(of=decided.sequence, reason="it was wrong", **choices(n)))


def withdraw_cut(e: AnEvening, n: int) -> None:
    e.act(acts.WithdrawCut(of=one_of(standing_cuts(e.evening), n).sequence, reason="it was wrong"))


MENDING: dict[str, Do] = {
    "enter a hand from another phone": enter_another,
    "confirm": confirm,
    "settle a dispute": settle,
    "enter a hand late": a_late_hand,
    "take a late hand": lambda e, n: e.act(
        acts.TakeLate(of=version(e, n, state="late").entry.sequence, reason="it was played", **choices(n))
    ),
    "leave a late hand out": lambda e, n: e.act(
        acts.LeaveOutLate(of=version(e, n, state="late").entry.sequence, reason="it was not")
    ),
    "correct": correct,
    "exchange seats": exchange,
    "give a penalty": lambda e, n: e.act(
        acts.Penalty(tickets=[ticket(e, n).code], points=n % 9 - 4, reason="late again")
    ),
    "decide about a game": decide,
    "withdraw a decision": withdraw,
    "withdraw a cut": withdraw_cut,
    "take the bell back": lambda e, n: e.act(acts.TakeBackBell(reason="too early")),
    "look at a table": lambda e, n: e.act(acts.Look(table=n % 5)),
}
ACTS: dict[str, Do] = {
    **MENDING,
    "go on": go_on,
    "enter a hand": enter,
    "enter hands up to the target": many_hands,
    "send a hand again": send_again,
    "ring": lambda e, n: e.act(acts.Ring(table=n % 5)),
    "stop": lambda e, n: e.act(acts.Stop()),
    "the sweep": lambda e, n: sweep(at=e.clock()),
    "cut": lambda e, n: e.act(acts.Cut(table=n % 5, winner="AB"[n % 2])),
    "cut by the seed": lambda e, n: e.act(acts.Cut(table=n % 5, how="seed")),
    "close": lambda e, n: e.act(acts.Close(anyway=bool(n % 2))),
    "do a job": do_a_job,
    "draft again": lambda e, n: e.act(acts.DraftMove(again=True)),
    "swap": swap,
    "announce": lambda e, n: e.act(acts.PublishMove()),
    "start": lambda e, n: e.act(acts.Start()),
    "open the doors": lambda e, n: e.act(acts.OpenDoors()),
    "let a guest in": lambda e, n: e.act(evenings.check_in_guest, name=f"Guest {n}", colour=""),
    "take a ticket back": lambda e, n: e.act(evenings.check_out, ticket=ticket(e, n)),
    "draw": lambda e, n: e.act(acts.Draw(again=bool(n % 2))),
    "come late": lambda e, n: e.act(evenings.arrive_guest, name=f"Late {n}", colour=""),
    "leave": lambda e, n: e.act(acts.Leave(ticket=ticket(e, n).code)),
    "stay": lambda e, n: e.act(acts.Stay(ticket=ticket(e, n).code)),
    "stand in": lambda e, n: e.act(evenings.substitute_guest, ticket=ticket(e, n), name=f"Instead {n}"),
    "finish": lambda e, n: e.act(acts.Finish()),
    "cut for a prize": cut_for_prize,
    "publish": lambda e, n: e.act(results.request_publication),
    "rebuild": lambda e, n: publish.rebuild(evening=e.evening, at=e.clock()),
}
WEIGHTS = {"go on": 8, "enter a hand": 5, "enter hands up to the target": 3, "cut for a prize": 2}


def step(evening: AnEvening, name: str, n: int) -> None:
    """Do one thing: it is done, or refused and then nothing has happened; all agrees after it."""
    before = everything()
    try:
        ACTS[name](evening, n)
    except (Faults, Nothing):
        assert everything() == before
    assert publish.check_rows(evening.read()) == [], name


OPTIONS: dict[str, list[str]] = {
    "head_table": ["keep", "exchange"],
    "bell": ["any_table", "head_table"],
    "sitout": ["none", "half"],
    "substitute": ["own", "inherits"],
}


PRIZES: list[dict[str, Any]] = [
    {},
    *(
        {"best": 3, "sums": [5000, 3001], "booby_sum": 7, "ties": ties}
        for ties in ("shared", "equal", "hort")
    ),
]
GAMES = sorted(catalogue.GAMES)


def an_evening(club: Club, dice: random.Random) -> AnEvening:
    """Two in three move by the bell, the others count their own points."""
    movement = dice.choice(["progressive", "progressive", "progressive", "progressive", "fixed", "drawn"])
    players, prizes = dice.randint(4, 14), dice.choice(PRIZES)
    if movement != "progressive":
        game = dice.choice(GAMES)
        return AnEvening.made(club, players, at=START, rounds=3, game=game, movement=movement, prizes=prizes)
    options: dict[str, Any] = {name: dice.choice(choices) for name, choices in OPTIONS.items()}
    return AnEvening.made(club, players, at=START, rounds=3, prizes=prizes, **options)


@pytest.mark.parametrize("seed", range(WALKS))
def test_anything_in_any_order(club: Club, seed: int) -> None:
    dice = random.Random(seed)
    evening = an_evening(club, dice).bring_to("seated")
    names = list(ACTS)
    for name in dice.choices(names, [WEIGHTS.get(name, 1) for name in names], k=STEPS):
        step(evening, name, dice.randrange(10_000))
