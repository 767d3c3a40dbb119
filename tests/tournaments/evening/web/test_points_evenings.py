"""What counts tonight, on every page: points of one's own, games won alone, game points."""

import csv
import io
import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import STEPS, AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import signed_in, words
from tests.tournaments.evening.web.english import walk
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.table.a_phone import Phone
from tournaments.evening.api.evening_answers import Standings
from tournaments.evening.models import Standing, Table, TableRound
from tournaments.evening.reads.rounds import round_views
from tournaments.evening.round_rules import Status
from tournaments.rehearsal.random_hands import pretend_hand

PLAYERS = {"ascot": 8, "chamberlain": 7, "chambery_tarot": 13, "clabberjass": 5, "chantecler": 9}
LOOKED_AT = {
    "ascot": ("check_in", "playing", "drafted", "published"),
    "chamberlain": ("bell", "published"),
    "chambery_tarot": ("bell", "published"),
    "clabberjass": ("bell", "published"),
}
ONLY_FOR_COUPLES = re.compile(
    r"[Cc]ouple [AB]|[Hh]ead couple|in couple|the bell|rang|couples cut|won the game"
)


def pages(evening: AnEvening, director: Any) -> dict[str, str]:
    """Every page of the evening that a visitor, the director and the phone at table 1 can reach, as text."""
    club, slug = evening.evening.club.slug, evening.evening.slug
    phone = Phone(evening, 1)
    has_cards = evening.evening.tables.exists() and evening.evening.status != Status.PUBLISHED
    if has_cards:
        phone.scan()
    starts = {
        Client(): [f"/c/{club}/{slug}/", f"/c/{club}/{slug}/wall/", f"/c/{club}/{slug}/print/"],
        signed_in(director): [f"/desk/{club}/{slug}/", f"/desk/{club}/{slug}/clone/"],
        phone.client: [phone.url] if has_cards else [],
    }
    elsewhere = re.compile(f"^(?!.*/{slug}/)|/acts/|/plan/")
    return {
        path: words(html)
        for client, paths in starts.items()
        for path, html in walk(client, *paths, but=elsewhere, language="en")
    }


def look_everywhere(evening: AnEvening, director: Any) -> None:
    """No page speaks of what there is not on an evening without couples."""
    found = pages(evening, director)
    assert found, evening.evening.status
    told = {path: match for path, text in found.items() if (match := ONLY_FOR_COUPLES.search(text))}
    assert not told, evening.evening.status
    assert not {path for path, text in found.items() if " None" in text}, evening.evening.status


@pytest.mark.services
@pytest.mark.parametrize("game", LOOKED_AT)
def test_no_page_speaks_of_couples_or_the_bell(make_evening: Make, director: Any, game: str) -> None:
    evening = make_evening(PLAYERS[game], game=game, movement="drawn", hands_per_round=2, until="draft")
    for step in STEPS[1:]:
        evening.step_to(step)
        if step in LOOKED_AT[game]:
            look_everywhere(evening, director)


def test_the_phone_shows_who_has_how_many_points(make_evening: Make) -> None:
    evening = make_evening(3, game="chamberlain", movement="fixed", until="playing")
    phone = Phone.scanned(evening)
    jacks = {"clubs": 1, "diamonds": 2, "hearts": 3, "spades": 1}
    hand = {"declarer": 2, "bid": 5, "rank": "high", "tricks": [3, 8, 2], "jacks": jacks}
    evening.enter(1, hand)
    page = phone.text()
    assert re.search(r"1 \S+ [^−]*−5 .*2 \S+ [^−]*5 .*3 \S+ [^−]*−2", page), page


def test_a_table_that_has_played_its_hands_waits_for_the_others(make_evening: Make) -> None:
    evening = make_evening(6, game="ascot", movement="drawn", hands_per_round=1, until="playing")
    phone = Phone.scanned(evening)
    assert "All hands of the round are played here" not in phone.text()
    evening.enter(1, pretend_hand(evening.dice, "ascot", 3))
    page = phone.look().content.decode()
    assert "All hands of the round are played here" in page
    assert 'id="hand-form"' not in page
    evening.enter(2, pretend_hand(evening.dice, "ascot", 3))
    assert "The round is over" in phone.text()


def test_the_phone_says_where_to_go_and_against_whom(make_evening: Make) -> None:
    evening = make_evening(9, game="ascot", movement="drawn", hands_per_round=1, until="moved")
    phone = Phone.scanned(evening)
    code = evening.round().seats.filter(table_round__table__number=1, seat=1).get().ticket.code
    page = phone.text(f"?me={code}")
    assert re.search(r"table \d, seat \d", page)
    assert "against" in page


