"""The life of an evening: what may be done when, and where it leads."""

import pytest

from tournaments.evening.acts import ACTS, TAKEN_BACK_BY, Act, NotNowError, after, possible
from tournaments.evening.round_rules import SO_FAR, Status

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
        "set_pace . | change_plan . | draw seated | seat seated | swap . | schedule . | "
        "reopen_doors check_in | start playing | "
        "arrive . | leave . | stay . | substitute . | stand_in . | abandon abandoned"
    ),
    "playing": (
        MENDING +
        "set_pace . | set_tables . | enter_again . | enter_totals . | look . | schedule . | enter_hand . | "
        "ring bell | stop bell | "
        "arrive . | leave . | stay . | substitute . | stand_in . | abandon abandoned"
    ),
    "bell": (
        MENDING +
        "set_pace . | set_tables . | enter_again . | enter_totals . | look . | schedule . | "
        "take_back_bell playing | enter_hand . | "
        "cut . | withdraw_cut . | close settled | "
        "arrive . | leave . | stay . | substitute . | stand_in . | abandon abandoned"
    ),
    "settled": (
        MENDING +
        "set_pace . | set_tables . | schedule . | reopen_round bell | draft_move drafted | arrive . | "
        "leave . | stay . | "
        "substitute . | stand_in . | "
        "finish finished | "
        "abandon abandoned"
    ),
    "drafted": (
        MENDING +
        "set_pace . | schedule . | reopen_round bell | recall_move settled | draft_move drafted | swap_draft . | "
        "publish_move moved | arrive . | leave . | stay . | substitute . | stand_in . | "
        "finish finished | abandon abandoned"
    ),
    "moved": (
        MENDING +
        "set_pace . | schedule . | recall_move settled | draft_move drafted | start playing | arrive . | "
        "leave . | stay . | substitute . | stand_in . | "
        "finish finished | abandon abandoned"
    ),
    "finished": MENDING + "cut_prize . | withdraw_cut . | publish published | reopen_evening settled",
    "published": "publish published | reopen_results finished | late_hand . | leave_out_late . | note_hand .",
    "abandoned": "",
}  # fmt: skip


# Acts that another leads back from, which somebody does again or the other way round; and those from which nothing
# leads back, and why.
LEADS_BACK = (
    "change_plan check_in check_out confirm_hand draft_move enter_again enter_hand late_hand leave_out_late "
    "move_bell publish recall_move reopen_doors reopen_evening reopen_results reopen_round schedule seat "
    "settle_dispute stay substitute take_back_bell take_late"
)
NO_WAY_BACK = {
    "abandon": "Phones and players have been told that nobody plays on; another evening is made with one tap.",
    "arrive": "The ticket is in somebody's hand and keeps its number; whoever does not stay leaves.",
    "look": "What was seen is not unseen.",
    "make": "A ledger has a beginning; an evening that is not to be is abandoned.",
    "note_hand": "A note changes nothing; another one can be put beside it.",
    "open_doors": "The evening is announced and its seed sealed; the plan can change, and nobody has to come in.",
    "set_pace": "It is said the other way round; rounds that went on by themselves are played.",
    "start": "The tables play, and the bell ends it: a round stopped at once is closed with no game played.",
    "withdraw": "The decision is taken once more, in an entry of its own.",
    "withdraw_cut": "People cut again, or the same cut is entered again.",
}


def declared(status: Status) -> dict[type[Act], Status]:
    steps = (step.split() for step in DECLARED[status].split(" | ") if step)
    return {ACTS[act]: status if reached == "." else Status(reached) for act, reached in steps}


@pytest.mark.parametrize("status", Status)
def test_each_act_leads_where_it_is_declared_to_or_is_refused(status: Status) -> None:
    assert {act: after(act, status) for act in possible(status)} == declared(status)
    for act in set(ACTS.values()) - possible(status):
        with pytest.raises(NotNowError) as refused:
            after(act, status)
        assert (refused.value.act, refused.value.status) == (act, status)
        assert refused.value.allowed == act.when
        assert SO_FAR[status] in str(refused.value)


@pytest.mark.parametrize("status", Status)
def test_from_everywhere_there_is_a_way_to_an_end(status: Status) -> None:
    reached = {status}
    while further := {after(act, one) for one in reached for act in possible(one)} - reached:
        reached |= further
    assert reached & {Status.PUBLISHED, Status.ABANDONED}


def test_every_act_is_taken_back_or_says_why_it_cannot_be() -> None:
    told = [*TAKEN_BACK_BY, *LEADS_BACK.split(), *NO_WAY_BACK]
    assert sorted(told) == sorted(ACTS)
