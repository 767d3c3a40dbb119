"""Setting an evening up: its plan, letting people in, the seats of the first round."""

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import date
from itertools import chain
from typing import Any

import pytest

from tests.tournaments.an_evening import BY, AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import entries, last_entry, refused
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.fold import heading_commitment, name_commitment
from tournaments.evening.models import Evening, TableLink
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.services import evenings
from tournaments.evening.services.results import heading_of
from tournaments.movement.draw import draw
from tournaments.movement.seating import Seating

A_DAY = date(2026, 11, 20)


def made(club: Club, **changes: Any) -> Evening:
    told = {"name": "Friday", "date": A_DAY, "plan": {"game": "chantecler"}, "by": BY, "at": START, **changes}
    return evenings.make_evening(club=club, **told)


def heading(evening: Evening) -> dict[str, str]:
    """What the ledger holds of the names of the club and the evening."""
    return {"heading": heading_commitment(heading_of(evening), evening.salt)}


def change(evening: AnEvening, **plan: Any) -> Evening:
    """Change the plan to what it is but for `plan`."""
    told = {**evening.evening.plan, **plan}
    evening.act(evenings.change_plan, name=evening.evening.name, date=evening.evening.date, plan=told)
    return evening.evening


def test_an_evening_is_made_as_a_draft_with_its_whole_plan_and_seed_in_the_ledger(club: Club) -> None:
    evening = made(club, plan={"game": "chantecler", "house_rules": {"target": 21}, "rounds": 4})
    assert (evening.status, evening.slug, evening.current_round) == ("draft", "2026-11-20-friday", 0)
    assert evening.plan["house_rules"]["target"] == 21
    assert set(evening.plan) >= {"game", "house_rules", "movement", "movement_options", "rounds", "prizes"}
    assert entries(evening) == [
        ("make", {"date": "2026-11-20", "plan": evening.plan, "seed": evening.seed, **heading(evening)})
    ]
    entry = evening.ledger.get()
    assert (entry.sequence, entry.by, entry.at, entry.previous_hash) == (1, BY, START, "")
    assert (evening.ledger_length, evening.ledger_head, evening.version) == (1, entry.hash, 1)
    assert made(club).seed != evening.seed


@pytest.mark.parametrize(
    ("plan", "target"),
    [
        pytest.param({}, 42, id="a progressive evening"),
        pytest.param({"house_rules": None, "movement": "progressive"}, 42, id="one that says so"),
        pytest.param({"house_rules": {"target": 56}}, 56, id="one with a target of its own"),
        pytest.param({"movement": "fixed"}, 56, id="any other"),
    ],
)
def test_a_progressive_evening_is_played_to_42(club: Club, plan: dict[str, Any], target: int) -> None:
    evening = made(club, plan={"game": "chantecler", **plan})
    assert evening.plan["house_rules"]["target"] == target


@pytest.mark.parametrize(
    ("names", "slugs"),
    [
        (["Friday", "Friday"], ["2026-11-20-friday", "2026-11-20-friday-2"]),
        (["月見", "月見"], ["2026-11-20", "2026-11-20-2"]),
        (["Été – d’or"], ["2026-11-20-ete-dor"]),
    ],
)
def test_every_evening_has_an_address_of_its_own(club: Club, names: list[str], slugs: list[str]) -> None:
    assert [made(club, name=name).slug for name in names] == slugs


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"name": " "}, ["name empty"]),
        ({"name": "Fri\ud800day"}, ["name unprintable"]),
        ({"date": date(1, 1, 1)}, ["date out-of-range"]),
        ({"date": date(9999, 12, 31)}, ["date out-of-range"]),
        ({"plan": {}}, ["plan.game unknown-game", "plan.game missing"]),
        ({"plan": {"game": "chantecler", "house_rules": []}}, ["plan.house_rules not-an-object"]),
        (
            {"plan": {"game": "chantecler", "house_rules": {"target": 0, "tagret": 1}}},
            ["plan.house_rules.target out-of-range", "plan.house_rules.tagret unknown-field"],
        ),
    ],
)
def test_what_is_no_evening_is_refused_whole(club: Club, changes: dict[str, Any], faults: list[str]) -> None:
    with refused(*faults):
        made(club, **changes)


