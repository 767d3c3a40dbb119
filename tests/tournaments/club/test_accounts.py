"""One's own account: name, password, mail address, and where one is signed in; a forgotten password by a link."""

from datetime import timedelta
from functools import partial
from itertools import pairwise, repeat
from mailbox import Maildir
from pathlib import Path
from smtplib import SMTPAuthenticationError, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any
from unittest.mock import Mock

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Mailbox
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from scoring.faults import Faults
from tests.services import free_port
from tests.tournaments.club import a_user
from tests.tournaments.club.a_user import ACCOUNT, OTHER, PASSWORD, enter, is_in, link_in, shown_link
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.the_rows import everything, unchanged
from tournaments.club.models import AccountEvent, AccountLink, Mail, Officer, User, UserSession
from tournaments.club.reads.access import working_api_tokens
from tournaments.club.roles import Role
from tournaments.club.services import accounts, clubs
from tournaments.club.services.tokens import make_api_token
from tournaments.club.web.sign_in import MOST
from tournaments.work import runner
from tournaments.work.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def bea() -> User:
    return a_user.make(email="bea@club.example")


@pytest.fixture
def mailed(settings: Any) -> None:
    settings.EMAIL_HOST, settings.SITE_ADDRESS = "smtp.club.example", "https://club.example/"
    settings.DEFAULT_FROM_EMAIL = "cards@club.example"


def deliver() -> list[str]:
    """Do the jobs that send mails; the texts that were sent."""
    mail.outbox.clear()
    for job in Job.objects.waiting().filter(topic="mail"):
        assert runner.run(job.pk, clock=timezone.now)
    return [str(sent.body) for sent in mail.outbox]


def events(user: User) -> list[str]:
    return list(user.account_events.order_by("pk").values_list("what", flat=True))


def test_a_name_is_changed(bea: User) -> None:
    answer = enter(bea).post(ACCOUNT, {"part": "name", "person": " Beatrix  Lowe "}, follow=True)
    assert "Your name is changed." in html(answer)
    bea.refresh_from_db()
    assert bea.get_full_name() == "Beatrix Lowe"


def test_a_new_password_takes_the_old_one_and_ends_every_other_session(bea: User) -> None:
    here, elsewhere = enter(bea), enter(bea)
    answer = here.post(ACCOUNT, {"part": "password", "current": PASSWORD, "password": OTHER}, follow=True)
    assert "Everywhere else you are signed out." in html(answer)
    browsers = (here, elsewhere, enter(bea), enter(bea, OTHER))
    assert [is_in(each) for each in browsers] == [True, False, False, True]
    assert events(bea) == ["password"]


@pytest.mark.parametrize(
    ("ticked", "left"), [({"ends_tokens": "on"}, 0), ({}, 1)], ids=["ended", "left alone"]
)
def test_a_new_password_asks_what_becomes_of_api_tokens(bea: User, ticked: dict[str, str], left: int) -> None:
    here = enter(bea)
    assert "Also end my API tokens" not in html(here.get(ACCOUNT))
    make_api_token(user=bea, name="website", at=timezone.now())
    assert "Also end my API tokens" in html(here.get(ACCOUNT))
    here.post(ACCOUNT, {"part": "password", "current": PASSWORD, "password": OTHER, **ticked})
    assert working_api_tokens(bea, at=timezone.now()).count() == left


REFUSED = {
    "another current one": ({"current": "a guess", "password": OTHER}, "This is not your current password."),
    "a common one": ({"current": PASSWORD, "password": "password1"}, "too common"),
    "a short one": ({"current": PASSWORD, "password": "q7#kZ2x"}, "too short"),
    "like the name": ({"current": PASSWORD, "password": "Bea Lowe"}, "too similar"),
    "nothing": ({"current": PASSWORD, "password": ""}, "This field is required."),
}


@pytest.mark.parametrize(("entered", "said"), REFUSED.values(), ids=REFUSED)
def test_a_password_is_refused(bea: User, entered: dict[str, str], said: str) -> None:
    here = enter(bea)
    answer = here.post(ACCOUNT, {"part": "password", **entered})
    assert answer.status_code == 422
    assert said in words(html(answer))
    assert is_in(enter(bea))


def test_the_current_password_is_counted_like_any_other(bea: User) -> None:
    here = enter(bea)
    for _ in range(MOST):
        here.post(ACCOUNT, {"part": "password", "current": "a guess", "password": OTHER})
    answer = here.post(ACCOUNT, {"part": "password", "current": PASSWORD, "password": OTHER})
    assert (answer.status_code, "Retry-After" in answer) == (429, True)


