"""Players object to published results until the club's deadline; directors answer; everybody reads that one waits."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.club.test_claims import ACCOUNT, given
from tests.tournaments.club.test_look import picture
from tests.tournaments.evening.api.callers import officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in
from tests.tournaments.evening.web.player.a_ticket import Holder
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services.members import erase_names
from tournaments.evening.models import Evening, Objection

pytestmark = pytest.mark.django_db
WHY = "Hand 2 was ours."
WAITS = "The director has not answered yet."


@pytest.fixture
def room(make_evening: Make) -> AnEvening:
    """An evening that was published just now."""
    room = make_evening(8, until="published")
    published(room, timezone.now())
    return room


def published(room: AnEvening, at: Any) -> None:
    Evening.objects.filter(pk=room.evening.pk).update(published_at=at)
    room.read()


def objects(holder: Holder, about: int = 1, **changes: Any) -> Any:
    sent = {"round": about, "reason": WHY, **changes}
    return holder.client.post(f"{holder.url}objections/", sent)


def test_an_objection_is_seen_by_everybody_and_who_made_it_by_officers_alone(
    room: AnEvening, desk: Desk, visit: Any
) -> None:
    holder, name = Holder.scanned(room), room.evening.tickets.get(number=1).player.name
    assert "Object to a result" in holder.text()
    assert objects(holder).status_code == 303
    assert f"“{WHY}” {WAITS}" in holder.text().replace("\u2068", "").replace("\u2069", "")
    assert "A player has objected to this round" in html(visit(room, "rounds/1/"))
    assert "look again at: Round 1." in html(visit(room))
    assert WHY not in html(visit(room)) + html(visit(room, "rounds/1/"))
    desk = desk.of(room)
    assert "Players object to the results: Round 1." in desk.see()
    assert "1 objection waits for an answer." in desk.see("desk-club")
    told = desk.see("desk-objections")
    assert (WHY in told, name in told) == (True, True)


@pytest.mark.parametrize(
    ("outcome", "said"), [("upheld", "The director agrees"), ("declined", "The director leaves the result")]
)
def test_the_player_reads_the_answer(
    room: AnEvening, desk: Desk, visit: Any, outcome: str, said: str
) -> None:
    holder = Holder.scanned(room)
    objects(holder)
    objection = Objection.objects.get()
    answer = {"outcome": outcome, "answer": "The slip says so."}
    assert "can read your answer" in desk.of(room).press("desk-objection-answer", objection.pk, **answer)
    assert said in holder.text()
    assert "A player has objected" not in html(visit(room, "rounds/1/"))
    assert "answered already" in desk.of(room).press("desk-objection-answer", objection.pk, **answer)
    acts = list(objection.ticket.player.audit.order_by("pk").values_list("act", flat=True))
    assert acts[-2:] == ["objection-made", "objection-answered"]
    assert objects(holder).status_code == 303, "what was answered can be objected to again"


def test_what_is_refused_says_why(room: AnEvening) -> None:
    holder = Holder.scanned(room)
    objects(holder)
    for sent, said in (
        ({"about": 1}, "You have objected to this already"),
        ({"about": 0, "reason": " "}, "The reason is missing"),
        ({"about": 9}, "Select a valid choice"),
        ({"about": 0, "file": SimpleUploadedFile("slip.png", b"no picture")}, "no picture"),
    ):
        answer = objects(holder, **sent)
        assert (answer.status_code, said in html(answer)) == (422, True), said
    assert Objection.objects.count() == 1
    assert objects(holder, about=0).status_code == 303, "the standings are another matter"


@pytest.mark.parametrize(
    ("hours", "ago", "taken"), [(48, 47, True), (48, 49, False), (0, 0, False), (48, None, False)]
)
def test_the_clubs_deadline_decides(room: AnEvening, hours: int, ago: int | None, *, taken: bool) -> None:
    Club.objects.update(objection_hours=hours)
    published(room, None if ago is None else timezone.now() - timedelta(hours=ago))
    holder = Holder.scanned(room)
    answer = objects(holder)
    assert (answer.status_code, Objection.objects.exists()) == (303 if taken else 422, taken)
    if not taken:
        assert "Objections to these results are no longer possible" in html(answer)
    assert ("Objections were possible until" in holder.text()) is (ago == 49)


def test_the_photo_is_drawn_anew_and_shown_to_officers_of_the_club(
    room: AnEvening, desk: Desk, stranger: Client
) -> None:
    jpeg = picture("JPEG", size=(600, 300), exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0a camera")
    holder = Holder.scanned(room)
    assert objects(holder, file=SimpleUploadedFile("slip.jpg", jpeg)).status_code == 303
    page = desk.of(room).url("desk-objection-photo", Objection.objects.get().pk)
    shown = desk.client.get(page)
    assert (shown["Content-Type"], shown.content[1:4]) == ("image/png", b"PNG")
    assert b"a camera" not in shown.content
    assert [each.get(page).status_code for each in (stranger, holder.client)] == [404, 302]
    scorer = User.objects.create_user("scorer", password="a long enough password")
    Officer.objects.create(user=scorer, club=desk.club, role=Role.SCORER)
    assert signed_in(scorer).get(page).status_code == 403


def test_an_account_finds_the_way_and_the_answer_among_its_own(room: AnEvening, desk: Desk) -> None:
    guest = Client()
    guest.post(given(desk, room.evening.tickets.get(number=1).player), ACCOUNT)
    assert "You can object until" in html(guest.get("/me/"))
    holder = Holder(room, client=guest)
    guest.get(f"/c/rooster-club/{room.evening.slug}/me/")
    assert objects(holder).status_code == 303
    assert WAITS in html(guest.get("/me/"))
    Objection.objects.all().delete()
    published(room, timezone.now() - timedelta(days=3))
    assert "bject" not in html(guest.get("/me/")), "what is over, and was left alone, is not told of"


def test_programs_list_and_answer_them_until_the_player_is_forgotten(room: AnEvening, director: User) -> None:
    objects(Holder.scanned(room), about=0)
    asking, home = officer(director), f"/api/v1/clubs/rooster-club/evenings/{room.evening.slug}/objections/"
    [told] = asking.get(home).json()["objections"]
    assert (told["round"], told["reason"], told["outcome"], "photo" in told) == (0, WHY, "", False)
    answer = {"outcome": "declined", "answer": "No."}
    assert asking.post(f"{home}{told['id']}/answer/", answer).json()["outcome"] == "declined"
    assert asking.get(home).json()["objections"][0]["answer"] == "No."
    erase_names(player=Objection.objects.get().ticket.player)
    assert asking.get(home).json()["objections"] == [], "they go with the name"
