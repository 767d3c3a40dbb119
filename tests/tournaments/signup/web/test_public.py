"""What visitors see before an evening, and how they sign up for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.services.perform import perform
from tournaments.signup import announcements, sign_ups
from tournaments.signup.models import SignUp
from tournaments.signup.sign_ups import SignUpEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club) -> AList:
    """An evening with four places, announced a week ahead of the clock on the wall."""
    return AList.made(club, at=datetime.now(UTC), places=4, note="Bring a cake")


@pytest.fixture
def see(client: Client) -> Callable[..., str]:
    """The words of a page that is there."""

    def read(path: str, **about: Any) -> str:
        answer = client.get(path, **about)
        assert answer.status_code == 200, (path, answer.status_code)
        return words(answer.content.decode())

    return read


def page_of(evening: AList) -> str:
    return f"/c/{evening.evening.club.slug}/coming/{evening.evening.slug}/"


def signs_up(client: Client, evening: AList, name: str, **entered: str) -> str:
    """The address of their own link."""
    answer = client.post(page_of(evening), {"name": name, "companion": "", **entered})
    assert answer.status_code == 302, words(answer.content.decode())
    assert re.fullmatch(r"/my-place/[\w-]{40,}/", answer["Location"])
    return str(answer["Location"])


def open_doors(evening: AList) -> None:
    perform(evening=evening.evening, act=acts.OpenDoors(), by="user:1", at=evening.clock())


# --- what is announced --------------------------------------------------------------------------------
def test_an_announced_draft_is_one_of_the_next_evenings(see: Any, club: Club, evening: AList) -> None:
    said = see(f"/c/{club.slug}/")
    assert "Next evenings" in said
    assert "Friday cards" in said
    assert "19:30" in said
    assert "Bring a cake" in said
    assert "4 places left" in said


def test_next_evenings_stand_in_the_order_of_their_days_and_hours(
    see: Any, club: Club, evening: AList
) -> None:
    now = evening.at
    AList.made(club, at=now, name="Later that day", starts=time(22, 0))
    AList.made(club, at=now, name="Sooner", day=now.date() + timedelta(2))
    opened = AList.made(club, at=now, name="Open already", day=now.date() + timedelta(4))
    open_doors(opened)
    said = see(f"/c/{club.slug}/")
    order = [said.index(name) for name in ("Sooner", "Open already", "Friday cards", "Later that day")]
    assert order == sorted(order)


def test_tonights_open_doors_come_first(see: Any, club: Club, evening: AList) -> None:
    open_doors(AList.made(club, at=evening.at, name="The one tonight", day=evening.at.date()))
    said = see(f"/c/{club.slug}/")
    assert said.index("Tonight") < said.index("The one tonight") < said.index("Next evenings")


def test_a_server_with_several_clubs_shows_them_on_its_home(see: Any, director: User, evening: AList) -> None:
    clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=evening.at)
    assert "Rooster Club Friday cards" in see("/")


def test_a_draft_that_nobody_announced_is_nobodys(
    client: Client, see: Any, club: Club, evening: AList
) -> None:
    announcements.withdraw(announcement=evening.row, at=evening.clock())
    assert "Friday cards" not in see(f"/c/{club.slug}/") + see(f"/c/{club.slug}/coming/")
    for path in (page_of(evening), f"/c/{club.slug}/{evening.evening.slug}/"):
        assert client.get(path).status_code == 404
    assert b"Friday" not in client.get(f"/c/{club.slug}/coming/calendar.ics").content


def test_the_address_of_an_evening_leads_to_what_is_announced_until_its_doors_open(
    client: Client, club: Club, evening: AList
) -> None:
    usual = f"/c/{club.slug}/{evening.evening.slug}/"
    assert client.get(usual)["Location"] == page_of(evening)
    open_doors(evening)
    assert client.get(usual).status_code == 200
    assert client.get(page_of(evening))["Location"] == usual


def test_an_evening_called_off_says_so_on_its_page_and_leaves_the_lists(
    see: Any, club: Club, evening: AList
) -> None:
    perform(evening=evening.evening, act=acts.Abandon(reason="snow"), by="user:1", at=evening.clock())
    assert "This evening has been called off." in see(page_of(evening))
    assert "Friday cards" not in see(f"/c/{club.slug}/coming/")


def test_an_evening_nobody_opened_on_its_day_takes_nobody(client: Client, see: Any, evening: AList) -> None:
    Evening.objects.update(date=evening.at.date() - timedelta(2))
    assert "Nobody can sign up any more." in see(page_of(evening))
    assert client.post(page_of(evening), {"name": "Ada"}).status_code == 422
    assert not SignUp.objects.exists()


def test_an_evening_to_which_one_just_comes_has_no_form(see: Any, evening: AList) -> None:
    evening.announce(takes_sign_ups=False)
    assert "There is no need to sign up. Just come." in see(page_of(evening))


def test_an_evening_in_play_is_no_coming_one(see: Any, club: Club, make_evening: Any) -> None:
    room = make_evening(8, until="check_in", name="Under way")
    a_week_on = datetime.now(UTC).date() + timedelta(7)
    Evening.objects.filter(pk=room.evening.pk).update(date=a_week_on)
    assert "Under way" in see(f"/c/{club.slug}/coming/")
    room.step_to("seated")
    assert "Under way" not in see(f"/c/{club.slug}/coming/")


# --- the calendar -------------------------------------------------------------------------------------
def test_the_calendar_goes_by_months(see: Any, club: Club, evening: AList) -> None:
    AList.made(club, at=evening.at, name="In summer", day=evening.at.date() + timedelta(200))
    said = see(f"/c/{club.slug}/coming/")
    assert said.index("Friday cards") < said.index("In summer")
    months = re.findall(r"[A-Z][a-z]+ 20\d\d(?= [A-Z])", said)
    assert len(set(months)) >= 2


def test_the_calendars_file_has_each_evening(client: Client, club: Club, evening: AList) -> None:
    answer = client.get(f"/c/{club.slug}/coming/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    text = answer.content.decode().replace("\r\n ", "")
    day = evening.evening.date
    begins = datetime.combine(day, time(19, 30)).astimezone()
    assert f"SUMMARY:Friday cards · {club.name}" in text
    assert f"URL:http://testserver/c/{club.slug}/{evening.evening.slug}/" in text
    assert re.search(rf"DTSTART:{begins:%Y%m%d}T1[78]3000Z", text)
    assert (
        client.get(
            f"/c/{club.slug}/coming/calendar.ics", headers={"If-None-Match": answer["ETag"]}
        ).status_code
        == 304
    )


def test_calendars_know_an_evening_by_any_address_of_the_server_and_when_it_ends(
    client: Client, club: Club, evening: AList
) -> None:
    files = [
        client.get(f"/c/{club.slug}/coming/calendar.ics", headers={"host": host})
        .content.decode()
        .split("\r\n")
        for host in ("localhost", "127.0.0.1")
    ]
    lines = [{line for line in found if line.startswith(("UID:", "DTEND:"))} for found in files]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 2


def test_an_evening_called_off_is_taken_out_of_calendars(client: Client, club: Club, evening: AList) -> None:
    perform(evening=evening.evening, act=acts.Abandon(reason="snow"), by="user:1", at=evening.clock())
    assert b"STATUS:CANCELLED" in client.get(f"/c/{club.slug}/coming/calendar.ics").content


# --- signing up ---------------------------------------------------------------------------------------
def test_whoever_signs_up_sees_their_place_and_the_public_sees_numbers(
    client: Client, see: Any, evening: AList
) -> None:
    own = see(signs_up(client, evening, "Ada Marsh", companion="Bob"))
    assert "You both have a place" in own
    assert "Ada Marsh, with Bob" in own
    assert "2 coming, 2 places left" in see(page_of(evening))


def test_who_waits_sees_which_they_are_and_has_the_place_once_it_is_free(
    client: Client, see: Any, evening: AList
) -> None:
    links = [signs_up(client, evening, name) for name in ("Ada", "Bob", "Clara", "Dan", "Eve", "Fay")]
    assert "You are number 2 on the waiting list" in see(links[5])
    assert "4 coming, no place left; 2 on the waiting list" in see(page_of(evening))
    assert client.post(f"{links[0]}withdraw/").status_code == 302
    assert "You have a place" in see(links[4])
    assert "You are number 1 on the waiting list" in see(links[5])


def test_whoever_withdraws_may_come_back(client: Client, see: Any, evening: AList) -> None:
    link = signs_up(client, evening, "Ada")
    for _ in "ab":
        assert client.post(f"{link}withdraw/").status_code == 302
    assert "You are not coming" in see(link)
    assert client.post(f"{link}come-back/").status_code == 302
    assert "You have a place" in see(link)


@pytest.mark.parametrize(
    ("status", "told", "leads"),
    [
        ("seated", "The evening has begun", "Follow the evening"),
        ("playing", "The evening has begun", "Follow the evening"),
        ("finished", "The evening is over", "See the results"),
        ("published", "The evening is over", "See the results"),
    ],
)
def test_once_the_evening_has_begun_nobody_withdraws(
    client: Client, see: Any, evening: AList, status: str, told: str, leads: str
) -> None:
    link = signs_up(client, evening, "Ada", companion="Bob")
    Evening.objects.update(status=status)
    page = see(link)
    assert told in page
    assert leads in page
    assert "I cannot come" not in page
    assert "the seats are drawn" in client.post(f"{link}withdraw/", follow=True).content.decode().lower()
    assert evening.names(placed=True) == ["Ada"]


def test_a_name_in_the_list_is_answered_as_any_other(client: Client, evening: AList) -> None:
    """Nor does a visitor learn that a name is a member's, or like one."""
    evening.announce(places=None)
    clubs.add_player(club=evening.evening.club, name="John Marsh", at=evening.at)
    signs_up(client, evening, "Ada Marsh")
    names = ("ada marsh", "Bob", "John Marsh", "Jon Marsh")
    answers = [client.post(page_of(evening), {"name": name}, follow=True) for name in names]
    told = [
        words(answer.content.decode()).replace(name, "Bob")
        for answer, name in zip(answers, names, strict=True)
    ]
    assert len({re.sub(r"my-place/[^/]+", "", page) for page in told}) == 1


