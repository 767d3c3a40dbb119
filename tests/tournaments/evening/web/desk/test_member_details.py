"""What the club keeps of a member: on their page, in the list, in a file that goes out and comes back."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.evening.web.desk.test_members_import import marks, sent
from tests.tournaments.the_rows import asked
from tournaments.club.member_list.details import Details
from tournaments.club.models import GroupMember, MemberDetails, Player
from tournaments.club.reads.members import details_of
from tournaments.club.services import clubs

KEPT = {
    "number": "7",
    "mail": "ada@example.org",
    "phone": "+44 1",
    "birth": "12.3.1962",
    "notes": "tea",
    "groups": "Tuesday, beginners",
}


@pytest.fixture
def ada(desk: Desk) -> Player:
    return clubs.add_player(club=desk.club, name="Ada Marsh", colour="red", at=START)


def kept(player: Player) -> Details:
    return details_of(Player.objects.get(pk=player.pk))


def entered(**details: str) -> dict[str, str]:
    return {"name": "Ada Marsh", "colour": "red", "active": "on", **details}


def test_details_are_kept_shown_changed_and_taken_away(desk: Desk, ada: Player) -> None:
    listed = desk.press("desk-member", ada.pk, **entered(**KEPT))
    assert "Ada Marsh no. 7" in words(listed).replace("\u2068", "").replace("\u2069", "")
    assert kept(ada) == Details("7", "ada@example.org", "+44 1", "1962", "tea", "beginners, Tuesday")
    assert 'value="ada@example.org"' in desk.see("desk-member", ada.pk)
    desk.press("desk-member", ada.pk, **entered(birth="minor"))
    assert kept(ada) == Details(birth="minor")
    desk.press("desk-member", ada.pk, **entered())
    assert not MemberDetails.objects.exists()
    assert not GroupMember.objects.exists()


def test_what_cannot_be_taken_is_marked_and_nothing_is_saved(desk: Desk, ada: Player) -> None:
    clubs.add_player(club=desk.club, name="Bob Day", at=START)
    Player.objects.filter(name="Bob Day").update(number="7")
    asked_again = desk.refused("desk-member", ada.pk, **{**entered(number="7"), "name": "Ada Roe"})
    assert "The number 7 belongs to Bob Day" in asked_again
    assert "is no mail address" in desk.refused("desk-member", ada.pk, **entered(mail="ada"))
    assert Player.objects.get(pk=ada.pk).name == "Ada Marsh"
    assert not MemberDetails.objects.exists()


def test_somebody_is_found_by_their_number(desk: Desk, ada: Player) -> None:
    desk.press("desk-member", ada.pk, **entered(number="A-7"))
    assert "Ada Marsh" in desk.see("desk-members", q="a-7")
    assert "Ada Marsh" not in words(desk.see("desk-members", q="7")).partition("Add one")[0]


def test_the_list_and_the_file_are_of_one_group_where_one_is_chosen(desk: Desk, ada: Player) -> None:
    desk.press("desk-member", ada.pk, **entered(groups="Tuesday, beginners"))
    clubs.add_player(club=desk.club, name="Bob Day", at=START)
    listed = desk.see("desk-members", group="tuesday")
    assert 'href="?group=beginners"' in listed
    assert 'href="/desk/rooster-club/members/members.csv?group=tuesday"' in listed
    assert f'href="{desk.url("desk-member", ada.pk)}"' in listed
    assert "Bob Day" not in words(listed).partition("Add one")[0]
    file = desk.client.get(desk.url("desk-members-csv"), {"group": "TUESDAY"}).content.decode()
    assert "Ada Marsh" in file
    assert "Bob Day" not in file
    assert "Nobody is in the group" in desk.see("desk-members", group="Friday")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_goes_out_comes_back_without_a_change(desk: Desk, ada: Player, kind: str, language: str) -> None:
    desk.press("desk-member", ada.pk, **entered(**KEPT))
    for name, details in {
        "=SUM(A1)": {"birth": "minor", "phone": "0012"},
        "O'Neil, Bo": {"notes": 'says "tea"; <b>or</b>, coffee'},
        "007": {"number": "007"},
    }.items():
        player = clubs.add_player(club=desk.club, name=name, at=START)
        desk.press("desk-member", player.pk, **{**entered(**details), "name": name})
    clubs.add_player(club=desk.club, name="A Guest", guest=True, at=START)
    with translation.override(language):
        answer = desk.client.get(desk.url(f"desk-members-{kind}"), headers={"Accept-Language": language})
        file = SimpleUploadedFile(f"members.{kind}", answer.content)
        page = html(desk.client.post(desk.url("desk-members-import"), {"file": file}))
    assert "A Guest" not in page
    assert len(marks(page)) == 4
    assert 'value="add"' not in page, marks(page)
    assert "Already known" in page or language != "en"


def test_an_import_fills_in_what_the_club_did_not_know(desk: Desk, ada: Player) -> None:
    text = "Name\tNo.\tMail\tBorn\nada marsh\t7\tada@example.org\t1962\nBob Day\t8\t\tminor\n"
    page = html(desk.client.post(desk.url("desk-members-import"), {"text": text}))
    assert marks(page) == [
        "2 ada marsh – New details Member number: 7. Mail address: ada@example.org. Year of birth: 1962.",
        "3 Bob Day – New",
    ]
    desk.press("desk-members-import", **sent(page, do="add"))
    assert kept(ada) == Details("7", "ada@example.org", birth="1962")
    assert kept(Player.objects.get(name="Bob Day")) == Details("8", birth="minor")


def test_a_file_asks_equally_often_however_many_there_are(desk: Desk) -> None:
    counts = []
    for names in (["Ann Lee"], ["Bob Day", "Cy Fox", "Di Roe"]):
        clubs.add_names(club=desk.club, names=names, at=START)
        answer: Any = asked(lambda: desk.client.get(desk.url("desk-members-csv")))
        counts.append(len(answer))
    assert counts[0] == counts[1]
