"""An evening by a schedule: drawn up with the seats, read off round by round, planned again as people come and go."""

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import combinations, count
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, do_a_slice
from tests.tournaments.the_rows import refused
from tournaments.evening import acts
from tournaments.evening.models import Planning
from tournaments.evening.reads.facts import schedule_of, seating_of
from tournaments.evening.services import schedules
from tournaments.evening.services.evenings import arrive_guest, substitute_guest
from tournaments.movement.interface import Announced, Wishes
from tournaments.movement.seating import Seating
from tournaments.publishing import publish
from tournaments.work import outbox
from tournaments.work.outbox import LONG_PATIENCE


def scheduled(make: Make, players: int, **more: Any) -> AnEvening:
    return make(players, movement="scheduled", **more)


def announced(evening: AnEvening) -> Announced:
    standing = schedule_of(evening.evening)
    assert standing is not None
    return standing


def all_rounds(evening: AnEvening) -> list[Seating]:
    return [seating_of(evening.evening.rounds.get(number=1)), *announced(evening).rounds]


def meetings(rounds: list[Seating]) -> dict[frozenset[str], int]:
    found: dict[frozenset[str], int] = {}
    for seating in rounds:
        for table in seating.tables:
            for pair in combinations(table, 2):
                found[frozenset(pair)] = found.get(frozenset(pair), 0) + 1
    return found


def search(evening: AnEvening, purpose: str = "improve", wishes: Wishes | None = None) -> Planning:
    """Ask for a search and let a worker do it to its end."""
    planning: Planning = evening.act(schedules.ask, purpose=purpose, wishes=wishes or Wishes())

    def hurried() -> datetime:
        evening.at += timedelta(seconds=19)
        return evening.clock()

    while do_a_slice(planning.pk, clock=hurried):
        pass
    planning.refresh_from_db()
    return planning


def test_the_draw_announces_every_round_and_each_is_read_off_the_schedule(make_evening: Make) -> None:
    evening = scheduled(make_evening, 16, rounds=5)
    told = all_rounds(evening)
    assert len(told) == 5
    assert announced(evening).made_by.kind == "perfect"
    assert max(meetings(told).values()) == 1
    for number in (2, 3):
        evening.go_on_to("moved")
        assert seating_of(evening.evening.rounds.get(number=number)) == told[number - 1]


def test_one_more_round_than_was_planned_is_planned_when_it_is_asked_for(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=1)
    evening.go_on_to("settled")
    evening.act(acts.DraftMove(again=True))
    assert len(seating_of(evening.evening.rounds.get(number=2)).tables) == 2


def test_a_swap_changes_every_round_and_a_substitute_plays_in_the_seats_announced(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=3)
    before = all_rounds(evening)
    one, other = before[0].tables[0][0], before[0].tables[1][2]
    evening.act(acts.Swap(one=one, other=other, reason=""))
    both = {one: other, other: one}
    assert all_rounds(evening) == [seating.renamed(both) for seating in before]
    told = all_rounds(evening)
    evening.step_to("playing")
    leaving = evening.evening.tickets.get(code=told[0].tables[0][0])
    ticket = evening.act(substitute_guest, ticket=leaving, name="Sub Stitute")
    evening.go_on_to("moved")
    evening.go_on_to("moved")
    assert seating_of(evening.evening.rounds.get(number=3)) == told[2].renamed({leaving.code: ticket.code})


def test_when_one_leaves_the_coming_rounds_are_planned_again_and_announced(make_evening: Make) -> None:
    evening = scheduled(make_evening, 9, rounds=4)
    told = all_rounds(evening)
    evening.step_to("playing")
    leaving = evening.evening.tickets.get(code=told[1].tables[0][1])
    evening.act(acts.Leave(ticket=leaving.code))
    evening.go_on_to("drafted")
    assert announced(evening).since(2) == tuple(told[1:])  # a draft announces nothing
    evening.step_to("moved")
    now = announced(evening)
    assert seating_of(evening.evening.rounds.get(number=2)) == now.of(2)
    assert all(leaving.code not in set(seating.players()) for seating in now.since(2))
    assert len(now.since(2)) == 3


def test_a_search_changes_nothing_until_it_is_taken(make_evening: Make) -> None:
    evening = scheduled(make_evening, 10, rounds=4)
    before = all_rounds(evening)
    planning = search(evening)
    assert (planning.stage, all_rounds(evening)) == ("ready", before)
    evening.evening.refresh_from_db()
    schedules.take(planning=planning, by="user:1", at=evening.clock())
    evening.read()
    taken = announced(evening)
    assert taken == Announced.from_data(planning.announced or {})
    assert seating_of(evening.evening.rounds.get(number=1)) == taken.of(1)


def test_wishes_are_kept(make_evening: Make) -> None:
    evening = scheduled(make_evening, 12, rounds=3)
    people = list(all_rounds(evening)[0].players())
    wishes = Wishes(apart=((people[0], people[1]),), together=((people[2], people[3]),), unmoved=(people[4],))
    planning = search(evening, wishes=wishes)
    rounds = Announced.from_data(planning.announced or {}).rounds
    met = meetings(list(rounds))
    assert frozenset(people[:2]) not in met
    assert met[frozenset(people[2:4])] == 3
    places = {
        (number, table.index(people[4]))
        for seating in rounds
        for number, table in enumerate(seating.tables)
        if people[4] in table
    }
    assert len(places) == 1


