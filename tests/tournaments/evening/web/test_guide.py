"""What the guide names stands on some page, under that very name."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.browser import stage
from tests.browser.pages import EVERY, Place
from tests.house.the_guide import names, plain
from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.club.a_user import with_app
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in
from tests.tournaments.evening.web.desk.mending import FOR_B, WHY, looked, of
from tests.tournaments.evening.web.english import page_of
from tests.tournaments.evening.web.table.a_phone import Phone
from tournaments.club.models import Club, GroupMember, Officer, PlayerPhoto, User
from tournaments.club.roles import Role
from tournaments.evening import acts
from tournaments.evening.services import player_requests
from tournaments.league import acts as season_acts
from tournaments.league.models import Season
from tournaments.site.web.pages import now


def set_the_stage() -> dict[str, Any]:
    """Where every page is, with an evening in every status: see tests/browser/stage.py."""
    call_command("make_demo", stdout=io.StringIO())
    return stage.whole_stage()


def look(place: Place, where: dict[str, Any]) -> str:
    """The page at this place, as whom it is for sees it."""
    director = User.objects.get(username="demo-director")
    client = signed_in(director) if place.who == "director" else Client()
    links = {"player": "cards", "holder": "tickets"}.get(place.who)
    path = where[links][place.path][0] if links else place.path.format(**where)
    return client.get(path, headers={"Accept-Language": "en"}, follow=True).content.decode()


def at_the_desk(desk: Desk, make_evening: Make) -> Iterator[str]:
    """What the desk shows on evenings that the stage does not have."""
    yield desk.of(make_evening(8, until="check_in", name="Without colours")).see()
    yield desk.of(make_evening(8, until="settled", rounds=1, name="After the last round")).see()
    yield desk.of(make_evening(8, until="settled", name="The worker is away")).see()
    yield desk.of(
        make_evening(8, until="bell", name="By itself", beside={"goes_on": "on", "pause": 30})
    ).see()
    calling = make_evening(8, until="playing", name="A call")
    calling.act(player_requests.call, table_number=1, reason="rule", by="table:1 seat:2")
    yield desk.of(calling).see()
    Phone.scanned(calling)
    yield desk.of(calling).see("desk-table", 1)
    twice = make_evening(4, until="playing", name="A slip beside the phone's hands")
    twice.enter(1, a_hand())
    twice.act(acts.EnterTotals(totals=[(1, (9, 0))]))
    yield desk.of(twice).see()
    empty = make_evening(8, until="playing", target=14, name="A table without a hand")
    empty.enter(1, a_hand())
    empty.act(acts.Ring(table=1))
    empty.act(acts.Cut(table=2, winner="A"))
    yield desk.of(empty).see("desk-act", "close")
    yield html(desk.client.post(desk.url("desk-members-import"), {"text": f"{empty.players[0].name}s"}))
    announced = desk.of(make_evening(8, until="moved", name="Seats are announced"))
    second = (2, 1, 1)
    yield looked(announced, "desk-correct", *second, of=of(announced, 1, 2, 1), **FOR_B, **WHY)


def of_seasons(desk: Desk, club: Club) -> Iterator[str]:
    """What the desk shows of seasons that are begun, or over."""

    def see(season: Season, name: str = "desk-season") -> str:
        where = [club.slug, season.league.slug, season.slug]
        return html(desk.client.get(reverse(f"web:{name}", args=where)))

    draft = ASeason.made(club, until="draft")
    yield see(draft.season)
    for divisions, until in (((), "draft"), ((4,), "open")):
        yield see(AContest.made(club, divisions, at=START, until=until).season)
    swiss = AContest.made(club, (6,), at=START, until="open", format="swiss", rounds=3)
    yield see(swiss.season, "desk-season-fixtures")
    over = ASeason.made(club, league="A league that is over")
    over.act(season_acts.Close())
    yield see(over.season)


def of_the_club(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The page on which an installation begins, two officers, one with a second factor, a member with a photo."""
    with monkeypatch.context() as patched:
        patched.setattr("tournaments.club.web.settings.may_set_up", lambda code: True)
        yield html(Client().get("/start/code/"))
    second = User.objects.create_user("second")
    Officer.objects.create(club=desk.club, user=second, role=Role.OWNER)
    with_app(second, now())
    yield html(desk.client.get(reverse("web:desk-officers", args=[desk.club.slug])))
    yield html(signed_in(second).get(reverse("web:own-account")))
    member = desk.club.players.earliest("pk")
    GroupMember.objects.create(player=member, group="Juniors")
    PlayerPhoto.objects.create(player=member, content=b"a picture", consent_by="user:1", consented_at=START)
    yield html(desk.client.get(reverse("web:desk-categories", args=[desk.club.slug])))
    yield html(desk.client.get(reverse("web:desk-member-photo", args=[desk.club.slug, member.pk])))
    desk.club.players.filter(pk=member.pk).update(account=second)
    yield html(signed_in(second).get(reverse("web:own-consents", args=[member.pk])))
    yield html(signed_in(second).get(reverse("web:own-mails", args=[desk.club.slug])))
    member.warnings.create(reason="late", at=START)
    yield html(desk.client.get(reverse("web:desk-member-warnings", args=[desk.club.slug, member.pk])))


@pytest.mark.services
def test_everything_the_guide_names_stands_on_a_page(
    make_evening: Make, club: Club, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = set_the_stage()
    desk = Desk(signed_in(director), club)
    pages = [look(place, where) for place in EVERY]
    pages += [*at_the_desk(desk, make_evening), *of_seasons(desk, club), *of_the_club(desk, monkeypatch)]
    found = {plain(text) for page in pages for text in page_of(page, "en").texts}
    assert "\n".join(written for name, written in names().items() if name not in found) == ""
