"""Webhooks: what is told to whom, signed and tried as Standard Webhooks 1.0.0 has it, never on private networks."""

import base64
import json
import socket
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import asked, everything
from tournaments.club.models import AuditEntry, Club, Mail, User, Webhook, WebhookDelivery
from tournaments.club.services import webhooks
from tournaments.club.services.webhooks import EVENTS, PAUSES, NewWebhook
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.privacy.erasing import forget_old
from tournaments.site.sealing import unseal
from tournaments.work import runner
from tournaments.work.models import Job

pytestmark = pytest.mark.django_db
EXAMPLE = ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330")
LATER = START + timedelta(hours=4)


class Heard(NamedTuple):
    path: str
    headers: Message
    body: str


class Receiver:
    """A program that is told; it answers with the next of `answers`, then with 204."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.answers: list[int | Callable[[BaseHTTPRequestHandler], None]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                receiver.heard.append(Heard(self.path, self.headers, body))
                answer = receiver.answers.pop(0) if receiver.answers else 204
                if callable(answer):
                    answer(self)
                    return
                self.send_response(answer)
                self.send_header("location", "/elsewhere")
                self.end_headers()
                self.wfile.write(b"" if answer == 204 else b"x" * 9999)

            def log_message(self, *_: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?of=club"

    @property
    def events(self) -> list[str]:
        return [json.loads(heard.body)["type"] for heard in self.heard]


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
    made = Receiver()
    Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def webhook(club: Club, receiver: Receiver) -> Webhook:
    return webhooks.make_webhook(club, START, NewWebhook(url=receiver.url, events=list(EVENTS)))


def sweep(at: Any) -> None:
    """What the worker does by then: it looks for news, and does what is due."""
    webhooks.look_for_news(at=at)
    while job := Job.objects.waiting().filter(topic="webhook", due_at__lte=at + timedelta(minutes=5)).first():
        runner.run(job.pk, clock=lambda: at)


def delivery() -> WebhookDelivery:
    return WebhookDelivery.objects.get()


def due() -> datetime:
    at = delivery().due_at
    assert at is not None
    return at


def a_test(webhook: Webhook, at: Any = START) -> WebhookDelivery:
    return webhooks.send_test_event(webhook, at)


def test_the_signature_is_that_of_the_specification() -> None:
    body = '{"test": 2432232314}'
    assert webhooks.signature(*EXAMPLE, body) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_what_happens_in_an_evening_is_told_once_in_order_and_names_nobody(
    webhook: Webhook, receiver: Receiver, make_evening: Make
) -> None:
    room = make_evening(8, until="published")
    sweep(LATER)
    sweep(LATER)
    assert receiver.events.count("hand.confirmed") == room.evening.ledger.filter(act="enter_hand").count() > 0
    assert receiver.events.count("round.closed") == room.evening.ledger.filter(act="close").count() > 0
    assert receiver.events[-2:] == ["evening.published", "standings.changed"]
    first = json.loads(receiver.heard[0].body)
    assert first["data"] | {"sequence": 0} == {
        "club": "rooster-club",
        "evening": room.evening.slug,
        "sequence": 0,
        "round": 1,
        "table": 1,
        "number": 1,
    }
    assert not [
        player.name for player in room.players for heard in receiver.heard if player.name in heard.body
    ]
    assert receiver.heard[0].path == "/hook?of=club"


def test_the_standings_are_told_when_they_are_worked_out_not_before(
    webhook: Webhook, receiver: Receiver, make_evening: Make
) -> None:
    room = make_evening(8, until="bell")
    room.act(acts.Close())
    sweep(LATER)
    assert "round.closed" not in receiver.events
    room.work()
    sweep(LATER)
    assert receiver.events[-2:] == ["round.closed", "standings.changed"]


def test_where_hands_must_be_confirmed_they_are_told_when_they_are(
    webhook: Webhook, receiver: Receiver, make_evening: Make
) -> None:
    room = make_evening(8, until="playing", confirmation="needed")
    room.enter(1, a_hand())
    sweep(LATER)
    assert receiver.events == []
    entry = room.evening.ledger.get(act="enter_hand")
    room.act(acts.ConfirmHand(round=1, table=1, number=1, of=entry.sequence))
    sweep(LATER)
    assert receiver.events == ["hand.confirmed"]


def test_a_hand_writes_nothing_for_it_and_asks_nothing_more(
    club: Club, receiver: Receiver, make_evening: Make
) -> None:
    room = make_evening(8, until="playing")
    before = asked(lambda: room.enter(1, a_hand()))
    webhooks.make_webhook(club, START, NewWebhook(url=receiver.url, events=list(EVENTS)))
    assert len(asked(lambda: room.enter(2, a_hand()))) == len(before)
    assert not WebhookDelivery.objects.exists()


def test_it_is_told_of_what_it_has_chosen_since_it_was_made(
    club: Club, receiver: Receiver, make_evening: Make
) -> None:
    room = make_evening(8, until="bell")
    new = NewWebhook(url=receiver.url, events=["evening.published", "hand.confirmed"])
    webhooks.make_webhook(club, room.at, new)
    room.go_on_to("published")
    sweep(LATER)
    assert receiver.events == ["evening.published"]


def test_what_fails_is_tried_again_under_the_same_id_after_growing_pauses(
    webhook: Webhook, receiver: Receiver
) -> None:
    a_test(webhook)
    receiver.answers = [500] * len(PAUSES)
    at = START
    for pause in PAUSES[:-1]:
        sweep(at)
        assert pause <= due() - at <= pause * 1.2
        sweep(at + pause / 2)
        at = due()
    assert len(receiver.heard) == len(PAUSES) - 1
    assert len({heard.headers["webhook-id"] for heard in receiver.heard}) == 1
    assert len({heard.headers["webhook-timestamp"] for heard in receiver.heard}) > 1
    assert len({heard.body for heard in receiver.heard}) == 1
    assert (delivery().status, delivery().reply) == (500, "x" * 300)


def test_once_it_is_taken_it_is_not_sent_again(webhook: Webhook, receiver: Receiver) -> None:
    a_test(webhook)
    receiver.answers = [503, 200]
    for at in (START, START + timedelta(minutes=1), START + timedelta(days=2)):
        sweep(at)
    assert [len(receiver.heard), delivery().state, delivery().attempts] == [2, "taken", 2]


def hang(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(2)


def drip(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nx-long: ")
    try:
        for _ in range(100):
            handler.wfile.write(b"x")
            time.sleep(0.05)
    except OSError:
        return


@pytest.mark.parametrize("slow", [hang, drip])
def test_nobody_is_waited_for_longer_than_the_timeout(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, slow: Any
) -> None:
    monkeypatch.setattr(webhooks, "TIMEOUT", 0.2)
    for _ in range(20):
        a_test(webhook)
    receiver.answers = [slow] * 20
    began = time.monotonic()
    sweep(START)
    assert time.monotonic() - began < 2
    assert [row.attempts for row in webhook.deliveries.order_by("pk")] == [1, *[0] * 19], (
        "the others wait with it"
    )


@pytest.mark.parametrize(("answer", "longest"), [(hang, PAUSES[3] * 1.2), (500, PAUSES[1])])
def test_what_happens_while_a_failure_waits_waits_with_it_and_for_minutes_only_where_there_was_an_answer(
    webhook: Webhook,
    receiver: Receiver,
    make_evening: Make,
    monkeypatch: pytest.MonkeyPatch,
    answer: Any,
    longest: timedelta,
) -> None:
    monkeypatch.setattr(webhooks, "TIMEOUT", 0.2)
    room = make_evening(8, until="playing")
    WebhookDelivery.objects.filter(pk=a_test(webhook, LATER).pk).update(attempts=3)
    receiver.answers = [answer]
    sweep(LATER)
    room.enter(1, a_hand())
    sweep(LATER + timedelta(minutes=1))
    assert receiver.events == ["webhook.test"]
    new = webhook.deliveries.get(attempts=0)
    assert new.due_at is not None
    assert longest / 1.2 <= new.due_at - LATER <= longest
    sweep(new.due_at)
    assert "hand.confirmed" in receiver.events


def test_all_addresses_of_a_name_share_one_timeout(webhook: Webhook, monkeypatch: pytest.MonkeyPatch) -> None:
    patience: list[float] = []

    class Silent(socket.socket):
        def settimeout(self, seconds: float | None) -> None:
            patience.append(seconds or 0)

        def connect(self, address: Any) -> None:
            time.sleep(0.05)
            raise TimeoutError

    known = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 9))] * 6
    monkeypatch.setattr(webhooks, "TIMEOUT", 0.2)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: known)
    monkeypatch.setattr(socket, "socket", Silent)
    a_test(webhook)
    sweep(START)
    assert patience == sorted(patience, reverse=True)
    assert patience[-1] < 0.01


def test_of_two_sweeps_the_slower_sets_nothing_back(
    webhook: Webhook, receiver: Receiver, make_evening: Make
) -> None:
    room = make_evening(8, until="playing")
    slower = Evening.objects.get(pk=room.evening.pk)
    room.enter(1, a_hand())
    sweep(LATER)
    webhooks._write_down(slower, [webhook], LATER)
    sweep(LATER)
    assert receiver.events == ["hand.confirmed"]


def test_nobody_is_followed_elsewhere(webhook: Webhook, receiver: Receiver) -> None:
    a_test(webhook)
    receiver.answers = [302]
    sweep(START)
    assert [heard.path for heard in receiver.heard] == ["/hook?of=club"]
    assert (delivery().status, delivery().state) == (302, "waiting")


@pytest.mark.parametrize(("answers", "days", "because"), [([410], 0, "gone"), ([500] * 9, 4, "failing")])
def test_who_is_gone_or_takes_nothing_for_days_is_switched_off_and_the_owner_hears_of_it(
    webhook: Webhook,
    receiver: Receiver,
    desk: Desk,
    settings: Any,
    answers: list[int],
    days: int,
    because: str,
) -> None:
    settings.EMAIL_HOST, settings.SITE_ADDRESS = "mail.example", "https://club.example"
    User.objects.filter(pk=desk.client.session["_auth_user_id"]).update(email="owner@club.example")
    a_test(webhook)
    receiver.answers = [*answers]
    for day in range(days + 1):
        sweep(START + timedelta(days=day))
    webhook.refresh_from_db()
    assert (webhook.state, webhook.off_because) == ("off", because)
    mail = json.loads(unseal(Mail.objects.get().sealed) or "")
    assert mail["to"] == "owner@club.example"
    assert "https://club.example/desk/rooster-club/webhooks/" in mail["text"]
    assert "The webhook to 127.0.0.1 was switched off" in words(html(desk.client.get("/desk/rooster-club/")))
    count, later = len(receiver.heard), START + timedelta(days=9)
    a_test(webhook, later)
    sweep(later)
    assert len(receiver.heard) == count
    webhooks.resume_webhook(webhook, later)
    sweep(later)
    assert len(receiver.heard) > count


def test_a_paused_webhook_hears_nothing_of_the_pause(
    webhook: Webhook, receiver: Receiver, make_evening: Make
) -> None:
    webhooks.pause_webhook(webhook, START)
    room = make_evening(8, until="bell")
    sweep(LATER)
    webhooks.resume_webhook(webhook, room.at)
    room.go_on_to("settled")
    room.work()
    sweep(LATER)
    assert receiver.events == ["round.closed", "standings.changed"]


def verifies(secret: str, heard: Heard) -> list[bool]:
    said = heard.headers["webhook-signature"].split()
    own = webhooks.signature(
        secret, heard.headers["webhook-id"], heard.headers["webhook-timestamp"], heard.body
    )
    return [signature == own for signature in said]


def test_while_a_secret_is_replaced_both_sign(webhook: Webhook, receiver: Receiver) -> None:
    before = webhooks.secret_of(webhook) or ""
    new = webhooks.secret_of(webhooks.rotate_secret(webhook, START)) or ""
    for at in (START, START + timedelta(days=1)):
        a_test(webhook, at)
        sweep(at)
    during, afterwards = receiver.heard
    assert verifies(new, during) == [True, False]
    assert verifies(before, during) == [False, True]
    assert verifies(new, afterwards) == [True]
    assert 24 <= len(base64.b64decode(new.removeprefix("whsec_"))) <= 64
    assert not [secret for secret in (before, new) if secret in str(everything())]


def test_a_secret_of_another_server_key_sends_nothing_and_says_so(
    webhook: Webhook, receiver: Receiver, settings: Any
) -> None:
    settings.SECRET_KEY = "another key of the tests"
    a_test(webhook)
    sweep(START)
    assert receiver.heard == []
    assert "replace it" in delivery().reply


PRIVATE = """
127.0.0.1 ::1 10.0.0.7 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.251 255.255.255.255
fe80::1 fc00::1 fec0::1 ::ffff:127.0.0.1 ::ffff:10.0.0.7 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::
2001:0:7f00:1:: ff02::1 ::
"""


@pytest.mark.parametrize("address", PRIVATE.split())
def test_no_private_address_is_entered_and_no_name_leads_to_one(
    club: Club, settings: Any, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(Faults) as refused:
        webhooks.make_webhook(club, START, NewWebhook(url=f"https://{host}/", events=["round.closed"]))
    assert refused.value.faults[0].code == "private-address"
    known = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (target, 443)) for target in ("93.184.215.14", address)
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: known)
    monkeypatch.setattr(socket, "socket", lambda *_: pytest.fail("it was connected"))
    new = NewWebhook(url="https://seems.example/", events=["round.closed"])
    a_test(webhooks.make_webhook(club, START, new))
    sweep(START)
    assert "not on the internet" in delivery().reply


def test_what_is_connected_is_the_address_that_was_looked_at(
    club: Club, receiver: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_LOCAL_HOSTS = ["receiver.lan"]
    port = receiver.server.server_port
    looked_up: list[str] = []
    target = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *_, **__: looked_up.append(host) or [target])  # type: ignore[func-returns-value]
    new = NewWebhook(url=f"http://receiver.lan:{port}/", events=["round.closed"])
    a_test(webhooks.make_webhook(club, START, new))
    sweep(START)
    assert (looked_up, receiver.heard[0].headers["host"]) == (["receiver.lan"], f"receiver.lan:{port}")


@pytest.mark.parametrize(
    "url", ["http://a.example/", "ftp://a.example/", "https://", "https://a@b.example/", "x"]
)
def test_an_address_begins_with_https_and_holds_no_password(club: Club, url: str) -> None:
    with pytest.raises(Faults) as refused:
        webhooks.make_webhook(club, START, NewWebhook(url=url, events=["round.closed"]))
    assert refused.value.faults[0].code == "bad-address"


def test_an_owner_makes_tries_looks_at_and_removes_one_at_the_desk(desk: Desk, receiver: Receiver) -> None:
    entered = {"url": receiver.url, "events": ["round.closed"]}
    page = html(desk.client.post("/desk/rooster-club/webhooks/", entered))
    webhook = Webhook.objects.get()
    secret = webhooks.secret_of(webhook) or "none"
    assert secret in page
    assert secret not in html(desk.client.get("/desk/rooster-club/webhooks/"))
    own = f"/desk/rooster-club/webhooks/{webhook.pk}/"
    desk.client.post(f"{own}test/")
    receiver.answers = [500]
    sweep(due())
    assert "webhook.test" in html(desk.client.get("/desk/rooster-club/webhooks/"))
    desk.client.post(f"{own}{delivery().pk}/replay/")
    sweep(due())
    assert len({heard.headers["webhook-id"] for heard in receiver.heard}) == 1
    assert delivery().state == "taken"
    assert webhooks.secret_of(Webhook.objects.get()) != html(desk.client.post(f"{own}secret/"))
    assert webhooks.secret_of(Webhook.objects.get()) != secret
    desk.client.post(f"{own}remove/")
    assert not Webhook.objects.exists()
    acts_noted = AuditEntry.objects.filter(act__startswith="webhook").values_list("act", flat=True)
    assert sorted(acts_noted) == ["webhook-made", "webhook-removed", "webhook-secret-replaced"]


def test_the_same_over_rest(club: Club, director: User, receiver: Receiver) -> None:
    caller, path = officer(director), "/api/v1/clubs/rooster-club/webhooks/"
    made = caller.post(path, {"url": receiver.url, "events": ["round.closed"]}).json()
    own = f"{path}{made['webhook']['id']}/"
    assert made["secret"].startswith("whsec_")
    assert "secret" not in str(caller.get(own).json())
    caller.post(f"{own}test/")
    sweep(due())
    [sent] = caller.get(f"{own}deliveries/").json()["deliveries"]
    assert (sent["event"], sent["state"], sent["status"]) == ("webhook.test", "taken", 204)
    assert sent["code"] == receiver.heard[0].headers["webhook-id"]
    assert caller.ask("put", f"{own}pause/").json()["state"] == "paused"
    assert caller.post(f"{own}deliveries/{sent['id']}/replay/").json()["state"] == "waiting"
    assert caller.ask("delete", f"{own}pause/").json()["state"] == "on"


def test_what_was_sent_is_thrown_away_after_a_month(webhook: Webhook) -> None:
    a_test(webhook)
    forget_old(at=START + timedelta(days=29))
    assert WebhookDelivery.objects.exists()
    forget_old(at=START + timedelta(days=31))
    assert not WebhookDelivery.objects.exists()