def test_a_partner_is_looked_for_where_couples_play(client: Client, club: Club, evening: AList) -> None:
    assert b"I am looking for a partner" in client.get(page_of(evening)).content
    alone = AList.made(
        club, at=evening.at, name="Alone", plan={"game": "ascot", "movement": "drawn", "counting": "points"}
    )
    assert b"I am looking for a partner" not in client.get(page_of(alone)).content
    signs_up(client, evening, "Ada", seeks_partner="on")
    assert SignUp.objects.get().seeks_partner


def test_one_cannot_bring_a_partner_and_look_for_one(client: Client, evening: AList) -> None:
    answer = client.post(page_of(evening), {"name": "Ada", "companion": "Bob", "seeks_partner": "on"})
    assert answer.status_code == 422
    assert "Choose one of the two." in answer.content.decode()


def test_a_link_that_was_never_made_shows_nothing(client: Client, evening: AList) -> None:
    evening.add("Ada")
    for path in ("/my-place/never-made/", "/my-place/%20/"):
        assert client.get(path).status_code == 404


def test_a_browser_signs_up_only_so_often_and_another_beside_it_still_does(
    client: Client, evening: AList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ups, "MOST_FROM_DEVICE", 2)
    evening.announce(places=None)
    client.get(page_of(evening))
    links = [signs_up(client, evening, name) for name in ("Ada", "Bob")]
    answer = client.post(page_of(evening), {"name": "Clara"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert SignUp.objects.count() == 2
    client.post(f"{links[0]}withdraw/")
    assert client.post(f"{links[0]}come-back/").status_code == 429
    beside = Client()
    beside.get(page_of(evening))
    assert signs_up(beside, evening, "Clara")


def test_no_page_that_a_visitor_finds_names_who_comes(client: Client, club: Club, evening: AList) -> None:
    own = [signs_up(client, evening, f"Xaver{number}", companion=f"Yvette{number}") for number in range(3)]
    others = Client()
    paths = ["/", f"/c/{club.slug}/", f"/c/{club.slug}/coming/", f"/c/{club.slug}/coming/calendar.ics"]
    paths += [page_of(evening), f"/c/{club.slug}/{evening.evening.slug}/", f"/c/{club.slug}/search/?q=xaver"]
    for path in paths:
        shown = others.get(path, follow=True).content.decode()
        assert "Xaver" not in shown.replace("?q=xaver", ""), path
        assert "Yvette" not in shown, path
    assert "Xaver0" not in others.get(own[1]).content.decode()


def test_pages_ask_equally_often_however_many_come(client: Client, club: Club, evening: AList) -> None:
    evening.announce(places=None)
    paths = [
        f"/c/{club.slug}/",
        f"/c/{club.slug}/coming/",
        page_of(evening),
        f"/c/{club.slug}/coming/calendar.ics",
    ]
    link = signs_up(client, evening, "Ada")

    def counts() -> list[int]:
        return [len(asked(partial(client.get, path))) for path in [*paths, link]]

    few = counts()
    for number in range(30):
        sign_ups.sign_up(
            announcement=evening.row, entered=SignUpEntry(f"P{number}", f"Q{number}"), at=evening.clock()
        )
        if number % 5 == 0:
            AList.made(
                club, at=evening.at, name=f"Evening {number}", day=evening.at.date() + timedelta(number + 1)
            )
    assert counts() == few
    assert max(few) <= 20


def test_pages_are_french_for_the_french(client: Client, see: Any, club: Club, evening: AList) -> None:
    link = signs_up(client, evening, "Ada")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    assert "Prochaines soirées" in see(f"/c/{club.slug}/")
    assert "1 inscrit, 3 places libres" in see(page_of(evening)) + see(f"/c/{club.slug}/coming/")
    assert "Vous avez une place" in see(link)
