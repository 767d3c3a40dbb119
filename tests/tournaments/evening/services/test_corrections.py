"""Any hand can be corrected, with what follows from it; the old one stays, and undo is another correction."""

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import refused, unchanged
from tournaments.evening import acts
from tournaments.evening.comparison import Impact
from tournaments.evening.models import Hand, TableRound
from tournaments.evening.services.perform import preview

FOR_B = a_hand(2, 14, "B")
SHORT = a_hand(2, couple="B", five="A")


def of(table: int, number: int = 1) -> dict[str, Any]:
    hand = Hand.objects.select_related("entry").get(
        table_round__round__number=1, table__number=table, number=number, live=True
    )
    return {"round": 1, "table": table, "number": number, "of": hand.entry.sequence}


def correct(
    evening: AnEvening, table: int, hand: Any, number: int = 1, by: str = "user:1", **about: Any
) -> Any:
    about.setdefault("reason", "miscounted")
    return evening.act(acts.CorrectHand(hand=hand, **of(table, number), **about), by=by)


def game(table: int) -> TableRound:
    return TableRound.objects.get(round__number=1, table__number=table)


def credited(evening: AnEvening) -> int | None:
    """The table that has the bell of round 1."""
    table = evening.evening.rounds.get(number=1).bell_table
    return table.number if table else None


@pytest.mark.parametrize("until", ["bell", "settled", "finished", "published"])
def test_a_hand_is_corrected_at_any_time_and_everything_agrees(make_evening: Make, until: str) -> None:
    evening = make_evening(12, until=until)
    correct(evening, 2, FOR_B)
    if until == "published":
        assert evening.evening.status == "finished", "published results are reopened"
    evening.work()
    assert game(2).points == (0, 14)
    assert game(2).winner == ("" if until == "bell" else "B")
    old = Hand.objects.get(table_round=game(2), live=False)
    assert (old.state, old.hand) == ("replaced", a_hand())


def test_a_void_deal_scores_nothing_and_can_be_played_again_on_paper(make_evening: Make) -> None:
    evening = make_evening(12, until="bell")
    correct(evening, 2, None, reason="a card was missing")
    assert (game(2).points, game(2).hands_count) == ((0, 0), 1)
    correct(evening, 2, FOR_B, reason="played again")
    assert game(2).points == (0, 14)


@pytest.mark.parametrize(
    ("until", "seats", "status"),
    [
        pytest.param("drafted", "follow", "settled", id="a draft is worked out again"),
        pytest.param("moved", "follow", "settled", id="announced seats are recalled"),
        pytest.param("moved", "keep", "moved", id="or kept"),
    ],
)
def test_seats_follow_another_winner_or_stay(make_evening: Make, until: str, seats: str, status: str) -> None:
    evening = make_evening(12, until=until)
    before = [seat.ticket_id for seat in evening.evening.rounds.get(number=2).seats.all()]
    correct(evening, 2, FOR_B, seats=seats)
    assert evening.evening.status == status
    evening.work()
    after = [seat.ticket_id for seat in evening.evening.rounds.get(number=2).seats.all()]
    assert (before == after) is (seats == "keep")


def test_seats_stay_where_no_winner_changes(make_evening: Make) -> None:
    evening = make_evening(12, until="moved")
    correct(evening, 2, a_hand(1, 14))
    assert evening.evening.status == "moved"


