"""Prizes with sums, shared or cut for; beside those of the whole evening: for some rounds, for feats."""

import json
from collections import Counter
from typing import Any, Literal

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import refused
from tournaments.evening import acts, outcome
from tournaments.evening import new_plans as plans
from tournaments.evening.models import Hand, Seat
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.plan import read_plan
from tournaments.evening.reads.facts import prizes_of, prizes_so_far, record_of, standings_of
from tournaments.evening.services.perform import preview
from tournaments.publishing.verdict import findings
from tournaments.ranking.prizes import Prize, ties_to_cut

HALF_TIME = {"rounds": [1, 2], "best": 1, "booby": True, "by_colour": True}
FIRST_ROUND = {"best": 0, "booby": False, "others": [{"rounds": [1, 1]}]}
LADIES = ("ladies", "gents")
OF_A_FEAT: dict[str, Any] = {"best": 0, "booby": False, "others": [{"feat": "chantecler.all-seven"}]}


def whist_drive(make_evening: Make, *others: dict[str, Any], **prizes: Any) -> AnEvening:
    """A whist drive of four deals with these prizes beside its own, before the first."""
    return make_evening(
        12,
        game="whist",
        movement="by_colour",
        rounds=4,
        colours=LADIES,
        ends={"ends": "hands", "hands": 1},
        worth={"counts": "points"},
        prizes={"best": 1, "booby": True, "by_colour": True, "others": list(others), **prizes},
        until="seated",
    )


def for_lone_hands(make_evening: Make, *, hands: int, rounds: int, of: list[int]) -> AnEvening:
    """A table of euchre with a prize for lone hands in the rounds `of`, seated."""
    return make_evening(
        4,
        game="euchre",
        movement="fixed",
        rounds=rounds,
        ends={"ends": "hands", "hands": hands},
        worth={"counts": "points"},
        prizes={"best": 0, "booby": False, "others": [{"feat": "euchre.lone-hand", "rounds": of}]},
        until="seated",
    )


def made_in(evening: AnEvening, colour: str, *rounds: int) -> Counter[str]:
    """The points that the tickets of a colour made in some rounds, worked out from the hands."""
    found: Counter[str] = Counter()
    for hand in Hand.objects.filter(table__evening=evening.evening, live=True):
        for seat in Seat.objects.filter(table_round=hand.table_round).select_related("ticket", "round"):
            if seat.ticket.colour == colour and seat.round.number in rounds:
                found[seat.ticket.code] += hand.points[(seat.seat or 0) - 1]
    return found


def holders(prizes: tuple[Prize, ...], **which: Any) -> set[str]:
    """Who has these prizes, or cuts for them."""
    found: set[str] = set()
    for prize in prizes:
        if all(getattr(prize, name) == value for name, value in which.items()):
            found |= {prize.winner} if prize.winner else set(prize.tied)
    return found


def test_half_time_has_its_highest_and_lowest_of_each_colour(make_evening: Make) -> None:
    evening = whist_drive(make_evening, HALF_TIME).go_on_to("moved")
    assert prizes_so_far(evening.evening) == ()
    early = prizes_so_far(evening.go_on_to("moved").evening)
    for colour in LADIES:
        points = made_in(evening, colour, 1, 2)
        best, least = max(points.values()), min(points.values())
        assert holders(early, kind="best", colour=colour) == {one for one in points if points[one] == best}
        assert holders(early, kind="booby", colour=colour) == {one for one in points if points[one] == least}
    assert {str(prize.about) for prize in early} == {"half-time"}
    evening.go_on_to("moved").go_on_to("finished")
    at_the_end = prizes_of(evening.evening)
    assert tuple(prize for prize in at_the_end if prize.other) == early
    archive = evening.archive_by_seed()
    assert findings(archive) == []
    assert {prize.get("other", 0) for prize in archive["prizes"]} == {0, 1}


def places(evening: AnEvening) -> dict[str, int]:
    return dict(evening.evening.standings.values_list("ticket__code", "place"))


