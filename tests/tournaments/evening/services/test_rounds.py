"""A round: the bell, the end by time, the cuts, the close."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import entries, last_entry, refused, unchanged
from tournaments.evening import acts
from tournaments.evening.models import Evening, Seat, TableRound
from tournaments.evening.reads import facts, schedules
from tournaments.evening.round_rules import Status
from tournaments.evening.services.perform import go_on, go_on_overdue, perform, stop_overdue
from tournaments.ledger.chain import instant
from tournaments.movement.draw import cut
from tournaments.publishing import publish
from tournaments.work import runner
from tournaments.work.models import Job

# Hands of Chantecler by what they score: the couple of seats 1 and 3 first.
SCORING = {
    (14, 0): a_hand(1, 5),
    (0, 14): a_hand(2, 5, "B"),
    (13, 1): a_hand(1, 5, one="B"),
    (11, 3): a_hand(1, 5, three="B"),
}


def play(evening: AnEvening, table: int, *scores: tuple[int, int]) -> None:
    """Enter hands that score these points; says so loudly where one scores otherwise."""
    for score in scores:
        assert evening.enter(table, SCORING[score])["scores"][:2] == list(score)


TO = {
    (42, 0): [(14, 0)] * 3,
    (0, 42): [(0, 14)] * 3,
    (41, 15): [(14, 0), (0, 14), (14, 0), (13, 1)],
}
"""Hands that bring a table to these points."""


def test_nobody_rings_a_point_before_the_target(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    play(evening, 3, *TO[41, 15])
    assert evening.totals(3) == (41, 15)
    with refused("table target-not-reached"):
        evening.act(acts.Ring(table=3))
    for table in (0, 4, -1, 10**400):
        with refused("table unknown-table"):
            evening.act(acts.Ring(table=table))


def test_a_table_rings_at_the_target(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    play(evening, 3, *TO[0, 42])
    evening.act(acts.Ring(table=3))
    round_ = evening.round()
    assert round_.bell_table is not None
    assert last_entry(evening.evening) == (
        "ring",
        {"round": 1, "table": 3, "stopped_at": instant(evening.at)},
    )
    assert (evening.evening.status, round_.bell_table.number, round_.stopped_at) == ("bell", 3, evening.at)


def test_a_bell_that_has_rung_is_rung_once(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    play(evening, 2, *TO[42, 0])
    play(evening, 3, *TO[0, 42])
    evening.act(acts.Ring(table=2))
    with unchanged():
        for table in (2, 3, 1, 99):
            assert evening.act(acts.Ring(table=table)) is None
    assert evening.round().bell_table.number == 2  # type: ignore[union-attr]


def test_where_only_the_head_table_rings_the_others_play_on(make_evening: Make) -> None:
    evening = make_evening(12, until="playing", bell="head_table")
    play(evening, 2, *TO[42, 0], (14, 0))
    with refused("table not-the-head-table"):
        evening.act(acts.Ring(table=2))
    with refused("table target-not-reached"):
        evening.act(acts.Ring(table=1))
    play(evening, 1, *TO[42, 0])
    with refused("table target-reached"):
        play(evening, 1, (14, 0))
    evening.act(acts.Ring(table=1))
    assert evening.totals(2) == (56, 0)


def test_a_round_of_so_many_minutes_ends_when_the_sweep_finds_it_over(make_evening: Make) -> None:
    evening = make_evening(8, until="playing", round_minutes=20)
    end = evening.round().ends_at
    assert end == evening.at + timedelta(minutes=20)
    assert last_entry(evening.evening)[1]["ends_at"] == instant(end)
    assert stop_overdue(at=end - timedelta(microseconds=1)) == 0
    assert stop_overdue(at=end) == 1
    assert stop_overdue(at=end) == 0
    evening.read()
    entry = evening.evening.ledger.latest("sequence")
    assert (entry.act, entry.by, entry.at) == ("stop", "clock", end)
    assert evening.evening.status == "bell"


def test_a_round_of_so_many_minutes_ends_by_a_clock_that_was_put_back(make_evening: Make) -> None:
    evening = make_evening(8, until="seated", round_minutes=20)
    evening.at -= timedelta(hours=1)
    evening.act(acts.Start())
    end = evening.round().ends_at
    assert end == evening.at + timedelta(minutes=20)
    assert stop_overdue(at=end) == 1
    evening.read()
    assert evening.evening.status == "bell"


GONE_ON = ["close", "draft_move", "publish_move", "start"]
BY_ITSELF = {"goes_on": "on", "pause": 10}


def acts_since(evening: AnEvening, sequence: int) -> list[str]:
    return list(evening.evening.ledger.filter(sequence__gt=sequence).values_list("act", flat=True))


@pytest.mark.parametrize("status", ["bell", "settled", "drafted", "moved"])
def test_one_press_leads_to_the_next_round_told_as_the_acts_that_it_is(
    make_evening: Make, status: str
) -> None:
    evening = make_evening(9, until=status)
    before = evening.evening.ledger_length
    evening.act(go_on)
    assert acts_since(evening, before) == GONE_ON[("bell", "settled", "drafted", "moved").index(status) :]
    assert (evening.evening.status, evening.evening.current_round) == ("playing", 2)
    assert publish.check_rows(evening.evening) == []


@pytest.mark.parametrize(("status", "told"), [("bell", ["close", "finish"]), ("settled", ["finish"])])
def test_one_press_closes_the_last_round_and_ends_the_evening(
    make_evening: Make, status: str, told: list[str]
) -> None:
    evening = make_evening(9, until=status, rounds=1)
    before = evening.evening.ledger_length
    evening.act(partial(go_on, to=Status.FINISHED))
    assert acts_since(evening, before) == told
    assert evening.evening.status == "finished"
    assert publish.check_rows(evening.evening) == []


def test_one_press_does_nothing_where_anything_is_open_or_the_round_is_the_last(make_evening: Make) -> None:
    level = make_evening(8, until="playing")
    level.act(acts.Stop())
    moved = make_evening(9, until="moved", name="Saturday")
    moved.act(acts.Leave(ticket=facts.seating_of(moved.evening.rounds.get(number=2)).tables[0][0]))
    last = make_evening(8, until="bell", name="Sunday", rounds=1)
    by_points = {"game": "points", "counting": "points", "movement": "drawn"}
    nobody = make_evening(8, until="playing", name="Tuesday", ends={"ends": "hands", "hands": 1}, **by_points)
    nobody.act(acts.Stop())
    for evening, words in (
        (nobody, ["tables.1 hands-missing", "tables.2 hands-missing"]),
        (level, ["tables.1 level-needs-a-cut", "tables.2 level-needs-a-cut"]),
        (moved, ["tables.1 has-left"]),
        (last, [" last-round"]),
        (make_evening(8, until="playing", name="Monday"), ["evening.status not-now"]),
    ):
        with refused(*words):
            evening.act(go_on)
    for evening, words in (
        (make_evening(8, until="bell", name="Friday"), [" not-last-round"]),
        (make_evening(8, until="drafted", name="Thursday"), ["evening.status not-now"]),
    ):
        with refused(*words):
            evening.act(partial(go_on, to=Status.FINISHED))


def swept(evening: AnEvening, seconds: float, *, twice: bool = True) -> str:
    """Where the evening stands once the sweep and a worker were there so long after the last entry; each twice."""
    at = evening.evening.ledger.latest("sequence").at + timedelta(seconds=seconds)
    for _ in range(1 + twice):
        go_on_overdue(at=at)
        for job in Job.objects.waiting().filter(topic="go_on"):
            runner.run(job.pk, clock=lambda: at)
    return str(evening.read().status)


def test_by_itself_the_next_round_follows_after_the_pause(make_evening: Make) -> None:
    evening = make_evening(9, until="bell", beside=BY_ITSELF)
    before = evening.evening.ledger_length
    seen = [swept(evening, seconds) for seconds in (9.9, 10, 9.9, 10)]
    assert seen == ["bell", "moved", "moved", "playing"]
    assert acts_since(evening, before) == GONE_ON
    assert {entry.by for entry in evening.evening.ledger.filter(sequence__gt=before)} == {"job"}


def test_nothing_goes_on_by_itself_that_is_open_or_stopped_nor_the_last_round(make_evening: Make) -> None:
    stopped = make_evening(9, until="bell", beside=BY_ITSELF)
    stopped.act(acts.SetPace(goes_on="ask"))
    level = make_evening(8, until="playing", name="Saturday", beside=BY_ITSELF)
    level.act(acts.Stop())
    last = make_evening(8, until="bell", name="Sunday", rounds=1, beside=BY_ITSELF)
    assert [swept(evening, 99) for evening in (stopped, level, last)] == ["bell"] * 3
    for table in level.tables():
        level.act(acts.Cut(table=table, how="seed"))
    assert swept(level, 10) == "moved"
    stopped.act(acts.SetPace(goes_on="on"))
    assert swept(stopped, 10) == "moved"
    assert publish.check_rows(stopped.evening) == []


def test_a_job_that_comes_after_the_desk_does_nothing(make_evening: Make) -> None:
    evening = make_evening(9, until="bell", beside=BY_ITSELF)
    at = evening.evening.ledger.latest("sequence").at + timedelta(seconds=10)
    go_on_overdue(at=at)
    evening.act(go_on)
    before = evening.evening.ledger_length
    (job,) = Job.objects.waiting().filter(topic="go_on")
    done = runner.run(job.pk, clock=lambda: at + timedelta(hours=1))
    assert done is not None
    assert done.remark["code"] == "job.went-on"
    assert acts_since(evening, before) == []


def test_the_sweep_stops_every_round_that_is_over_and_no_other(make_evening: Make) -> None:
    over = [make_evening(4, until="playing", name=name, round_minutes=20) for name in ("Friday", "Saturday")]
    later = make_evening(4, until="playing", name="Sunday", round_minutes=40)
    without = make_evening(4, until="playing", name="Monday")
    rung = make_evening(4, until="bell", name="Tuesday", round_minutes=20)
    called_off = make_evening(4, until="playing", name="Wednesday", round_minutes=20)
    called_off.act(acts.Abandon(reason="the heating"))
    end = over[0].at + timedelta(minutes=21)
    assert stop_overdue(at=end) == 2
    assert {each.read().status for each in (*over, rung)} == {"bell"}
    assert {each.read().status for each in (later, without)} == {"playing"}
    assert called_off.read().status == "abandoned"


def at_the_bell(make_evening: Make, *levels: tuple[int, tuple[int, int]]) -> AnEvening:
    """The bell has rung with three tables at these points, the others at 0:0."""
    evening = make_evening(12, until="playing")
    for table, score in levels:
        play(evening, table, score)
    evening.act(acts.Stop())
    return evening


def test_a_cut_is_withdrawn_until_the_close_and_the_one_before_it_stands(make_evening: Make) -> None:
    evening = at_the_bell(make_evening)
    first, second = (evening.act(acts.Cut(table=3, winner=winner)).sequence for winner in "AB")
    for of in (first, second + 1):
        with refused("of no-such-cut"):
            evening.act(acts.WithdrawCut(of=of, reason="the wrong couple"))
    for of, stands in ((second, "A"), (first, "")):
        evening.act(acts.WithdrawCut(of=of, reason="the wrong couple"))
        assert last_entry(evening.evening) == ("withdraw_cut", {"of": of, "round": 1, "table": 3})
        assert TableRound.objects.get(table__number=3).cut == stands


def test_a_cut_that_cannot_be_is_refused(make_evening: Make) -> None:
    evening = at_the_bell(make_evening, (1, (14, 0)))
    for table, winner, fault in (
        (1, "A", "table not-level"),
        (9, "A", "table unknown-table"),
        (2, "C", "winner not-a-couple"),
        (2, "", "winner not-a-couple"),
    ):
        with refused(fault):
            evening.act(acts.Cut(table=table, winner=winner))


def test_a_level_table_cuts_by_seed_or_cards_until_the_close(make_evening: Make) -> None:
    evening = at_the_bell(make_evening)
    for table in (1, 2, 3):
        stale = Evening.objects.get(pk=evening.evening.pk)
        stale.current_round, stale.seed = 7, "an old page"
        perform(evening=stale, act=acts.Cut(table=table, how="seed"), by="user:1", at=evening.clock())
        winner, _ = cut("AB", seed="a test", label=f"round 1 table {table}")
        body = {"round": 1, "table": table, "winner": winner, "how": "seed"}
        assert last_entry(evening.read()) == ("cut", body)
    for winner in "ABA":
        evening.act(acts.Cut(table=3, winner=winner))
        assert TableRound.objects.get(table__number=3).cut == winner
        body = {"round": 1, "table": 3, "winner": winner, "how": "cards"}
        assert last_entry(evening.evening) == ("cut", body)
    assert TableRound.objects.get(table__number=3).winner == ""


def test_a_late_hand_played_before_the_bell_voids_the_cut(make_evening: Make) -> None:
    evening = at_the_bell(make_evening)
    for table in (1, 2, 3):
        evening.act(acts.Cut(table=table, winner="B"))
    evening.enter(2, SCORING[14, 0], played_at=evening.round().started_at)
    evening.enter(3, SCORING[14, 0], played_at=evening.round().started_at)
    evening.enter(3, SCORING[0, 14], played_at=evening.round().started_at)
    with refused("tables.3 level-needs-a-cut"):
        evening.act(acts.Close())
    evening.act(acts.Cut(table=3, winner="A"))
    evening.act(acts.Close())
    assert "".join(evening.round().tables.order_by("table__number").values_list("winner", flat=True)) == "BAA"


def test_the_close_settles_every_game(make_evening: Make) -> None:
    evening = at_the_bell(make_evening, (1, (14, 0)), (2, (0, 14)))
    evening.act(acts.Cut(table=3, winner="B"))
    evening.act(acts.Close())
    round_ = evening.round()
    assert last_entry(evening.evening) == ("close", {"round": 1})
    games = round_.tables.order_by("table__number")
    assert list(games.values_list("winner", "cut")) == [("A", ""), ("B", ""), ("B", "B")]
    assert (evening.evening.status, round_.closed_at) == ("settled", evening.at)


def test_after_the_last_round_no_move_is_drafted_unless_asked_for(make_evening: Make) -> None:
    evening = make_evening(8, until="settled", rounds=1)
    assert set(evening.evening.jobs.values_list("topic", flat=True)) == {"standings"}
    evening.work()
    assert evening.evening.status == "settled"
    evening.act(acts.DraftMove(again=True))
    assert (evening.evening.rounds.count(), evening.evening.status) == (2, "drafted")
    evening.act(acts.PublishMove())
    evening.act(acts.Start())
    assert (evening.evening.status, evening.evening.current_round) == ("playing", 2)


def test_a_second_start_pins_nothing_anew(make_evening: Make) -> None:
    evening = make_evening(8, until="moved", round_minutes=20)
    pinned = evening.evening.pinned
    evening.act(acts.Start())
    assert last_entry(evening.evening) == ("start", {"round": 2, "ends_at": instant(evening.round().ends_at)})  # type: ignore[arg-type]
    assert evening.evening.pinned == pinned
    assert [body["round"] for act, body in entries(evening.evening) if act == "start"] == [1, 2]
    announced = evening.round().announced_at
    assert announced is not None
    assert announced < evening.round().started_at  # type: ignore[operator]


@pytest.mark.parametrize("movement", ["progressive", "scheduled", "by_colour"])
def test_of_a_table_that_is_out_of_use_the_next_rounds_are_played_without(
    make_evening: Make, movement: str
) -> None:
    colours = ("red", "blue")
    evening = make_evening(12, until="playing", movement=movement, colours=colours, rounds=5)
    with refused("tables no-limit"):
        evening.act(acts.SetTables(tables="more"))
    sizes = [len(evening.tables())]
    for tables in ("fewer", "fewer", "more", "as_before"):
        evening.act(acts.SetTables(tables=tables))
        evening.go_on_to("playing")
        sizes.append(len(evening.tables()))
    assert sizes == [3, 2, 1, 2, 1]
    assert publish.check_rows(evening.evening) == []


@pytest.mark.parametrize("movement", ["progressive", "scheduled", "by_colour", "drawn"])
def test_a_table_that_is_out_of_use_is_given_to_nobody_and_the_others_keep_their_numbers(
    make_evening: Make, movement: str
) -> None:
    evening = make_evening(21, until="playing", movement=movement, colours=("red", "blue"), rounds=6)
    numbers = [evening.tables()]
    change: Any
    for change, table in (("out", 3), ("out", 2), ("more", None), ("back", 3), ("as_before", None)):
        evening.act(acts.SetTables(tables=change, table=table))
        evening.go_on_to("playing")
        evening.enter(4, a_hand())
        numbers.append(evening.tables())
        taken = [
            reason["sentence"]["values"]
            for reason in evening.round().reasons
            if reason["rule"] == "seat.taken"
        ]
        seated = Seat.objects.filter(round=evening.round()).values_list(
            "ticket__code", "table_round__table__number"
        )
        assert {(values["player"], values["table"]) for values in taken} <= set(seated)
    assert numbers == [[1, 2, 3, 4, 5], [1, 2, 4, 5], [1, 4, 5], [1, 4, 5, 6], [1, 3, 4, 5, 6], [1, 4, 5, 6]]
    assert publish.check_rows(evening.evening) == []
    coming = schedules.evening_rounds(evening.evening, facts.plan_of(evening.evening)).rounds[-1]
    assert set(coming.seating.numbers) <= {1, 4, 5, 6}
    with refused("table unknown-table"):
        evening.enter(2, a_hand())
    for change, table, fault in (
        ("out", 2, "unknown-table"),
        ("back", 4, "unknown-table"),
        ("out", 1, "head-table"),
    ):
        with refused(f"table {fault}"):
            evening.act(acts.SetTables(tables=change, table=table))