def test_a_search_asked_for_again_goes_other_ways(make_evening: Make) -> None:
    evening = scheduled(make_evening, 11, rounds=5)
    first, again = search(evening), search(evening)
    assert first.moves == again.moves > 0
    seeds = {Announced.from_data(found.announced or {}).made_by.seed for found in (first, again)}
    assert len(seeds) == 2


def test_couples_who_are_named_meet_all_others_and_never_each_other(make_evening: Make) -> None:
    evening = scheduled(make_evening, 16, rounds=7, schedule="couples", colours=("ladies", "gentlemen"))
    by_colour = evening.evening.tickets.order_by("colour", "number").values_list("code", flat=True)
    couples = tuple(zip(by_colour[:8], by_colour[8:], strict=True))
    planning = search(evening, wishes=Wishes(apart=couples))
    found = Announced.from_data(planning.announced or {})
    assert (planning.stage, found.made_by.kind, len(found.rounds)) == ("ready", "perfect", 7)
    met = meetings(list(found.rounds))
    assert not any(frozenset(couple) in met for couple in couples)


def test_a_slice_done_by_two_workers_counts_once(make_evening: Make) -> None:
    evening = scheduled(make_evening, 11, rounds=4)
    planning: Planning = evening.act(schedules.ask, purpose="improve", wishes=Wishes())
    asked = count()

    def meanwhile() -> datetime:
        if next(asked) == 1:
            do_a_slice(planning.pk, clock=evening.clock)
        return evening.clock()

    do_a_slice(planning.pk, clock=meanwhile)
    planning.refresh_from_db()
    assert planning.jobs.get().slices == 2
    assert planning.moves == schedules.CHUNK


def test_a_killed_workers_slice_is_done_again(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = scheduled(make_evening, 11, rounds=4)
    planning: Planning = evening.act(schedules.ask, purpose="improve", wishes=Wishes())
    job = planning.jobs.get()
    with monkeypatch.context() as killed:
        killed.setattr(schedules, "_slice", lambda *_: sys.exit(9))
        with pytest.raises(SystemExit):
            do_a_slice(planning.pk, clock=lambda: evening.at)
    job.refresh_from_db()
    assert (job.outcome, job.attempts, job.slices) == ("waiting", 0, 1)
    assert job.due_at == evening.at + LONG_PATIENCE
    with monkeypatch.context() as nobody_hears:
        nobody_hears.setattr(outbox, "send", lambda *_: None)
        assert job.pk not in outbox.hand_out(at=evening.at)
        assert job.pk in outbox.hand_out(at=job.due_at)
    assert do_a_slice(planning.pk, clock=evening.clock)
    planning.refresh_from_db()
    assert planning.moves > 0


def somebody_comes(evening: AnEvening) -> None:
    evening.act(arrive_guest, name="Lat Ecomer", colour="")


def the_signal_is_given(evening: AnEvening) -> None:
    evening.step_to("playing")


@pytest.mark.parametrize(
    ("happens", "code"),
    [(the_signal_is_given, "room-changed"), (somebody_comes, "room-changed"), (search, "nothing-found")],
)
def test_what_was_planned_for_another_room_is_not_announced(
    make_evening: Make, happens: Callable[[AnEvening], object], code: str
) -> None:
    evening = scheduled(make_evening, 9, rounds=3)
    planning = search(evening)
    happens(evening)
    with refused(f"planning {code}"):
        schedules.take(planning=planning, by="user:1", at=evening.clock())


def test_a_search_that_is_stopped_is_ready_with_what_it_has(make_evening: Make) -> None:
    evening = scheduled(make_evening, 19, rounds=6)
    planning: Planning = evening.act(schedules.ask, purpose="improve", wishes=Wishes())
    schedules.stop(planning=planning, at=evening.clock())
    assert not do_a_slice(planning.pk, clock=evening.clock)
    planning.refresh_from_db()
    assert planning.stage == "ready"


def test_a_file_becomes_the_schedule(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=2)
    evening.act(schedules.bring, text="1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n", source="ours.txt")
    codes = list(evening.evening.tickets.order_by("number").values_list("code", flat=True))
    assert seating_of(evening.evening.rounds.get(number=1)).tables[0] == tuple(codes[:4])
    assert announced(evening).of(2) == Seating(
        ((codes[0], codes[4], codes[1], codes[5]), (codes[2], codes[6], codes[3], codes[7]))
    )
    assert announced(evening).made_by.source == "ours.txt"


SEATED_TWICE = "1-2-3-4 5-6-7-7\n1-5-2-99 3-7-4-8\n"


def test_a_file_for_another_evening_is_refused(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=2)
    for text, codes in (
        (SEATED_TWICE, ["line.1.table.2.seat.4 twice", "line.2.table.1.seat.4 out-of-range"]),
        ("1-2-3-4 5-6-7-8\n", ["file wrong-number-of-rounds"]),
        ("1-2-3-4 5-6-7-8\n1-5-2-6\n", ["file wrong-number-seated"]),
    ):
        with refused(*codes):
            evening.act(schedules.bring, text=text, source="another.txt")


def test_rows_lost_are_made_again_from_the_ledger(make_evening: Make) -> None:
    evening = scheduled(make_evening, 10, rounds=3)
    standing = announced(evening)
    evening.evening.schedule.delete()
    assert publish.check_rows(evening.evening) != []
    publish.rebuild(evening=evening.evening, at=evening.clock())
    evening.read()
    assert announced(evening) == standing
