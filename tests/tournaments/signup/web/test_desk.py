"""The desk before an evening: announcing it, who comes, letting them in, and several evenings at once."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils.formats import date_format
from django.utils.timezone import localdate

from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.services import evenings
from tournaments.evening.services.evenings import change_plan
from tournaments.signup.models import Announcement, SignUp

ANNOUNCED = {"starts": "19:30", "places": "4", "note": "", "takes_sign_ups": "on"}


@pytest.fixture
def evening(club: Club) -> AList:
    """An evening with four places, announced a week ahead of the clock on the wall."""
    return AList.made(club, at=datetime.now(UTC), places=4)


@pytest.fixture
def here(desk: Desk, evening: AList) -> Desk:
    """The desk of that evening."""
    return desk.of(evening.room)


def test_a_draft_is_announced_from_the_desk_changed_and_withdrawn(here: Desk, evening: AList) -> None:
    Announcement.objects.all().delete()
    assert "Announce evening" in words(here.see("desk-evening"))
    assert "This evening is not announced" in words(here.see("desk-coming"))
    assert "enter one such as 19:30" in here.refused("desk-announce", starts="soon", places="0")
    assert "4 places" in words(here.press("desk-announce", **ANNOUNCED))
    changed = words(here.press("desk-announce", **{**ANNOUNCED, "places": "9"}))
    assert "The announcement is changed." in changed
    assert evening.row.places == 9
    assert 'value="9"' in here.see("desk-announce"), "what was announced is what the form begins with"
    assert "Withdraw the announcement?" in words(here.see("desk-announcement-withdraw"))
    assert "not announced" in words(here.press("desk-announcement-withdraw"))
    assert "The evening is announced." in words(here.press("desk-announce", **ANNOUNCED))


@pytest.mark.parametrize(
    ("planned", "times", "starts"),
    [
        (None, ("19:30",), "19:30"),
        (None, ("19:30", "20:00"), "20:00"),
        ("19:00", ("19:30", "20:00"), "19:00"),
    ],
)
def test_a_plan_starts_when_it_is_announced_unless_it_says_so_itself(
    desk: Desk, make_evening: Any, planned: str | None, times: tuple[str, ...], starts: str
) -> None:
    room = make_evening(4, until="draft")
    if planned:
        row = room.evening
        plan = {**row.plan, "starts_at": planned}
        change_plan(evening=row, name=row.name, date=row.date, plan=plan, by="user:1", at=room.clock())
    for time in times:
        desk.of(room).press("desk-announce", **ANNOUNCED | {"starts": time})
    assert room.read().plan["starts_at"] == starts


def test_another_evening_is_announced_for_the_usual_time(here: Desk, desk: Desk, make_evening: Any) -> None:
    here.press("desk-announce", **ANNOUNCED | {"starts": "18:45"})
    assert 'value="18:45"' in desk.of(make_evening(4, until="draft")).see("desk-announce")


def test_the_clubs_page_says_what_is_announced(desk: Desk, club: Club, evening: AList) -> None:
    evening.sign_up("Ada", "Bob")
    said = words(desk.see("desk-club"))
    assert "Announced for 19:30 · 2 coming, 2 places left" in said
    evening.withdraw_the_announcement()
    said = words(desk.see("desk-club"))
    assert "Announce evening Friday cards" in said


def test_the_clubs_page_has_tonight_first_and_then_the_next(desk: Desk, club: Club) -> None:
    now = datetime.now(UTC)
    today = localdate(now, ZoneInfo("Europe/Paris"))
    for days in (14, 0, 7):
        AList.made(club, at=now, name=f"in {days} days", day=today + timedelta(days))
    said = words(desk.see("desk-club"))
    order = [said.index(f"in {days} days") for days in (0, 7, 14)]
    assert order == sorted(order)


def test_the_list_says_who_comes_with_whom_and_who_waits(here: Desk, evening: AList) -> None:
    evening.sign_up("Ada", "Bob")
    evening.sign_up("Clara", seeks_partner=True)
    evening.sign_up("Dan", "Eve")
    said = words(here.see("desk-coming"))
    assert "3 coming, 1 place left; 2 on the waiting list" in said
    placed, waiting = said.split("Waiting list")
    assert "Ada Bob" in placed
    assert "Clara looking for a partner" in placed
    assert "Dan Eve" in waiting


def text_at(here: Desk, name: str, *where: object) -> str:
    (text,) = here.client.get(here.url(name, *where)).context["texts"]
    assert here.room
    assert text.url.endswith(f"/coming/{here.room.evening.slug}/"), text.url
    return " | ".join(text.text.split("\n"))


def test_the_list_has_the_invitation_and_what_each_is_told_of_their_place(here: Desk, evening: AList) -> None:
    evening.announce(places=2, note="Bring a cake")
    day = date_format(evening.evening.date, "l j F Y")
    about = f"Friday cards · Rooster Club | {day}, 19:30 | Chantecler | Bring a cake"
    assert text_at(here, "desk-coming") == f"You are invited: {about} | Sign up here:"
    first, alone, pair = evening.sign_up("Ada"), evening.sign_up("Bob"), evening.sign_up("Cy", "Dot")
    last = "If you cannot come, please answer this message."
    last += " | More about the evening (you are on the list, so do not sign up again):"
    for row, told in (
        (alone, f"You have a place: {about} | {last}"),
        (pair, f"You are number 1 on the waiting list: {about} | {last}"),
    ):
        assert text_at(here, "desk-sign-up-tell", row.pk) == told
    evening.withdraw(first)
    evening.withdraw(alone)
    free = "A place has come free, and it is yours."
    assert text_at(here, "desk-sign-up-tell", pair.pk) == f"You both have a place: {about} | {free} | {last}"
    assert words(here.see("desk-coming")).count("waited; has a place since") == 1
    assert "There is nothing to tell" in here.see("desk-sign-up-tell", alone.pk)


def test_the_list_marks_names_like_those_of_the_club_and_of_each_other(here: Desk, evening: AList) -> None:
    for name in ("John Marsh", "Anne Lee", "Ann Lee", "Ada Lovelace"):
        clubs.add_player(club=evening.evening.club, name=name, at=evening.at)
    Player.objects.filter(name="Ada Lovelace").update(is_active=False)
    evening.announce(places=None)
    for names in (("Jon Marsh",), ("ann lee", "Anne Lee"), ("Bo Day", "Bo Daye"), ("Ada Lovelacy",)):
        evening.sign_up(*names)
    for names in (("Clara", "Edmund Hillary"), ("Edmund Hilary",)):
        evening.sign_up(*names)
    said = words(here.see("desk-coming"))
    written = "Jon Marsh|ann lee|Bo Day|Ada Lovelacy|Clara|Edmund Hilary"
    marked = dict(re.findall(rf"({written}) Similar name: (\S+ \S+)", said))
    alike = {"Jon Marsh": "John Marsh", "Clara": "Edmund Hilary", "Edmund Hilary": "Edmund Hillary"}
    assert marked == alike


def test_an_officer_adds_who_telephoned_and_takes_people_off(here: Desk, evening: AList) -> None:
    for name in ("Ada", "Bob", "Clara", "Dan"):
        assert f"{name} has a place." in words(here.press("desk-sign-up", name=name, companion=""))
    assert "Eve is on the waiting list." in words(here.press("desk-sign-up", name="Eve", companion=""))
    ada = SignUp.objects.get(name="Ada")
    assert "Take Ada off the list?" in words(here.see("desk-sign-up-withdraw", ada.pk))
    assert "Ada is off the list." in words(here.press("desk-sign-up-withdraw", ada.pk))
    assert evening.names(placed=True) == ["Bob", "Clara", "Dan", "Eve"]
    here.refused("desk-sign-up", name="BOB", companion="")


def test_who_signed_up_is_let_in_with_one_tap_and_ticked_off(here: Desk, club: Club, evening: AList) -> None:
    ada = clubs.add_player(club=club, name="Ada Marsh", at=evening.at)
    evening.sign_up("Ada Marsh", "Bob Day")
    evening.open_doors()
    said = words(here.see("desk-evening"))
    assert said.index("Signed up Ada Marsh") < said.index("Bob Day new guest")
    here.press("desk-tick", ada.pk, colour="")
    here.press("desk-guest", name="Bob Day", colour="")
    assert {ticket.player.name for ticket in Ticket.objects.all()} == {"Ada Marsh", "Bob Day"}
    said = words(here.see("desk-evening"))
    assert "Ada Marsh checked in" in said
    assert "Bob Day checked in" in said


def test_a_member_signed_up_in_another_spelling_is_known(here: Desk, club: Club, evening: AList) -> None:
    ada = clubs.add_player(club=club, name="Ada Marsh", at=evening.at)
    evening.sign_up(" ADA  M\u00e1rsh ")
    evening.open_doors()
    page = here.see()
    assert "new guest" not in page
    listed = page[page.index('id="signed-up"') : page.index('id="waiting"')]
    assert f'action="{here.url("desk-tick", ada.pk)}"' in listed


@pytest.mark.parametrize("known", [("Ada Marsh", "Ada Marsh"), ("Marsh Ada",)])
def test_where_nobody_can_tell_who_it_is_one_tap_asks_and_another_person_comes_in(
    here: Desk, club: Club, evening: AList, known: tuple[str, ...]
) -> None:
    for name in known:
        clubs.add_player(club=club, name=name, at=evening.at, another=True)
    evening.sign_up("ada marsh")
    evening.open_doors()
    assert "ada marsh the club has people of this name" in words(here.see("desk-evening"))
    page = here.refused("desk-guest", name="ada marsh")
    asking = page[page.index('id="guest"') : page.index('id="signed-up"')]
    assert "say that this is another person" in words(asking)
    assert "Another person of the same name" in words(asking)
    here.press("desk-guest", name="ada marsh", another="on")
    assert Ticket.objects.get().player.name == "ada marsh"
    assert "ada marsh checked in" in words(here.see("desk-evening"))


def test_the_board_forecasts_with_those_signed_up_until_as_many_are_in(desk: Desk, club: Club) -> None:
    evening = AList.made(club, at=datetime.now(UTC))
    here = desk.of(evening.room)
    for name in ("Ada", "Bob", "Clara", "Dan", "Eve"):
        evening.sign_up(name)
    said = words(here.see("desk-evening"))
    assert "Signed up: 5 players: 1 table, 1 sits out each round." in said
    assert "start 19:30" in said
    evening.open_doors()
    assert "Signed up: 5 players: 1 table" in words(here.see("desk-evening"))
    names: dict[str, Any] = {"names": ["V", "W", "X", "Y", "Z"], "colours": {}}
    evenings.check_in_names(evening=evening.evening, **names, by="user:1", at=evening.clock())
    assert "Signed up: 5 players" not in words(here.see("desk-evening"))


def test_the_board_asks_equally_often_however_many_come(desk: Desk, club: Club) -> None:
    evening = AList.made(club, at=datetime.now(UTC))
    here, counts = desk.of(evening.room), []
    for names in (["Ada"], [f"P{number}" for number in range(30)]):
        for name in names:
            evening.sign_up(name, f"{name} with")
        counts.append(len(asked(here.see)))
    assert counts[0] == counts[1]
    evening.open_doors()
    before = len(asked(here.see))
    for number in range(30, 60):
        evening.add(f"P{number}", f"Q{number}")
    assert len(asked(here.see)) == before


FIRST = date(2027, 1, 8)
SEVERAL = {
    "kind": "euchre-party",
    "name": "Euchre night",
    "first": FIRST.isoformat(),
    "rhythm": "monthly",
    "count": "3",
    **ANNOUNCED,
}
DAYS = ["2027-01-08", "2027-02-12", "2027-03-12"]


def kinds(desk: Desk) -> list[str]:
    form = desk.client.get(desk.url("desk-several")).context["form"]
    return [slug for slug, _name in form.fields["kind"].choices]


def entered(desk: Desk, **changes: Any) -> dict[str, Any]:
    return {**SEVERAL, "kind": kinds(desk)[0], **changes}


@pytest.mark.parametrize("days", [DAYS, [DAYS[0], DAYS[2]]], ids=["all", "one left out"])
def test_ticked_days_are_made_and_announced_together(desk: Desk, days: list[str]) -> None:
    sent = entered(desk, save="1", seen=" ".join(DAYS), days=days)
    desk.press("desk-several", **sent)
    rows = Evening.objects.order_by("date")
    assert [row.date.isoformat() for row in rows] == days
    assert {row.name for row in rows} == {"Euchre night"}
    assert set(Announcement.objects.values_list("places", flat=True)) == {4}
    desk.client.post(desk.url("desk-several"), sent)
    assert Evening.objects.count() == len(days), "they are made once"


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"rhythm": "weekly"}, 200),
        ({"note": "a" * 301}, 422),
        ({"count": "1"}, 422),
        ({"count": "13"}, 422),
    ],
    ids=["other days than were looked at", "a long note", "one", "thirteen"],
)
def test_what_cannot_be_makes_none(desk: Desk, changed: dict[str, str], status: int) -> None:
    sent = entered(desk, **{"save": "1", "seen": " ".join(DAYS), "days": DAYS, **changed})
    answer = desk.client.post(desk.url("desk-several"), sent)
    assert answer.status_code == status
    assert status != 200 or len(re.findall(r'name="days" value="\S+" checked', html(answer))) == 3
    assert not Evening.objects.exists()


def test_a_day_with_an_evening_is_shown_and_not_chosen(desk: Desk, club: Club) -> None:
    AList.made(club, name="Something else", day=date(2027, 2, 12))
    said = html(desk.client.post(desk.url("desk-several"), entered(desk)))
    assert "there is already: Something else" in words(said)
    days = re.findall(r'name="days" value="(\S+)"( checked)?', said)
    assert days == [(DAYS[0], " checked"), (DAYS[1], ""), (DAYS[2], " checked")]
    assert Evening.objects.count() == 1


def test_as_last_time_comes_first_where_there_was_one(desk: Desk, make_evening: Any) -> None:
    make_evening(8, until="playing", rounds=5, name="Our own")
    assert kinds(desk)[0] == "last"
    sent = entered(desk, save="1", seen=" ".join(DAYS), days=DAYS, name="")
    desk.press("desk-several", **sent)
    made = Evening.objects.filter(date__gte=FIRST)
    assert {row.name for row in made} == {"Our own"}
    assert {row.plan["rounds"] for row in made} == {5}
    assert made.count() == 3


def test_the_clubs_house_rules_hold_where_a_kind_of_evening_says_nothing(desk: Desk, club: Club) -> None:
    told: dict[str, Any] = {"game": "chantecler", "options": {"target": 56}}
    clubs.set_house_rules(club=club, **told, by="user:1", at=datetime.now(UTC))
    kind = next(slug for slug in kinds(desk) if "chantecler" in slug or slug == "league")
    sent = entered(desk, kind=kind, save="1", seen=" ".join(DAYS), days=DAYS)
    desk.press("desk-several", **sent)
    assert {row.plan["house_rules"]["target"] for row in Evening.objects.all()} == {56}


def test_the_first_evening_is_offered_after_the_last(desk: Desk, club: Club) -> None:
    day = datetime.now(UTC).date() + timedelta(3)
    AList.made(club, at=datetime.now(UTC), day=day)
    assert desk.client.get(desk.url("desk-several")).context["form"]["first"].value() == day + timedelta(7)


def test_a_whole_group_is_added_but_those_who_are_on_the_list(desk: Desk, here: Desk, evening: AList) -> None:
    assert "Add a group" not in words(here.see("desk-coming"))
    for name in ("Ada Marsh", "Bob Day", "Cy Fox", "Di Roe", "Eve Ash", "Gus Hay"):
        player = clubs.add_player(club=desk.club, name=name, at=evening.clock())
        player.groups.create(group="Tuesday" if name != "Gus Hay" else "Friday")
    here.press("desk-sign-up", name="Ada Marsh", companion="Bob Day")
    told = words(here.press("desk-sign-up-group", group="Tuesday"))
    assert "3 were added to the list." in told
    assert "Add a group" in told
    assert [row.name for row in SignUp.objects.all()] == ["Ada Marsh", "Cy Fox", "Di Roe", "Eve Ash"]
    assert SignUp.objects.filter(placed_at=None).count() == 1
    for nobody in ("Tuesday", "", "Sunday"):
        assert "0 were added to the list." in words(here.press("desk-sign-up-group", group=nobody))
