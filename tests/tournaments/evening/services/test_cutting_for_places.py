"""Cutting until every place is one's own, and whose a feat is when things went wrong: played, published, checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.the_rows import refused
from tournaments.evening import acts
from tournaments.evening.reads.standings import prizes_of, standings_of
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings
from tournaments.ranking.prizes import ties_to_cut

Make = Callable[..., AnEvening]
ALL_SEVEN = "chantecler.all-seven"
OF_A_FEAT: dict[str, Any] = {"best": 0, "booby": False, "others": [{"feat": ALL_SEVEN}]}


def cut_all(evening: AnEvening) -> list[str]:
    """Cut every tie that is open, one after the other, the players in order; what each was for."""
    made: list[str] = []
    while ties := ties_to_cut(prizes_of(evening.evening)):
        tie = ties[0]
        about: dict[str, Any] = {"prize": tie.prize, "colour": tie.colour, "other": tie.other}
        evening.act(acts.CutPrize(**about, order=list(tie.players)))
        made.append(tie.prize)
    return made


def archive_of(evening: AnEvening) -> dict[str, Any]:
    """The archive once the evening is published; the rows are what the ledger says."""
    evening.step_to("published")
    assert publish.check_rows(evening.evening) == []
    archive: dict[str, Any] = json.loads(evening.evening.publications.get().archive)
    assert findings(archive) == []
    return archive


def test_rounds_that_were_never_played_bring_no_prize(make_evening: Make) -> None:
    prizes = {"best": 0, "booby": False, "others": [{"rounds": [2, 3], "booby": True}]}
    evening = make_evening(4, until="finished", rounds=3, target=14, prizes=prizes)
    assert prizes_of(evening.evening) == ()
    archive_of(evening)


def test_a_feat_is_counted_in_the_hands_and_nobody_without_any_has_a_prize(make_evening: Make) -> None:
    evening = make_evening(4, until="playing", rounds=1, target=28, prizes=OF_A_FEAT)
    evening.enter(1, a_hand())
    evening.enter(1, a_hand(owl="B"))
    evening.step_to("bell")
    evening.step_to("settled")
    evening.step_to("finished")
    couple = [line.player for line in standings_of(evening.evening)][:2]
    ((tie),) = ties_to_cut(prizes_of(evening.evening))
    assert (tie.other, set(tie.players)) == (1, set(couple))
    cut_all(evening)
    assert [str(prize.why).split(".")[0] for prize in prizes_of(evening.evening)] == ["How often: 2"]
    archive_of(evening)


def test_nobody_with_any_of_a_feat_no_prize(make_evening: Make) -> None:
    evening = make_evening(4, until="playing", rounds=1, prizes=OF_A_FEAT, target=14)
    evening.enter(1, a_hand(owl="B"))
    evening.act(acts.Stop())
    evening.step_to("settled")
    evening.step_to("finished")
    assert prizes_of(evening.evening) == ()


def test_a_feat_in_the_others_seat_is_of_whoever_sat_there(make_evening: Make) -> None:
    evening = make_evening(4, until="playing", rounds=1, target=14, prizes=OF_A_FEAT)
    one, other = (seat.ticket.code for seat in evening.round().seats.order_by("seat")[:2])
    evening.step_to("bell")
    evening.step_to("settled")
    evening.act(acts.ExchangeSeats(hands=[(1, 1, 1)], one=one, other=other, reason="they changed"))
    evening.step_to("finished")
    tied = {player for prize in prizes_of(evening.evening) for player in prize.tied}
    assert other in tied
    assert one not in tied


def test_where_every_place_is_cut_for_all_ties_come_to_an_end(make_evening: Make) -> None:
    prizes = {"best": 1, "booby": False, "ties": "cut_all"}
    evening = make_evening(8, until="finished", rounds=1, target=14, prizes=prizes)
    assert len({line.place for line in standings_of(evening.evening)}) < 8
    assert "place" in cut_all(evening)
    lines = standings_of(evening.evening)
    assert [line.place for line in lines] == list(range(1, 9))
    assert {line.decided_by for line in lines} <= {"", "won", "cut"}
    archive = archive_of(evening)
    entry = next(entry for entry in archive["ledger"] if entry["body"].get("prize") == "place")
    entry["body"]["order"].reverse()
    assert findings(archive)


def test_until_it_is_cut_they_share_the_place_and_so_it_is_published(make_evening: Make) -> None:
    evening = make_evening(9, until="finished", rounds=1, target=14, prizes={"best": 0, "ties": "cut_all"})
    archive = archive_of(evening)
    assert {prize["prize"] for prize in archive["prizes"]} == {"place", "booby"}
    assert all(not prize["ticket"] for prize in archive["prizes"])


def test_a_place_is_cut_for_only_where_the_plan_says_so(make_evening: Make) -> None:
    evening = make_evening(8, until="finished", rounds=1, target=14, prizes={"best": 1, "booby": False})
    level = [line.player for line in standings_of(evening.evening)][-2:]
    with refused("order no-such-tie"):
        evening.act(acts.CutPrize(prize="place", order=level))


def test_the_seed_cuts_for_places_and_other_prizes_and_the_archive_says_so(make_evening: Make) -> None:
    prizes = {"best": 1, "ties": "cut_all", "others": [{"rounds": [1, 1], "booby": True}]}
    evening = make_evening(8, until="finished", rounds=2, target=14, prizes=prizes)
    archive = evening.archive_by_seed()
    assert findings(archive) == []
    assert all(prize["ticket"] for prize in archive["prizes"])
    assert len({line["place"] for line in archive["standings"]}) == 8
