"""What phones and the director do with hands, bells, cuts and decisions; dice choose."""

from datetime import timedelta
from typing import Any

from games import catalogue
from tests.golden.at_the_desk import Dice, Nothing, any_ticket, one_of
from tests.tournaments.an_evening import AnEvening, a_hand
from tournaments.evening import acts
from tournaments.evening.models import Hand, TableDevice, TableLink
from tournaments.evening.reads.director_alerts import standing_decisions
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.services import links, player_requests
from tournaments.rehearsal.random_hands import pretend_hand
from tournaments.work import runner


def by_points(e: AnEvening) -> bool:
    return bool(e.evening.plan["counting"] == "points")


def any_hand(e: AnEvening, dice: Dice, table: int = 0) -> dict[str, Any]:
    """A hand that may be played at a table, now and then at one of another size.

    Where the bell rings it is made, missed by much, or thrown in: tables are often level.
    """
    game = e.evening.plan["game"]
    if by_points(e):
        row = e.evening.rounds.filter(number=e.evening.current_round).first()
        here = row and row.tables.filter(table__number=table).first()
        sizes = [len(here.seat_points)] if here and dice.randrange(12) else list(catalogue.find(game).seats)
        return pretend_hand(dice, game, dice.choice(sizes))
    seat, couple = dice.randint(1, 4), dice.choice("AB")
    return dice.choice((a_hand(seat, 5, couple), a_hand(2, 14, "A"), {"passed_out": True}))


def any_version(e: AnEvening, dice: Dice, **which: Any) -> Hand:
    """One of the evening's hands, as it was entered in whatever version. Raises Nothing."""
    rows = Hand.objects.filter(table__evening=e.evening, **which).order_by("entry__sequence")
    return one_of(list(rows.select_related("entry", "table", "table_round__round")), dice)


def where(hand: Hand) -> dict[str, Any]:
    return {
        "round": hand.table_round.round.number,
        "table": hand.table.number,
        "number": hand.number,
    }


def any_table(e: AnEvening, dice: Dice) -> int:
    """A table in play; now and then one that is not there."""
    return dice.choice(e.tables()) if e.evening.current_round and dice.randrange(8) else dice.choice((0, 99))


def any_game(e: AnEvening, dice: Dice) -> dict[str, Any]:
    """A round so far, mostly the one in play, and a table."""
    number = dice.choice((e.evening.current_round, dice.randint(1, max(1, e.evening.current_round))))
    return {"round": number, "table": any_table(e, dice)}


def any_choices(dice: Dice) -> dict[str, Any]:
    """What the director says of the cut and of seats announced already."""
    return {"cut": dice.choice(("", "", "", "A", "B", "seed")), "seats": dice.choice(("follow", "keep"))}


def somebody(hand: Hand, dice: Dice) -> str:
    """The director, a phone in the middle of the table, or one that has said where it sits."""
    table = f"table:{hand.table.number}"
    return dice.choice(("user:1", table, f"{table} seat:{dice.randint(1, 4)}"))


def a_phone(e: AnEvening, dice: Dice, table: int) -> TableDevice:
    """One of the two phones that are known at a table. Raises Nothing where the table has no link."""
    link = one_of(list(TableLink.objects.filter(table__evening=e.evening, table__number=table)), dice)
    which = dice.randint(1, 2)
    return links.meet_device(link=link, token=f"phone {table} {which}", label="Phone", at=e.clock())


def enter(e: AnEvening, dice: Dice) -> None:
    table = any_table(e, dice)
    about: dict[str, Any] = {}
    if dice.randrange(6) == 0:
        about["number"] = dice.randint(1, 7)
    if dice.randrange(6) == 0:
        about["played_at"] = e.at - timedelta(seconds=dice.randrange(90))
    if dice.randrange(6) == 0:
        about["by"] = f"table:{table} seat:{dice.randint(1, 4)}"
    if dice.randrange(8) == 0:
        about["phone"] = a_phone(e, dice, table).pk
    e.enter(table, any_hand(e, dice, table), **about)


def play_everywhere(e: AnEvening, dice: Dice) -> None:
    """Every table plays one hand, until one of them is refused."""
    for table in e.tables() if e.evening.current_round else ():
        e.enter(table, any_hand(e, dice, table))


def play_to_the_target(e: AnEvening, dice: Dice) -> None:
    if by_points(e):
        raise Nothing
    table, couple = any_table(e, dice), dice.choice("AB")
    for _ in range(4):
        e.enter(table, a_hand(1 if couple == "A" else 2, 5, couple))


def send_again(e: AnEvening, dice: Dice) -> None:
    """A phone sends a hand once more; nothing comes of it."""
    sent = any_version(e, dice)
    before = e.evening.ledger_length
    if not sent.answer:
        raise Nothing
    e.enter(sent.table.number, sent.hand or {}, key=sent.key)
    assert e.evening.ledger_length == before


def enter_too(e: AnEvening, dice: Dice) -> None:
    """Another phone enters a hand that is there already: the same, or another."""
    there = any_version(e, dice, live=True)
    table = there.table.number
    told = there.hand if dice.randrange(2) and there.hand else any_hand(e, dice, table)
    about = {"round_number": there.table_round.round.number, "number": there.number}
    if dice.randrange(4) == 0:
        about["phone"] = a_phone(e, dice, table).pk
    e.enter(table, told, by=f"table:{table} seat:{dice.randint(1, 4)}", **about)


def enter_late(e: AnEvening, dice: Dice) -> None:
    """A hand of this round or an earlier one comes in late."""
    number = dice.randint(1, max(1, e.evening.current_round))
    table, played = any_table(e, dice), e.at - timedelta(seconds=dice.randrange(40))
    e.enter(table, any_hand(e, dice, table), round_number=number, played_at=played)


