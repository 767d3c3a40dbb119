"""Members from a spreadsheet, added in one go or not at all; what is kept of each, and erased."""

import json
import re
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import translation

from tests.tournaments.an_evening import Make
from tests.tournaments.club.member_list.spreadsheets import rows, xlsx
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, errors, html, words
from tests.tournaments.the_rows import asked, unchanged
from tournaments.club.member_list.details import Details
from tournaments.club.models import GroupMember, MemberDetails, Player, User
from tournaments.club.reads.members import ERASED, details_of
from tournaments.club.services import clubs
from tournaments.evening.models import Publication
from tournaments.refusals import MOST_NAMES_AT_ONCE

PAGE = "desk-members-import"
PASTED = "Name\tColour\nAnn Lee\tred\nThérèse Roux\tblue\nann lee\t\nJon Marsh\t\n\t\tlost\nBob Day\t\n"


@pytest.fixture
def known(desk: Desk) -> Desk:
    clubs.add_names(club=desk.club, names=["Therese Roux", "John Marsh"], at=START)
    return desk


def shown(desk: Desk, **entered: Any) -> str:
    """The page that shows what a list comes to; nothing is saved by it."""
    with unchanged():
        answer = desk.client.post(desk.url(PAGE), entered)
    assert answer.status_code == 200, (answer.status_code, errors(answer))
    return html(answer)


def sent(page: str, **changed: Any) -> dict[str, Any]:
    """What the form of a page sends as it stands, but for what is `changed`."""
    hidden = dict(re.findall(r'name="(kept|seen|read_as|read_from|offered)" value="(.*?)"', page))
    kept = {name: unescape(value) for name, value in hidden.items()}
    chosen = {
        name: re.search(r'value="([^"]*)" selected', options)[1]  # type: ignore[index]
        for name, options in re.findall(r'<select name="([a-z]+_?\w*)".*?>(.*?)</select>', page)
    }
    ticked = dict.fromkeys(re.findall(r'name="(turned|leave_out)"[^>]*? checked', page), "on")
    take = re.findall(r'name="take"\s+value="(.*?)"[^>]*? checked', page)
    sheets = {
        name: [unescape(value) for value in re.findall(rf'name="{name}" value="(.*?)"', page)]
        for name in ("sheet_name", "sheet_rows")
    }
    return {**kept, **chosen, **ticked, **sheets, "take": take, **changed}