def test_a_cut_for_half_time_decides_nothing_else(make_evening: Make) -> None:
    evening = make_evening(8, rounds=2, prizes=FIRST_ROUND, until="moved").go_on_to("finished")
    before = places(evening)
    (tie,) = ties_to_cut(prizes_of(evening.evening))
    assert (tie.prize, tie.other, str(tie.about)) == ("best", 1, "half-time")
    with refused("order no-such-tie"):
        evening.act(acts.CutPrize(prize="best", order=[tie.players[0]]))
    evening.act(acts.CutPrize(prize="best", other=1, order=[tie.players[2]]))
    (prize,) = prizes_of(evening.evening)
    assert (prize.winner, prize.other) == (tie.players[2], 1)
    evening.work()
    assert places(evening) == before


def test_a_feat_is_won_by_whoever_has_it_most_often_in_its_rounds(make_evening: Make) -> None:
    evening = for_lone_hands(make_evening, hands=3, rounds=2, of=[1, 1])
    for of_round in ((1, 2, 1), (2, 2, 2)):
        evening.go_on_to("playing")
        for maker in of_round:
            evening.enter(1, alone(maker))
    evening.go_on_to("finished")
    seats = dict(evening.evening.rounds.get(number=1).seats.values_list("ticket__code", "seat"))
    won = prizes_of(evening.evening)
    assert {seats[code] for code in holders(won)} == {1}
    assert "Lone hands made" in str(won[0].about)
    assert findings(evening.archive_by_seed()) == []


def test_a_hand_of_an_earlier_edition_that_is_none_today_has_no_feat(make_evening: Make) -> None:
    evening = for_lone_hands(make_evening, hands=2, rounds=1, of=[])
    evening.step_to("playing")
    for maker in (1, 2):
        evening.enter(1, alone(maker))
    evening.go_on_to("finished")
    record = record_of(evening.evening)
    assert len(outcome.prizes_of(record)[0].tied) == 2
    record.rounds[1].hands[1][0].hand = {"an": "earlier way to say it"}
    (prize,) = outcome.prizes_of(record)
    assert prize.winner == record.rounds[1].seating.tables[0][1]


def alone(maker: int) -> dict[str, Any]:
    return {"maker": maker, "alone": True, "defended_alone": None, "tricks": 5}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("other", "fault"),
    [({"rounds": [1, 9]}, "rounds after-the-last-round"), ({"feat": "owl"}, "feat not-a-feat")],
    ids=["too late", "nothing that is counted"],
)
def test_what_the_plan_cannot_give_is_refused(other: dict[str, Any], fault: str) -> None:
    with refused(f"plan.prizes.others.0.{fault}"):
        plans.checked_plan({"game": "chantecler", "rounds": 8, "prizes": {"others": [other]}})


def test_a_correction_says_which_of_them_go_elsewhere(make_evening: Make) -> None:
    evening = make_evening(8, rounds=1, prizes=FIRST_ROUND, until="finished")
    hand = Hand.objects.select_related("entry").get(table__number=2, number=1, live=True)
    act = acts.CorrectHand(
        round=1, table=2, number=1, of=hand.entry.sequence, hand=a_hand(2, 14, "B"), reason="miscounted"
    )
    (change,) = preview(evening=evening.read(), act=act, by="user:1", at=evening.clock()).prizes
    assert (change.other, str(change.about)) == (1, "round 1")


def test_a_feat_in_the_others_seat_is_of_whoever_sat_there(make_evening: Make) -> None:
    evening = make_evening(4, until="playing", rounds=1, target=14, prizes=OF_A_FEAT)
    one, other = (seat.ticket.code for seat in evening.round().seats.order_by("seat")[:2])
    evening.go_on_to("settled")
    evening.act(acts.ExchangeSeats(hands=[(1, 1, 1)], one=one, other=other, reason="they changed"))
    evening.step_to("finished")
    tied = {player for prize in prizes_of(evening.evening) for player in prize.tied}
    assert other in tied
    assert one not in tied


