"""The same evening by script, over REST, and on the pages of desk and phones: every door comes to the same end."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.evening.api.callers import Caller, officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, signed_in
from tests.tournaments.evening.web.table.a_phone import Phone, as_posted
from tests.tournaments.one_evening import Recorded, Told, came_of_it
from tournaments.club.models import Club, User
from tournaments.evening.models import Evening
from tournaments.evening.reads.facts import seating_of
from tournaments.publishing import publish
from tournaments.script import play, read_script
from tournaments.work import runner
from tournaments.work.models import Job

AT = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
MARGIN = {"counts": "margin", "margin": [[0, 2], [11, 3], [31, 4]]}
LADIES = ("ladies", "gents")
KINDS: dict[str, Told] = {
    "chantecler to the bell": {"players": 13, "target": 28},
    "euchre, progressive by hands, points": {
        "game": "euchre",
        "players": 10,
        "ends": {"ends": "hands", "hands": 3},
        "worth": {"counts": "points"},
    },
    "whist drive by colour": {
        "game": "whist",
        "movement": "by_colour",
        "players": 12,
        "colours": LADIES,
        "ends": {"ends": "hands", "hands": 1},
        "worth": {"counts": "points"},
        "by_colour": {"ladies": -1, "gents": 1},
    },
    "by seat, to the time": {
        "movement": "by_seat",
        "players": 12,
        "ends": {"ends": "time"},
        "worth": {"counts": "games"},
        "by_seat": {"1": 0, "2": -1, "3": 1, "4": 2},
    },
    "clabberjass to 200, ladder at tables of two": {
        "game": "clabberjass",
        "movement": "ladder",
        "players": 7,
        "house_rules": {"target": 200},
        "ends": {"ends": "game"},
        "worth": {"counts": "games"},
    },
    "chamberlain to 20 at three and four": {
        "game": "chamberlain",
        "movement": "top_tables",
        "players": 7,
        "ends": {"ends": "game"},
        "worth": {"counts": "points"},
    },
    "game points by margin": {
        "game": "clabberjass",
        "movement": "swiss",
        "players": 8,
        "ends": {"ends": "hands", "hands": 2},
        "worth": MARGIN,
    },
    "a series of more hands at four than at three": {
        "game": "ascot",
        "movement": "top_tables",
        "players": 7,
        "ends": {"ends": "hands", "hands": {"4": 4, "3": 3}},
        "worth": {"counts": "points"},
    },
    "chambery tarot at fives": {
        "game": "chambery_tarot",
        "movement": "fixed",
        "players": 10,
        "table_size": 5,
        "ends": {"ends": "hands", "hands": 2},
        "worth": {"counts": "points"},
    },
}
ROUNDS = 2
QUICK = ("chantecler to the bell", "clabberjass to 200, ladder at tables of two")
"""Those that are played every time."""


@pytest.fixture(
    params=[pytest.param(kind, marks=() if kind in QUICK else pytest.mark.services) for kind in KINDS],
    ids=str,
)
def recorded(request: Any, club: Club) -> Recorded:
    """The evening as the services played it, with random hands."""
    told = dict(KINDS[request.param])
    evening = Recorded.made(club, told.pop("players"), at=AT, rounds=ROUNDS, name="Recorded", **told)
    assert isinstance(evening, Recorded)
    evening.step_to("check_in")
    evening.seat_in_order()
    return evening.play(ROUNDS)


def do_the_work() -> None:
    for job in Job.objects.filter(outcome=Job.Outcome.WAITING):
        runner.run(job.pk, clock=timezone.now)


def by_script(played: Recorded, club: Club, director: User) -> Evening:
    """As a document, which says neither who rings nor when play is stopped."""
    plan, tickets = played.evening.plan, played.evening.tickets.order_by("number")
    about = ("game", "house_rules", "movement", "movement_options", "counting", "round", "worth")
    planned = {name: plan[name] for name in about if name in plan}
    document = {
        "evening": {"name": "By script", "date": "2026-11-20", **planned},
        "players": [
            {"id": ticket.code, "name": ticket.player.name, "ticket": ticket.colour} for ticket in tickets
        ],
        "start": came_first(played)[0],
        "rounds": [
            {
                "hands": [{"table": table, "hand": hand} for what, table, hand in events if what == "hand"],
                "cuts": [
                    {"table": table, "winner": who if who in "AB" else int(who)}
                    for what, table, who in events
                    if what == "cut"
                ],
            }
            for events in played.rounds
        ],
    }
    evening, _outcome = play(script=read_script(json.dumps(document)), club=club, publish=False)
    return evening


def by_rest(played: Recorded, club: Club, director: User) -> Evening:
    desk, home = officer(director), f"/api/v1/clubs/{club.slug}/"

    def done(answer: Any) -> Any:
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    made = done(
        desk.post(f"{home}evenings/", {"name": "By REST", "date": "2026-11-20", "plan": played.evening.plan})
    )
    here = f"{home}evenings/{made['slug']}/"
    done(desk.post(f"{here}open-doors/"))
    tickets = played.evening.tickets.order_by("number")
    arrivals = [{"player": ticket.player_id, "colour": ticket.colour} for ticket in tickets]
    done(desk.post(f"{here}check-in/", {"players": arrivals}))
    ours = [ticket["code"] for ticket in done(desk.get(f"{here}tickets/"))["tickets"]]
    code = dict(zip(tickets.values_list("code", flat=True), ours, strict=True))
    tables, out = came_first(played)
    seated = {
        "tables": [[code[one] for one in table] for table in tables],
        "sitting_out": [code[one] for one in out],
    }
    done(desk.post(f"{here}seats/", seated))
    phones = {link["table"]: Caller(link["token"]) for link in done(desk.get(f"{here}links/"))["links"]}
    for number, events in enumerate(played.rounds, start=1):
        done(desk.post(f"{here}start/"))
        for what, table, told in events:
            at = f"{here}tables/{table}/"
            match what:
                case "hand":
                    done(phones[table].hand(at, told, key=f"{number}-{id(told)}"))
                case "ring":
                    done(phones[table].post(f"{at}ring/"))
                case "cut":
                    done(desk.post(f"{here}cuts/", {"table": table, "winner": told}))
                case "stop":
                    done(desk.post(f"{here}stop/"))
        done(desk.post(f"{here}close/"))
        do_the_work()
        if number < len(played.rounds):
            done(desk.post(f"{here}publish-move/"))
    done(desk.post(f"{here}finish/"))
    return Evening.objects.get(club=club, slug=made["slug"])


def on_the_pages(played: Recorded, club: Club, director: User) -> Evening:
    """As people do it: the desk for the director, a phone at each table."""
    desk = Desk(signed_in(director), club).of(played)
    desk.press("desk-clone", name="On the pages", date="2026-11-27")
    evening = Evening.objects.get(club=club, name="On the pages")
    here = replace(played, evening=evening)
    desk = desk.of(here)
    desk.do("open-doors")
    for ticket in played.evening.tickets.order_by("number"):
        desk.press("desk-tick", ticket.player_id, colour=ticket.colour)
    code = dict(
        zip(
            played.evening.tickets.order_by("number").values_list("code", flat=True),
            evening.tickets.order_by("number").values_list("code", flat=True),
            strict=True,
        )
    )
    tables, _out = came_first(played)
    chosen = {
        f"seat-{table}-{seat}": code[one]
        for table, sitters in enumerate(tables, start=1)
        for seat, one in enumerate(sitters, start=1)
    }
    desk.press("desk-by-hand", **chosen)
    phones: dict[int, Phone] = {}
    for number, events in enumerate(played.rounds, start=1):
        desk.do("start")
        for what, table, told in events:
            on_a_page(desk, phones, here, what, table, told)
        desk.do("close")
        do_the_work()
        if number < len(played.rounds):
            desk.do("publish-move")
    desk.do("finish")
    return here.read()


def on_a_page(desk: Desk, phones: dict[int, Phone], here: Recorded, what: str, table: int, told: Any) -> None:
    """One thing that happened, at its table's phone or at the desk."""
    if table and table not in phones:
        phones[table] = Phone(here, table)
        phones[table].scan()
    match what:
        case "hand":
            phone = phones[table]
            sent = {**phone.form(), **as_posted(told, here.evening.plan["game"])}
            answer = phone.client.post(f"{phone.url}hands/", sent)
            assert answer.status_code == 303, answer.content.decode()
        case "ring":
            phones[table].press("ring")
        case "cut":
            desk.press("desk-cut", table, winner=told)
        case "stop":
            desk.do("stop")


def came_first(played: Recorded) -> tuple[list[list[str]], list[str]]:
    seating = seating_of(played.evening.rounds.get(number=1))
    return [list(table) for table in seating.tables], list(seating.sitting_out)


def test_every_door_comes_to_the_same_end(recorded: Recorded, club: Club, director: User) -> None:
    for door in (by_script, by_rest, on_the_pages):
        evening = door(recorded, club, director)
        evening.refresh_from_db()
        assert came_of_it(evening) == came_of_it(recorded.evening), door
        assert publish.check_rows(evening) == [], door