def marks(page: str) -> list[str]:
    """Row, name and mark of each line as the page shows them."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.sub(r" (Add|Change) : .*", "", words(row)) for row in body.split("</tr>") if row.strip()]


def names() -> dict[str, str]:
    return dict(Player.objects.order_by("pk").values_list("name", "colour"))


def test_the_members_page_leads_to_the_import(desk: Desk) -> None:
    assert f'href="{desk.url(PAGE)}"' in desk.see("desk-members")
    assert f"At most {MOST_NAMES_AT_ONCE} names at once." in desk.see(PAGE)


def test_each_line_says_what_it_comes_to_and_one_that_cannot_be_taken_holds_everybody_up(known: Desk) -> None:
    page = shown(known, text=PASTED)
    assert marks(page) == [
        "6 – – Cannot be added Nothing was entered; a name is needed.",
        "5 Jon Marsh – Similar name Is this John Marsh? Left out unless you tick the box. Another person : Jon Marsh",
        "4 ann lee – Duplicate Same as row 2; added once.",
        "3 Thérèse Roux blue New details Ticket colour: blue.",
        "2 Ann Lee red New",
        "7 Bob Day – New",
    ]
    told = words(page)
    for count in ("2 new", "1 with new details", "1 duplicate", "1 similar name", "1 cannot be added"):
        assert count in told
    assert "Add 2 members" in told
    assert "Leave out the 1 line that cannot be added" in told
    with unchanged():
        again = known.refused(PAGE, **sent(page, do="add", other="5"))
    assert "Some lines cannot be added" in again
    assert 'id="other-5" checked' in again
    assert "Add 3 members" in words(again)
    done = known.press(PAGE, **sent(again, do="add", other="5", leave_out="on"))
    assert "3 members were added. 1 was changed. 1 line was left out." in words(done)
    added = {"Ann Lee": "red", "Jon Marsh": "", "Bob Day": ""}
    assert names() == {"Therese Roux": "blue", "John Marsh": "", **added}


def test_columns_are_chosen_otherwise_and_the_lines_follow(desk: Desk) -> None:
    page = shown(desk, text="Lee\tAnn\nDay\tBob")
    assert marks(page) == ["1 Lee Ann – New", "2 Day Bob – New"]
    again = shown(desk, **sent(page, column_0="last", column_1="first"))
    assert marks(again) == ["1 Ann Lee – New", "2 Bob Day – New"]
    heading = shown(desk, **sent(again, heading_row="1", read_from="//1"))
    assert marks(heading) == ["2 Bob Day – New"]
    nobody = shown(desk, **sent(again, column_0="ignore", column_1="colour"))
    assert "No column has names yet" in nobody
    assert 'value="add"' not in nobody


def test_last_names_first_are_turned_round_unless_the_box_is_unticked(desk: Desk) -> None:
    page = shown(desk, text="Marsh, John\nDay, Bob")
    assert marks(page) == ["1 John Marsh – New", "2 Bob Day – New"]
    fields = sent(page)
    del fields["turned"]
    assert marks(shown(desk, **fields)) == ["1 Marsh, John – New", "2 Day, Bob – New"]


def test_what_was_not_shown_is_not_added(desk: Desk) -> None:
    page = shown(desk, text="Ann Lee\nBob Day")
    with unchanged():
        assert "have changed since the preview" in desk.refused(
            PAGE, **sent(page, heading_row="1", read_from="//1", do="add")
        )
    clubs.add_names(club=desk.club, names=["Bob Day"], at=START)
    again = desk.refused(PAGE, **sent(page, do="add"))
    assert marks(again) == ["2 Bob Day – Already known", "1 Ann Lee – New"]
    desk.press(PAGE, **sent(again, do="add"))
    assert list(names()) == ["Bob Day", "Ann Lee"]


def test_each_line_can_be_unticked(desk: Desk) -> None:
    page = shown(desk, text="Margaret Holloway, Joan Abernethy\nTotal: 2 people")
    assert marks(page)[0].startswith("2 Total: 2 people – No name")
    fields = sent(page)
    assert fields["take"] == ["1.1", "1.2"]
    assert "Add 1 member" in shown(desk, **{**fields, "take": ["1.2"]})
    desk.press(PAGE, **{**fields, "take": ["1.2"], "do": "add"})
    assert list(names()) == ["Joan Abernethy"]


def test_letters_of_another_program_are_chosen(desk: Desk) -> None:
    page = shown(desk, file=SimpleUploadedFile("members.csv", "Name\nJiří Dvořák\nZoë Ash".encode("cp1250")))
    again = shown(desk, **sent(page, encoding="cp1252"))
    assert "Jiøí Dvoøák" in again
    assert marks(shown(desk, **sent(again, encoding="cp1250"))) == ["2 Jiří Dvořák – New", "3 Zoë Ash – New"]


def test_the_sheet_and_the_row_of_headings_are_chosen(desk: Desk) -> None:
    book = xlsx(
        rows([["Club"]]), rows([["Guests"], ["Name"], ["Cy Fox"]]), rows([["List"], ["Name"], ["Ann Lee"]])
    )
    page = shown(desk, file=SimpleUploadedFile("members.xlsx", book))
    assert marks(page) == ["3 Cy Fox – New"]
    other = shown(desk, **sent(page, sheet="S3"))
    assert marks(other) == ["3 Ann Lee – New"]
    assert marks(shown(desk, **sent(other, heading_row="0"))) == [
        "1 List – New",
        "2 Name – New",
        "3 Ann Lee – New",
    ]


def test_people_who_are_only_like_members_are_added_once_they_are_ticked(known: Desk) -> None:
    assert "Change 2 members" in shown(known, text="John Marsh\tred\nTherese Roux\tred")
    page = shown(known, text="Jon Marsh")
    assert "Add the people you ticked" in page
    known.press(PAGE, **sent(page, do="add", other=["1", "x", "9" * 90, "7"]))
    assert "Jon Marsh" in names()


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        ({"text": " \n\t"}, "Nothing was entered; paste the list or choose a file."),
        ({"text": "Ann", "file": b"Bob"}, "only one of them can be read"),
        ({"file": b"\xd0\xcf\x11\xe0"}, "save it as .xlsx or as CSV"),
        ({"file": b"Ann\n" * 400_000}, "The file has 1025 kB"),
        ({"text": "Ann\n" * (MOST_NAMES_AT_ONCE + 2)}, "at most 2000 can be added at once"),
    ],
    ids=["blanks", "both", "an old spreadsheet", "too large", "too many"],
)
def test_a_list_that_cannot_be_read_says_what_to_do(desk: Desk, entered: dict[str, Any], says: str) -> None:
    if "file" in entered:
        entered = {**entered, "file": SimpleUploadedFile("members.xls", entered["file"])}
    with unchanged():
        page = desk.refused(PAGE, **entered)
    assert says in words(page)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"kept": "no list"}, 302),
        ({"kept": '[["Eve Other"]]'}, 422),
        ({"seen": ""}, 422),
        ({"column_0": "ignore"}, 422),
    ],
    ids=["no list", "another list", "nothing seen", "no names"],
)
def test_what_the_form_would_not_send_adds_nobody(desk: Desk, changed: dict[str, str], status: int) -> None:
    page = shown(desk, text="Ann Lee, red\nBob Day, red\nCy May, red")
    with unchanged():
        fields = {**sent(page, do="add", column_0="colour"), **changed}
        assert desk.client.post(desk.url(PAGE), fields).status_code == status


def test_names_are_shown_as_they_were_written(desk: Desk) -> None:
    page = shown(desk, text="<script>alert(1)</script>\nדוד לוי")
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in page
    desk.press(PAGE, **sent(shown(desk, text="=CMD()\nדוד לוי"), do="add"))
    assert list(names()) == ["=CMD()", "דוד לוי"]


def test_a_long_list_costs_no_more_statements_than_a_short_one(desk: Desk) -> None:
    def look_and_add(first: int, count: int) -> tuple[int, int]:
        text = "Name\tColour\n" + "\n".join(f"Q{n} Zed\tred" for n in range(first, first + count))
        page = shown(desk, text=text)
        looked = asked(lambda: desk.client.post(desk.url(PAGE), {"text": text}))
        added = asked(lambda: desk.client.post(desk.url(PAGE), sent(page, do="add")))
        return len(looked), len(added)

    clubs.add_names(club=desk.club, names=["Ada Marsh"], at=START)
    assert look_and_add(0, 2) == look_and_add(10, 80)
    assert Player.objects.count() == 83


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
    assert "Marsh, Ada no. 7" in words(listed).replace("\u2068", "").replace("\u2069", "")
    assert kept(ada) == Details("7", "ada@example.org", "+44 1", "1962", "tea", "beginners, Tuesday")
    assert 'value="ada@example.org"' in desk.see("desk-member", ada.pk)
    for page in ("desk-members", "desk-members-print"):
        assert "Marsh, Ada" in (told := words(desk.see(page)))
        assert "+44 1" in told
    desk.press("desk-member", ada.pk, **entered(minor="on"))
    assert kept(ada) == Details(birth="minor")
    assert re.search(r'name="minor"[^>]* checked', desk.see("desk-member", ada.pk))
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


def test_the_list_is_by_last_names_or_as_is_chosen(desk: Desk, ada: Player) -> None:
    clubs.add_names(club=desk.club, names=["Bob Day", "Zoë van der Berg", "Zed"], at=START)
    for order, names in {"": "Day, Marsh, van der Berg, Zed", "last": "Ada, Bob, Zed, Zoë"}.items():
        page = words(desk.see("desk-members", by=order))
        assert sorted(names.split(", "), key=page.index) == names.split(", ")


def test_several_are_changed_at_once(desk: Desk, ada: Player) -> None:
    bob, cid = clubs.add_names(club=desk.club, names=["Bob Day", "Cid Ash"], at=START)
    groups = GroupMember.objects.order_by("player", "group").values_list("player", "group")
    both = {"players": [ada.pk, bob.pk]}
    assert "2 people are changed" in desk.press("desk-members-change", do="join", group="Tue, new", **both)
    desk.press("desk-members-change", do="leave", group="TUE", players=[ada.pk])
    assert list(groups) == [(ada.pk, "new"), (bob.pk, "Tue"), (bob.pk, "new")]
    for do, retired in (("retire", {ada.pk, bob.pk}), ("bring-back", set())):
        desk.press("desk-members-change", do=do, **both)
        assert {player.pk for player in Player.objects.filter(is_active=False)} == retired
    for entered, says in (
        ({"do": "retire"}, "Nobody is ticked"),
        ({"do": "join", **both}, "Nothing is to change"),
        ({"do": "retire", "players": [cid.pk, 9**9, "x"]}, "The club knows nobody with this id"),
        ({"do": "join", "group": "x" * 60, **both}, "has 60 letters"),
    ):
        assert says in desk.press("desk-members-change", **entered), entered
    assert cid in Player.objects.filter(is_active=True)


def test_attendance_says_who_came_to_which_evening(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    clubs.add_names(club=here.club, names=["Bob Day"], at=START)
    file = here.client.get(reverse("web:desk-attendance-csv", args=[here.club.slug])).content.decode(
        "utf-8-sig"
    )
    assert file.splitlines()[0] == f"Name,{room.evening.date},Evenings"
    assert "Bob Day,,0" in file.splitlines()
    assert file.count(",x,1") == 8
    page = html(here.client.get(reverse("web:desk-attendance", args=[here.club.slug])))
    assert page.count('aria-label="there"') == 8
    answer = officer(User.objects.get()).get(f"/api/v1/clubs/{here.club.slug}/attendance/").json()
    assert [len(evening["players"]) for evening in answer["evenings"]] == [8]


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


@pytest.mark.parametrize(("kind", "language"), [("csv", "en"), ("xlsx", "fr")])
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
        "3 Bob Day Member number: 8 Year of birth: minor – New",
    ]
    desk.press("desk-members-import", **sent(page, do="add"))
    assert kept(ada) == Details("7", "ada@example.org", birth="1962")
    assert kept(Player.objects.get(name="Bob Day")) == Details("8", birth="minor")


def is_erased(player: Player) -> bool:
    """Whether neither the club nor any archive has the name any more."""
    name = player.name
    player.refresh_from_db()
    archives = Publication.objects.values_list("archive", flat=True)
    return player.name == ERASED and all(name not in str(json.loads(archive)) for archive in archives)


def test_a_name_is_erased_once_it_is_typed(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="published")
    player = room.players[0]
    club = room.evening.club.slug
    page = f"/desk/{club}/members/{player.pk}/"
    assert f'href="{page}erase/"' in here.client.get(page).content.decode()
    assert "This cannot be undone" in here.client.get(f"{page}erase/").content.decode()
    refused = here.client.post(f"{page}erase/", {"name": "Somebody Else"})
    assert (refused.status_code, is_erased(player)) == (422, False)
    assert "is not the name; to erase this person" in refused.content.decode()
    done = here.client.post(f"{page}erase/", {"name": player.name})
    assert (done.status_code, is_erased(player)) == (302, True)
    assert here.client.get(f"{page}erase/").status_code == 404
    assert "/erase/" not in here.client.get(page).content.decode()


def test_the_command_erases_one_person_and_says_first_who_is_meant(make_evening: Make) -> None:
    room = make_evening(8, until="published")
    player, club = room.players[0], room.evening.club
    twin = clubs.add_player(club=club, name=player.name, at=room.at, another=True)

    def erase(*arguments: str) -> str:
        out = StringIO()
        call_command("erase_person", club.slug, *arguments, stdout=out)
        return out.getvalue()

    with pytest.raises(CommandError, match="nobody of that name"):
        erase("Nobody At All")
    with pytest.raises(CommandError, match=f"--number: {player.pk}, {twin.pk}"):
        erase(player.name, "--yes")
    with pytest.raises(CommandError, match="would be erased for good; add --yes"):
        erase(player.name, "--number", str(player.pk))
    assert not is_erased(player)
    assert f"Number {player.pk} is erased." in erase(player.name, "--number", str(player.pk), "--yes")
    twin.refresh_from_db()
    assert is_erased(player)
    assert twin.name != ERASED