def test_the_page_is_for_whoever_is_signed_in() -> None:
    assert Client().get(ACCOUNT)["Location"] == f"/sign-in/?next={ACCOUNT}"


def test_sessions_are_listed_and_ended(bea: User) -> None:
    here, phone = enter(bea), enter(bea, client=Client(headers={"user-agent": "(iPhone) Version/18 Safari"}))
    page = words(html(here.get(ACCOUNT)))
    assert "Firefox · Linux PC This one" in page
    assert "Safari · iPhone Last seen" in page
    row = UserSession.objects.get(browser="Safari")
    assert "That device is signed out." in html(here.post(f"{ACCOUNT}session/{row.pk}/end/", follow=True))
    assert (is_in(phone), is_in(here)) == (False, True)
    others = [enter(bea), enter(bea)]
    here.post(f"{ACCOUNT}sessions/end/")
    assert [is_in(one) for one in (here, *others)] == [True, False, False]


def test_nobody_ends_the_session_of_somebody_else(bea: User) -> None:
    enter(bea)
    other = enter(a_user.make("ann"))
    row = UserSession.objects.get(user=bea)
    assert other.post(f"{ACCOUNT}session/{row.pk}/end/").status_code == 404
    assert UserSession.objects.filter(pk=row.pk).exists()


def test_a_session_is_seen_once_an_hour_and_forgotten_when_it_ends(bea: User) -> None:
    here = enter(bea)
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(days=1))
    here.get(ACCOUNT)
    assert UserSession.objects.get().last_seen_at < timezone.now() - timedelta(hours=1)
    session = here.session
    session["seen"] -= 3600
    session.save()
    here.get(ACCOUNT)
    assert UserSession.objects.get().last_seen_at > timezone.now() - timedelta(hours=1)
    here.post("/sign-out/")
    assert not UserSession.objects.exists()


def test_a_session_of_before_the_update_is_listed_when_it_is_used(bea: User) -> None:
    here = enter(bea)
    UserSession.objects.all().delete()
    session = here.session
    del session["seen"]
    session.save()
    assert is_in(here)
    assert UserSession.objects.get().session == Session.objects.get()


def test_an_address_is_changed_by_the_password_and_it_says_that_nothing_was_sent(bea: User) -> None:
    here = enter(bea)
    entered = {"part": "address", "email": "new@club.example"}
    assert here.post(ACCOUNT, {**entered, "current": "a guess"}).status_code == 422
    answer = here.post(ACCOUNT, {**entered, "current": PASSWORD}, follow=True)
    assert "No mail was sent to confirm it" in html(answer)
    bea.refresh_from_db()
    assert (bea.email, events(bea), Mail.objects.count()) == ("new@club.example", ["address"], 0)


def test_who_has_forgotten_the_password_is_told_to_ask_the_owner() -> None:
    page = words(html(Client().get("/sign-in/forgotten/")))
    assert "Ask an owner of your club" in page
    with unchanged():
        assert Client().post("/sign-in/forgotten/", {"told": "bea"}).status_code == 200


@pytest.fixture
def officer(desk: Desk, bea: User) -> Officer:
    return desk.club.officers.create(user=bea, role=Role.DIRECTOR)


def given(desk: Desk, officer: Officer) -> str:
    answer = desk.client.post(f"/desk/rooster-club/officers/{officer.pk}/password/")
    assert answer.status_code == 200, answer["Location"]
    return shown_link(answer, "new-password")


def test_the_owner_hands_a_link_for_a_new_password_on(desk: Desk, officer: Officer, bea: User) -> None:
    elsewhere, guest = enter(bea), Client()
    make_api_token(user=bea, name="website", at=timezone.now())
    first, link = given(desk, officer), given(desk, officer)
    assert guest.get(first).status_code == 410
    token = link.split("/")[2]
    assert len(token) >= 43
    assert token not in str(everything())
    assert "For the account" in html(guest.get(link))
    assert guest.post(link, {"password": "password1"}).status_code == 422
    assert guest.post(link, {"password": OTHER})["Location"] == "/sign-in/"
    assert (is_in(elsewhere), is_in(guest), is_in(enter(bea, OTHER))) == (False, False, True)
    assert not working_api_tokens(bea, at=timezone.now()).exists()
    assert guest.post(link, {"password": PASSWORD}).status_code == 410
    assert events(bea) == ["password-link", "password-link", "password"]
    assert (
        AccountEvent.objects.filter(what="password-link").latest("pk").by
        == desk.club.officers.get(role=Role.OWNER).user
    )


