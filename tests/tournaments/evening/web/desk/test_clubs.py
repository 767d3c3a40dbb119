"""The director's clubs, one club's evenings, and its members."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tournaments.club.models import Officer, Player, User
from tournaments.club.services import clubs

AT = datetime(2026, 11, 1, tzinfo=UTC)
Make = Callable[..., AnEvening]


def test_with_one_club_there_is_nothing_to_choose(desk: Desk) -> None:
    assert desk.client.get("/desk/")["Location"] == "/desk/rooster-club/"


def test_with_two_clubs_both_are_offered(desk: Desk, director: User) -> None:
    clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=AT)
    page = html(desk.client.get("/desk/"))
    assert "/desk/rooster-club/" in page
    assert "/desk/owl-club/" in page


def test_without_a_club_it_says_whom_to_ask(desk: Desk) -> None:
    Officer.objects.all().delete()
    assert "Ask whoever looks after this server" in html(desk.client.get("/desk/"))


def test_an_empty_club_says_to_start_with_the_members(desk: Desk) -> None:
    page = desk.see("desk-club")
    assert "Start with the members" in page
    assert desk.url("desk-members") in page


def test_a_club_with_members_is_told_to_set_up_an_evening(desk: Desk) -> None:
    clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    page = desk.see("desk-club")
    assert desk.url("desk-new") in page
    assert "Clone the last evening" not in page


@pytest.mark.parametrize(
    ("until", "step"),
    [
        ("draft", "Open the doors"),
        ("check_in", "Let people in, then draw the seats"),
        ("seated", "Start round 1"),
        ("playing", "Round 1 is in play"),
        ("bell", "Close round 1"),
        ("settled", "Round 1 is closed: the next seats"),
        ("drafted", "Announce the next seats"),
        ("moved", "Start round 2"),
        ("finished", "Publish"),
    ],
)
def test_each_evening_shows_the_one_next_step(desk: Desk, make_evening: Make, until: str, step: str) -> None:
    make_evening(8, until=until)
    assert step in desk.see("desk-club")


def test_evenings_that_are_over_stand_below_and_can_be_cloned(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    page = desk.see("desk-club")
    assert "published" in page
    assert desk.of(room).url("desk-clone") in page


class TestMembers:
    """Adding, pasting, importing, searching, changing."""

    def test_an_empty_list_says_what_to_do(self, desk: Desk) -> None:
        assert "paste the list you have" in desk.see("desk-members")

    def test_one_is_added_with_the_usual_colour(self, desk: Desk) -> None:
        page = desk.press("desk-members", name="  Thérèse   Roux ", colour="ladies")
        assert "Thérèse Roux is a member now." in page
        assert Player.objects.get().colour == "ladies"

    @pytest.mark.parametrize(
        ("name", "says"),
        [("", "a name is needed"), ("x" * 81, "at most 80"), ("a\x07b", "cannot be shown")],
        ids=["empty", "too long", "unprintable"],
    )
    def test_a_name_that_cannot_be_is_refused_and_kept(self, desk: Desk, name: str, says: str) -> None:
        page = desk.refused("desk-members", name=name, colour="ladies")
        assert says in page
        assert 'value="ladies"' in page
        assert not Player.objects.exists()

    def test_a_pasted_list_adds_who_is_new(self, desk: Desk) -> None:
        clubs.add_names(club=desk.club, names=["Ann"], at=AT)
        page = desk.press("desk-members-paste", names="Ann\r\n\r\nBob\r\nClara\r\n")
        assert "2 members are new. 1 was known." in page
        assert Player.objects.count() == 3

    def test_a_pasted_list_with_a_bad_line_names_the_line_and_keeps_the_list(self, desk: Desk) -> None:
        page = desk.refused("desk-members-paste", names=f"Ann\n{'x' * 90}\nBob")
        assert "Line 2: " in page
        assert "Bob</textarea>" in page
        assert not Player.objects.exists()

    def test_an_empty_list_is_refused(self, desk: Desk) -> None:
        assert "a name is needed" in desk.refused("desk-members-paste", names=" \n ")

    def test_a_list_that_is_too_long_adds_nobody_and_says_how_long_one_may_be(self, desk: Desk) -> None:
        most = clubs.MOST_NAMES_AT_ONCE
        assert f"At most {most} names at once." in desk.see("desk-members")
        page = desk.refused("desk-members-paste", names="\n".join(f"P{place}" for place in range(most + 1)))
        assert f"at most {most} can be added at once: add them in several lists" in page
        assert not Player.objects.exists()

    @pytest.mark.parametrize(
        "content",
        [
            b"name,colour\nAnn,ladies\nBob,gentlemen\n",
            b"Ann;ladies\nBob;gentlemen\n",
            b"Ann\tladies\r\nBob\tgentlemen\r\n",
            b"\xef\xbb\xbfName,Colour\nAnn,ladies\nBob,gentlemen\n",
        ],
        ids=["with a heading", "semicolons", "tabs", "as Excel writes it"],
    )
    def test_a_file_is_imported_as_programs_write_it(self, desk: Desk, content: bytes) -> None:
        page = desk.press("desk-members-file", file=SimpleUploadedFile("members.csv", content))
        assert "2 members are new." in page
        assert dict(Player.objects.values_list("name", "colour")) == {"Ann": "ladies", "Bob": "gentlemen"}

    def test_a_file_in_an_old_encoding_keeps_its_accents(self, desk: Desk) -> None:
        desk.press("desk-members-file", file=SimpleUploadedFile("m.csv", "Thérèse".encode("cp1252")))
        assert Player.objects.get().name == "Thérèse"

    def test_importing_again_gives_the_colour_and_no_second_member(self, desk: Desk) -> None:
        clubs.add_names(club=desk.club, names=["Ann"], at=AT)
        page = desk.press("desk-members-file", file=SimpleUploadedFile("m.csv", b"Ann,ladies"))
        assert "0 members are new. 1 was known." in page
        assert Player.objects.get().colour == "ladies"

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            (b"", "empty"),
            (b"name,colour\n", "a name is needed"),
            (b"Ann\n" + b"x" * 90, "Line 2: "),
            (b'"' + b"x" * 200_000, "cannot be read as a list"),
            (b"PK\x03\x04" + b"x" * 90, "choose “Save as” and “CSV”"),
            (b"\xd0\xcf\x11\xe0" + b"x" * 90, "choose “Save as” and “CSV”"),
            (b"Ann\n" * 51_201, "has 204804 bytes; at most 204800 are allowed"),
            (b"Ann\n" * 200_000, "has 800000 bytes; at most 204800 are allowed"),
        ],
        ids=[
            "nothing",
            "only a heading",
            "a bad line",
            "no list",
            "a new spreadsheet",
            "an old spreadsheet",
            "too large",
            "larger than any other form of the desk",
        ],
    )
    def test_a_file_that_cannot_be_read_says_why(self, desk: Desk, content: bytes, says: str) -> None:
        page = desk.refused("desk-members-file", file=SimpleUploadedFile("members.csv", content))
        assert says in page
        assert not Player.objects.exists()

    @pytest.mark.parametrize("search", ["therese", "THÉR", "roux"])
    def test_the_search_passes_over_accents_and_case(self, desk: Desk, search: str) -> None:
        clubs.add_names(club=desk.club, names=["Thérèse Roux", "Bob"], at=AT)
        page = desk.see("desk-members", q=search).partition("<table")[2].partition("</table>")[0]
        assert "Thérèse Roux" in page
        assert "Bob" not in page

    def test_a_search_without_a_find_says_so(self, desk: Desk) -> None:
        clubs.add_names(club=desk.club, names=["Ann"], at=AT)
        assert "Nobody is called “zzz”." in desk.see("desk-members", q="zzz")

    def test_one_is_renamed_recoloured_and_retired(self, desk: Desk) -> None:
        (ann,) = clubs.add_names(club=desk.club, names=["Ann"], at=AT)
        desk.press("desk-member", ann.pk, name="Anna", colour="ladies")
        ann.refresh_from_db()
        assert (ann.name, ann.colour, ann.is_active) == ("Anna", "ladies", False)
        assert "Anna" not in words(desk.see("desk-members"))
        assert "Anna" in words(desk.see("desk-members", retired=""))

    def test_a_bad_name_is_refused_and_the_old_one_stays_in_the_title(self, desk: Desk) -> None:
        (ann,) = clubs.add_names(club=desk.club, names=["Ann"], at=AT)
        page = desk.refused("desk-member", ann.pk, name="x" * 90, colour="ladies", active="on")
        assert '<h1 class="title">Ann</h1>' in page
        assert f'value="{"x" * 90}"' in page

    def test_names_are_shown_as_they_are_written(self, desk: Desk) -> None:
        clubs.add_names(club=desk.club, names=["<script>alert(1)</script>"], at=AT)
        page = desk.see("desk-members")
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


def test_nobody_edits_a_member_of_another_club(desk: Desk, stranger: Any) -> None:
    (ann,) = clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    assert stranger.get(f"/desk/owl-club/members/{ann.pk}/").status_code == 404
