"""The prizes in public and who pays whom: on the evening's page, on the wall, as a list to sign, as CSV."""

import csv
import io
import re
from collections import Counter
from itertools import groupby
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.evening.web.table.a_phone import text_of
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, User
from tournaments.evening import acts
from tournaments.evening.reads import public
from tournaments.evening.services import evenings
from tournaments.evening.web.public.standings import HEAD

SHARED: dict[str, Any] = {"best": 3, "sums": [5000, 3001], "booby_sum": 500, "ties": "shared"}
COLOURS = ("ladies", "gentlemen")


@pytest.mark.parametrize("page", ["", "print/"])
def test_those_who_share_prizes_stand_together(visit: Any, make_evening: Any, page: str) -> None:
    evening = make_evening(8, until="published", prizes=SHARED)
    told = text_of(visit(evening, page))
    assert "Places 1 to 3 · 80.01 Prizes 1 to 3, shared by the 4 players in that place." in told
    assert re.search(r"player \d\d 20\.01 .*player \d\d 20\.00", told)
    assert "Booby · 5.00 The booby prize, shared by 4." in told
    assert bool(re.search(r"1st · Games won 1 Friday player \d\d Friday player", told)) == (page == "")
    assert "to be cut" not in told
    assert "won the evening" not in told
    assert "Prizes 3 for the best (50.00 · 30.01 · not money), a booby (5.00)" in told
    assert "Tied for a prize Share it by place" in told


@pytest.mark.parametrize(
    ("by_colour", "others", "heads"),
    [
        (True, [], "2 Best, 2 Booby"),
        (True, [{"rounds": [1, 1], "booby": True, "by_colour": True}], "4 Best, 4 Booby"),
        (False, [{"rounds": [1, 1]}], "3 Place, 1 Best, 1 Booby"),
        (False, [{"rounds": [1, 1], "best": 0, "booby": True}], "3 Place, 1 Booby"),
    ],
    ids=["of colours", "of colours, at half-time too", "at half-time", "a booby more than bests"],
)
def test_the_head_of_a_result_names_the_best_of_each_part_before_no_more_boobies(
    visit: Any, make_evening: Any, others: list[dict[str, Any]], heads: str, *, by_colour: bool
) -> None:
    prizes = {"by_colour": by_colour, "others": others}
    room = make_evening(8, rounds=2, until="moved", colours=COLOURS, prizes=prizes).go_on_to("finished")
    room.archive_by_seed()
    for page in ("", "report/"):
        band = visit(room, page).content.decode().partition("podium")[2].partition("</dl>")[0]
        labels = [
            "Place" if " · " in label else label.split(",")[0]
            for label in re.findall(r"<dt>(.*?)</dt>", band, re.DOTALL)
        ]
        told = [f"{len(list(alike))} {label.strip()}" for label, alike in groupby(labels)]
        assert ", ".join(told) == heads


def test_without_prizes_for_the_best_the_booby_has_not_won_the_evening(visit: Any, make_evening: Any) -> None:
    evening = make_evening(4, until="published", prizes={"best": 0, "ties": "shared"}, tie_breaks=[])
    assert "won the evening" not in text_of(visit(evening))