GONE = {
    "expired": {"expires_at": timezone.now() - timedelta(seconds=1)},
    "revoked": {"revoked_at": timezone.now()},
    "used": {"used_at": timezone.now()},
    "of another kind": {"kind": AccountLink.Kind.ADDRESS},
}


@pytest.mark.parametrize("end", GONE.values(), ids=GONE)
def test_a_link_that_is_gone_opens_nothing(desk: Desk, officer: Officer, end: dict[str, Any]) -> None:
    link = given(desk, officer)
    AccountLink.objects.update(**end)
    with unchanged():
        for answer in (Client().get(link), Client().post(link, {"password": OTHER})):
            assert answer.status_code == 410


def test_nobody_opens_more_than_own_clubs(desk: Desk, officer: Officer, bea: User, stranger: Client) -> None:
    link = given(desk, officer)
    clubs.make_club(name="Bell Club", director=bea, time_zone="UTC", at=timezone.now())
    assert Client().post(link, {"password": OTHER}).status_code == 410  # she has another office since
    page = f"/desk/rooster-club/officers/{officer.pk}/"
    for deed in ("password/", "second-factor/"):
        assert "used in other clubs too" in html(desk.client.post(f"{page}{deed}", follow=True))
        assert stranger.post(f"{page}{deed}").status_code == 404
        assert signed_in(bea).post(f"{page}{deed}").status_code == 403


def test_who_looks_after_the_server_is_helped_at_its_terminal_alone(desk: Desk, officer: Officer) -> None:
    User.objects.filter(pk=officer.user_id).update(is_superuser=True)
    owner = desk.club.officers.get(role=Role.OWNER).user
    with pytest.raises(Faults):
        accounts.give_password_link(user=User.objects.get(pk=officer.user_id), by=owner, at=timezone.now())


def test_a_link_is_made_at_the_terminal(bea: User, capsys: pytest.CaptureFixture[str]) -> None:
    a_user.with_app(bea, timezone.now())
    call_command("password_link", "--user", "bea", "--without-second-factor")
    link = link_in(capsys.readouterr().out, "new-password")
    Client().post(link, {"password": OTHER})
    assert is_in(enter(bea, OTHER))
    assert events(bea)[-3:] == ["password-link", "taken-off", "password"]


def test_a_link_for_a_new_password_is_mailed(bea: User, mailed: None) -> None:
    answer = Client().post("/sign-in/forgotten/", {"told": "BEA@club.example"})
    sealed = Mail.objects.get().sealed
    assert "bea@club" not in sealed
    [text] = deliver()
    assert (mail.outbox[0].to, Mail.objects.get().sealed) == (["bea@club.example"], "")
    assert text.count("https://club.example/new-password/") == 1
    assert Client().post(link_in(text, "new-password"), {"password": OTHER}).status_code == 302
    assert is_in(enter(bea, OTHER))
    unknown = Client().post("/sign-in/forgotten/", {"told": "nobody"})
    assert words(html(unknown)) == words(html(answer))
    assert deliver() == []


def test_mails_are_asked_for_so_often_and_no_more(bea: User, mailed: None) -> None:
    asked = [Client().post("/sign-in/forgotten/", {"told": "bea"}).status_code for _ in range(6)]
    assert asked == [200] * 5 + [429]


NO_SUCH_USER = {"new@club.example": (550, b"no such user new@club.example")}


@pytest.mark.parametrize(
    ("refusal", "state"),
    [
        (SMTPRecipientsRefused(NO_SUCH_USER), "failed"),
        (SMTPSenderRefused(553, b"not from you", "cards@club.example"), "failed"),
        (SMTPRecipientsRefused({"new@club.example": (451, b"later, new@club.example")}), "waiting"),
        (SMTPAuthenticationError(535, b"our own password is wrong"), "waiting"),
        (ConnectionRefusedError("no server there"), "waiting"),
    ],
)
def test_what_is_refused_for_good_ends_at_once_and_all_else_is_tried_again(
    bea: User, mailed: None, monkeypatch: pytest.MonkeyPatch, caplog: Any, refusal: Exception, state: str
) -> None:
    sender = Mock(side_effect=refusal)
    monkeypatch.setattr(mail.EmailMessage, "send", sender)
    ask_for(enter(bea), "new@club.example")
    deliver()
    assert (Mail.objects.get().state, sender.call_count) == (state, 1)
    assert "was not sent" in caplog.text
    assert "new@club" not in caplog.text


