"""The certificate and the schedule in public: once play has begun, counted from the seats, with a file to check."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.table.a_phone import text_of
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.services import evenings
from tournaments.movement.draw import commitment

Visit = Callable[..., Any]
PAGES = ("schedule/", "certificate/", "certificate.json")


@pytest.mark.parametrize("movement", ["scheduled", "progressive"])
def test_before_play_the_desk_alone_sees_the_rounds(visit: Visit, make_evening: Make, movement: str) -> None:
    evening = make_evening(8, movement=movement)
    assert [visit(evening, address).status_code for address in PAGES] == [404, 404, 404]
    evening.step_to("playing")
    assert [visit(evening, address).status_code for address in PAGES] == [200, 200, 200]


def test_it_says_what_it_certifies_and_what_that_means(visit: Visit, make_evening: Make) -> None:
    page = text_of(visit(make_evening(16, movement="scheduled", until="playing", rounds=3), "certificate/"))
    assert "as people really sat in them, and 2 rounds that are announced" in page
    assert "Nobody has the same partner twice." in page
    assert "Partners repeated 0 0 cannot be less" in page
    assert "Cut from a schedule known to be perfect over its full cycle" in page


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        pytest.param({}, "Progressive", id="progressive"),
        pytest.param({"movement": "drawn"}, "New draw each round", id="drawn"),
        pytest.param({"movement": "drawn", "game": "ascot", "hands_per_round": 1}, "New draw", id="points"),
    ],
)
def test_every_movement_has_its_certificate(
    visit: Visit, make_evening: Make, plan: dict[str, Any], says: str
) -> None:
    evening = make_evening(9, until="moved", rounds=3, **plan)
    page = text_of(visit(evening, "certificate/"))
    assert says in page
    assert "and 1 round that is announced" in page
    assert ("How often two were partners" in page) == (plan.get("game") != "ascot")


def test_a_finished_evening_counts_what_was_played(visit: Visit, make_evening: Make) -> None:
    evening = make_evening(8, until="moved", rounds=2, seed="a very secret seed")
    evening.go_on_to("settled")
    shown = [visit(evening, page).content.decode() for page in (*PAGES, "check/")]
    assert not any("a very secret seed" in page for page in shown)
    assert all(told in shown[-1] for told in (commitment("a very secret seed"), evening.evening.ledger_head))
    evening.step_to("finished")
    assert "every round as people sat in it" in text_of(visit(evening, "certificate/"))
    assert json.loads(visit(evening, "certificate.json").content)["provenance"]["played"]
    evening.step_to("published")
    assert "a very secret seed" in text_of(visit(evening, "certificate/"))


def test_everybody_is_counted_where_they_really_sat(visit: Visit, make_evening: Make) -> None:
    evening = make_evening(9, movement="scheduled", until="playing", rounds=2)
    at_table = evening.round().tables.get(table__number=1).seats.order_by("seat")
    one, other = (seat.ticket for seat in at_table[:2])
    before = json.loads(visit(evening, "certificate.json").content)
    evening.play_hands(1)
    evening.act(acts.ExchangeSeats(hands=[(1, 1, 1)], one=one.code, other=other.code, reason="so it was"))
    late = clubs.add_player(club=evening.evening.club, name="Lat Ecomer", at=evening.clock())
    gone = evening.round().seats.get(table_round__table__number=2, seat=1).ticket
    evening.act(evenings.substitute, ticket=gone, player=late)
    after = json.loads(visit(evening, "certificate.json").content)
    was, now = before["rounds"][0]["tables"][0], after["rounds"][0]["tables"][0]
    assert now == [was[1], was[0], *was[2:]]
    assert after["rounds"][0]["tables"][1][0] == "Lat Ecomer"
    assert "Lat Ecomer" in str(after["rounds"][1])
    assert gone.player.name not in str(after["rounds"])
    assert after["faults"] == []


def test_the_file_is_counted_again_by_the_command_though_all_have_one_name(
    visit: Visit, make_evening: Make, tmp_path: Path, capsys: Any
) -> None:
    evening = make_evening(9, movement="scheduled", until="playing", rounds=3)
    Player.objects.update(name="Ann" + "e" * 77)
    answer = visit(evening, "certificate.json")
    assert "attachment" in answer["Content-Disposition"]
    file = tmp_path / "certificate.json"
    file.write_bytes(answer.content)
    call_command("check_movement", str(file))
    assert "9 players, 3 rounds" in capsys.readouterr().out


def test_the_public_schedule_has_every_round_with_names_and_not_the_seed(
    visit: Visit, make_evening: Make
) -> None:
    evening = make_evening(11, movement="scheduled", until="playing", rounds=3, seed="a very secret seed")
    assert not [page for page in PAGES if "a very secret seed" in visit(evening, page).content.decode()]
    assert json.loads(visit(evening, "certificate.json").content)["provenance"]["generator"] == "planner"
    page = text_of(visit(evening, "schedule/"))
    assert "Round 1 in play" in page
    assert "Round 3 announced" in page
    for player in evening.players:
        assert player.name in page
    front = visit(evening).content.decode()
    assert all(f"{evening.evening.slug}/{link}" in front for link in PAGES[:2])


def test_a_matrix_nobody_could_read_is_left_to_the_file(visit: Visit, make_evening: Make) -> None:
    page = text_of(visit(make_evening(70, until="playing"), "certificate/"))
    assert "With this many people the table would be too large to read" in page
    assert "How often two were at one table" not in page