@pytest.mark.parametrize("until", ["draft", "check_in", "seated"])
def test_name_date_and_plan_may_change_until_play_starts(make_evening: Make, until: str) -> None:
    evening = make_evening(8, until=until)
    plan = {**evening.evening.plan, "rounds": 9}
    evening.act(evenings.change_plan, name=" Saturday  night ", date=date(2026, 11, 21), plan=plan)
    assert (evening.evening.name, evening.evening.plan["rounds"]) == ("Saturday night", 9)
    assert last_entry(evening.evening) == (
        "change_plan",
        {"date": "2026-11-21", "plan": evening.evening.plan, **heading(evening.evening)},
    )
    assert evening.evening.status == until


@pytest.mark.parametrize(
    ("colours", "entered", "faults"),
    [
        pytest.param(("red", "blue"), ["blue", "red"], [], id="the same in another order"),
        pytest.param(("red", "blue"), ["red", "blue", "green"], [], id="one more"),
        pytest.param(("red", "blue"), ["red"], ["plan.colours tickets-given-out"], id="one less"),
        pytest.param((), ["red"], ["plan.colours tickets-given-out"], id="some after all"),
    ],
)
def test_tickets_that_are_given_out_keep_their_colours(
    make_evening: Make, colours: tuple[str, ...], entered: list[str], faults: list[str]
) -> None:
    evening = make_evening(8, until="check_in", colours=colours)
    with refused(*faults) if faults else nullcontext():
        assert change(evening, colours=entered).plan["colours"] == entered


def test_before_anybody_has_a_ticket_the_colours_may_change(make_evening: Make) -> None:
    evening = make_evening(0, until="check_in", colours=("red", "blue"))
    assert change(evening, colours=["green"]).plan["colours"] == ["green"]
    assert evening.act(evenings.check_in, players=[]) == []
    assert last_entry(evening.evening)[0] == "change_plan", "letting in nobody is nothing to write down"


@pytest.mark.parametrize(
    ("drawn", "plan"),
    [
        ({"movement": "by_seat", "colours": ("red", "blue")}, {"movement": "by_colour"}),
        ({"movement": "drawn"}, {"movement": "progressive", "counting": "games"}),
        ({"movement": "drawn"}, {"game": "ascot"}),
    ],
    ids=["by colour", "by the bell", "another game"],
)
def test_once_seats_are_drawn_the_tables_stay_as_they_are(
    make_evening: Make, drawn: dict[str, Any], plan: dict[str, Any]
) -> None:
    evening = make_evening(8, **drawn)
    with refused("plan.movement seats-drawn"):
        change(evening, house_rules={}, movement_options={}, **plan)


def test_seats_drawn_for_one_round_may_stay_for_the_evening(make_evening: Make) -> None:
    assert change(make_evening(8, movement="drawn"), movement="fixed").plan["movement"] == "fixed"


def test_seats_that_were_drawn_keep_to_the_way_of_pairing_they_were_drawn_by(make_evening: Make) -> None:
    """Nobody is moved by a form about the plan; with the doors open again it can be changed, and drawn anew."""
    evening = make_evening(8, until="seated", colours=("red", "blue"))
    mixed = {**evening.evening.plan["movement_options"], "couples": "mixed"}
    with refused("plan.movement_options.couples seats-drawn"):
        change(evening, movement_options=mixed)
    change(evening, movement_options={**evening.evening.plan["movement_options"], "head_table": "exchange"})
    evening.act(acts.OpenDoors())
    change(evening, movement_options=mixed)
    evening.act(acts.Draw())
    assert evening.evening.status == "seated"


def test_seats_that_were_placed_by_hand_were_paired_in_no_way(make_evening: Make) -> None:
    evening = make_evening(4, until="seated", colours=("red", "blue"))
    codes = [ticket.code for ticket in evening.evening.tickets.all()]
    evening.act(evenings.seat_by_hand, tables=[codes], sitting_out=[])
    mixed = {**evening.evening.plan["movement_options"], "couples": "mixed"}
    assert change(evening, movement_options=mixed).plan["movement_options"]["couples"] == "mixed"


def test_a_copy_of_an_evening_is_a_draft_with_the_same_plan_and_nobody_in_it(make_evening: Make) -> None:
    evening = make_evening(8, until="published", colours=("red", "blue"), head_table="exchange")
    copy = evening.act(evenings.clone_evening, name="Next Friday", date=date(2026, 11, 27))
    assert (copy.status, copy.plan, copy.pinned) == ("draft", evening.evening.plan, None)
    assert copy.pk != evening.evening.pk
    assert not copy.tickets.exists()
    assert copy.seed != evening.evening.seed


