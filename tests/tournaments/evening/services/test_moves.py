"""The move between rounds, and who comes and goes: late arrivals, leavers, substitutes."""

from itertools import chain

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import entries, last_entry, refused, unchanged
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.fold import name_commitment
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.services import evenings
from tournaments.movement.seating import Seating


def seated(evening: AnEvening, number: int | None = None) -> Seating:
    """The seats of a round, the current one unless told."""
    return seating_of(evening.evening.rounds.get(number=number or max(1, evening.evening.current_round)))


def to_the_next_move(evening: AnEvening) -> Seating:
    """Play on to the next draft, though somebody may have left; levelled tables cut."""
    if evening.evening.status == "moved":
        evening.act(acts.Start(anyway=True))
    if evening.evening.status == "playing":
        evening.act(acts.Stop())
        evening.cut_where_level()
    if evening.evening.status == "bell":
        evening.act(acts.Close())
    evening.work()
    return seated(evening, evening.evening.current_round + 1)


AT_ANY_TIME = pytest.mark.parametrize("until", ["playing", "settled", "drafted", "moved"])


def test_the_job_drafts_the_move_for_the_director_alone(make_evening: Make) -> None:
    evening = make_evening(14, until="settled")
    evening.work()
    round_ = evening.evening.rounds.get(number=2)
    body = {"round": 2, "tables": [list(table) for table in seated(evening, 2).tables]}
    assert last_entry(evening.evening) == (
        "draft_move",
        {**body, "sitting_out": list(seated(evening, 2).sitting_out)},
    )
    assert (evening.evening.status, evening.evening.current_round) == ("drafted", 1)
    assert (round_.announced_at, round_.started_at) == (None, None)
    assert {reason["rule"].partition(".")[0] for reason in round_.reasons} == {"partners", "sits-out", "seat"}


def test_a_move_is_drafted_once_changed_with_a_reason_and_announced_as_it_stands(make_evening: Make) -> None:
    evening = make_evening(14, until="drafted")
    with unchanged():
        assert evening.act(acts.DraftMove()) is None
    drafted = (seated(evening, 2), evening.evening.rounds.get(number=2).reasons)
    evening.act(acts.DraftMove(again=True))
    assert (seated(evening, 2), evening.evening.rounds.get(number=2).reasons) == drafted
    draft = evening.evening.rounds.get(number=2)
    one, other = seated(evening, 2).tables[0][0], seated(evening, 2).sitting_out[0]
    with refused("reason empty"):
        evening.act(acts.Swap(one=one, other=other, reason=" "))
    evening.act(acts.Swap(one=one, other=other, reason=" a  bad knee "))
    entry = evening.evening.ledger.latest("sequence")
    assert last_entry(evening.evening) == ("swap_draft", {"round": 2, "one": one, "other": other})
    assert entry.reason == "a bad knee"
    assert (seated(evening, 2).tables[0][0], seated(evening, 2).sitting_out[0]) == (other, one)
    assert evening.evening.rounds.get(number=2).reasons == draft.reasons
    one, other = seated(evening, 2).tables[0][:2]
    evening.act(acts.Swap(one=one, other=other, reason="a wish"))
    evening.act(acts.PublishMove())
    round_ = evening.evening.rounds.get(number=2)
    kind, body = last_entry(evening.evening)
    assert (kind, body["round"], body["tables"][0][:2]) == ("publish_move", 2, [other, one])
    assert (evening.evening.status, round_.announced_at) == ("moved", evening.at)
    evening.go_on_to("settled")
    assert seated(evening, 2).tables[0][:2] == (other, one)


@AT_ANY_TIME
def test_latecomers_are_seated_and_leavers_go_at_the_next_move(make_evening: Make, until: str) -> None:
    evening = make_evening(12, until=until)
    late = evening.act(evenings.arrive_guest, name="Late", colour="")
    assert (late.number, late.arrived_in, late.start_order) == (13, 1, 12)
    assert late.code in dict(entries(evening.evening)[-2:])["arrive"]["ticket"]
    gone = seated(evening, 1).tables[1][0]
    evening.act(acts.Leave(ticket=gone))
    assert evening.evening.tickets.get(code=gone).left_in == 1
    with refused("ticket has-left"):
        evening.act(acts.Leave(ticket=gone))
    assert late.code not in seated(evening, 1).players()
    if until == "moved":
        announced = list(seated(evening, 2).players())
        assert (late.code in announced, gone in announced) == (False, True)
    coming = to_the_next_move(evening)
    assert late.code in chain(*coming.tables)
    assert gone not in coming.players()
    assert (len(coming.tables), coming.sitting_out) == (3, ())


