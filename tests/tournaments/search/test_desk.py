"""The search of the desk: what an officer of a club finds there, and that nobody else does."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tournaments.club.models import Club
from tournaments.club.services import clubs
from tournaments.evening.models import Evening
from tournaments.search import fits, rank, read_query


def found(page: str) -> dict[str, list[str]]:
    """The titles that were found, by group."""
    groups = re.findall(r"<section[^>]*>\s*<h2[^>]*>(.*?)</h2>(.*?)</section>", page)
    return {title: re.findall(r'found__title">(.*?)</span>', hits) for title, hits in groups}


@pytest.fixture
def search(desk: Desk) -> Callable[..., dict[str, list[str]]]:
    """Types into the search of the desk; gives what is found, by group."""
    return lambda q, **more: found(desk.see("desk-search", q=q, **more))


@pytest.fixture
def room(make_evening: Make, club: Club) -> AnEvening:
    """An evening in play at which table 2 has entered a hand; and the club's other people, league and evening."""
    room = make_evening(8, until="playing", name="Autumn cup", rounds=2)
    room.enter(2, a_hand())
    clubs.add_player(club=club, name="Zoé Marchand", at=START)
    make_evening(8, until="draft", name="Winter cup")
    ASeason.made(club)
    return room


def test_what_is_typed_finds(search: Any, room: AnEvening) -> None:
    for q, group, title in (
        ("zoe", "People", "Zoé Marchand"),
        ("marchand ZO", "People", "Zoé Marchand"),
        ("autumn", "Evenings", "Autumn cup"),
        ("2026-11", "Evenings", "Autumn cup"),
        ("20 november", "Evenings", "Autumn cup"),
        ("20/11/2026", "Evenings", "Winter cup"),
        ("chantecler cup", "Evenings", "Autumn cup"),
        ("table 2 round 1 hand 1", "Hands", "Hand 1 of table 2 in round 1"),
        ("autumn hand 1", "Hands", "Hand 1 of table 2 in round 1"),
        ("table 1", "Tables", "Table 1 in round 1"),
        ("round 1", "Tables", "Table 2 in round 1"),
        ("friday", "Leagues and seasons", "Friday league"),
        ("house rules", "Pages", "House rules"),
        ("memb", "Pages", "Members"),
        ("from a spreadsheet", "Pages", "Members"),
        ("euchre", "Rules and words", "Euchre"),
        ("booby", "Rules and words", "Booby prize"),
    ):
        assert title in search(q)[group], q


def test_what_is_not_there_is_not_found(desk: Desk, room: AnEvening) -> None:
    for q in ("20 october", "table 9", "hand 2", "winter hand 1", "zoe bell", "%%", "__", "' or 1=1"):
        said = desk.see("desk-search", q=q)
        assert found(said) == {}, q
        assert "Nothing found for" in said
        assert "All evenings" in said


def test_at_an_evening_its_own_pages_and_acts_are_found(search: Any, room: AnEvening) -> None:
    for title in ("Papers", "Standings", "Late tray", "Stop the round", "Abandon the evening"):
        assert title in search(title.lower(), evening=room.evening.slug)["Pages"]
        assert title not in search(title.lower()).get("Pages", ())


def test_hands_of_an_evening_and_elsewhere_the_latest(search: Any, desk: Desk, make_evening: Make) -> None:
    one, other = (make_evening(4, until="playing", name=name) for name in ("One", "Other"))
    for room in (one, other):
        room.enter(1, a_hand())
    Evening.objects.filter(pk=one.evening.pk).update(date="2026-10-02")
    here = desk.see("desk-search", q="hand 1", evening=one.evening.slug)
    assert re.findall(r'found__about">(.*?) ·', here) == ["One"]
    assert re.findall(r'found__about">(.*?) ·', desk.see("desk-search", q="hand 1")) == ["Other", "One"]


def test_every_page_that_is_found_is_there(desk: Desk, room: AnEvening) -> None:
    for q in ("cup", "zoe", "hand 1", "table 1", "friday", "the", "euchre"):
        page = desk.see("desk-search", q=q, evening=room.evening.slug)
        for url in re.findall(r'found__hit" href="(.*?)"', page):
            assert desk.client.get(url.partition("#")[0]).status_code == 200, url


def test_an_officer_finds_nothing_of_another_club(stranger: Client, room: AnEvening) -> None:
    for q in ("autumn", "zoe", "friday", "table 1"):
        said = html(stranger.get("/desk/owl-club/search/", {"q": q, "evening": room.evening.slug}))
        assert found(said) == {}, q