def test_doors_open_and_open_again_from_drawn_seats_which_fall(make_evening: Make) -> None:
    evening = make_evening(9, until="check_in")
    assert entries(evening.evening)[1] == ("open_doors", {})
    evening.act(acts.Draw())
    evening.act(acts.OpenDoors())
    assert last_entry(evening.evening) == ("reopen_doors", {})
    assert (evening.evening.status, evening.evening.rounds.count()) == ("check_in", 0)
    assert evening.evening.tickets.count() == 9
    c = codes(evening)
    tables, out = [[c[8], c[1], c[2], c[3]], [c[4], c[5], c[6], c[7]]], [c[0]]
    evening.act(evenings.seat_by_hand, tables=tables, sitting_out=out)
    assert last_entry(evening.evening) == ("seat", {"round": 1, "tables": tables, "sitting_out": out})
    assert [list(table) for table in first(evening).tables] == tables
    assert first(evening).sitting_out == (c[0],)
    evening.act(evenings.seat_by_hand, tables=tables[::-1], sitting_out=out)
    assert [list(table) for table in first(evening).tables] == tables[::-1]


def test_who_is_let_in_has_a_ticket_that_the_ledger_knows_by_a_code(make_evening: Make) -> None:
    evening = make_evening(3, until="check_in", colours=("red", "blue"))
    guest = evening.act(evenings.check_in_guest, name=" A   Guest ", colour="blue")
    tickets = list(evening.evening.tickets.order_by("number").select_related("player"))
    assert guest == tickets[3]
    assert (guest.player.name, guest.player.is_guest) == ("A Guest", True)
    assert [(ticket.number, ticket.colour) for ticket in tickets] == [
        *((1, "red"), (2, "blue"), (3, "red"), (4, "blue"))
    ]
    told = [
        {
            "ticket": ticket.code,
            "number": ticket.number,
            "colour": ticket.colour,
            "name": name_commitment(ticket.player.name, ticket.salt),
            "guest": ticket == guest,
        }
        for ticket in tickets
    ]
    assert entries(evening.evening)[-2:] == [
        ("check_in", {"tickets": told[:3]}),
        ("check_in", {"tickets": told[3:]}),
    ]
    assert len({ticket.code for ticket in tickets}) == 4


def test_who_cannot_be_let_in_is_named_and_nobody_is(make_evening: Make) -> None:
    evening = make_evening(2, until="check_in", colours=("red",))
    club = evening.evening.club
    new, other = (clubs.add_player(club=club, name=name, at=START) for name in ("New", "Other"))
    with refused("players.1 already-in", "players.2.colour unknown-colour", "players.3 already-in"):
        evening.act(
            evenings.check_in,
            players=[(new, "red"), (evening.players[0], "red"), (other, "green"), (new, "red")],
        )
    with refused("players.0.colour unknown-colour"):
        evening.act(evenings.check_in_guest, name="A Guest", colour="")
    abroad = clubs.make_club(name="Elsewhere", director=None, time_zone="UTC", at=START)
    stranger = clubs.add_player(club=abroad, name="Stranger", at=START)
    with refused("players another-club"):
        evening.act(evenings.check_in, players=[(stranger, "red")])


def test_a_list_of_names_lets_in_who_is_not_in_yet(make_evening: Make) -> None:
    evening = make_evening(2, until="check_in")
    known = evening.players[0].name
    tickets = evening.act(evenings.check_in_names, names=["Ada", "", known, " Ada "], colours={})
    assert [ticket.player.name for ticket in tickets] == ["Ada"]
    assert Player.objects.filter(name="Ada").count() == 1


def test_a_ticket_is_taken_back_and_its_number_given_out_again(make_evening: Make) -> None:
    evening = make_evening(3, until="check_in")
    last = evening.evening.tickets.get(number=3)
    evening.act(evenings.check_out, ticket=last)
    assert last_entry(evening.evening) == ("check_out", {"ticket": last.code})
    with refused("ticket unknown-ticket"):
        evening.act(evenings.check_out, ticket=last)
    (again,) = evening.act(evenings.check_in, players=[(evening.players[2], "")])
    assert (again.number, again.code != last.code) == (3, True)


