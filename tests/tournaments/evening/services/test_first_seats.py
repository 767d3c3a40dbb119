"""The seats of the first round: drawn, placed by hand, changed, given up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import last_entry, refused
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.models import TableLink
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.services import evenings
from tournaments.movement.draw import draw
from tournaments.movement.seating import Seating


def codes(evening: AnEvening) -> list[str]:
    return [ticket.code for ticket in evening.evening.tickets.order_by("number")]


def first(evening: AnEvening) -> Seating:
    return seating_of(evening.evening.rounds.get(number=1))


@pytest.mark.parametrize("players", [4, 5, 7, 8, 13, 14])
def test_a_draw_can_be_drawn_again_by_anybody_from_the_seed(make_evening: Make, players: int) -> None:
    evening = make_evening(players, until="check_in", seed="martinmas")
    evening.act(acts.Draw())
    order = draw(codes(evening), seed="martinmas")
    assert last_entry(evening.evening) == ("draw", {"attempt": 1, "order": list(order)})
    assert tuple(chain(*first(evening).tables, first(evening).sitting_out)) == order
    assert (evening.evening.status, evening.evening.seed) == ("seated", "martinmas")
    assert evening.evening.rounds.get().announced_at is None


def test_seeds_and_salts_have_128_bits_of_chance(club: Club) -> None:
    plan = {"game": "chantecler"}
    made = [
        evenings.make_evening(club=club, name="Friday", date=START.date(), plan=plan, by="user:1", at=START)
        for _ in range(20)
    ]
    for drawn in ({evening.seed for evening in made}, {evening.salt for evening in made}):
        assert {len(bytes.fromhex(one)) for one in drawn} == {16}
        assert len(drawn) == 20


def test_mixed_couples_are_drawn_across_the_colours(make_evening: Make) -> None:
    evening = make_evening(12, until="seated", colours=("red", "blue"), couples="mixed")
    colour = {ticket.code: ticket.colour for ticket in evening.evening.tickets.all()}
    for one, two, three, four in first(evening).tables:
        assert colour[one] != colour[three]
        assert colour[two] != colour[four]


@pytest.mark.parametrize(
    ("players", "plan"), [(0, {}), (3, {}), (1, {"game": "clabberjass", "movement": "drawn"})]
)
def test_too_few_are_no_table(make_evening: Make, players: int, plan: dict[str, Any]) -> None:
    evening = make_evening(players, until="check_in", **plan)
    with refused("players too-few"):
        evening.act(acts.Draw())
    with refused("players too-few"):
        evening.act(evenings.seat_by_hand, tables=[], sitting_out=codes(evening))


def test_seats_are_drawn_again_from_the_same_seed_only_when_asked_for(
    make_evening: Make,
) -> None:
    evening = make_evening(8)
    with refused("again drawn-already"):
        evening.act(acts.Draw())
    for attempt in (2, 3):
        before = first(evening)
        evening.act(acts.Draw(again=True))
        order = draw(codes(evening), seed="a test", attempt=attempt)
        assert last_entry(evening.evening) == ("draw", {"attempt": attempt, "order": list(order)})
        assert first(evening) != before
    assert evening.evening.seed == "a test"
    before = first(evening)
    evening.act(acts.OpenDoors())
    evening.act(acts.Draw())
    assert first(evening) == before
    assert last_entry(evening.evening)[1]["attempt"] == 3


def test_a_draw_of_before_attempts_were_numbered_is_read_as_it_was(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = make_evening(8, until="check_in")
    body = {"seed": "a test/7", "order": list(draw(codes(evening), seed="a test/7"))}
    with monkeypatch.context() as before:
        before.setattr(acts.Draw, "decide", lambda *_: body)
        evening.act(acts.Draw())
    evening.act(acts.Draw(again=True))
    assert last_entry(evening.evening)[1]["attempt"] == 2


def test_every_table_gets_its_link_once(make_evening: Make) -> None:
    evening = make_evening(13)
    links = set(TableLink.objects.values_list("table__number", "nonce"))
    assert {number for number, _ in links} == {1, 2, 3}
    evening.act(acts.Draw(again=True))
    evening.act(acts.OpenDoors())
    evening.act(acts.Draw())
    assert set(TableLink.objects.values_list("table__number", "nonce")) == links


def test_seats_are_placed_by_hand_as_given(make_evening: Make) -> None:
    evening = make_evening(9, until="check_in")
    c = codes(evening)
    tables, out = [[c[8], c[1], c[2], c[3]], [c[4], c[5], c[6], c[7]]], [c[0]]
    evening.act(evenings.seat_by_hand, tables=tables, sitting_out=out)
    assert last_entry(evening.evening) == ("seat", {"round": 1, "tables": tables, "sitting_out": out})
    assert [list(table) for table in first(evening).tables] == tables
    assert first(evening).sitting_out == (c[0],)
    evening.act(evenings.seat_by_hand, tables=tables[::-1], sitting_out=out)
    assert [list(table) for table in first(evening).tables] == tables[::-1]


@pytest.mark.parametrize(
    ("tables", "sitting_out", "faults"),
    [
        ("1234", "56789", ["start wrong-number-of-tables"]),
        ("1234 567", "89", ["start.1 not-four"]),
        ("12345 678", "9", ["start.0 not-four", "start.1 not-four"]),
        ("1234 5678", "", ["start not-seated"]),
        ("1234 5671", "89", ["start.1.3 seated-twice"]),
        ("1234 5678", "98", ["sitting_out.1 seated-twice"]),
        ("1234 567?", "89", ["start.1.3 unknown-player"]),
        ("1234 567-", "89", ["start.1.3 empty"]),
        ("1234 5678", "9?", ["sitting_out.1 unknown-player"]),
        (
            "1134 567?",
            "8",
            ["start.0.1 seated-twice", "start.1.3 unknown-player", "start not-seated", "start not-seated"],
        ),
    ],
)
def test_a_seating_that_cannot_be_names_every_place(
    make_evening: Make, tables: str, sitting_out: str, faults: list[str]
) -> None:
    evening = make_evening(9, until="check_in")
    known = {str(number): code for number, code in enumerate(codes(evening), start=1)} | {"-": ""}

    def spelt(numbers: str) -> Sequence[str]:
        return [known.get(number, number) for number in numbers]

    with refused(*faults):
        evening.act(
            evenings.seat_by_hand,
            tables=[spelt(table) for table in tables.split()],
            sitting_out=spelt(sitting_out),
        )


@pytest.mark.parametrize(("one", "other"), [(0, 5), (0, 1), (0, 8), (8, 3)])
def test_two_people_change_places_before_the_start(make_evening: Make, one: int, other: int) -> None:
    evening = make_evening(9)
    before = list(chain(*first(evening).tables, first(evening).sitting_out))
    evening.act(acts.Swap(one=before[one], other=before[other], reason=""))
    after = list(chain(*first(evening).tables, first(evening).sitting_out))
    assert last_entry(evening.evening) == ("swap", {"round": 1, "one": before[one], "other": before[other]})
    before[one], before[other] = before[other], before[one]
    assert after == before


def test_a_swap_is_of_two_people_who_have_places(make_evening: Make) -> None:
    evening = make_evening(8)
    one, two, *_ = codes(evening)
    with refused("one unknown-player"):
        evening.act(acts.Swap(one="nobody", other=two, reason=""))
    with refused("other unknown-player"):
        evening.act(acts.Swap(one=one, other="", reason=""))
    with refused("other same-player"):
        evening.act(acts.Swap(one=one, other=one, reason=""))


def test_who_comes_between_draw_and_start_sits_out_last_and_is_drawn_next_time(make_evening: Make) -> None:
    evening = make_evening(9)
    late = evening.act(evenings.arrive_guest, name="Late", colour="")
    act, body = last_entry(evening.evening)
    assert (act, body["ticket"], body["number"], body["colour"]) == ("arrive", late.code, 10, "")
    assert first(evening).sitting_out[-1] == late.code
    assert len(first(evening).sitting_out) == 2
    evening.act(acts.Draw(again=True))
    assert set(first(evening).players()) == set(codes(evening))


def test_a_substitute_before_the_start_has_the_seat_and_is_drawn_next_time(make_evening: Make) -> None:
    evening = make_evening(8)
    ticket = evening.evening.tickets.get(code=first(evening).tables[1][2])
    guest = evening.act(evenings.substitute_guest, ticket=ticket, name="Instead")
    assert first(evening).tables[1][2] == guest.code
    evening.act(acts.Draw(again=True))
    assert guest.code in first(evening).players()
    assert ticket.code not in first(evening).players()
    evening.act(acts.Start())
    assert evening.evening.tickets.get(pk=ticket.pk).start_order is None


def test_the_start_fixes_the_order_and_pins_what_is_played(make_evening: Make) -> None:
    evening = make_evening(9, head_table="exchange")
    evening.act(acts.Start())
    round_ = evening.round()
    kind, body = last_entry(evening.evening)
    order = [ticket.code for ticket in evening.evening.tickets.order_by("start_order")]
    assert order == list(first(evening).players())
    assert kind == "start"
    assert body == {"round": 1, "pinned": evening.evening.pinned}
    assert set(body["pinned"]) == {"game", "house_rules", "rulebook"}
    assert body["pinned"]["house_rules"] == evening.evening.plan["house_rules"]
    assert (evening.evening.status, evening.evening.current_round) == ("playing", 1)
    assert round_.started_at == round_.announced_at == evening.evening.started_at == evening.at
    assert round_.ends_at is None
