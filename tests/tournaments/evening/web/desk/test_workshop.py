"""The rules workshop: a version of a game of the house, tried, proved and saved."""

import json
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html
from tournaments.club.models import ClubGame, Officer
from tournaments.club.reads.members import definition_of
from tournaments.club.roles import Role
from tournaments.club.services.games import WhichEdition, publish_game
from tournaments.evening import acts
from tournaments.evening.models import Hand, TableRound
from tournaments.evening.web.table.hands import Slip, stored_slip
from tournaments.site.web.pages import now

pytestmark = pytest.mark.django_db


def fields(answer: Any) -> dict[str, str]:
    """What the form of a draft holds."""
    shown = answer.context
    cells: dict[str, str] = {}
    for row in (row for part in shown["parts"] for row in part["rows"]):
        cells |= dict([row["rest"], *([row["called"]] if row["called"] else [])])
        cells |= {cell["name"]: cell["value"] for cell in row["cells"]}
    heads = {name: shown["data"].get(name, "en") for name in ("name", "slug", "rulebook", "language")}
    return {"document": shown["carried"], **heads, **cells}


@pytest.fixture
def workshop(desk: Desk) -> Desk:
    Officer.objects.update(role=Role.SECRETARY)
    return desk


def test_a_lone_march_is_five_and_its_partner_gets_four(workshop: Desk, make_evening: Make) -> None:
    address = f"/desk/{workshop.club.slug}/games/euchre/"
    page = workshop.client.get(address)
    at = [line["id"] for line in page.context["data"]["lines"]].index("march-alone")
    page = workshop.client.post(address, {**fields(page), "do": f"partner:lines.{at}"})
    points = {f"line.{at}.points": "5", f"line.{at + 1}.points": "4", f"line.{at}.sentence": ""}
    page = workshop.client.post(address, {**fields(page), **points})
    shown = html(page)

    assert page.context["data"]["lines"][at]["sentence"] == "Maker: 5 points, when march and Alone"
    assert "New: the partner of Maker: 4 points, when march and Alone." in shown
    assert "All 145 hands were tried." in shown
    assert shown.count("No line uses this house rule") == 1
    assert "the example says 0 · 4, the lines give 0 · 4 · 0 · 5" in shown
    number, hand = len(page.context["wrong"]), {"hand.maker": "3", "hand.alone": "true", "hand.tricks": "5"}
    assert f"The lines are right for all {number}" in shown
    page = workshop.client.post(address, {**fields(page), **hand, "do": "accept:all"})
    assert page.context["wrong"] == []
    assert hand.items() <= {field.path: field.value for field in page.context["form"].fields}.items()

    page = workshop.client.post(address, {**fields(page), "do": "tried"})
    assert "Enter a complete hand first." in html(page)
    tried = workshop.client.post(f"{address}preview/", {**fields(page), **hand})
    assert "Maker: 5 points" in html(tried)
    assert who_gets_what(tried.context["previewed"].slip) == BY_SEAT
    page = workshop.client.post(address, {**fields(page), **hand, "do": "tried"})
    told = [(each["hand"], each["says"]) for each in page.context["right"]]
    assert f"Kept: {len(told)} examples." in html(page)
    assert ("Maker: 3, Alone, Tricks the makers took: 5", "4 · 0 · 5 · 0") in told
    answer = workshop.client.post(address, {**fields(page), "do": "save"})
    assert answer["Location"].endswith("/games/?saved=euchre")
    row = ClubGame.objects.get()
    assert (row.slug, row.name, definition_of(row).score(hand_of(3), definition_of(row).defaults).scores) == (
        "our_euchre",
        "Our Euchre",
        (4, 0, 5, 0),
    )
    assert "Our Euchre" in html(workshop.client.get(answer["Location"]))
    assert "New: the partner of Maker: 4 points" in html(workshop.client.get(f"/rules/{row.address}/"))
    assert workshop.client.get(address.replace("/euchre/", "/our_euchre/")).context["data"] == row_data(row)
    publish_game(workshop.club, row.slug, now(), WhichEdition())
    with pytest.raises(Faults, match="no couple wins a table; let points count"):
        make_evening(8, game=row.slug)
    here = make_evening(8, game=row.slug, movement="drawn", counting="points", until="playing")
    here.enter(1, hand_of(3))
    assert TableRound.objects.get(table__number=1).seat_points == [4, 0, 5, 0]
    assert who_gets_what(stored_slip(Hand.objects.get(), definition_of(row))) == BY_SEAT
    rules = html(workshop.client.get(f"/c/{workshop.club.slug}/{here.evening.slug}/rules/"))
    assert "All players score their own points." in rules
    assert "the points of their couple" not in rules
    here.enter(1, {"maker": 3, "tricks": 5})
    slip = stored_slip(Hand.objects.get(number=2), definition_of(row))
    assert who_gets_what(slip) == ([("A", 2)], [("A", 2), ("B", 0)])


