"""What the director and the workers do with people, seats and the end of an evening; dice choose."""

import random
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, do_a_slice
from tournaments.club.models import Player
from tournaments.club.services import clubs, members
from tournaments.evening import acts
from tournaments.evening.models import Planning, Ticket
from tournaments.evening.reads.facts import plan_of, prizes_of, schedule_of, seating_of
from tournaments.evening.reads.schedules import tickets_by_number
from tournaments.evening.services import evenings, results, schedules
from tournaments.movement.exchange import as_csv, as_text
from tournaments.movement.interface import Wishes
from tournaments.ranking.prizes import ties_to_cut
from tournaments.work import runner
from tournaments.work.models import Job

Dice = random.Random
T = TypeVar("T")
PRIZES: tuple[dict[str, Any], ...] = (
    {},
    {"best": 2},
    *(
        {"best": 3, "sums": [5000, 3001], "booby_sum": 7, "ties": ties}
        for ties in ("shared", "equal", "hort")
    ),
)


class Nothing(Exception):  # noqa: N818 - there is nothing to do it to
    """There is no ticket, hand, job or tie to do something with."""


def one_of(found: list[T], dice: Dice) -> T:
    """One of what there is. Raises Nothing."""
    if not found:
        raise Nothing
    return dice.choice(found)


def any_ticket(e: AnEvening, dice: Dice) -> Ticket:
    """Any ticket of the evening, of somebody who has left too. Raises Nothing."""
    return one_of(list(e.evening.tickets.order_by("number")), dice)


def any_colour(e: AnEvening, dice: Dice) -> str:
    """One of the evening's colours, "" where it has none."""
    return str(dice.choice(e.evening.plan["colours"] or [""]))


def new_name(e: AnEvening, dice: Dice) -> str:
    known = e.evening.club.players.count()
    return f"{dice.choice(('Ann', 'Ben', 'Cleo', 'Dan', 'Élodie', 'Fay'))} {known + 1}"


def _member_or_guest(e: AnEvening, dice: Dice) -> Player:
    club, name = e.evening.club, new_name(e, dice)
    return clubs.add_player(club=club, name=name, guest=bool(dice.randrange(2)), at=e.clock())


def cut_level_tables(e: AnEvening, dice: Dice) -> None:
    """Every level table cuts, where tables are won."""
    if e.evening.status != "bell" or e.evening.plan["counting"] == "points":
        return
    for table in e.tables():
        if len(set(e.totals(table))) == 1:
            e.act(acts.Cut(table=table, winner=dice.choice("AB")))


def go_on(e: AnEvening, dice: Dice) -> None:
    """What a director does next when all goes well; people come in before the first seats are drawn."""
    with suppress(Faults):
        cut_level_tables(e, dice)
    e.read()
    steps = {
        "draft": lambda: e.act(acts.OpenDoors()),
        "check_in": lambda: _let_in_or_draw(e),
        "seated": lambda: e.act(acts.Start()),
        "playing": lambda: _hands_or_stop(e, dice),
        "bell": lambda: e.act(acts.Close(anyway=True)),
        "settled": lambda: _move_or_finish(e),
        "drafted": lambda: e.act(acts.PublishMove()),
        "moved": lambda: e.act(acts.Start()),
        "finished": lambda: e.act(results.request_publication),
        "published": e.work,
    }
    steps[e.evening.status]()


def _let_in_or_draw(e: AnEvening) -> None:
    inside = set(e.evening.tickets.values_list("player_id", flat=True))
    colours = e.evening.plan["colours"] or [""]
    coming = [player for player in e.players if player.pk not in inside]
    arrivals = [(player, colours[place % len(colours)]) for place, player in enumerate(coming)]
    if arrivals and len(inside) < len(e.players):
        e.act(evenings.check_in, players=arrivals)
    else:
        e.act(acts.Draw(again=e.evening.rounds.exists()))


def _hands_or_stop(e: AnEvening, dice: Dice) -> None:
    """A round has a few hands before it is stopped."""
    if sum(e.round().tables.values_list("hands_count", flat=True)) < len(e.tables()):
        e.play_hands(1)
    elif dice.randrange(3) == 0:
        e.act(acts.Stop())


def _move_or_finish(e: AnEvening) -> None:
    e.work()
    if e.evening.status == "settled" and e.evening.current_round >= e.evening.plan["rounds"]:
        e.act(acts.Finish())


def do_a_job(e: AnEvening, dice: Dice) -> None:
    """One job that waits, as a worker does it; it succeeds."""
    job = one_of(list(e.evening.jobs.filter(outcome=Job.Outcome.WAITING).order_by("pk")), dice)
    done = runner.run(job.pk, clock=e.clock)
    assert done is not None
    assert done.outcome == Job.Outcome.DONE, done.remark
    e.read()


