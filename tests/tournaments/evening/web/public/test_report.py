"""The report of an evening and the texts to paste: what they tell, to whom, and that it agrees with the standings."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import translation

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.api.callers import Caller
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html
from tests.tournaments.evening.web.public.test_reopened import correct
from tournaments.club.models import Club
from tournaments.club.roles import Audience
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.reads.report import Lead, Report, report_of
from tournaments.evening.web.public.report import texts_of
from tournaments.site.web.pages import Message

pytestmark = pytest.mark.django_db
PEOPLE = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal")
HEAD = ["Friday · Rooster Club", "Friday 20 November 2026"]


def played(make_evening: Make, players: int, rounds: int, **plan: Any) -> AnEvening:
    """An evening that is played to the end and published; people who are level are parted by the seed."""
    room = make_evening(players, until="settled", rounds=rounds, people=PEOPLE, **plan)
    for _ in range(rounds - 1):
        room.go_on_to("settled")
    room.go_on_to("finished").archive_by_seed()
    return room


def text_of(room: AnEvening, kind: str = "report", language: str = "en") -> list[str]:
    with translation.override(language):
        texts = {text.kind: text for text in texts_of(RequestFactory().get("/"), room.read())}
    return texts[kind].text.split("\n")


@pytest.mark.parametrize(
    ("players", "plan", "lines"),
    [
        pytest.param(
            4,
            {"rounds": 1},
            """Bob won the evening.

            1. Bob · Games won: 1
            2. Dot · Games won: 1
            3. Ann · Games won: 0

            Prizes
            Best: Bob
            Booby: Cy

            In front were level at the end: Bob and Dot. The cut decided.
            Most points in one hand: 14, by Dot & Bob (round 1, table 1).""",
            id="one round has no race, and nobody met twice",
        ),
        pytest.param(
            8,
            {"rounds": 3},
            """Gus won the evening.

            1. Gus · Games won: 3
            2. Eve · Games won: 3
            3. Ann · Games won: 2

            Prizes
            Best: Gus
            Booby: Fay

            Eve and Gus led together after round 2.
            Gus led after round 3.
            In front were level at the end: Gus and Eve. The cut decided.
            Most points in one hand: 14, scored 12 times.
            Most games won in a row: 3 each, by Gus and Eve.
            Partners most often, in 3 rounds: Eve & Gus.
            Opponents most often, in 2 rounds: Cy & Gus, Cy & Eve, Ann & Fay.""",
            id="couples who change partners",
        ),
        pytest.param(
            6,
            {"rounds": 2, "game": "ascot", "movement": "drawn"},
            """Bob won the evening.

            1. Bob · Points: 90
            2. Cy · Points: 85
            3. Ann and Fay · Points: 0

            Prizes
            Best: Bob
            Booby: Eve

            Cy led after round 1.
            Bob led after round 2.
            Changes of the lead: 1.
            Most points in one hand: 90, by Bob (round 2, table 2).
            Opponents most often, in 2 rounds: Cy & Fay, Dot & Eve.""",
            id="everybody alone, for points",
        ),
    ],
)
def test_a_small_evening_told(make_evening: Make, players: int, plan: dict[str, Any], lines: str) -> None:
    room = played(make_evening, players, **plan)
    assert text_of(room) == [*HEAD, *(line.strip() for line in lines.split("\n"))]


def test_it_is_told_in_french_too(make_evening: Make) -> None:
    assert text_of(played(make_evening, 8, 3), language="fr")[12:] == [
        "En tête à égalité après le tour 2\u202f: Eve et Gus.",
        "En tête après le tour 3\u202f: Gus.",
        "À égalité en tête à la fin\u202f: Gus et Eve. Départagés à la carte.",
        "Le plus de points en une donne\u202f: 14, marqués 12 fois.",
        "Plus longue série de parties gagnées\u202f: 3 chacun, pour Gus et Eve.",
        "Partenaires le plus souvent, en 3 tours\u202f: Eve & Gus.",
        "Adversaires le plus souvent, en 2 tours\u202f: Cy & Gus, Cy & Eve, Ann & Fay.",
    ]


def test_a_table_with_totals_only_has_no_best_hand(make_evening: Make) -> None:
    room = make_evening(4, until="playing", rounds=1, people=PEOPLE)
    room.act(acts.EnterTotals(totals=[(1, (9, 4))]))
    for act in (acts.Close(), acts.Finish()):
        room.act(act)
    room.archive_by_seed()
    assert "in one hand" not in " ".join(text_of(room))


KINDS: list[dict[str, Any]] = [
    {"players": 8},
    {"players": 7},
    {"players": 8, "game": "ascot", "movement": "drawn"},
    {"players": 6, "game": "clabberjass", "movement": "drawn"},
    {"players": 8, "game": "euchre", "ends": {"ends": "hands", "hands": 3}},
]


@pytest.mark.parametrize("fine", [0, -100], ids=["", "with a penalty"])
@pytest.mark.parametrize(
    "kind", KINDS, ids=lambda kind: f"{kind.get('game', 'chantecler')} of {kind['players']}"
)
def test_who_leads_is_who_stood_first_after_each_round(
    make_evening: Make, kind: dict[str, Any], fine: int
) -> None:
    room = make_evening(until="settled", rounds=4, people=PEOPLE, **kind)
    first = [set[str]()] * 4
    for number in range(4):
        if number:
            room.go_on_to("settled")
        room.work()
        first[number] = leaders(room)
    if fine:
        room.act(acts.Penalty(tickets=sorted(first[2])[:1], points=fine, reason="late"))
    room.go_on_to("finished").archive_by_seed()
    first[3] = leaders(room)
    tale = report_of(room.read())
    assert isinstance(tale, Report)
    assert {line.ticket.code for line in tale.standings if line.place == 1} == first[3]
    spans = [(lead.first, lead.last, set(lead.leaders)) for lead in tale.leads]
    assert [at for begin, end, _who in spans for at in range(begin, end + 1)] == [1, 2, 3, 4]
    assert [who for begin, end, who in spans for _ in range(begin, end + 1)] == first


def leaders(room: AnEvening) -> set[str]:
    return set(room.evening.standings.filter(place=1).values_list("ticket__code", flat=True))


CHANGES = {"a": 0, "a b": 1, "a b a": 2, "ab a": 0, "a ab a": 0, "a ab b": 1, "ab cd": 1, "a abc bc b": 1}


@pytest.mark.parametrize(("leaders", "changes"), CHANGES.items())
def test_the_lead_changes_when_it_goes_to_others(leaders: str, changes: int) -> None:
    leads = tuple(Lead(at, at, tuple(who)) for at, who in enumerate(leaders.split()))
    assert Report((), (), leads, (), None, None, None).changes_of_lead == changes


def test_nobody_but_officers_reads_it_before_it_is_published(
    make_evening: Make, visit: Any, desk: Desk
) -> None:
    room = make_evening(8, until="finished", rounds=1)
    page = f"/c/{room.evening.club.slug}/{room.evening.slug}/report/"
    assert [visit(room, "report/").status_code, desk.client.get(page).status_code] == [404, 200]
    assert "report" not in html(visit(room))
    assert texts_of(RequestFactory().get("/"), room.evening) == []
    room.archive_by_seed()
    assert page in html(visit(room))


def test_it_tells_what_was_published_while_that_is_corrected(make_evening: Make, visit: Any) -> None:
    room = played(make_evening, 8, 1)
    before = text_of(room)
    correct(room)
    assert text_of(room) == before
    assert "The director is correcting results" in html(visit(room, "report/"))


def test_texts_of_the_desk_have_names_as_everybody_reads_them(
    make_evening: Make, desk: Desk, club: Club
) -> None:
    room = make_evening(4, until="seated", people=("Ann Aa", "Bob Bb", "Cy Cc", "Dot Dd"))
    for player in room.players:
        clubs.record_consents(player, "user:1", room.clock(), clubs.NewConsents(name=False))
    for page in ("desk-seats", "desk-evening"):
        (text,) = [text.text for text in pasted(desk.of(room), page)]
        assert text.split("\n")[1:] == ["Table 1: Ann A. & Dot D. – Cy C. & Bob B."]


def pasted(here: Desk, page: str) -> list[Message]:
    texts: list[Message] = here.client.get(here.url(page)).context["texts"]
    return texts


@pytest.mark.parametrize(
    ("audience", "ends"),
    [
        (Audience.EVERYBODY, ["/", "/report/"]),
        (Audience.WITH_LINK, ["?links=", "?links="]),
        (Audience.NOBODY, []),
    ],
)
def test_the_address_is_one_that_its_readers_can_open(
    make_evening: Make, desk: Desk, audience: Audience, ends: list[str]
) -> None:
    room = played(make_evening, 4, 1)
    Club.objects.update(results_for=audience)
    urls = [text.url for text in pasted(desk.of(room), "desk-evening")]
    assert [end in url for end, url in zip(ends, urls, strict=True)] == [True] * len(ends)
    assert [Client().get(url).status_code for url in urls] == [200] * len(ends)


def test_programs_read_the_texts_that_there_are(make_evening: Make) -> None:
    room = make_evening(4, until="seated", rounds=1)
    where = f"/api/v1/clubs/{room.evening.club.slug}/evenings/{room.evening.slug}/texts/"

    def kinds() -> list[str]:
        return [text["kind"] for text in Caller().get(where).json()["texts"]]

    assert kinds() == ["seats"]
    room.go_on_to("finished")
    assert kinds() == []
    room.archive_by_seed()
    assert kinds() == ["result", "report"]