BY_SEAT = ([("3", 5), ("1", 4)], [("1", 4), ("2", 0), ("3", 5), ("4", 0)])


def who_gets_what(slip: Slip) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    lines = [(line["seats_label"], line["points"]) for line in slip["lines"]]
    return lines, [(total.get("couple") or total["label"], total["points"]) for total in slip["totals"]]


def hand_of(maker: int) -> dict[str, Any]:
    return {"maker": maker, "alone": True, "tricks": 5}


def row_data(row: ClubGame) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(row.document)
    return data


def test_who_may_play_is_ticked_and_tried(workshop: Desk) -> None:
    address = f"/desk/{workshop.club.slug}/games/points/"
    begun = fields(workshop.client.get(address))
    page = workshop.client.post(address, {**begun, "seats": ["", "3", "4", "6"], "players": "6"})
    assert page.context["data"]["seats"] == [4, 3, 6]
    assert [cell.label for cell in page.context["form"].fields[0].cells][-1] == "Seat 6"
    page = workshop.client.post(address, {**begun, "seats": ["", "3", "6"]})
    assert page.context["data"]["seats"] == [3, 6]
    page = workshop.client.post(address, {**begun, "seats": [""], "do": "save"})
    assert '<a href="#seats">Players at a table</a>' in html(page)


def test_one_hand_that_has_the_fewest_points_and_the_most_is_shown_once(workshop: Desk) -> None:
    address = f"/desk/{workshop.club.slug}/games/points/"
    page = workshop.client.get(address)
    points = {"fields.0.least": "0", "fields.0.most": "26", "fields.0.total": "26"}
    page = workshop.client.post(address, {**fields(page), **points})
    assert "All 3654 hands were tried." in html(page)
    assert [label for label, _worked in page.context["ends"]] == ["Fewest and most points"]


@pytest.mark.parametrize("start", ["skat", "oh_hell"])
def test_every_start_comes_back_as_it_was_sent(workshop: Desk, start: str) -> None:
    address = f"/desk/{workshop.club.slug}/games/{start}/"
    page = workshop.client.get(address)
    again = workshop.client.post(address, fields(page))

    assert (again.status_code, again.context["draft"].refused) == (200, ())
    assert again.context["data"] == page.context["data"]


WRONG: list[tuple[dict[str, str], str]] = [
    ({"line.0.when": "tricks >"}, "The expression ends too early"),
    ({"line.0.to": "<script>"}, "“&lt;script&gt;” is nobody"),
    ({"slug": "euchre"}, "is a game of the house"),
    ({"house_rules.2.default": "many"}, "House rules 3</a>: the default of “alone_march” is none"),
    ({"rulebook": "nothing"}, "A rulebook has paragraphs"),
    ({"fields.4.most": "many"}, "What is entered for a hand 5 · Most</a>:"),
    ({"fields.3.when": "tricks = 3"}, "What is entered for a hand 4 · Asked only when"),
    ({"refusals.0.when": "first +"}, "Refusals 1 · Refused when</a>: the expression ends too early"),
    ({"feats.0.to": "nobody"}, "Feats 1 · For whom</a>: “nobody” is nobody"),
    ({"values.0.name": "tricks"}, "“tricks” is the name of something else"),
]


def test_what_is_no_game_is_told_where_and_nothing_is_lost(workshop: Desk) -> None:
    address = f"/desk/{workshop.club.slug}/games/euchre/"
    begun = fields(workshop.client.get(address))
    for changed, said in WRONG:
        sent = {**begun, **changed}
        page = workshop.client.post(address, {**sent, "do": "save"})
        assert said.lower() in html(page).lower(), changed
        assert {**fields(page), **changed, "document": ""} == {**sent, "document": ""}
    assert not ClubGame.objects.exists()