def change_plan(e: AnEvening, dice: Dice) -> None:
    """Another plan, name or day; what tickets and seats agree with stays."""
    plan: dict[str, Any] = {**e.evening.plan}
    change = dice.randrange(5)
    if change == 0:
        plan["rounds"] = dice.randint(2, 4)
    elif change == 1:
        plan["prizes"] = dice.choice(PRIZES)
    elif change == 2:
        plan["confirmation"] = dice.choice(("needed", "taken"))
    day: date = e.evening.date + timedelta(days=change == 3)
    name = f"Evening {dice.randrange(100)}" if change == 4 else e.evening.name
    e.act(evenings.change_plan, name=name, date=day, plan=plan)


def check_in_guest(e: AnEvening, dice: Dice) -> None:
    e.act(evenings.check_in_guest, name=new_name(e, dice), colour=any_colour(e, dice))


def check_in_names(e: AnEvening, dice: Dice) -> None:
    wanted = [f"{new_name(e, dice)} {place}" for place in range(dice.randint(1, 3))]
    e.act(evenings.check_in_names, names=wanted, colours=dict.fromkeys(wanted, any_colour(e, dice)))


def check_out(e: AnEvening, dice: Dice) -> None:
    e.act(evenings.check_out, ticket=any_ticket(e, dice))


def draw(e: AnEvening, dice: Dice) -> None:
    e.act(acts.Draw(again=bool(dice.randrange(2))))


def seat_by_hand(e: AnEvening, dice: Dice) -> None:
    """Everybody is placed, anyhow."""
    codes = list(e.evening.tickets.order_by("number").values_list("code", flat=True))
    dice.shuffle(codes)
    tables = []
    for size in plan_of(e.evening).tables.sizes(len(codes)):
        tables.append(codes[:size])
        del codes[:size]
    e.act(evenings.seat_by_hand, tables=tables, sitting_out=codes)


def swap(e: AnEvening, dice: Dice) -> None:
    one, other = any_ticket(e, dice).code, any_ticket(e, dice).code
    e.act(acts.Swap(one=one, other=other, reason=dice.choice(("a wish", "a wish", ""))))


def plan_again(e: AnEvening, dice: Dice) -> None:
    """A search for a better schedule is asked for, worked to its end, and taken."""
    purpose = dice.choice(("improve", "fewest", "fewest", "fairest"))
    planning: Planning = e.act(schedules.ask, purpose=purpose, wishes=Wishes())

    def hurried() -> datetime:
        e.at += timedelta(seconds=29)
        return e.clock()

    while do_a_slice(planning.pk, clock=hurried):
        pass
    schedules.take(planning=planning, by="user:1", at=e.clock())
    e.read()


def bring_a_schedule(e: AnEvening, dice: Dice) -> None:
    """The schedule that stands, with the players turned round by one, comes in from a file."""
    standing, first = schedule_of(e.evening), e.evening.rounds.filter(number=1).first()
    if standing is None or first is None:
        raise Nothing
    rounds_, order = [seating_of(first), *standing.rounds], tickets_by_number(e.evening)
    if any(set(seating.players()) != set(order) for seating in rounds_):
        raise Nothing  # somebody came or went since
    numbers = {code: str(number) for number, code in enumerate(order, start=1)}
    told = [seating.renamed(numbers) for seating in rounds_]
    people = sorted(told[0].players(), key=int)
    turned = dict(zip(people, [*people[1:], people[0]], strict=True))
    write = dice.choice((as_text, as_csv))
    text = write(seating.renamed(turned) for seating in told)
    e.act(schedules.bring, text=text, source="from another club.txt")


def come_late(e: AnEvening, dice: Dice) -> None:
    if dice.randrange(2):
        e.act(evenings.arrive_guest, name=new_name(e, dice), colour=any_colour(e, dice))
    else:
        e.act(evenings.arrive, player=_member_or_guest(e, dice), colour=any_colour(e, dice))


def leave(e: AnEvening, dice: Dice) -> None:
    e.act(acts.Leave(ticket=any_ticket(e, dice).code))


def stand_in(e: AnEvening, dice: Dice) -> None:
    ticket = any_ticket(e, dice)
    if dice.randrange(2):
        e.act(evenings.substitute_guest, ticket=ticket, name=new_name(e, dice))
    else:
        e.act(evenings.substitute, ticket=ticket, player=_member_or_guest(e, dice))


def cut_for_prize(e: AnEvening, dice: Dice) -> None:
    tie = one_of(list(ties_to_cut(prizes_of(e.evening))), dice)
    about: dict[str, Any] = {"prize": tie.prize, "colour": tie.colour}
    if dice.randrange(3):
        e.act(acts.CutPrize(order=dice.sample(tie.players, len(tie.players)), **about))
    else:
        e.act(acts.CutPrize(order=tie.players, **about, how="seed"))


def rename(e: AnEvening, dice: Dice) -> None:
    player = any_ticket(e, dice).player
    name = player.name if dice.randrange(2) else new_name(e, dice)
    members.change_player(player, members.MemberChange(name=name, colour="", guest=False, active=True))


def erase(e: AnEvening, dice: Dice) -> None:
    """Somebody's name is thrown away, out of every archive too."""
    if e.evening.status == "published" and e.evening.seed.endswith(("0", "4", "8")):
        members.erase_names(player=any_ticket(e, dice).player)
        e.read()
