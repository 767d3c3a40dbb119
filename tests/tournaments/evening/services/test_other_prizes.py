"""Prizes beside those of the whole evening: for some rounds, for feats; and cutting for every place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games import catalogue
from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.the_rows import last_entry, refused
from tournaments.evening import acts
from tournaments.evening.models import Hand, Seat
from tournaments.evening.reads.standings import prizes_of, prizes_so_far, record_of
from tournaments.evening.record import outcome
from tournaments.evening.services import plans
from tournaments.evening.services.perform import preview
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings
from tournaments.ranking.prizes import Prize, ties_to_cut

pytestmark = pytest.mark.django_db
Make = Callable[..., AnEvening]
HALF_TIME = {"rounds": [1, 2], "best": 1, "booby": True, "by_colour": True}
FIRST_ROUND = {"best": 0, "booby": False, "others": [{"rounds": [1, 1]}]}
LADIES = ("ladies", "gents")


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


def play(evening: AnEvening, rounds: int, *, of: int = 4) -> AnEvening:
    """Play on to the end of so many rounds."""
    for number in range(evening.evening.current_round + 1, rounds + 1):
        for step in ("playing", "bell", "settled", "drafted", "moved")[: 3 if number == of else None]:
            evening.step_to(step)
            if step == "bell":
                evening.cut_where_level()
    return evening


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


@pytest.mark.parametrize("colour", LADIES)
def test_half_time_has_its_highest_and_lowest_of_each_colour(make_evening: Make, colour: str) -> None:
    evening = whist_drive(make_evening, HALF_TIME)
    assert prizes_so_far(play(evening, 1).evening) == ()
    early = prizes_so_far(play(evening, 2).evening)
    points = made_in(evening, colour, 1, 2)
    best, least = max(points.values()), min(points.values())
    assert holders(early, kind="best", colour=colour) == {one for one in points if points[one] == best}
    assert holders(early, kind="booby", colour=colour) == {one for one in points if points[one] == least}
    assert {str(prize.about) for prize in early} == {"half-time"}
    play(evening, 4).step_to("finished")
    at_the_end = prizes_of(evening.evening)
    assert tuple(prize for prize in at_the_end if prize.other) == early
    archive = evening.archive_by_seed()
    assert findings(archive) == []
    assert publish.check_rows(evening.read()) == []
    assert {prize.get("other", 0) for prize in archive["prizes"]} == {0, 1}


def test_a_cut_for_half_time_decides_nothing_else(make_evening: Make) -> None:
    evening = make_evening(
        8, rounds=2, prizes={"best": 0, "booby": False, "others": [{"rounds": [1, 1]}]}, until="draft"
    )
    for step in ("check_in", "seated", "playing", "bell", "settled", "drafted", "moved"):
        evening.step_to(step)
    for step in ("playing", "bell", "settled", "finished"):
        evening.step_to(step)
    before = {line.ticket.code: line.place for line in evening.evening.standings.select_related("ticket")}
    (tie,) = ties_to_cut(prizes_of(evening.evening))
    assert (tie.prize, tie.other, str(tie.about)) == ("best", 1, "half-time")
    with refused("order no-such-tie"):
        evening.act(acts.CutPrize(prize="best", order=[tie.players[0]]))
    evening.act(acts.CutPrize(prize="best", other=1, order=[tie.players[2]]))
    (prize,) = prizes_of(evening.evening)
    assert (prize.winner, prize.other) == (tie.players[2], 1)
    evening.work()
    after = {line.ticket.code: line.place for line in evening.evening.standings.select_related("ticket")}
    assert after == before
    assert publish.check_rows(evening.read()) == []


@pytest.mark.parametrize(
    ("makers", "rounds", "best"),
    [
        pytest.param([(1, 2, 1), (2, 2, 2)], [], {2}, id="the whole evening"),
        pytest.param([(1, 2, 1), (2, 2, 2)], [1, 1], {1}, id="the first round"),
        pytest.param([(1, 2, 3), (4, 4, 0)], [1, 1], {1, 2, 3}, id="those who are level cut"),
    ],
)
def test_a_feat_is_won_by_whoever_has_it_most_often(
    make_evening: Make, makers: list[tuple[int, ...]], rounds: list[int], best: set[int]
) -> None:
    evening = for_lone_hands(make_evening, hands=3, rounds=2, of=rounds)
    for steps, of_round in zip((("settled", "drafted", "moved"), ("settled",)), makers, strict=True):
        evening.step_to("playing")
        for maker in of_round:
            evening.enter(1, alone(maker) if maker else {"passed_out": True})
        for step in steps:
            evening.step_to(step)
    evening.step_to("finished")
    seats = dict(evening.evening.rounds.get(number=1).seats.values_list("ticket__code", "seat"))
    won = prizes_of(evening.evening)
    assert {seats[code] for code in holders(won)} == best
    assert "Lone hands made" in str(won[0].about)
    assert findings(evening.archive_by_seed()) == []
    assert publish.check_rows(evening.read()) == []


def test_a_hand_of_an_earlier_edition_that_is_none_today_has_no_feat(make_evening: Make) -> None:
    evening = for_lone_hands(make_evening, hands=2, rounds=1, of=[])
    evening.step_to("playing")
    for maker in (1, 2):
        evening.enter(1, alone(maker))
    for step in ("settled", "finished"):
        evening.step_to(step)
    record = record_of(evening.evening)
    assert len(outcome.prizes_of(record)[0].tied) == 2
    record.rounds[1].hands[1][0].hand = {"an": "earlier way to say it"}
    (prize,) = outcome.prizes_of(record)
    assert prize.winner == record.rounds[1].seating.tables[0][1]


def alone(maker: int) -> dict[str, Any]:
    """All five tricks by one who plays alone."""
    return {"maker": maker, "alone": True, "defended_alone": None, "tricks": 5}


def test_a_feat_that_nobody_has_gives_no_prize(make_evening: Make) -> None:
    feat = next(iter(catalogue.find("chamberlain").feat_labels))
    evening = make_evening(
        4,
        game="chamberlain",
        movement="drawn",
        ends={"ends": "hands", "hands": 1},
        worth={"counts": "points"},
        prizes={"best": 0, "booby": False, "others": [{"feat": feat}]},
        until="playing",
    )
    evening.enter(1, {"passed_out": True, "players": 4})
    for step in ("settled", "finished"):
        evening.step_to(step)
    assert prizes_of(evening.evening) == ()


def all_level(make_evening: Make, **prizes: Any) -> AnEvening:
    """Two tables, one round, couple A wins at both: two places of four."""
    evening = make_evening(8, prizes={"best": 0, "booby": False, **prizes}, until="bell")
    for step in ("settled", "finished"):
        evening.step_to(step)
    return evening


def test_every_place_can_be_cut_for(make_evening: Make) -> None:
    evening = all_level(make_evening, ties="cut_all")
    winners, losers = ties_to_cut(prizes_of(evening.evening))
    assert {(tie.prize, len(tie.players)) for tie in (winners, losers)} == {("place", 4)}
    order = list(winners.players[::-1])
    evening.act(acts.CutPrize(prize="place", order=order[:2]))
    evening.work()
    places = dict(evening.evening.standings.values_list("ticket__code", "place"))
    assert [places[code] for code in order] == [1, 2, 3, 3]
    (rest, _losers) = ties_to_cut(prizes_of(evening.evening))
    assert set(rest.players) == set(order[2:])
    assert findings(evening.archive_by_seed()) == []
    assert publish.check_rows(evening.read()) == []
    assert sorted(evening.evening.standings.values_list("place", flat=True)) == list(range(1, 9))


def test_without_that_who_is_level_shares_the_place(make_evening: Make) -> None:
    assert ties_to_cut(prizes_of(all_level(make_evening).evening)) == ()


@pytest.mark.parametrize(("booby_cut", "gets_it"), [("gets", True), ("escapes", False)])
def test_the_winner_of_a_cut_for_the_booby_gets_it_or_escapes(
    make_evening: Make, booby_cut: str, gets_it: bool
) -> None:
    evening = all_level(make_evening, booby=True, booby_cut=booby_cut)
    (tie,) = ties_to_cut(prizes_of(evening.evening))
    winner, *rest = tie.players
    evening.act(acts.CutPrize(prize="booby", order=[winner, *rest]))
    (prize,) = prizes_of(evening.evening)
    assert prize.winner == (winner if gets_it else rest[-1])
    assert last_entry(evening.evening)[1].get("escapes", False) is not gets_it
    evening.work()
    assert publish.check_rows(evening.read()) == []
    assert findings(evening.archive_by_seed()) == []


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        pytest.param(
            {"rounds": [1]}, "prizes.others.0.rounds not-allowed", id="a first round without a last"
        ),
        pytest.param({"rounds": [3, 1]}, "prizes.others.0.rounds not-allowed", id="backwards"),
        pytest.param({"rounds": [1, 9]}, "prizes.others.0.rounds after-the-last-round", id="too late"),
        pytest.param({"feat": "owl"}, "prizes.others.0.feat not-a-feat", id="nothing that is counted"),
        pytest.param(
            {"feat": "chantecler.all-seven", "booby": True},
            "prizes.others.0.feat not-allowed",
            id="a booby",
        ),
    ],
)
def test_what_cannot_be_is_refused(other: dict[str, Any], fault: str) -> None:
    plan = {"game": "chantecler", "house_rules": {}, "rounds": 8, "prizes": {"others": [other]}}
    with refused(f"plan.{fault}"):
        plans.checked_plan(plan)


def test_a_correction_says_which_of_them_go_elsewhere(make_evening: Make) -> None:
    evening = make_evening(
        8, rounds=1, prizes={"best": 0, "booby": False, "others": [{"rounds": [1, 1]}]}, until="draft"
    )
    for step in ("check_in", "seated", "playing", "bell", "settled", "finished"):
        evening.step_to(step)
    hand = Hand.objects.select_related("entry").get(table__number=2, number=1, live=True)
    act = acts.CorrectHand(
        round=1, table=2, number=1, of=hand.entry.sequence, hand=a_hand(2, 14, "B"), reason="miscounted"
    )
    (change,) = preview(evening=evening.read(), act=act, by="user:1", at=evening.clock()).prizes
    assert (change.other, str(change.about)) == (1, "round 1")