def test_pages_and_files_show_points_as_standings(make_evening: Make, client: Client) -> None:
    evening = make_evening(6, game="ascot", movement="fixed", hands_per_round=1, until="published")
    page = words(html(evening))
    assert "Place Player Points Difference Tables won Played" in page
    best = evening.evening.standings.get(place=1)
    assert f"{best.ticket.player.name} {best.points_for}" in page
    assert f"{best.ticket.player.name} {best.points_for}" in words(html(evening, "wall/"))
    address = f"/c/{evening.evening.club.slug}/{evening.evening.slug}/"
    head, *lines = csv.reader(io.StringIO(client.get(f"{address}standings.csv").content.decode("utf-8-sig")))
    assert head[3:6] == ["points", "points difference", "tables won"]
    assert [line[0] for line in lines] == [str(row.place) for row in evening.evening.standings.all()]
    archive = json.loads(client.get(f"{address}archive.json").content)
    hands = [entry["body"] for entry in archive["ledger"] if entry["act"] == "enter_hand"]
    assert {len(hand["points"]) for hand in hands} == {3}


def test_the_rest_door_tells_points_by_seat(make_evening: Make, director: Any) -> None:
    evening = make_evening(3, game="ascot", movement="fixed", until="playing")
    hand = pretend_hand(evening.dice, "ascot", 3)
    entered = evening.enter(1, hand)
    address = f"/api/v1/clubs/{evening.evening.club.slug}/evenings/{evening.evening.slug}/tables/1/"
    answer = signed_in(director).get(address)
    assert answer.status_code == 200, address
    table = answer.json()
    assert table["running"] == entered["points"] == table["hands"][0]["points"]
    assert (table["target"], table["winner"], table["may_ring"]) == (None, None, False)


def test_by_hand_the_form_has_the_seats_of_every_table(make_evening: Make, director: Any) -> None:
    evening = make_evening(13, game="chambery_tarot", movement="fixed", until="check_in")
    club, slug = evening.evening.club.slug, evening.evening.slug
    page = signed_in(director).get(f"/desk/{club}/{slug}/seats/by-hand/")
    assert page.status_code == 200
    assert [len(row["fields"]) for row in page.context["form"].rows()] == [5, 4, 4]


MARGIN = {"counts": "margin", "margin": [[0, 7001], [31, 7002], [61, 7003]]}
HANDS = {"ends": "hands", "hands": 2}


def played(make_evening: Make, *, counts: str, until: str = "published") -> AnEvening:
    """An evening of one round of two hands that counts so."""
    worth = MARGIN if counts == "margin" else {"counts": counts}
    evening = make_evening(8, rounds=1, movement="progressive", ends=HANDS, worth=worth, until="bell")
    evening.cut_where_level()
    for step in ("settled", "drafted", "finished", "published"):
        if evening.evening.status != until:
            evening.step_to(step)
    return evening


def best_of(evening: AnEvening) -> Standing:
    return (
        Standing.objects.filter(ticket__evening=evening.evening).select_related("ticket").order_by("place")[0]
    )


def looked_at(evening: AnEvening, director: Any) -> dict[str, str]:
    club, slug = evening.evening.club.slug, evening.evening.slug
    best = best_of(evening).ticket
    table = Table.objects.get(rounds__seats__ticket=best)
    phone, holder = Phone.scanned(evening, table.number), Holder.scanned(evening, best.number)
    paths = ("", "print/", "wall/")
    found = {path: words(Client().get(f"/c/{club}/{slug}/{path}").content.decode()) for path in paths}
    found["desk"] = words(signed_in(director).get(f"/desk/{club}/{slug}/").content.decode())
    return {**found, "phone": phone.text(), "player": holder.text()}


@pytest.mark.parametrize(("counts", "game_points"), [("margin", True), ("points", False), ("games", False)])
def test_game_points_stand_in_every_view_where_they_count(
    make_evening: Make, director: Any, counts: str, game_points: bool
) -> None:
    evening = played(make_evening, counts=counts, until="finished")
    best = best_of(evening)
    figure = best.game_points if game_points else best.points_for
    assert (best.game_points in (7001, 7002, 7003)) is game_points
    assert Standings.from_view(evening.evening).standings[0].game_points == best.game_points
    assert counts != "games" or best.game_points is None
    for where, text in looked_at(evening, director).items():
        assert counts == "games" or re.search(rf"\b{figure}\b", text), where
        assert "None" not in text, where
        assert ("Game points" in text) is (game_points and where != "wall/"), where


