"""What people ask to be told by mail: each thing once, to whoever asks, until they ask no more."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.evening.web.public.test_reopened import correct
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import asked
from tournaments.club.models import (
    BouncingAddress,
    CalendarLink,
    Club,
    MailKind,
    MailWish,
    MemberDetails,
    Notice,
    Player,
    User,
)
from tournaments.club.roles import Role
from tournaments.club.services import clubs, mails, members
from tournaments.evening import acts
from tournaments.evening.services.perform import go_on
from tournaments.league.services import tables
from tournaments.work import outbox, runner
from tournaments.work.models import Job

pytestmark = pytest.mark.django_db
State = Notice.State
EVERY = tuple(MailKind)


@pytest.fixture(autouse=True)
def mailed(settings: Any) -> None:
    settings.EMAIL_HOST, settings.SITE_ADDRESS = "smtp.club.example", "https://club.example/"
    settings.DEFAULT_FROM_EMAIL = "cards@club.example"


def asks(*players: Player, kinds: tuple[MailKind, ...] = EVERY, language: str = "en", at: str = "") -> None:
    for player in players:
        address = at or f"player{player.pk}@post.example"
        MemberDetails.objects.update_or_create(player=player, defaults={"mail": address})
        mails.set_wishes(player=player, kinds=kinds, language=language, at=START)


def announced(club: Club, name: str = "Friday cards", *, weeks: int = 0, **told: Any) -> AList:
    at = timezone.now()
    return AList.made(club, name=name, at=at, day=at.date() + timedelta(weeks=1 + weeks), **told)


def deliver() -> list[EmailMessage]:
    """Do the work that waits; the mails that were sent."""
    mail.outbox.clear()
    for job in Job.objects.waiting().filter(topic="notice"):
        runner.run(job.pk, clock=lambda: START + timedelta(hours=1))
    return list(mail.outbox)


def told() -> list[str]:
    return [str(message.subject) for message in deliver()]


def states() -> dict[str, str]:
    return dict(Notice.objects.order_by("pk").values_list("player__name", "state"))


@pytest.fixture
def ada(club: Club) -> Player:
    [player] = clubs.add_names(club=club, names=["Ada Marsh"], at=START)
    return player


def test_the_clubs_next_evening_is_told_when_it_is_announced(club: Club, ada: Player) -> None:
    asks(ada)
    clubs.add_names(club=club, names=["Bob Reed"], at=START)
    evening = announced(club, note="Bring a cake")
    [message] = deliver()
    assert message.to == [f"player{ada.pk}@post.example"]
    assert message.subject == f"You are invited: Friday cards · {club.name}"
    assert "Bring a cake" in message.body
    assert "https://club.example/c/rooster-club/coming/" in message.body
    evening.announce(note="Bring two cakes")
    announced(club, "Later", weeks=1)
    assert told() == [], "it was told, and the other is not the next"


def test_an_evening_that_becomes_the_next_is_told_then(club: Club, ada: Player) -> None:
    asks(ada)
    first, _later = announced(club, "First"), announced(club, "Later", weeks=1)
    assert [subject.split(" ·")[0] for subject in told()] == ["You are invited: First"]
    first.withdraw_the_announcement()
    assert [subject.split(" ·")[0] for subject in told()] == ["You are invited: Later"]


def test_a_place_that_comes_free_is_told_to_whoever_waited_for_it(club: Club, ada: Player) -> None:
    asks(ada, kinds=(MailKind.PLACE,))
    evening = AList.made(club, places=1)
    first = evening.sign_up("Bob Reed")
    evening.sign_up("Ada Marsh")
    assert told() == []
    evening.withdraw(first)
    [message] = deliver()
    assert message.subject == f"You have a place: Friday cards · {club.name}"
    assert "A place has come free, and it is yours." in message.body


def test_whoever_has_a_place_at_once_or_a_namesake_is_told_of_none(club: Club, ada: Player) -> None:
    Player.objects.create(club=club, name="Ada Marsh", slug="another", made_at=START)
    asks(*club.players.all(), kinds=(MailKind.PLACE,))
    evening = AList.made(club, places=1)
    first = evening.sign_up("Bob Reed")
    evening.sign_up("Ada Marsh")
    evening.withdraw(first)
    assert told() == []


def test_the_result_is_told_in_the_text_to_paste(make_evening: Make) -> None:
    room = make_evening(8, until="finished")
    asks(room.players[0])
    room.step_to("published")
    [message] = deliver()
    assert message.subject == f"{room.evening.name} · {room.evening.club.name}"
    line = room.evening.standings.get(ticket__player=room.players[0])
    assert f"Your place: {line.place} · Games won: {line.won_halves // 2}" in message.body
    assert "1. " in message.body
    assert f"https://club.example/c/rooster-club/{room.evening.slug}/" in message.body
    assert told() == []


def test_a_correction_is_told_to_those_whose_result_changes(make_evening: Make) -> None:
    room = make_evening(12, until="published")
    asks(*room.players, kinds=(MailKind.CORRECTION,))
    before = {line.ticket.player_id: (line.place, line.points_for) for line in room.evening.standings.all()}
    correct(room)
    room.act(tables.publish_tables)
    after = {line.ticket.player_id: (line.place, line.points_for) for line in room.evening.standings.all()}
    concerned = {f"player{pk}@post.example" for pk, line in after.items() if line != before[pk]}
    messages = deliver()
    assert 0 < len(concerned) < 12
    assert {message.to[0] for message in messages} == concerned
    assert messages[0].subject.startswith("Corrected: ")


def test_the_next_seat_is_told_when_seats_are_announced_and_again_when_they_change(
    make_evening: Make,
) -> None:
    room = make_evening(9, until="check_in")
    asks(*room.players, kinds=(MailKind.SEATS,))
    room.step_to("seated")
    subjects = told()
    assert len(subjects) == 9
    assert sum("You sit this round out" in subject for subject in subjects) == 1
    assert sum("Round 1, table 1, seat 1" in subject for subject in subjects) == 1
    one, other = (
        room.round().seats.get(table_round__table__number=table, seat=1).ticket.code for table in (1, 2)
    )
    room.act(acts.Swap(one=one, other=other, reason="a friend"))
    assert len(told()) == 8, "whoever sits out hears nothing"
    room.go_on_to("drafted")
    assert told() == []
    room.step_to("moved")
    assert len(told()) == 9


def test_seats_that_are_past_are_not_told_any_more(make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    asks(room.players[0])
    room.step_to("seated")
    room.step_to("playing")
    room.step_to("bell")
    assert told() == []
    assert list(states().values()) == [State.PAST]


def test_a_seat_is_told_though_the_round_begins_with_its_announcement(make_evening: Make) -> None:
    room = make_evening(8, until="bell")
    asks(*room.players, kinds=(MailKind.SEATS,))
    room.act(go_on)
    subjects = told()
    assert len(subjects) == 8
    assert sum("Round 2, table 1, seat 1" in subject for subject in subjects) == 1


def test_names_that_are_withheld_stay_withheld(make_evening: Make) -> None:
    room = make_evening(8, until="finished")
    for player in room.players:
        clubs.record_consents(player, "user:1", timezone.now(), clubs.NewConsents(name=False))
    asks(room.players[0])
    room.step_to("published")
    [message] = deliver()
    assert not any(player.name in message.body for player in room.players)


@pytest.mark.parametrize(("spoken", "said"), [("", "Invitation : "), ("en", "You are invited")])
def test_a_mail_speaks_the_clubs_language_else_its_readers(
    club: Club, ada: Player, spoken: str, said: str
) -> None:
    Club.objects.update(language=spoken)
    asks(ada, language="fr")
    announced(club)
    [message] = deliver()
    assert message.subject.startswith(said)
    assert ("You asked for this mail" in message.body) == (spoken == "en")


def test_a_club_that_shows_results_to_officers_alone_mails_none(make_evening: Make, club: Club) -> None:
    clubs.change_public_parts(club, clubs.PublicParts(results="nobody"))
    room = make_evening(8, until="finished")
    asks(room.players[0])
    room.step_to("published")
    assert told() == []


def leave(room: AnEvening) -> None:
    Player.objects.update(is_active=False)


def hide(room: AnEvening) -> None:
    clubs.change_public_parts(room.evening.club, clubs.PublicParts(results="nobody"))


def wish_no_more(room: AnEvening) -> None:
    MailWish.objects.all().delete()


@pytest.mark.parametrize("change", [leave, hide, wish_no_more])
def test_what_holds_no_more_when_it_is_sent_is_not_sent(
    make_evening: Make, change: Callable[[AnEvening], Any]
) -> None:
    room = make_evening(8, until="finished")
    asks(room.players[0])
    room.step_to("published")
    change(room)
    assert told() == []
    assert list(states().values()) == [State.PAST]


def test_of_notices_that_waited_together_the_last_is_sent(make_evening: Make) -> None:
    room = make_evening(12, until="finished")
    asks(*room.players, kinds=(MailKind.RESULT, MailKind.CORRECTION))
    room.step_to("published")
    correct(room)
    room.act(tables.publish_tables)
    receivers = [message.to[0] for message in deliver()]
    assert len(receivers) == len(set(receivers)) == 12
    late = Notice.objects.filter(kind=MailKind.CORRECTION)
    assert 0 < late.filter(state=State.SENT).count() == Notice.objects.filter(state=State.PAST).count()


def test_nobody_waits_for_mails(
    make_evening: Make, django_capture_on_commit_callbacks: Any, monkeypatch: Any
) -> None:
    """Neither a hint to the broker nor a statement for each of them goes out where seats are announced."""
    costs, hinted = [], list[int]()
    monkeypatch.setattr(outbox, "send", lambda _queue, key: hinted.append(key))
    for count in (1, 8):
        room = make_evening(8, until="check_in", name=f"Evening {count}")
        asks(*room.players[:count], kinds=(MailKind.SEATS,))
        with django_capture_on_commit_callbacks(execute=True):
            costs.append(len(asked(partial(room.step_to, "seated"))))
        jobs = Job.objects.filter(topic="notice", subject_key__in=room.evening.notices.values("pk"))
        assert jobs.count() == count
        assert not set(hinted) & set(jobs.values_list("pk", flat=True))
    assert costs[0] == costs[1]
    assert set(outbox.hand_out(at=START + timedelta(days=1))) >= set(jobs.values_list("pk", flat=True))


def test_a_mail_whose_end_nobody_saw_goes_out_again_under_the_same_id(
    club: Club, ada: Player, monkeypatch: Any
) -> None:
    asks(ada)
    announced(club)
    with monkeypatch.context() as killed:
        killed.setattr(runner, "_is_mine", lambda _: False)
        [first] = deliver()
    [second] = deliver()
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]
    assert deliver() == []


def stop_link(message: EmailMessage) -> str:
    header = message.extra_headers["List-Unsubscribe"]
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert header[1:-1] in message.body
    return str(header[1:-1].removeprefix("https://club.example"))


def test_one_tap_stops_the_mails_of_a_kind(club: Club, ada: Player) -> None:
    asks(ada)
    announced(club)
    [message] = deliver()
    link, robot = stop_link(message), Client(enforce_csrf_checks=True)
    assert "Stop these mails?" in words(html(robot.get(link)))
    assert mails.wishes_of(ada) == set(EVERY), "to look changes nothing"
    answer = robot.post(link, {"List-Unsubscribe": "One-Click"})
    assert "You get no more mails of this kind" in words(html(answer))
    assert mails.wishes_of(ada) == set(EVERY) - {MailKind.EVENING}
    assert robot.post(link[:-2] + "x/").status_code == 404


def test_what_waits_goes_with_the_wish(club: Club, ada: Player) -> None:
    asks(ada)
    announced(club)
    asks(ada, kinds=(MailKind.RESULT,))
    assert not Job.objects.waiting().filter(topic="notice").exists()
    assert told() == []


def test_whoever_is_erased_is_told_nothing_and_leaves_nothing(club: Club, ada: Player) -> None:
    asks(ada)
    mails.make_calendar_link(player=ada, at=START)
    mails.note_bounce(AnEvent("ada@post.example"))
    asks(ada, at="ada@post.example")
    announced(club)
    members.erase_names(player=ada)
    assert told() == []
    rows = [model.objects.exists() for model in (Notice, MailWish, BouncingAddress, CalendarLink)]
    assert rows == [False] * 4


class AnEvent:
    event_type = "bounced"
    timestamp = START

    def __init__(self, recipient: str) -> None:
        self.recipient = recipient


def test_an_address_that_bounces_gets_nothing_until_it_is_changed(
    club: Club, ada: Player, desk: Desk
) -> None:
    asks(ada, at="Ada@post.example")
    mails.note_bounce(AnEvent("ada@post.example"))
    announced(club)
    assert told() == []
    assert states() == {"Ada Marsh": State.BOUNCED}
    page = f"/desk/{club.slug}/members/{ada.pk}/"
    assert "Mails to this address come back" in words(html(desk.client.get(page)))
    asks(ada, at="marsh@post.example")
    assert "Mails to this address come back" not in words(html(desk.client.get(page)))


def test_a_provider_that_knows_the_secret_tells_what_comes_back(settings: Any) -> None:
    webhooks = pytest.importorskip("anymail.webhooks.brevo")
    tracking = pytest.importorskip("anymail.signals").tracking
    settings.ANYMAIL = {"WEBHOOK_SECRET": "provider:secret"}
    tracking.connect(mails.note_bounce)
    report = {"event": "hard_bounce", "email": "ada@post.example", "ts_epoch": 1_700_000_000_000}
    for secret, status in (("provider:guess", 400), ("provider:secret", 200)):
        login = f"Basic {b64encode(secret.encode()).decode()}"
        request = RequestFactory().post(
            "/mails/brevo/tracking/", json.dumps(report), "application/json", HTTP_AUTHORIZATION=login
        )
        assert answered(webhooks.BrevoTrackingWebhookView.as_view(), request) == status
        assert BouncingAddress.objects.exists() == (status == 200)


def answered(view: Callable[..., Any], request: Any) -> int:
    from django.core.exceptions import SuspiciousOperation

    try:
        return int(view(request).status_code)
    except SuspiciousOperation:
        return 400


def test_the_desk_says_what_would_have_gone_without_a_mail_server(
    make_evening: Make, desk: Desk, settings: Any
) -> None:
    settings.EMAIL_HOST = ""
    room = make_evening(8, until="finished")
    asks(room.players[0], room.players[1], kinds=(MailKind.RESULT,))
    MemberDetails.objects.filter(player=room.players[1]).update(mail="")
    room.step_to("published")
    assert told() == []
    page = words(html(desk.client.get(f"{desk_of(room)}mails/")))
    first, second = (player.name for player in room.players[:2])
    assert "This server has no mail server" in page
    assert f"No mail server: 1 {first} No address: 1 {second} Have not asked for these mails: 6" in page
    notice = room.evening.notices.get(player=room.players[0])
    text = words(html(desk.client.get(f"{desk_of(room)}mails/{notice.pk}/")))
    assert f"{room.evening.name} · {room.evening.club.name}" in text


def desk_of(room: AnEvening) -> str:
    return f"/desk/{room.evening.club.slug}/{room.evening.slug}/"


def test_names_of_those_who_are_told_are_the_secretarys(make_evening: Make, club: Club) -> None:
    room = make_evening(8)
    club.officers.create(user=User.objects.create_user("dee"), role=Role.DIRECTOR)
    client = signed_in(User.objects.get(username="dee"))
    assert client.get(f"{desk_of(room)}mails/").status_code == 403


def test_people_choose_on_their_own_page_by_ticket_or_account(make_evening: Make) -> None:
    room = make_evening(8, until="published")
    holder = Holder.scanned(room)
    player = holder.ticket.player
    assert "Your club has no mail address for you yet" in words(
        html(holder.client.get(f"{holder.url}mails/"))
    )
    holder.client.post(f"{holder.url}mails/", {"kinds": ["result", "nonsense"]})
    assert mails.wishes_of(player) == {MailKind.RESULT}
    player.account = User.objects.create_user("ada", email="ada@post.example")
    player.save()
    own = signed_in(player.account)
    [link] = re.findall(r'href="(/c/[\w-]+/me/mails/)"', html(own.get("/me/")))
    page = html(own.get(link))
    assert page.count("checked") == 1
    assert "Your club has no mail address" not in page
    own.post(link, {})
    assert mails.wishes_of(player) == set()
