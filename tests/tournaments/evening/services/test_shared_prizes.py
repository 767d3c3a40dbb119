"""Prizes with sums in an evening: where they are shared nobody has to cut, and the archive tells them."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import refused
from tournaments.evening import acts
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.plan import read_plan
from tournaments.evening.reads.facts import prizes_of, standings_of
from tournaments.evening.services.perform import preview
from tournaments.publishing.verdict import findings
from tournaments.ranking.offered import Ties
from tournaments.ranking.prizes import ties_to_cut

SUMS: dict[str, Any] = {"best": 2, "sums": [5000, 3001], "booby_sum": 500}


def paid(evening: AnEvening) -> list[tuple[str, int, int]]:
    """Which prize, how many divide it, what one of them gets."""
    return [(prize.kind, prize.among, prize.amount) for prize in prizes_of(evening.evening)]


@pytest.mark.parametrize("ties", ["shared", "equal", "hort"])
def test_where_prizes_are_shared_nobody_is_asked_to_cut_and_the_evening_is_published(
    make_evening: Make, ties: Ties
) -> None:
    # One table, one round: two people with a game each, two with none.
    evening = make_evening(4, until="finished", prizes={**SUMS, "ties": ties})
    assert ties_to_cut(prizes_of(evening.evening)) == ()
    assert paid(evening) == [("best", 2, 4001), ("best", 2, 4000), ("booby", 2, 250), ("booby", 2, 250)]
    level = [prize.winner or "" for prize in prizes_of(evening.evening) if prize.kind == "best"]
    hows: tuple[Literal["cards", "seed"], ...] = ("cards", "seed")
    for how in hows:
        with refused("order no-such-tie"):
            evening.act(acts.CutPrize(prize="best", colour=None, order=level, how=how))
    evening.step_to("published")
    assert evening.evening.status == "published"


def test_where_they_are_cut_for_the_sums_wait_for_the_cut(make_evening: Make) -> None:
    evening = make_evening(4, until="finished", prizes=SUMS)
    assert [(tie.prize, len(tie.players)) for tie in ties_to_cut(prizes_of(evening.evening))] == [
        ("best", 2),
        ("booby", 2),
    ]
    for tie in ties_to_cut(prizes_of(evening.evening)):
        evening.act(acts.CutPrize(prize=tie.prize, colour=tie.colour, order=list(tie.players)))
    assert paid(evening) == [("best", 1, 5000), ("best", 1, 3001), ("booby", 1, 500)]


def test_the_room_cuts_before_the_colours_where_nobody_has_two(make_evening: Make) -> None:
    prizes = {"best": 1, "booby": False, "by_colour": True, "one_each": True, "overall": {"booby": False}}
    evening = make_evening(8, until="finished", colours=("red", "blue"), prizes=prizes)
    asked: list[str | None] = []
    while ties := ties_to_cut(prizes_of(evening.evening)):
        asked.append(ties[0].colour)
        evening.act(acts.CutPrize(prize=ties[0].prize, colour=ties[0].colour, order=list(ties[0].players)))
    assert asked[0] is None
    winners = [prize.winner for prize in prizes_of(evening.evening)]
    assert len(winners) == len(set(winners)) == 3


@pytest.mark.parametrize(
    ("settings", "first"),
    [
        pytest.param({"game": "ascot", "movement": "drawn"}, "points_for", id="points"),
        pytest.param(
            {"game": "ascot", "movement": "drawn", "rank_by": "differences"},
            "points_difference",
            id="differences",
        ),
        pytest.param({"movement": "knock_out"}, "won_halves", id="a knock-out"),
    ],
)
def test_who_is_level_in_what_counts_first_shares_in_every_kind_of_evening(
    make_evening: Make, settings: dict[str, Any], first: str
) -> None:
    prizes = {"best": 6, "sums": [1000, 500, 250], "booby": False, "ties": "equal"}
    evening = make_evening(8, until="published", prizes=prizes, **settings)
    lines = {line.player: line for line in standings_of(evening.evening)}
    figures: dict[int, set[int]] = {}
    for prize in prizes_of(evening.evening):
        figures.setdefault(prize.rank, set()).add(getattr(lines[prize.winner or ""], first))
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


def test_a_correction_says_who_gets_what_before_it_is_made(make_evening: Make) -> None:
    evening = make_evening(4, until="finished", target=14, prizes={**SUMS, "ties": "shared"})
    hand = evening.evening.ledger.filter(act="enter_hand").order_by("sequence").first()
    assert hand is not None
    about: dict[str, Any] = {"round": 1, "table": 1, "number": 1, "of": hand.sequence}
    act = acts.CorrectHand(**about, hand=a_hand(2, 5, "B"), reason="the other couple")
    found = preview(evening=evening.evening, act=act, by="user:1", at=evening.clock())
    assert [(change.prize, change.rank) for change in found.prizes] == [("best", 1), ("booby", 1)]
    best = found.prizes[0]
    assert best.amounts == ((4001, 4000), (4001, 4000))
    assert best.to_cut == (False, False)
    assert not {*best.tickets[0]} & {*best.tickets[1]}