def test_the_bell_goes_to_whoever_reached_the_target_after_all(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    evening.win(1, 1, 1, 2, 2)
    started = evening.clock()
    evening.act(acts.Ring(table=1))
    evening.enter(2, a_hand(), played_at=started)
    assert credited(evening) == 1
    correct(evening, 1, FOR_B, number=3)
    assert credited(evening) == 2
    correct(evening, 2, FOR_B, number=3)
    assert credited(evening) is None


def test_of_two_bells_the_one_played_first_counts(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    evening.win(1, 1, 2, 2, 2, 1)
    evening.act(acts.Ring(table=1))
    evening.act(acts.Ring(table=2))
    assert credited(evening) == 2
    with unchanged():
        evening.act(acts.Ring(table=1))


def test_a_table_corrects_its_last_hand_of_the_round_in_play(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    evening.win(1, 1)
    correct(evening, 1, FOR_B, number=2, by="table:1 seat:2")
    assert evening.totals(1) == (14, 14)
    with refused("number not-the-last-hand"):
        correct(evening, 1, FOR_B, number=1, by="table:1 seat:2")
    evening.act(acts.Stop())
    evening.cut_where_level()
    evening.act(acts.Close())
    with refused("number not-the-last-hand"):
        correct(evening, 1, a_hand(), number=2, by="table:1")


def test_a_correction_is_refused(make_evening: Make) -> None:
    evening = make_evening(12, until="settled")
    about: dict[str, Any]
    for about, fault in (
        ({"reason": "\n"}, "reason empty"),
        ({"hand": {**a_hand(), "bid": 99}}, "hand.bid out-of-range"),
        ({"hand": a_hand()}, "hand nothing-changes"),
        ({"number": 7}, "number no-such-hand"),
        ({"of": 1}, "of changed-meanwhile"),
        ({"table": 99}, "table unknown-table"),
        ({"cut": "A"}, "cut not-level"),
        ({"hand": {"passed_out": True}}, "cut level-needs-a-cut"),
    ):
        with refused(fault):
            evening.act(acts.CorrectHand(**{"hand": FOR_B, "reason": "miscounted", **of(2), **about}))


def test_a_note_changes_nothing(make_evening: Make) -> None:
    evening = make_evening(12, until="published")
    counted = game(2).points
    evening.act(acts.NoteHand(hand=FOR_B, reason="found out the next day", **of(2)))
    assert (game(2).points, evening.evening.status) == (counted, "published")
    assert Hand.objects.get(state="note").hand == FOR_B


def impact_of(evening: AnEvening, table: int, hand: Any, *, number: int = 1) -> Impact:
    act = acts.CorrectHand(hand=hand, reason="miscounted", **of(table, number))
    return preview(evening=evening.evening, act=act, by="user:1", at=evening.clock())


def test_the_impact_says_all_that_changes_and_changes_nothing(make_evening: Make) -> None:
    evening = make_evening(12, until="moved")
    with unchanged():
        found = impact_of(evening, 2, FOR_B)
    (change,) = found.games
    assert (change.round, change.table) == (1, 2)
    assert (change.points, change.winner) == (((14, 0), (0, 14)), ("A", "B"))
    assert {line.ticket for line in found.lines} == set(
        game(2).seats.values_list("ticket__code", flat=True)
    ) | {line.ticket for line in found.lines if line.place[0] != line.place[1]}
    assert found.announced
    assert found.seats
    correct(evening, 2, FOR_B)
    evening.work()
    seats = evening.evening.rounds.get(number=2).seats
    now = {
        code: (table, seat) if table else None
        for code, table, seat in seats.values_list("ticket__code", "table_round__table__number", "seat")
    }
    assert {change.ticket: change.seat[1] for change in found.seats}.items() <= now.items()


def test_the_impact_names_bells_cuts_and_prizes(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    evening.win(1, 1, 1, 2)
    evening.act(acts.Ring(table=1))
    evening.act(acts.Cut(table=3, winner="A"))
    bell = impact_of(evening, 1, FOR_B, number=3)
    assert [(change.round, change.table) for change in bell.bells] == [(1, (1, None))]
    level = impact_of(evening, 2, {"passed_out": True})
    assert [(change.table, change.cut_needed) for change in level.games] == [(2, True)]
    evening.read()


def played(make_evening: Make, *tables: int) -> AnEvening:
    """Each of these tables reaches the target with its one hand, in this order."""
    evening = make_evening(12, until="playing", target=14)
    for table in tables:
        evening.enter(table, a_hand())
    return evening


@pytest.mark.parametrize(
    ("order", "meanwhile"),
    [((1, 2, 3), 2), ((3, 1, 2), 3), ((1,), None)],
    ids=["it was the first", "another was before it", "nobody else was there"],
)
def test_undone_the_bell_comes_back_to_the_table_that_rang(
    make_evening: Make, order: tuple[int, ...], meanwhile: int | None
) -> None:
    evening = played(make_evening, *order)
    evening.act(acts.Ring(table=1))
    correct(evening, 1, SHORT)
    assert credited(evening) == meanwhile
    correct(evening, 1, a_hand())
    assert credited(evening) == 1


def test_of_two_that_rang_the_first_gets_it_back(make_evening: Make) -> None:
    evening = played(make_evening, 2, 1, 3)
    evening.act(acts.Ring(table=1))
    evening.act(acts.Ring(table=2))
    assert credited(evening) == 2
    correct(evening, 2, SHORT)
    assert credited(evening) == 1
    correct(evening, 2, a_hand())
    assert credited(evening) == 2


def test_a_bell_that_was_taken_back_gives_no_right(make_evening: Make) -> None:
    evening = played(make_evening, 1, 2)
    evening.act(acts.Ring(table=1))
    evening.act(acts.TakeBackBell(reason="a slip of the thumb"))
    evening.act(acts.Ring(table=2))
    correct(evening, 2, SHORT)
    assert credited(evening) == 1
    correct(evening, 2, a_hand())
    assert credited(evening) == 2


def test_where_nobody_rang_nobody_gets_the_bell(make_evening: Make) -> None:
    evening = played(make_evening, 1, 2)
    evening.act(acts.Stop())
    correct(evening, 1, SHORT)
    assert credited(evening) is None