def test_a_ticket_that_was_handed_on_comes_back_after_the_substitutes(make_evening: Make) -> None:
    evening = make_evening(5, until="seated")
    ticket = evening.evening.tickets.get(number=1)
    guest = evening.act(evenings.substitute_guest, ticket=ticket, name="A Guest")
    evening.act(acts.OpenDoors())
    with refused("ticket has-left"):
        evening.act(evenings.check_out, ticket=ticket)
    evening.act(evenings.check_out, ticket=guest)
    evening.act(evenings.check_out, ticket=ticket)
    evening.act(evenings.check_in, players=[(ticket.player, "")])
    assert evening.evening.tickets.filter(left_in=None).count() == 5


def test_an_evening_is_called_off_with_the_reason_and_keeps_what_was_entered(make_evening: Make) -> None:
    evening = make_evening(8, until="bell")
    hands = evening.evening.ledger.filter(act="enter_hand").count()
    evening.act(acts.Abandon(reason="  the\n heating " + "x" * 300))
    entry = evening.evening.ledger.latest("sequence")
    assert (entry.act, entry.body) == ("abandon", "{}")
    assert (entry.reason[:12], len(entry.reason)) == ("the heating ", 200)
    assert evening.evening.status == "abandoned"
    assert evening.evening.ledger.filter(act="enter_hand").count() == hands > 0


def test_a_reason_that_cannot_be_shown_is_refused(make_evening: Make) -> None:
    evening = make_evening(4, until="seated")
    with refused("reason unprintable"):
        evening.act(acts.Abandon(reason="the \x00 heating"))


def codes(evening: AnEvening) -> list[str]:
    return [ticket.code for ticket in evening.evening.tickets.order_by("number")]


def first(evening: AnEvening) -> Seating:
    return seating_of(evening.evening.rounds.get(number=1))


@pytest.mark.parametrize("players", [4, 14])
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


def test_seats_are_drawn_again_when_asked_from_the_same_seed(make_evening: Make) -> None:
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
    one, two, *_ = codes(evening)
    with refused("one unknown-player"):
        evening.act(acts.Swap(one="nobody", other=two, reason=""))
    with refused("other unknown-player"):
        evening.act(acts.Swap(one=one, other="", reason=""))
    with refused("other same-player"):
        evening.act(acts.Swap(one=one, other=one, reason=""))


def test_a_draw_without_an_attempt_is_still_read(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_seating_that_cannot_be_names_every_place(make_evening: Make) -> None:
    evening = make_evening(9, until="check_in")
    known = {str(number): code for number, code in enumerate(codes(evening), start=1)} | {"-": ""}

    def spelt(numbers: str) -> Sequence[str]:
        return [known.get(number, number) for number in numbers]

    for tables, sitting_out, faults in (
        ("1234", "56789", ["start wrong-number-of-tables"]),
        ("12345 678", "9", ["start.0 not-four", "start.1 not-four"]),
        ("1234 5678", "", ["start not-seated"]),
        ("1234 5678", "98", ["sitting_out.1 seated-twice"]),
        ("1234 567-", "89", ["start.1.3 empty"]),
        ("1234 5678", "9?", ["sitting_out.1 unknown-player"]),
        (
            "1134 567?",
            "8",
            ["start.0.1 seated-twice", "start.1.3 unknown-player", "start not-seated", "start not-seated"],
        ),
    ):
        placed = [spelt(table) for table in tables.split()]
        with refused(*faults):
            evening.act(evenings.seat_by_hand, tables=placed, sitting_out=spelt(sitting_out))


@pytest.mark.parametrize(("one", "other"), [(0, 5), (0, 1), (0, 8), (8, 3)])
def test_two_people_change_places_before_the_start(make_evening: Make, one: int, other: int) -> None:
    evening = make_evening(9)
    before = list(chain(*first(evening).tables, first(evening).sitting_out))
    evening.act(acts.Swap(one=before[one], other=before[other], reason=""))
    after = list(chain(*first(evening).tables, first(evening).sitting_out))
    assert last_entry(evening.evening) == ("swap", {"round": 1, "one": before[one], "other": before[other]})
    before[one], before[other] = before[other], before[one]
    assert after == before


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
