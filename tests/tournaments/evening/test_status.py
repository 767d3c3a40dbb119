"""The life of an evening: what may be done when, and where it leads."""

from __future__ import annotations

import pytest

from tournaments.evening.acts import ACTS, Act, NotNowError, after, possible
from tournaments.evening.status import SO_FAR, Status

# What mends an evening while it runs and when it is finished, without moving it on.
MENDING = (
    "confirm_hand . | settle_dispute . | late_hand . | take_late . | leave_out_late . | correct_hand . | "
    "note_hand . | wrong_seats . | penalty . | adjust_game . | not_played . | withdraw . | move_bell . | "
)
# One row for each status: what may be done then, and where that leads; "." stays.
DECLARED = {
    "draft": "make . | change_plan . | open_doors check_in | abandon abandoned",
    "check_in": "change_plan . | check_in . | check_out . | draw seated | seat seated | abandon abandoned",
    "seated": (
        "change_plan . | draw seated | seat seated | swap . | schedule . | reopen_doors check_in | start playing | "
        "arrive . | leave . | stay . | substitute . | stand_in . | abandon abandoned"
    ),
    "playing": (
        MENDING +
        "enter_again . | look . | schedule . | enter_hand . | ring bell | stop bell | arrive . | leave . | stay . | "
        "substitute . | stand_in . | abandon abandoned"
    ),
    "bell": (
        MENDING +
        "enter_again . | look . | schedule . | take_back_bell playing | enter_hand . | cut . | close settled | "
        "arrive . | leave . | stay . | substitute . | stand_in . | abandon abandoned"
    ),
    "settled": (
        MENDING +
        "schedule . | reopen_round bell | draft_move drafted | arrive . | leave . | stay . | "
        "substitute . | stand_in . | "
        "finish finished | "
        "abandon abandoned"
    ),
    "drafted": (
        MENDING +
        "schedule . | reopen_round bell | recall_move settled | draft_move drafted | swap_draft . | "
        "publish_move moved | arrive . | leave . | stay . | substitute . | stand_in . | "
        "finish finished | abandon abandoned"
    ),
    "moved": (
        MENDING +
        "schedule . | recall_move settled | draft_move drafted | start playing | arrive . | "
        "leave . | stay . | substitute . | stand_in . | "
        "finish finished | abandon abandoned"
    ),
    "finished": MENDING + "cut_prize . | publish published | reopen_evening settled",
    "published": "publish published | reopen_results finished | late_hand . | leave_out_late . | note_hand .",
    "abandoned": "",
}  # fmt: skip


def declared(status: Status) -> dict[type[Act], Status]:
    steps = (step.split() for step in DECLARED[status].split(" | ") if step)
    return {ACTS[act]: status if reached == "." else Status(reached) for act, reached in steps}


PAIRS = [
    pytest.param(status, act, id=f"{act.name} while {status}") for status in Status for act in ACTS.values()
]


@pytest.mark.parametrize(("status", "act"), PAIRS)
def test_each_act_in_each_status_does_what_is_declared(status: Status, act: type[Act]) -> None:
    reached = declared(status).get(act)
    if reached is not None:
        assert after(act, status) is reached
        return
    with pytest.raises(NotNowError) as refused:
        after(act, status)
    assert (refused.value.act, refused.value.status) == (act, status)
    assert refused.value.allowed == act.when
    assert SO_FAR[status] in str(refused.value)


@pytest.mark.parametrize("status", Status)
def test_what_is_possible_is_what_is_not_refused(status: Status) -> None:
    assert possible(status) == set(declared(status))


def test_every_act_is_possible_some_time() -> None:
    assert {act for status in Status for act in possible(status)} == set(ACTS.values())


@pytest.mark.parametrize(
    ("status", "reached"),
    [(Status.PUBLISHED, {Status.PUBLISHED, Status.FINISHED}), (Status.ABANDONED, set())],
)
def test_an_evening_that_is_over_stays_so_but_for_mending(status: Status, reached: set[Status]) -> None:
    assert {after(act, status) for act in possible(status)} == reached


@pytest.mark.parametrize("status", Status)
def test_from_everywhere_there_is_a_way_to_an_end(status: Status) -> None:
    reached = {status}
    while further := {after(act, one) for one in reached for act in possible(one)} - reached:
        reached |= further
    assert reached & {Status.PUBLISHED, Status.ABANDONED}


def test_the_table_cannot_be_changed_from_outside() -> None:
    with pytest.raises(TypeError):
        ACTS["start"] = ACTS["stop"]  # type: ignore[index]