def test_a_prize_with_a_sum_shows_it_beside_the_winner(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", prizes={"sums": [5000], "booby": False})
    assert re.search(r"Best · 50\.00 to be cut: ", text_of(visit(evening)))


def test_the_wall_shows_sums_and_turns_pages_where_there_are_many(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", prizes=SHARED)
    told = text_of(visit(evening, "wall/"))
    assert "Places 1 to 3 · 80.01" in told
    assert "20.01 ," in told
    many = {"best": 4, "by_colour": True, "overall": {"best": 4}}
    more = make_evening(16, until="published", name="Many", colours=COLOURS, prizes=many)
    screens = visit(more, "wall/").context["screens"]
    pages = [screen["prizes"] for screen in screens if screen["kind"] == "prizes"]
    assert len(pages) > 1
    assert all(pages)
    assert sum(len(page) for page in pages) == len(visit(more).context["prizes"])


def test_the_list_has_a_line_to_sign_for_everybody(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published", colours=COLOURS, prizes={**SHARED, "by_colour": True})
    answer = visit(evening, "prizes/")
    told = text_of(answer)
    rows = answer.context["rows"]
    assert answer.content.decode().count('<td class="sign">') == len(rows) + 1
    assert "Prize Winner Ticket Sum Received" in told
    numbers = dict(evening.evening.tickets.values_list("code", "number"))
    for row in rows:
        assert row["won"].name in told
        assert row["ticket"].number == numbers[row["won"].code]
        assert row["ticket"].colour in COLOURS
    assert re.search(r"All prizes \d+\.\d\d", told)


def test_the_list_names_no_sums_where_there_are_none(visit: Any, make_evening: Any) -> None:
    told = text_of(visit(make_evening(8, until="published", prizes={"ties": "equal"}), "prizes/"))
    assert "Prize Winner Ticket Received" in told
    assert "All prizes" not in told
    assert "divided equally among 4 players with as many games won" in told


def test_open_ties_are_in_the_list_and_not_in_the_table(visit: Any, make_evening: Any) -> None:
    evening = make_evening(8, until="published")
    assert "to be cut: " in text_of(visit(evening, "prizes/"))
    assert "to be cut: " in text_of(visit(evening, "wall/"))
    assert rows_of(visit(evening, "prizes.csv"))[1:] == []


def test_before_the_end_the_list_says_what_is_offered(visit: Any, make_evening: Any) -> None:
    told = text_of(visit(make_evening(8, until="settled", prizes=SHARED), "prizes/"))
    assert "The list appears when the evening is published." in told
    assert "3 for the best (50.00 · 30.01 · not money), a booby (5.00)" in told


def test_an_evening_without_prizes_has_an_empty_list(visit: Any, make_evening: Any) -> None:
    told = text_of(visit(make_evening(4, until="published", prizes={"best": 0, "booby": False}), "prizes/"))
    assert "Nobody has won a prize." in told
    assert "Prizes none" in told


def rows_of(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_prizes_are_a_table_that_spreadsheets_read(visit: Any, make_evening: Any) -> None:
    evening: AnEvening = make_evening(8, until="published", prizes=SHARED)
    answer = visit(evening, "prizes.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert f"{evening.evening.slug}-prizes.csv" in answer["Content-Disposition"]
    head, *rows = rows_of(answer)
    assert tuple(head) == HEAD
    assert [(row[0], row[7], row[8]) for row in rows] == [
        ("best", "4", "20.01"),
        *[("best", "4", "20.00")] * 3,
        *[("booby", "4", "1.25")] * 4,
    ]


ASCOT: dict[str, Any] = {"game": "ascot", "movement": "drawn", "counting": "points", "hands_per_round": 2}
ROUND = ("bell", "settled", "drafted", "moved", "playing", "bell", "settled", "drafted")


@pytest.fixture
def played(make_evening: Any) -> Any:
    """A maker of evenings of Ascot that are over: `played(players, until="published", **options)`."""

    def make(players: int = 7, *, until: str = "published", **options: Any) -> AnEvening:
        evening: AnEvening = make_evening(players, rounds=2, until="playing", **ASCOT, **options)
        for step in ROUND:
            evening.step_to(step)
        evening.act(acts.Finish())
        if until == "published":
            evening.archive_by_seed()
        return evening

    return make


def settled(evening: AnEvening) -> Counter[str]:
    """What everybody gets by the payments that visitors see, less what they pay."""
    found: Counter[str] = Counter()
    for payer, payee, points in public.results_shown(evening.evening).payments() or ():
        found[payee] += points
        found[payer] -= points
    return found


def differences(evening: AnEvening) -> Counter[str]:
    return Counter(
        {
            line.ticket.code: line.points_difference
            for line in public.results_shown(evening.evening).standings()
        }
    )


def test_the_payments_settle_the_differences_and_stand_while_results_are_corrected(played: Any) -> None:
    evening = played()
    assert any(differences(evening).values())
    assert {**differences(evening), **settled(evening)} == differences(evening)
    assert public.ResultsShown(evening.evening).payments() == public.results_shown(evening.evening).payments()
    before = public.results_shown(evening.evening).payments()
    evening.act(acts.AdjustGame(round=1, table=1, points=[480, 0, 0], reason="a torn card"))
    assert public.results_shown(evening.evening).payments() == before
    assert public.ResultsShown(evening.evening).payments() != before


def test_they_stand_with_the_standings(played: Any, visit: Any) -> None:
    evening = played()
    names = public.people(evening.evening)
    pages = [words(html(visit(evening, page))) for page in ("", "print/")]
    assert ["Who pays whom" in said for said in pages] == [True, True]
    for payer, payee, points in public.results_shown(evening.evening).payments() or ():
        assert all(f"{names[payer]} {names[payee]} {points}" in said for said in pages)


def test_a_penalty_counts_in_the_standings_and_is_not_paid(played: Any) -> None:
    evening = played(until="finished")
    before = settled(evening)
    code = next(iter(differences(evening)))
    evening.act(acts.Penalty(tickets=[code], points=-25, reason="late"))
    assert sum(differences(evening).values()) == -25
    assert settled(evening) == before


def test_a_substitute_who_inherits_pays_for_the_player_replaced(make_evening: Any) -> None:
    evening = make_evening(7, rounds=2, until="playing", substitute="inherits", **ASCOT)
    evening.go_on_to("settled")
    ticket = evening.evening.tickets.order_by("number").first()
    code = ticket.code
    evening.act(acts.Penalty(tickets=[code], points=-25, reason="late"))
    evening.act(evenings.substitute_guest, ticket=ticket, name="Nell Guest")
    evening.go_on_to("settled").step_to("drafted")
    evening.act(acts.Finish())
    evening.step_to("published")
    assert code not in differences(evening)
    assert any(settled(evening).values())


def test_nobody_pays_before_the_end_or_where_points_are_not_settled(make_evening: Any, visit: Any) -> None:
    in_play = make_evening(7, rounds=2, until="settled", **ASCOT)
    assert public.results_shown(in_play.evening).payments() is None
    assert "Who pays whom" not in words(html(visit(in_play)))
    progressive = make_evening(8, rounds=1, name="Saturday", until="published")
    assert public.results_shown(progressive.evening).payments() is None
    assert "Who pays whom" not in words(html(visit(progressive)))


def test_the_desk_prints_them(played: Any, club: Club, director: User, make_evening: Any) -> None:
    desk = Desk(signed_in(director), club)
    over = desk.of(played())
    assert over.url("desk-payments") in over.see("desk-papers")
    assert "Pays Receives Points" in words(over.see("desk-payments"))
    in_play = desk.of(make_evening(7, rounds=2, name="Saturday", until="settled", **ASCOT))
    assert "Nobody pays yet" in words(in_play.see("desk-payments"))
    progressive = desk.of(make_evening(8, rounds=1, name="Sunday"))
    assert desk.client.get(progressive.url("desk-payments")).status_code == 404


def test_they_are_asked_for_equally_often_however_many_play(played: Any, visit: Any) -> None:
    few, many = played(6), played(13, name="Saturday")
    assert len(asked(lambda: visit(few, "print/"))) == len(asked(lambda: visit(many, "print/")))