def test_files_have_game_points_where_they_count(make_evening: Make) -> None:
    evening = played(make_evening, counts="margin")
    found = evening.evening
    answer = Client().get(f"/c/{found.club.slug}/{found.slug}/standings.csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0]["game points"] == str(best_of(evening).game_points)
    assert rows[-1]["game points"] == "0"


OUT = {"passed_out": True, "players": 3}
SIZED_HANDS = {"ends": "hands", "hands": {"3": 2, "4": 3}}


def moon(seat: int) -> dict[str, Any]:
    """A hand in which this seat of three takes every trick, as it said: the game is won."""
    tricks = [0, 0, 0]
    tricks[seat - 1] = 13
    jacks = dict.fromkeys(("clubs", "diamonds", "hearts", "spades"), seat)
    return {"declarer": seat, "moon": True, "tricks": tricks, "jacks": jacks}


def alone(make_evening: Make, ends: dict[str, Any], until: str = "playing", **told: Any) -> AnEvening:
    """Six at two tables of Chamberlain, drawn for every round, where somebody wins each game."""
    worth = {"counts": "games"}
    return make_evening(6, game="chamberlain", movement="drawn", ends=ends, worth=worth, until=until, **told)


def html(evening: AnEvening, page: str = "", client: Client | None = None, where: str = "c") -> str:
    found = evening.evening
    answer = (client or Client()).get(f"/{where}/{found.club.slug}/{found.slug}/{page}")
    assert answer.status_code == 200, page
    return str(answer.content.decode())


def test_whose_game_is_over_is_told_what_comes_next(make_evening: Make, director: Any) -> None:
    evening = alone(make_evening, {"ends": "game"})
    phone = Phone.scanned(evening)
    assert "to 20" in phone.text()
    evening.enter(1, moon(2))
    text = phone.text()
    assert "Game over" in text
    assert "has won the game. Stay seated until the other tables have finished theirs" in text
    assert "Game over" in words(html(evening, client=signed_in(director), where="desk"))
    assert "to None" not in words(html(evening, "wall/"))
    evening.enter(2, moon(3))
    assert evening.evening.status == "bell"
    assert "The round is over" in words(html(evening, "wall/"))
    assert "bell" not in words(html(evening)).lower()
    evening.step_to("settled")
    assert list(TableRound.objects.order_by("table__number").values_list("winner", flat=True)) == ["2", "3"]
    for page, where in (("rounds/1/", "c"), ("wall/", "c"), ("", "desk")):
        client = signed_in(director) if where == "desk" else None
        assert html(evening, page, client, where).count("own-points__one is-winner") == 2, page
    game = round_views(evening.evening, [1])[1].games[0]
    assert [one.won for one in game.own_points] == [False, True, False]


def test_who_is_level_cuts_by_seat(make_evening: Make, director: Any) -> None:
    evening = alone(make_evening, SIZED_HANDS)
    for table in (1, 2):
        for _ in range(2):
            evening.enter(table, OUT)
    desk = html(evening, client=signed_in(director), where="desk")
    assert "is level at 0" in words(desk)
    assert "couple" not in words(desk).lower()
    evening.cut_where_level()
    evening.step_to("settled")
    assert "cut" in words(html(evening, "rounds/1/"))


@pytest.mark.parametrize(
    ("hands", "told"),
    [(3, "3 hands in a round"), ({"3": 2, "4": 3}, "hands in a round by the size of the table: 3: 2, 4: 3")],
)
def test_the_desk_tells_hands_of_a_round(make_evening: Make, director: Any, hands: Any, told: str) -> None:
    evening = alone(make_evening, {"ends": "hands", "hands": hands}, until="draft")
    assert words(html(evening, client=signed_in(director), where="desk")).count(told) == 2


def test_couples_without_a_target_see_their_points_on_the_phone(make_evening: Make) -> None:
    evening = make_evening(8, ends={"ends": "hands", "hands": 2}, worth={"counts": "games"}, until="playing")
    phone = Phone.scanned(evening)
    text = phone.text()
    assert "2 hands in a round" in text
    assert "running--bar" in phone.look().content.decode()
    assert "playing to" not in words(html(evening, "wall/"))