def test_where_every_place_is_cut_for_all_ties_come_to_an_end(make_evening: Make) -> None:
    prizes = {"best": 1, "booby": False, "ties": "cut_all"}
    evening = make_evening(8, until="finished", rounds=1, target=14, prizes=prizes)
    assert len({line.place for line in standings_of(evening.evening)}) < 8
    while ties := ties_to_cut(prizes_of(evening.evening)):
        evening.act(acts.CutPrize(prize=ties[0].prize, order=ties[0].players))
    lines = standings_of(evening.evening)
    assert [line.place for line in lines] == list(range(1, 9))
    assert {line.decided_by for line in lines} <= {"", "won", "cut"}
    evening.step_to("published")
    archive = json.loads(evening.evening.publications.get().archive)
    assert findings(archive) == []
    entry = next(entry for entry in archive["ledger"] if entry["body"].get("prize") == "place")
    entry["body"]["order"].reverse()
    assert findings(archive)


def test_the_seed_cuts_for_places_and_other_prizes_and_the_archive_says_so(make_evening: Make) -> None:
    prizes = {"best": 1, "ties": "cut_all", "others": [{"rounds": [1, 1], "booby": True}]}
    evening = make_evening(8, until="finished", rounds=2, target=14, prizes=prizes)
    archive = evening.archive_by_seed()
    assert findings(archive) == []
    assert all(prize["ticket"] for prize in archive["prizes"])
    assert len({line["place"] for line in archive["standings"]}) == 8


SUMS: dict[str, Any] = {"best": 2, "sums": [5000, 3001], "booby_sum": 500}


def paid(evening: AnEvening) -> list[tuple[str, int, int]]:
    """Which prize, how many divide it, what one of them gets."""
    return [(prize.kind, prize.among, prize.amount) for prize in prizes_of(evening.evening)]


def test_where_prizes_are_shared_nobody_is_asked_to_cut(make_evening: Make) -> None:
    # One table, one round: two people with a game each, two with none.
    evening = make_evening(4, until="finished", prizes={**SUMS, "ties": "hort"})
    assert ties_to_cut(prizes_of(evening.evening)) == ()
    assert paid(evening) == [("best", 2, 4001), ("best", 2, 4000), ("booby", 2, 250), ("booby", 2, 250)]
    level = [prize.winner or "" for prize in prizes_of(evening.evening) if prize.kind == "best"]
    hows: tuple[Literal["cards", "seed"], ...] = ("cards", "seed")
    for how in hows:
        with refused("order no-such-tie"):
            evening.act(acts.CutPrize(prize="best", colour=None, order=level, how=how))
    evening.step_to("published")
    assert evening.evening.status == "published"


def test_who_is_level_in_what_counts_shares(make_evening: Make) -> None:
    prizes = {"best": 6, "sums": [1000, 500, 250], "booby": False, "ties": "equal"}
    settings = {"game": "ascot", "movement": "drawn", "rank_by": "differences"}
    evening = make_evening(8, until="published", prizes=prizes, **settings)
    lines = {line.player: line for line in standings_of(evening.evening)}
    figures: dict[int, set[int]] = {}
    for prize in prizes_of(evening.evening):
        figures.setdefault(prize.rank, set()).add(lines[prize.winner or ""].points_difference)
    assert all(len(level) == 1 for level in figures.values())
    assert sum(prize.amount for prize in prizes_of(evening.evening)) == 1750


def test_the_archive_names_the_prizes_and_they_can_be_checked(make_evening: Make) -> None:
    evening = make_evening(4, until="published", prizes={**SUMS, "ties": "shared"})
    archive = json.loads(evening.evening.publications.get().archive)
    assert [prize["amount"] for prize in archive["prizes"]] == [4001, 4000, 250, 250]
    assert findings(archive) == []
    archive["prizes"][0]["amount"] = 8000
    assert findings(archive) == ["the prizes are not those that follow from the ledger"]
    # As archives were before they named prizes.
    del archive["prizes"]
    assert findings(archive) == []


@pytest.mark.django_db
@pytest.mark.parametrize("colours", [{}, {"by_colour": True}], ids=["one table", "the colours alone"])
def test_one_each_needs_prizes_of_the_room_beside_the_colours(colours: dict[str, Any]) -> None:
    with refused("plan.prizes.one_each without-the-room"):
        checked_plan({"game": "chantecler", "prizes": {"one_each": True, **colours}})


def test_a_plan_that_was_kept_with_it_is_still_read() -> None:
    usual = checked_plan({"game": "chantecler"}).model_dump(mode="json")
    assert read_plan({**usual, "prizes": {"one_each": True}}).prizes.one_each
