"""An evening by a schedule: drawn up with the seats, read off round by round, planned again as people come and go."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, do_a_slice
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Planning
from tournaments.evening.reads.facts import schedule_of, seating_of
from tournaments.evening.services import schedules
from tournaments.evening.services.evenings import arrive, substitute
from tournaments.movement.announced import Announced, Wishes
from tournaments.movement.seating import Seating
from tournaments.publishing import publish
from tournaments.work import outbox
from tournaments.work.topics import LONG_PATIENCE

pytestmark = pytest.mark.django_db
Make = Callable[..., AnEvening]


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


def play_on(evening: AnEvening) -> None:
    """One round from its signal to the next seats announced."""
    for step in ("playing", "bell", "settled", "drafted", "moved"):
        evening.step_to(step)


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


def test_the_draw_announces_every_round_and_the_ledger_has_it(make_evening: Make) -> None:
    evening = scheduled(make_evening, 16, rounds=5)
    rounds = all_rounds(evening)
    assert len(rounds) == 5
    assert announced(evening).made_by.kind == "perfect"
    assert max(meetings(rounds).values()) == 1
    assert publish.check_rows(evening.evening) == []


@pytest.mark.parametrize("players", [7, 9, 13, 18, 22])
def test_any_number_of_players_has_a_schedule_in_which_sitting_out_goes_round(
    make_evening: Make, players: int
) -> None:
    rounds = all_rounds(scheduled(make_evening, players, rounds=4))
    out = [player for seating in rounds for player in seating.sitting_out]
    often = [out.count(player) for player in rounds[0].players()]
    assert max(often) - min(often) <= 1
    assert {len(table) for seating in rounds for table in seating.tables} == {4}


def test_each_round_is_read_off_the_schedule(make_evening: Make) -> None:
    evening = scheduled(make_evening, 12, rounds=3)
    told = all_rounds(evening)
    for number in (2, 3):
        play_on(evening)
        assert seating_of(evening.evening.rounds.get(number=number)) == told[number - 1]
    assert publish.check_rows(evening.evening) == []


def test_one_more_round_than_was_planned_is_planned_when_it_is_asked_for(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=1)
    for step in ("playing", "bell", "settled"):
        evening.step_to(step)
    evening.act(acts.DraftMove(again=True))
    assert len(seating_of(evening.evening.rounds.get(number=2)).tables) == 2


def test_a_swap_before_play_changes_places_in_every_round(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=3)
    before = all_rounds(evening)
    one, other = before[0].tables[0][0], before[0].tables[1][2]
    evening.act(acts.Swap(one=one, other=other, reason=""))
    both = {one: other, other: one}
    assert all_rounds(evening) == [seating.renamed(both) for seating in before]
    assert publish.check_rows(evening.evening) == []


def test_a_substitute_plays_on_in_the_seats_that_were_announced(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=3)
    told = all_rounds(evening)
    evening.step_to("playing")
    leaving = evening.evening.tickets.get(code=told[0].tables[0][0])
    comer = clubs.add_player(club=evening.evening.club, name="Sub Stitute", at=evening.clock())
    ticket = evening.act(substitute, ticket=leaving, player=comer)
    for step in ("bell", "settled", "drafted", "moved"):
        evening.step_to(step)
    play_on(evening)
    assert seating_of(evening.evening.rounds.get(number=3)) == told[2].renamed({leaving.code: ticket.code})
    assert publish.check_rows(evening.evening) == []


def test_when_one_leaves_the_coming_rounds_are_planned_again_and_announced(make_evening: Make) -> None:
    evening = scheduled(make_evening, 9, rounds=4)
    told = all_rounds(evening)
    evening.step_to("playing")
    leaving = evening.evening.tickets.get(code=told[1].tables[0][1])
    evening.act(acts.Leave(ticket=leaving.code))
    for step in ("bell", "settled", "drafted"):
        evening.step_to(step)
    assert announced(evening).since(2) == tuple(told[1:])  # a draft announces nothing
    evening.step_to("moved")
    now = announced(evening)
    assert seating_of(evening.evening.rounds.get(number=2)) == now.of(2)
    assert all(leaving.code not in set(seating.players()) for seating in now.since(2))
    assert len(now.since(2)) == 3
    assert publish.check_rows(evening.evening) == []


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
    assert publish.check_rows(evening.evening) == []


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
    colour = dict(evening.evening.tickets.values_list("code", "colour"))
    ladies = [code for code, word in colour.items() if word == "ladies"]
    gentlemen = [code for code, word in colour.items() if word == "gentlemen"]
    couples = tuple(zip(gentlemen, ladies, strict=True))
    planning = search(evening, wishes=Wishes(apart=couples))
    found = Announced.from_data(planning.announced or {})
    assert (planning.stage, found.made_by.kind, len(found.rounds)) == ("ready", "perfect", 7)
    met = meetings(list(found.rounds))
    assert not any(frozenset(couple) in met for couple in couples)
    partners = [
        frozenset(table[seat::2]) for seating in found.rounds for table in seating.tables for seat in (0, 1)
    ]
    assert len(set(partners)) == len(partners) == 56
    assert all(colour[one] != colour[other] for one, other in map(tuple, partners))


def test_a_slice_done_by_two_workers_counts_once(make_evening: Make) -> None:
    evening = scheduled(make_evening, 11, rounds=4)
    planning: Planning = evening.act(schedules.ask, purpose="improve", wishes=Wishes())
    other: list[bool] = []

    def meanwhile() -> datetime:
        if len(other) == 1:
            other.append(do_a_slice(planning.pk, clock=evening.clock))
        elif not other:
            other.append(False)
        return evening.clock()

    do_a_slice(planning.pk, clock=meanwhile)
    planning.refresh_from_db()
    assert planning.jobs.get().slices == 2
    assert planning.moves == schedules.CHUNK


def test_a_slice_whose_worker_is_killed_is_handed_out_again(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
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


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        pytest.param(lambda evening: evening.step_to("playing"), "room-changed", id="the signal is given"),
        pytest.param(
            lambda evening: evening.act(
                arrive,
                player=clubs.add_player(club=evening.evening.club, name="Lat Ecomer", at=evening.clock()),
                colour="",
            ),
            "room-changed",
            id="somebody comes",
        ),
        pytest.param(search, "nothing-found", id="another search is begun"),
    ],
)
def test_what_was_planned_for_another_room_is_not_announced(
    make_evening: Make, happens: Callable[[AnEvening], object], code: str
) -> None:
    evening = scheduled(make_evening, 9, rounds=3)
    planning = search(evening)
    happens(evening)
    before = schedule_of(evening.evening)
    with pytest.raises(Faults) as refused:
        schedules.take(planning=planning, by="user:1", at=evening.clock())
    assert [fault.code for fault in refused.value.faults] == [code]
    assert schedule_of(evening.evening) == before


def test_a_search_that_is_stopped_is_ready_with_what_it_has(make_evening: Make) -> None:
    evening = scheduled(make_evening, 19, rounds=6)
    planning: Planning = evening.act(schedules.ask, purpose="improve", wishes=Wishes())
    schedules.stop(planning=planning, at=evening.clock())
    assert not do_a_slice(planning.pk, clock=evening.clock)
    planning.refresh_from_db()
    assert planning.stage == "ready"


def test_an_evening_without_a_schedule_has_none_to_improve(make_evening: Make) -> None:
    evening = make_evening(8)
    with pytest.raises(Faults) as refused:
        evening.act(schedules.ask, purpose="improve", wishes=Wishes())
    assert [fault.code for fault in refused.value.faults] == ["no-schedule"]


def test_a_file_becomes_the_schedule(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=2)
    evening.act(schedules.bring, text="1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n", source="ours.txt")
    codes = list(evening.evening.tickets.order_by("number").values_list("code", flat=True))
    assert seating_of(evening.evening.rounds.get(number=1)).tables[0] == tuple(codes[:4])
    assert announced(evening).of(2) == Seating(
        ((codes[0], codes[4], codes[1], codes[5]), (codes[2], codes[6], codes[3], codes[7]))
    )
    assert announced(evening).made_by.source == "ours.txt"
    assert publish.check_rows(evening.evening) == []


def test_a_file_with_faults_changes_nothing_and_names_them_all(make_evening: Make) -> None:
    evening = scheduled(make_evening, 8, rounds=2)
    before = all_rounds(evening)
    with pytest.raises(Faults) as refused:
        evening.act(schedules.bring, text="1-2-3-4 5-6-7-7\n1-5-2-99 3-7-4-8\n", source="bad.txt")
    assert len(refused.value.faults) >= 2
    assert all_rounds(evening) == before


def test_rows_lost_are_made_again_from_the_ledger(make_evening: Make) -> None:
    evening = scheduled(make_evening, 10, rounds=3)
    standing = announced(evening)
    evening.evening.schedule.delete()
    assert publish.check_rows(evening.evening) != []
    publish.rebuild(evening=evening.evening, at=evening.clock())
    evening.read()
    assert announced(evening) == standing
    assert publish.check_rows(evening.evening) == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param("1-2-3-4 5-6-7-8\n", {"wrong-number-of-rounds"}, id="a round is missing"),
        pytest.param("1-2-3-4 5-6-7-8\n1-5-2-6\n", {"wrong-number-seated"}, id="half of them sit out"),
    ],
)
def test_a_file_for_another_evening_is_refused(make_evening: Make, text: str, codes: set[str]) -> None:
    evening = scheduled(make_evening, 8, rounds=2)
    before = all_rounds(evening)
    with pytest.raises(Faults) as refused:
        evening.act(schedules.bring, text=text, source="another.txt")
    assert {fault.code for fault in refused.value.faults} == codes
    assert all_rounds(evening) == before