def test_whatever_the_address_says_there_is_a_page(desk: Desk, room: AnEvening) -> None:
    queries: list[tuple[dict[str, str], str]] = [
        ({}, "by name, by date"),
        ({"q": "a"}, "Type at least 2 letters."),
        ({"q": "\u0301\u0301"}, "Nothing found for"),
        ({"q": "x" * 300}, "x" * 100 + "”"),
        ({"q": "cup", "evening": "no-such-evening"}, "Autumn cup"),
        ({"q": "cup", "evening": "x" * 300}, "Autumn cup"),
    ]
    for query, said in queries:
        assert said in words(desk.see("desk-search", **query)), query


def test_it_shows_a_few_of_many_and_where_all_are(desk: Desk, club: Club) -> None:
    for number in range(9):
        clubs.add_player(club=club, name=f"Member {number}", at=START)
    page = desk.see("desk-search", q="member")
    assert len(found(page)["People"]) == 8
    assert "add a word to narrow the search" in page
    assert f'href="/desk/{club.slug}/members/?q=member"' in page


def test_the_palette_gets_the_options_alone(desk: Desk, room: AnEvening) -> None:
    part = html(
        desk.client.get(desk.url("desk-search"), {"q": "autumn chantecler"}, headers={"hx-request": "true"})
    )
    assert "<html" not in part
    assert re.findall(r'role="option".*?href="(.*?)"', part) == [
        f"/desk/{desk.club.slug}/{room.evening.slug}/"
    ]


def test_every_page_of_the_desk_leads_there(desk: Desk, room: AnEvening) -> None:
    for page in ("desk-club", "desk-members"):
        assert f'action="{desk.url("desk-search")}"' in desk.see(page)
    board = desk.of(room).see("desk-evening")
    assert f'name="evening" value="{room.evening.slug}"' in board


@pytest.mark.parametrize(
    ("language", "typed", "table", "round_", "hand", "besides"),
    [
        ("en", "table 4 round 2 hand 3", 4, 2, 3, ()),
        ("en", "Hand 12", None, None, 12, ()),
        ("en", "TABLE4", 4, None, None, ()),
        ("en", "November round 2", None, 2, None, ("november",)),
        ("en", "stable 4", None, None, None, ("stable", "4")),
        ("en", "table 1234", None, None, None, ("table", "1234")),
        ("en", "donne 3", None, None, None, ("donne", "3")),
        ("fr", "table 4 tour 2 donne 3", 4, 2, 3, ()),
        ("fr", "round 2", None, 2, None, ()),
        ("fr", "", None, None, None, ()),
    ],
)
def test_the_numbers_of_table_round_and_hand_are_named(
    language: str,
    typed: str,
    table: int | None,
    round_: int | None,
    hand: int | None,
    besides: tuple[str, ...],
) -> None:
    with translation.override(language):
        asked = read_query(typed)
    assert (asked.table, asked.round, asked.hand, asked.besides) == (table, round_, hand, besides)


@pytest.mark.parametrize(
    ("typed", "is_too_short"), [("", False), ("  ", False), ("a", True), (" é ", True), ("ab", False)]
)
def test_a_single_letter_is_too_little_to_look_for(typed: str, is_too_short: bool) -> None:
    assert read_query(typed).is_too_short is is_too_short


@pytest.mark.parametrize(
    ("typed", "text", "does_fit"),
    [
        ("zoe", "Zoé Marchand", True),
        ("ZOÉ", "zoe", True),
        ("march zo", "Zoé Marchand", True),
        ("zoe bell", "Zoé Marchand", False),
        ("2026-11", "Friday 20 November 2026 2026-11-20", True),
        ("20 nov", "Friday 20 November 2026 2026-11-20", True),
        ("2 nov", "Friday 20 November 2026 2026-11-20", False),
        ("guest 1", "Guest 12", False),
        ("(", "Guest 12", False),
    ],
)
def test_every_word_stands_in_the_text_and_numbers_whole(typed: str, text: str, does_fit: bool) -> None:
    assert fits(read_query(typed).words, text) is does_fit


def test_what_begins_with_the_words_comes_before_what_only_holds_them() -> None:
    titles = ["Susannah Bell", "Mary Ann Field", "Ann Marsh"]
    assert sorted(titles, key=lambda title: rank(("ann",), title)) == titles[::-1]