def test_nobody_of_another_club_comes_late_or_plays_for_somebody(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    abroad = clubs.make_club(name="Elsewhere", director=None, time_zone="UTC", at=START)
    stranger = clubs.add_player(club=abroad, name="Stranger", at=START)
    with refused("player another-club"):
        evening.act(evenings.arrive, player=stranger, colour="")
    with refused("player another-club"):
        evening.act(evenings.substitute, ticket=evening.evening.tickets.first(), player=stranger)


def test_four_who_came_late_open_a_new_foot_table(make_evening: Make) -> None:
    evening = make_evening(9, until="playing")
    late = [evening.act(evenings.arrive_guest, name=f"Late {count}", colour="").code for count in range(3)]
    sitter = seated(evening, 1).sitting_out[0]
    coming = to_the_next_move(evening)
    assert (coming.tables[2], coming.sitting_out) == ((sitter, *late), ())
    evening.step_to("moved")
    assert evening.evening.tables.count() == 3
    assert evening.evening.tables.get(number=3).links.filter(revoked_at=None).count() == 1
    evening.go_on_to("settled")


def test_when_all_but_three_leave_nobody_plays_and_the_evening_can_still_end(make_evening: Make) -> None:
    evening = make_evening(4, until="settled")
    evening.act(acts.Leave(ticket=seated(evening).tables[0][0]))
    evening.go_on_to("moved")
    assert (seated(evening, 2).tables, len(seated(evening, 2).sitting_out)) == ((), 3)
    evening.act(acts.Start())
    evening.act(acts.Stop())
    evening.go_on_to("finished")


def test_a_draft_is_worked_out_afresh_when_somebody_comes_or_goes(make_evening: Make) -> None:
    evening = make_evening(13, until="drafted")
    one, other = seated(evening, 2).tables[0][:2]
    evening.act(acts.Swap(one=one, other=other, reason="a wish"))
    before = evening.evening.ledger_length
    evening.act(evenings.arrive_guest, name="Late", colour="")
    told = evening.evening.ledger.filter(sequence__gt=before).order_by("sequence")
    assert list(told.values_list("act", flat=True)) == ["arrive", "draft_move"]
    assert seated(evening, 2).tables[0][:2] == (one, other)


@AT_ANY_TIME
def test_a_substitute_takes_the_seat_and_the_ticket(make_evening: Make, until: str) -> None:
    evening = make_evening(13, until=until, colours=("red", "blue"))
    replaced = evening.evening.tickets.get(code=seated(evening, 1).tables[1][0])
    would_be = {
        number: seated(evening, number) for number in evening.evening.rounds.values_list("number", flat=True)
    }
    guest = evening.act(evenings.substitute_guest, ticket=replaced, name="Instead")
    assert last_entry(evening.evening) == (
        "substitute",
        {
            "ticket": guest.code,
            "number": 14,
            "colour": replaced.colour,
            "name": name_commitment("Instead", guest.salt),
            "guest": True,
            "for": replaced.code,
        },
    )
    assert (guest.colour, guest.replaces) == (replaced.colour, replaced)
    assert evening.evening.tickets.get(pk=replaced.pk).left_in == 1
    with refused("ticket has-left"):
        evening.act(evenings.substitute_guest, ticket=replaced, name="Another")
    closed = until != "playing"
    for number, seating in would_be.items():
        names = {} if closed and number == 1 else {replaced.code: guest.code}
        assert seated(evening, number) == seating.renamed(names)
    coming = to_the_next_move(evening)
    assert guest.code in coming.players()
    assert replaced.code not in coming.players()
    assert len(list(coming.players())) == 13


@pytest.mark.parametrize("is_drafted", [False, True])
def test_a_substitute_between_rounds_takes_the_seat_alone(make_evening: Make, is_drafted: bool) -> None:
    evening = make_evening(13, until="drafted" if is_drafted else "settled")
    late = evening.act(evenings.arrive_guest, name="Late", colour="")
    for number, replaced in enumerate((late, evening.evening.tickets.get(number=5))):
        guest = evening.act(evenings.substitute_guest, ticket=replaced, name=f"Instead {number}")
        evening.work()
        last = evening.act(evenings.substitute_guest, ticket=guest, name=f"Instead of that {number}")
        evening.act(acts.DraftMove(again=True))
        assert last.code in seated(evening, 2).players()
        assert {guest.code, replaced.code}.isdisjoint(seated(evening, 2).players())
        assert replaced.code not in str(evening.evening.rounds.get(number=2).reasons)
    evening.act(acts.Leave(ticket=last.code))
    evening.act(acts.DraftMove(again=True))
    assert last.code not in seated(evening, 2).players()
