"""What whoever looks after a server sees of its clubs, suspends, and gives them beyond what everybody may have."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, a_hand
from tournaments.club.models import AuditEntry, Club, ClubLogo, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs, quotas
from tournaments.club.services.quotas import check_clubs, check_evenings, check_members, check_uploads
from tournaments.evening.models import TableLink
from tournaments.evening.services.links import link_token
from tournaments.work import runner
from tournaments.work.models import Job

CLUBS = "/admin/tournaments/club/"
SENTENCE = "Whoever runs this server has suspended the club."


@pytest.fixture
def operator(db: None, client: Client) -> Client:
    client.force_login(User.objects.create_superuser("operator"))
    return client


@pytest.fixture
def director_client(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


def do(operator: Client, action: str, club: Club) -> Club:
    answer = operator.post(CLUBS, {"action": action, "_selected_action": [club.pk]})
    assert answer.status_code == 302
    club.refresh_from_db()
    return club


def test_the_clubs_are_listed_with_their_size_each_figure_by_itself(operator: Client, club: Club) -> None:
    evenings = [AnEvening.made(club, 8, at=timezone.now()).evening for _ in range(2)]
    Job.objects.create(
        topic="standings",
        subject="evening",
        subject_key=evenings[0].pk,
        outcome="failed",
        made_at=timezone.now(),
        due_at=timezone.now(),
    )
    page = operator.get(CLUBS, {"q": "director"})
    [row] = page.context["cl"].result_list
    entries = sum(evening.ledger_length for evening in club.evenings.all())
    assert (row.people, row.number, row.last) == (club.players.count(), 2, evenings[0].date)
    assert row.bytes == entries * 4096 > 0
    assert "1 job has failed" in page.content.decode()
    assert operator.get(CLUBS, {"q": "nobody"}).context["cl"].result_count == 0


def test_the_list_asks_as_often_of_many_clubs_as_of_one(operator: Client, club: Club) -> None:
    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            operator.get(CLUBS)
        return len(asked)

    first = statements()
    for number in range(5):
        clubs.make_club(name=f"Club {number}", director=None, time_zone="UTC", at=timezone.now())
    assert statements() == first


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/desk/{}/settings/", {"name": "Another"}),
        ("post", "/desk/{}/{}/plan/", {"name": "Another"}),
        ("post", "/api/v1/clubs/{}/players/", {"name": "Ada"}),
        ("patch", "/api/v1/clubs/{}/settings/", {"name": "Another"}),
        ("post", "/api/v1/clubs/{}/evenings/{}/open-doors/", {}),
    ],
)
def test_officers_of_a_suspended_club_look_and_change_nothing(
    method: str, path: str, body: Any, operator: Client, club: Club, director_client: Client
) -> None:
    evening = AnEvening.made(club, 8, at=timezone.now()).evening
    do(operator, "suspend", club)
    before = list(Club.objects.values()), list(Player.objects.values()), evening.ledger_length
    address = path.format(club.slug, evening.slug)
    data = {"content_type": "application/json"} if path.startswith("/api") else {}
    answer = getattr(director_client, method)(address, body, **data)
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (403, True)
    evening.refresh_from_db()
    assert (list(Club.objects.values()), list(Player.objects.values()), evening.ledger_length) == before
    assert SENTENCE in director_client.get(f"/desk/{club.slug}/").content.decode()


def test_tables_of_a_suspended_club_enter_their_hands(operator: Client, club: Club) -> None:
    evening = AnEvening.made(club, 8, at=timezone.now()).bring_to("playing").evening
    do(operator, "suspend", club)
    link = TableLink.objects.get(table__evening=evening, table__number=1)
    answer = Client().post(
        f"/api/v1/clubs/{club.slug}/evenings/{evening.slug}/tables/1/hands/",
        {"hand": a_hand()},
        content_type="application/json",
        headers={"Authorization": f"Bearer {link_token(link)}", "Idempotency-Key": "one"},
    )
    assert answer.status_code == 201, answer.content


@pytest.mark.parametrize(
    ("actions", "status"),
    [(("suspend",), 200), (("suspend_and_hide",), 404), (("suspend", "suspend_and_hide"), 404)],
)
def test_public_pages_stay_or_go_as_chosen_and_come_back_as_they_were(
    actions: tuple[str, ...], status: int, operator: Client, club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(coming_for=1)
    for action in actions:
        do(operator, action, club)
    assert Client().get(f"/c/{club.slug}/players/").status_code == status
    club = do(operator, "end_suspension", club)
    assert Client().get(f"/c/{club.slug}/players/").status_code == 200
    assert (club.coming_for, club.suspended_at, club.audiences_before) == (1, None, {})


def test_suspending_is_audited_and_the_owner_is_told(
    operator: Client, club: Club, director: User, settings: Any, mailoutbox: list[Any]
) -> None:
    settings.EMAIL_HOST, settings.SITE_ADDRESS = "mail.example", "https://cards.example"
    User.objects.filter(pk=director.pk).update(email="owner@cards.example")
    for action in ("suspend", "suspend", "end_suspension"):
        do(operator, action, club)
    kept = AuditEntry.objects.filter(club=club).order_by("pk").values_list("act", "by")
    user = User.objects.get(username="operator")
    assert list(kept)[-2:] == [(act, f"user:{user.pk}") for act in ("club-suspended", "suspension-ended")]
    for job in Job.objects.filter(topic="mail"):
        runner.run(job.pk, clock=timezone.now)
    assert [(letter.to, letter.subject) for letter in mailoutbox] == [
        (["owner@cards.example"], "Rooster Club is suspended"),
        (["owner@cards.example"], "Rooster Club is no longer suspended"),
    ]
    assert f"https://cards.example/desk/{club.slug}/" in mailoutbox[0].body


CHECKS: dict[str, Callable[[Club], None]] = {
    "evenings": lambda club: check_evenings(club, 1),
    "members": lambda club: check_members(club, 1),
    "uploads": check_uploads,
}


@pytest.mark.parametrize("name", CHECKS)
def test_what_is_beyond_a_quota_is_refused_until_the_club_is_given_more(
    name: str, operator: Client, club: Club, director: User, settings: Any
) -> None:
    Player.objects.create(club=club, name="Ada", slug="ada", made_at=timezone.now())
    ClubLogo.objects.create(club=club, content=bytes(3 * 2**19))
    settings.QUOTAS = {**settings.QUOTAS, name: 1}
    with pytest.raises(Faults, match="ask whoever runs this server for more"):
        CHECKS[name](club)
    form = operator.get(f"{CLUBS}{club.pk}/change/").context["adminform"].form
    entered = {key: value for key, value in form.initial.items() if value is not None}
    [officer] = club.officers.all()
    inline = {"TOTAL_FORMS": 1, "INITIAL_FORMS": 1, "0-id": officer.pk, "0-club": club.pk}
    inline |= {"0-user": director.pk, "0-role": int(Role.OWNER)}
    posted = {**entered, "made_at_0": "2026-11-20", "made_at_1": "19:30:00", name: 2}
    answer = operator.post(
        f"{CLUBS}{club.pk}/change/", {**posted, **{f"officers-{key}": value for key, value in inline.items()}}
    )
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    club.refresh_from_db()
    assert club.allowances == {name: 2}
    CHECKS[name](club)
    assert AuditEntry.objects.filter(club=club, act="allowances-changed").count() == 1


def test_an_account_owns_no_more_clubs_than_it_may(club: Club, director: User, settings: Any) -> None:
    check_clubs(director)
    settings.QUOTAS = {**settings.QUOTAS, "clubs": 1}
    with pytest.raises(Faults, match="you own as many clubs as an account may have here, 1"):
        clubs.make_club(name="Second", director=director, time_zone="UTC", at=timezone.now())


def test_a_club_has_its_share_of_long_requests_whoever_sends_them(club: Club, settings: Any) -> None:
    settings.QUOTAS = {**settings.QUOTAS, "requests": 2}
    at = timezone.now()
    assert [quotas.has_requests_left(club.slug, at=at) for _ in range(3)] == [True, True, False]
    assert quotas.has_requests_left("another", at=at)
    quotas.allow(club, {"requests": 4}, at=at)
    assert quotas.has_requests_left(club.slug, at=at)