def test_a_mail_is_tried_for_three_days_as_one_message_and_then_the_page_says_so(
    bea: User, mailed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = list[str]()

    def refuse(message: mail.EmailMessage) -> None:
        tries.append(str(message.message()["Message-ID"]))
        raise ConnectionRefusedError

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    here = enter(bea)
    ask_for(here, "new@club.example")
    job, moments = Job.objects.get(topic="mail"), [Mail.objects.get().made_at]
    while runner.run(job.pk, clock=partial(next, repeat(moments[-1]))):
        job.refresh_from_db()
        if job.outcome == Job.Outcome.DONE:
            break
        moments.append(job.due_at)
    pauses = [after - before for before, after in pairwise(moments)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (timedelta(seconds=4), timedelta(hours=1))
    assert timedelta(days=3) <= moments[-1] - moments[0] < timedelta(days=3, hours=1)
    assert set(tries) == {tries[0]}
    assert "The mail to new@club.example could not be sent." in words(html(here.get(ACCOUNT)))


def test_an_address_that_no_name_server_could_hold_is_refused(bea: User, mailed: None) -> None:
    answer = ask_for(enter(bea), f"bea@{60 * 'ü'}.example")
    assert "is no mail address" in html(answer)
    assert Mail.objects.count() == 0


def ask_for(here: Client, email: str) -> Any:
    return here.post(ACCOUNT, {"part": "address", "email": email, "current": PASSWORD}, follow=True)


def test_a_new_address_is_confirmed_there_and_undone_at_the_former_one(bea: User, mailed: None) -> None:
    here = enter(bea)
    assert "A mail is on its way to new@club.example." in html(ask_for(here, "new@club.example"))
    [asks] = deliver()
    link = link_in(asks, "own-address")
    assert "Is new@club.example the address" in words(html(Client().get(link)))
    bea.refresh_from_db()
    assert (bea.email, mail.outbox[0].to) == ("bea@club.example", ["new@club.example"])
    Client().post(link)
    assert Client().post(link).status_code == 410
    bea.refresh_from_db()
    assert bea.email == "new@club.example"
    [tells] = deliver()
    assert mail.outbox[0].to == ["bea@club.example"]
    Client().post("/sign-in/forgotten/", {"told": "bea"})
    [stolen] = deliver()
    answer = Client().post(link_in(tells, "own-address"))
    assert "Everybody is signed out." in words(html(answer))
    bea.refresh_from_db()
    assert (bea.email, is_in(here)) == ("bea@club.example", False)
    assert Client().get(link_in(stolen, "new-password")).status_code == 410
    assert events(bea) == ["address", "address-undone"]


def test_an_invitation_is_mailed(desk: Desk, mailed: None) -> None:
    entered = {"called": "Bea", "role": "director", "email": "bea@club.example"}
    page = html(desk.client.post("/desk/rooster-club/officers/", entered))
    assert "A mail with it is on its way" in page
    [text] = deliver()
    assert link_in(text, "invitation") in page
    assert mail.outbox[0].subject == "Become an officer of Rooster Club"


def test_a_mail_server_is_given_it_over_the_network(
    desk: Desk, mailed: None, settings: Any, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server = Controller(Mailbox(tmp_path / "box"), hostname="127.0.0.1", port=free_port())
    server.start()
    request.addfinalizer(server.stop)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = server.hostname, server.port, False
    entered = {"called": "Bea", "role": "director", "email": "bea@club.example"}
    page = html(desk.client.post("/desk/rooster-club/officers/", entered))
    deliver()
    [letter] = Maildir(tmp_path / "box")
    text = str(letter.get_payload())
    assert (letter["To"], link_in(text, "invitation") in page) == ("bea@club.example", True)


def test_an_unsent_invitation_is_shown(desk: Desk, mailed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    officers = "/desk/rooster-club/officers/"
    made = html(
        desk.client.post(officers, {"called": "Bea", "role": "director", "email": "bea@club.example"})
    )
    assert link_in(made, "invitation") not in html(desk.client.get(officers))
    monkeypatch.setattr(mail.EmailMessage, "send", Mock(side_effect=SMTPRecipientsRefused(NO_SUCH_USER)))
    deliver()
    page = html(desk.client.get(officers))
    assert "The mail could not be sent. Hand the link on yourself:" in words(page)
    assert link_in(page, "invitation") == link_in(made, "invitation")


def test_without_a_mail_server_an_invitation_asks_for_no_address(desk: Desk) -> None:
    assert 'name="email"' not in html(desk.client.get("/desk/rooster-club/officers/"))