def confirm(e: AnEvening, dice: Dice) -> None:
    there = any_version(e, dice, live=True)
    e.act(acts.ConfirmHand(of=there.entry.sequence, **where(there)), by=somebody(there, dice))


def settle(e: AnEvening, dice: Dice) -> None:
    """A dispute is settled for one of its entries."""
    there = any_version(e, dice, state="disputes")
    live = any_version(e, dice, live=True, table_round=there.table_round, number=there.number)
    keep = dice.choice((there, live)).entry.sequence
    by = somebody(there, dice)
    e.act(acts.SettleDispute(keep=keep, **where(there), **any_choices(dice)), by=by)


def take_late(e: AnEvening, dice: Dice) -> None:
    of = any_version(e, dice, state="late").entry.sequence
    e.act(acts.TakeLate(of=of, reason="it was played", **any_choices(dice)))


def leave_out_late(e: AnEvening, dice: Dice) -> None:
    e.act(acts.LeaveOutLate(of=any_version(e, dice, state="late").entry.sequence, reason="it was not"))


def correct(e: AnEvening, dice: Dice) -> None:
    """Another hand, or a void deal, in place of one that counts."""
    there = any_version(e, dice, live=True)
    told = any_hand(e, dice, there.table.number) if dice.randrange(6) else None
    about = {**where(there), "of": there.entry.sequence, "hand": told, "reason": "miscounted"}
    by = dice.choice(("user:1", "user:1", somebody(there, dice)))
    e.act(acts.CorrectHand(**about, **any_choices(dice)), by=by)


def note(e: AnEvening, dice: Dice) -> None:
    """What a hand should have been is kept beside it."""
    there = any_version(e, dice, live=True)
    told = any_hand(e, dice, there.table.number)
    e.act(acts.NoteHand(of=there.entry.sequence, hand=told, reason="seen later", **where(there)))


def ring(e: AnEvening, dice: Dice) -> None:
    """A table rings, or two do."""
    target = e.evening.plan["house_rules"].get("target")
    at_target = [] if by_points(e) else [t for t in e.tables() if max(e.totals(t)) >= (target or 0)]
    rings = at_target if at_target and dice.randrange(6) else [any_table(e, dice)]
    dice.shuffle(rings)
    for table in rings[:2]:
        e.act(acts.Ring(table=table), by=f"table:{table}")


def sweep(e: AnEvening, dice: Dice) -> None:
    """The clock looks whether a round's time is over."""
    if dice.randrange(2):
        e.at += timedelta(minutes=20)
    runner.sweep(at=e.clock())
    e.read()


def cut(e: AnEvening, dice: Dice) -> None:
    level = [] if by_points(e) else [t for t in e.tables() if len(set(e.totals(t))) == 1]
    table = dice.choice(level) if level and dice.randrange(6) else any_table(e, dice)
    if dice.randrange(2):
        e.act(acts.Cut(table=table, winner=dice.choice("AB")))
    else:
        e.act(acts.Cut(table=table, how="seed"))


def close(e: AnEvening, dice: Dice) -> None:
    e.act(acts.Close(anyway=bool(dice.randrange(2))))


def look(e: AnEvening, dice: Dice) -> None:
    e.act(acts.Look(table=any_table(e, dice)))


def call(e: AnEvening, dice: Dice) -> None:
    """A table calls the director, or one that called is answered."""
    waiting = e.evening.calls.filter(answered_at__isnull=True).order_by("pk").first()
    if waiting is not None:
        e.act(player_requests.answer_call, call=waiting)
    else:
        reason = dice.choice(("score", "rule", "other"))
        e.act(player_requests.call, table_number=any_table(e, dice), reason=reason, by="table:1")


def exchange_seats(e: AnEvening, dice: Dice) -> None:
    """Two people sat in each other's seats for some hands of a table."""
    there = any_version(e, dice, live=True)
    same = Hand.objects.filter(table_round=there.table_round, live=True).order_by("number")
    numbers = list(same.values_list("number", flat=True))[: dice.randint(1, 3)]
    place = (there.table_round.round.number, there.table.number)
    seated = list(seating_of(there.table_round.round).tables[there.table.number - 1])
    one, other = dice.sample(seated, 2)
    if dice.randrange(3) == 0:
        other = any_ticket(e, dice).code
    hands = [(*place, number) for number in numbers]
    e.act(acts.ExchangeSeats(hands=hands, one=one, other=other, reason="the wrong chairs"))


def give_penalty(e: AnEvening, dice: Dice) -> None:
    tickets = sorted({any_ticket(e, dice).code for _ in range(dice.randint(1, 2))})
    e.act(acts.Penalty(tickets=tickets, points=dice.randint(-5, 5), reason="late again"))


def adjust_game(e: AnEvening, dice: Dice) -> None:
    game = any_game(e, dice)
    row = e.evening.rounds.filter(number=game["round"]).first()
    here = row and row.tables.filter(table__number=game["table"]).first()
    points = [dice.randrange(30) for _ in range(len(here.seat_points) or 2 if here else 2)]
    if dice.randrange(4) == 0:
        points = [points[0]] * len(points)
    e.act(acts.AdjustGame(points=points, reason="a torn card", **game, **any_choices(dice)))


def not_played(e: AnEvening, dice: Dice) -> None:
    seats: Any = dice.choice(("follow", "keep"))
    e.act(acts.NotPlayed(seats=seats, reason="a fire alarm", **any_game(e, dice)))


def withdraw(e: AnEvening, dice: Dice) -> None:
    decided = one_of(list(standing_decisions(e.evening)), dice)
    e.act(acts.Withdraw(of=decided.sequence, reason="it was wrong", **any_choices(dice)))