def test_every_part_is_written_row_by_row(workshop: Desk) -> None:
    address = f"/desk/{workshop.club.slug}/games/euchre/"
    page = workshop.client.get(address)
    for part in ("fields", "house_rules", "tables", "values", "refusals", "feats", "remember"):
        page = workshop.client.post(address, {**fields(page), "do": f"add:{part}"})
        assert page.context["draft"].refused == ()
    data = page.context["data"]
    at = {part: len(data[part]) - 1 for part in ("fields", "feats", "remember")}
    choice = {f"fields.{at['fields']}.{name}": text for name, text in CHOICE.items()}
    counted = {f"feats.{at['feats']}.when": "suit == 'hearts'", "remember.0.becomes": "min(100, kept_1 + 1)"}
    page = workshop.client.post(address, {**fields(page), **choice, **counted, "do": "up:values.5"})

    assert page.context["draft"].refused == ()
    data = page.context["data"]
    assert data["fields"][-1] == {
        "name": "suit",
        "label": "Suit",
        "kind": "choice",
        "when": {"passed_out": [True]},
        "choices": {"hearts": "Hearts", "spades": "Spades"},
    }
    assert [value["name"] for value in data["values"]][-2:] == ["step_1", "second"]
    assert "New feat: Suit is Hearts" in html(page)
    workshop.client.post(address, {**fields(page), "do": "save"})
    written = definition_of(ClubGame.objects.get())
    assert written.score({"passed_out": True, "suit": "hearts"}, written.defaults).scores == (0, 0, 0, 0)
    with pytest.raises(Faults):
        written.score({**hand_of(1), "suit": "hearts"}, written.defaults)


CHOICE = {
    "name": "suit",
    "label": "Suit",
    "kind": "choice",
    "choices": "hearts = Hearts\nspades = Spades",
    "when": "passed_out = true",
}


def test_a_draft_begins_in_the_language_of_its_reader(workshop: Desk) -> None:
    address = f"/desk/{workshop.club.slug}/games/skat/"
    page = workshop.client.get(address, headers={"accept-language": "fr"})
    page = workshop.client.post(address, fields(page), headers={"accept-language": "fr"})
    data = page.context["data"]

    assert (page.context["draft"].refused, page.context["wrong"]) == ((), [])
    assert (data["language"], data["fields"][1]["label"]) == ("fr", "Donneur")
    lines = next(part["rows"] for part in page.context["parts"] if part["name"] == "lines")
    assert "quand «\u202fsurenchère\u202f»" in lines[4]["said"], "steps are French too"
    assert "language" not in workshop.client.get(address).context["data"]


DOCUMENTS = (
    "",
    "[]",
    "{",
    "[" * 50_000,
    '{"values": 5}',
    '{"feats": [5]}',
    '{"house_rules": [{}]}',
    '{"fields": [{"name": []}]}',
)


DEEDS = ("", "add:lines", "keep:{", "accept:99", "drop:fields.1", "up:lines.1", "save")


def test_no_draft_of_another_page_is_taken(workshop: Desk) -> None:
    address = f"/desk/{workshop.club.slug}/games/euchre/"
    begun = fields(workshop.client.get(address))
    for document in DOCUMENTS:
        sent = {**begun, "document": document}
        for do in DEEDS if document.startswith("{") else ("", "add:lines", "save"):
            answer = workshop.client.post(address, {**sent, "do": do})
            assert answer.status_code in (200, 400), (document[:40], do)


def test_what_a_change_would_have_done_to_played_hands_is_told_before_it_is_saved(desk_at: DeskAt) -> None:
    Officer.objects.update(role=Role.SECRETARY)
    plan = {"movement": "drawn", "counting": "points", "house_rules": {"euchred_alone": 10}}
    here, room = desk_at(8, until="playing", game="euchre", **plan)
    room.enter(1, hand_of(1))
    room.enter(2, {**hand_of(1), "alone": False})
    room.act(acts.Stop())
    room.act(acts.Close())
    address = f"/desk/{here.club.slug}/games/euchre/"
    page = here.client.get(address)
    assert page.context["season"]["others"] == 0
    page = here.client.post(address, {**fields(page), "house_rules.2.default": "2"})
    assert "this would have changed 1 of 2 hands" in html(page)
    assert "come first at 1 evening" in html(page)
    assert html(page).count(": place 1, not 3.") == 2
    page = here.client.post(address, {**fields(page), "house_rules.3.most": "5"})
    assert "2 hands could not have been entered" in html(page)
