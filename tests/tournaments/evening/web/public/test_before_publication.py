"""What is public of an evening before it is published: at every public address, by what its plan says."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.club.test_publicity import FRAMED, OF_PART, public_patterns
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tournaments.club.models import Club, User
from tournaments.club.roles import BEFORE_PUBLICATION_WORDS, Part
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Standing, TableRound
from tournaments.evening.reads.facts import plan_of, prizes_of
from tournaments.evening.reads.public import results_shown
from tournaments.evening.services import evenings
from tournaments.evening.web.public import evenings as evening_pages
from tournaments.ranking.prizes import ties_to_cut
from tournaments.site.web import pages as site_pages
from tournaments.site.web.pages import Card

AT_A_TABLE, IN_ALL = 888, 777
"""Points that stand nowhere else: of the tables of round 1, and in the lines of the standings."""
WON = re.compile(r"won the evening|share the first place|to be cut|wall-prizes|podium|\"prize\":")
WITHOUT_SEATS = {"results", "prizes", "prizes-csv", "evening-picture", "club", "club-embed", "search", "home"}
"""Addresses that name nobody but winners."""
BESIDE: dict[str, tuple[str, ...]] = {"wall": ("?show=standings&show=race&show=tables",)}


def addresses(evening: AnEvening) -> Iterator[tuple[str, str]]:
    """Every public address at which the evening has a part, by name."""
    row = evening.evening
    values = {"club": row.club.slug, "evening": row.slug, "number": 1, "table": 1}
    for pattern in public_patterns():
        name = pattern.name or ""
        if OF_PART.get(name) == Part.RESULTS or name in ("club", "version", *FRAMED):
            url = reverse(f"web:{name}", kwargs={one: values[one] for one in pattern.pattern.converters})
            yield from ((name, url + query) for query in ("", *BESIDE.get(name, ())))
    yield "search", reverse("web:search", args=[row.club.slug]) + "?q=Friday"
    yield "home", "/"
    api = f"/api/v1/clubs/{row.club.slug}/"
    of_rest = (
        "results/",
        f"results/{row.slug}/",
        f"results/{row.slug}/rounds/1/",
        f"evenings/{row.slug}/what-if/",
    )
    yield from (("rest", f"{api}{url}") for url in of_rest)


@pytest.fixture(autouse=True)
def files_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures say what they draw, workbooks what is in their cells."""

    def picture(card: Card) -> HttpResponse:
        return HttpResponse(f"{card.main} {card.more}")

    monkeypatch.setattr(evening_pages, "picture_of", picture)
    monkeypatch.setattr(site_pages, "_workbook", lambda rows: str(list(rows)).encode())


def brought_to(evening: AnEvening, state: str) -> str:
    """The evening in that state, cut for its prizes and with figures that stand nowhere else; its winner."""
    evening.bring_to("finished" if state == "published" else state)
    while state in ("finished", "published") and (ties := ties_to_cut(prizes_of(evening.evening))):
        evening.act(acts.CutPrize(prize=ties[0].prize, order=ties[0].players, how="seed"))
    if state == "published":
        evening.step_to("published")
    TableRound.objects.filter(round__number=1).update(points_a=AT_A_TABLE)
    Standing.objects.update(points_for=IN_ALL)
    return Standing.objects.filter(place=1).select_related("ticket__player")[0].ticket.player.name


def seen(evening: AnEvening, winner: str) -> dict[str, set[str]]:
    """At which addresses the scores of the round, lines of the standings, and who has won are read."""
    found: dict[str, set[str]] = {"rounds": set(), "standings": set(), "prizes": set()}
    for name, url in addresses(evening):
        answer = Client().get(url, follow=True)
        assert answer.status_code in (200, 404), url
        text = answer.content.decode()
        if answer.status_code == 404:
            continue
        for part, points in (("rounds", AT_A_TABLE), ("standings", IN_ALL)):
            if re.search(rf"\b{points}\b", text):
                found[part].add(name)
        if WON.search(text) or (name in WITHOUT_SEATS and winner in text):
            found["prizes"].add(name)
        if name == "evening-race" and "race-table" in text:
            found["standings"].add(name)
    return found


@pytest.mark.parametrize(
    ("state", "choice"),
    [
        *(("finished", choice) for choice in BEFORE_PUBLICATION_WORDS),
        *(("drafted", choice) for choice in ("nothing", "standings")),
        ("published", "nothing"),
    ],
)
def test_every_address_shows_what_is_chosen(make_evening: Make, state: str, choice: str) -> None:
    evening = make_evening(until="draft", beside={"before_publication": choice})
    found = seen(evening, brought_to(evening, state))
    all_of_it = state == "published"
    assert bool(found["rounds"] - {"evening-race"}) == (all_of_it or choice != "nothing"), found
    assert bool(found["standings"]) == (all_of_it or choice == "standings"), found
    assert bool(found["prizes"]) == all_of_it, found
    if all_of_it:
        assert found["prizes"] >= {
            "evening",
            "wall",
            "rest",
            "prizes",
            "prizes-csv",
            *("club", "results", "home"),
        }
        assert found["standings"] >= {"evening", "evening-print", "standings-csv", "evening-race", "rest"}
        assert found["standings"] >= {"standings-xlsx", "evening-embed"}
        assert found["rounds"] >= {"round", "round-table", "evening-print", "rest"}


def test_who_are_parted_by_a_cut_alone_share_their_place_until_it_is_published(make_evening: Make) -> None:
    evening = make_evening(12, until="draft")
    brought_to(evening, "finished")
    places = dict(evening.evening.standings.values_list("ticket", "place"))
    cut = set(evening.evening.standings.filter(decided_by="cut").values_list("ticket", flat=True))
    shown = results_shown(evening.read()).standings()
    assert cut
    above = {
        below.ticket_id: line
        for line, below in pairwise(sorted(shown, key=lambda line: places[line.ticket_id]))
    }
    assert {line.place == above[line.ticket_id].place for line in shown if line.ticket_id in cut} == {True}
    assert "cut" not in {line.decided_by for line in shown}
    evening.step_to("published")
    published = results_shown(evening.read()).standings()
    assert {line.ticket_id: line.place for line in published} == places


def test_its_officers_have_the_prize_list_and_the_print_before(director: User, make_evening: Make) -> None:
    evening = make_evening(until="draft", beside={"before_publication": "nothing"})
    winner = brought_to(evening, "finished")
    for name in ("prizes", "prizes-csv", "evening-print"):
        url = reverse(f"web:{name}", args=[evening.evening.club.slug, evening.evening.slug])
        has_it = [winner in client.get(url).content.decode() for client in (signed_in(director), Client())]
        assert has_it == [True, False], name


def test_a_new_evening_begins_with_what_the_club_chose(club: Club, make_evening: Make) -> None:
    old = make_evening(until="draft")
    assert "before_publication" not in old.evening.plan
    clubs.change_public_parts(club, clubs.PublicParts(before_publication="rounds"))
    made = make_evening(until="draft", name="Later")
    again = evenings.clone_evening(
        evening=old.evening, name="Again", date=old.evening.date, by="user:1", at=made.clock()
    )
    told = [plan_of(one).before_publication for one in (old.evening, made.evening, again)]
    assert told == ["standings", "rounds", "standings"]
