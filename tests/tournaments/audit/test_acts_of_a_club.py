"""The page of who did what, its files, and the same over REST."""

import json
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.api.callers import address, at_table, officer
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in, words
from tests.tournaments.models.breaking import again
from tournaments.club.models import ActOrigin, AuditEntry, Club, Officer, User
from tournaments.club.roles import Part, Role, TokenScope
from tournaments.club.services import audit, clubs, invitations, members, tokens
from tournaments.club.services.audit import ACTS, network_of
from tournaments.evening.models import LedgerEntry
from tournaments.privacy.erasing import PLACE_KEPT, forget_old

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def owner(club: Club) -> Client:
    """A browser in which an owner of the club is signed in."""
    user = User.objects.create_user("odile", first_name="Odile", last_name="Roy")
    Officer.objects.create(user=user, club=club, role=Role.OWNER)
    return signed_in(user)


def page(client: Client, club: Club, **wanted: Any) -> str:
    answer = client.get(f"/desk/{club.slug}/acts/", wanted)
    assert answer.status_code == 200
    return words(html(answer))


def last(club: Club) -> tuple[str, dict[str, Any]]:
    entry = AuditEntry.objects.filter(club=club).latest("pk")
    return entry.act, json.loads(entry.body)


def test_it_says_who_changed_what_and_from_where(owner: Client, club: Club) -> None:
    owner.post(
        f"/desk/{club.slug}/settings/public/",
        dict.fromkeys(Part, "everybody")
        | {"players": "nobody", "asks_consent": "0", "before_publication": "standings"},
        headers={"User-Agent": FIREFOX},
        REMOTE_ADDR="192.0.2.77",
    )
    clubs.set_colour(club, clubs.NewColour(colour=club.colour))  # as it was, which is no act
    entry = AuditEntry.objects.latest("pk")
    assert (entry.network, entry.browser) == ("192.0.2.0/24", "Firefox")
    assert last(club) == ("publicity-changed", {"changes": {"players_for": [0, 2]}})
    said = page(owner, club)
    assert "Who sees what was changed." in said
    assert "pages and ratings: Everybody → Officers only" in said
    assert "Odile Roy" in said


def test_what_people_agree_to_is_told(owner: Client, club: Club) -> None:
    ann = clubs.add_player(club=club, name="Ann Lee", at=timezone.now())
    for answer in ("no", "no", "yes"):
        owner.post(f"/desk/{club.slug}/members/{ann.pk}/public/", {"of": "name", "answer": answer})
    owner.post(f"/desk/{club.slug}/members/{ann.pk}/public/", {"of": "rating", "answer": "no"})
    for asks in (True, True, False):
        clubs.ask_consent(club=club, asks=asks)
    told = AuditEntry.objects.filter(act__regex="^(name|ratings|consent)-").order_by("pk")
    assert list(told.values_list("act", "player")) == [
        ("name-withheld", ann.pk),
        ("name-shown", ann.pk),
        ("ratings-withheld", ann.pk),
        ("consent-asked", None),
        ("consent-not-asked", None),
    ]
    assert "Ann Lee did not agree that the name is public." in page(owner, club)


def test_the_acts_of_the_ledgers_stand_beside(owner: Client, club: Club, make_evening: Make) -> None:
    make_evening(8, until="playing", name="Autumn cup")
    league = ASeason.made(club).season.league
    clubs.renew_link(club=club)
    everything = page(owner, club)
    assert f"{league.name} · " in everything
    assert f"{league.name} · " in page(owner, club, q=league.name)
    assert "Autumn cup" in everything
    assert "The visitors’ link was made anew." in everything
    assert "Autumn cup" not in page(owner, club, what="club")
    assert "visitors’ link" not in page(owner, club, what="evenings")
    assert "Autumn cup" not in page(owner, club, what="leagues")


def test_where_an_officer_acted_from_is_kept_for_ninety_days(
    owner: Client, club: Club, make_evening: Make
) -> None:
    evening = make_evening(8, until="seated", name="Autumn cup").evening
    season = ASeason.made(club, until="draft").season
    for where in (
        f"/desk/{club.slug}/{evening.slug}/do/start/",
        f"/desk/{club.slug}/leagues/{season.league.slug}/{season.slug}/do/open/",
    ):
        answer = owner.post(where, headers={"User-Agent": FIREFOX}, REMOTE_ADDR="192.0.2.77")
        assert answer.status_code == 302, where
    moved = clubs.make_club(name="From another server", director=None, time_zone="UTC", at=timezone.now())
    for origin in ActOrigin.objects.filter(club=club):
        again(origin, club=moved, network="198.51.100.0/24")  # its entries have the same hashes
    for what in ("evenings", "leagues"):
        (told, *others) = owner.get(f"/desk/{club.slug}/acts.json", {"what": what}).json()["acts"]
        assert (told["who"], told["network"], told["browser"]) == ("Odile Roy", "192.0.2.0/24", "Firefox")
        assert {one["network"] for one in others} == {""}, "what was done by no officer over a network"
    owner.post(f"/desk/{club.slug}/settings/public/link/")
    entry = AuditEntry.objects.latest("pk")
    forget_old(at=entry.at + PLACE_KEPT - timedelta(days=1))
    entry.refresh_from_db()
    assert (bool(entry.network), ActOrigin.objects.count()) == (True, 4)
    forget_old(at=entry.at + PLACE_KEPT + timedelta(days=1))
    entry.refresh_from_db()
    assert (entry.network, entry.browser, entry.act) == ("", "", "visitors-link-made")
    assert not ActOrigin.objects.exists()
    assert "192.0.2.0" not in page(signed_in(User.objects.get(username="odile")), club)


def test_so_do_an_officers_hands_and_what_follows(club: Club, director: User, make_evening: Make) -> None:
    playing, published = make_evening(8, until="playing"), make_evening(8, until="published", name="Over")
    desk, phone = officer(director), at_table(playing, 1)
    assert phone.hand(address(playing, 1), a_hand()).status_code == 201
    assert desk.hand(address(playing, 2), a_hand()).status_code == 201
    ticket = published.evening.tickets.get(number=1).code
    penalty = {"tickets": [ticket], "points": -5, "reason": "talked about the hand"}
    assert desk.post(f"{address(published)}penalty/", penalty).status_code == 200
    entries = LedgerEntry.objects.filter(hash__in=ActOrigin.objects.values("entry_hash"))
    assert [(entry.act, entry.evening) for entry in entries.order_by("pk")] == [
        ("enter_hand", playing.evening),
        ("reopen_results", published.evening),
        ("penalty", published.evening),
    ]
    assert set(ActOrigin.objects.values_list("by", "browser")) == {(f"user:{director.pk}", "API")}


def test_it_is_searched_by_words_people_and_days(owner: Client, club: Club) -> None:
    clubs.add_player(club=club, name="Zoé Marchand", at=timezone.now() - timedelta(days=40))
    clubs.renew_link(club=club)
    assert "Zoé Marchand was added." in page(owner, club, q="marchand")
    assert "link" not in page(owner, club, q="marchand").partition("Everything that")[2].partition("Zoé")[2]
    assert "Nothing was found." in page(owner, club, q="no such words")
    assert "Nothing was found." in page(owner, club, who="server", until="2001-01-01")
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone)).isoformat()
    assert "Zoé" not in page(owner, club, since=today)
    assert "visitors’ link was made anew" in page(owner, club, until=today), "the last day is one of them"
    assert "visitors’ link was made anew" in page(owner, club, since=today, who="server")
    assert page(owner, club, since="nonsense", what="nonsense", page="99")


def test_the_files_hold_what_was_wanted_and_say_that_they_were_taken(owner: Client, club: Club) -> None:
    clubs.add_player(club=club, name="=cmd()", at=timezone.now())
    told = owner.get(f"/desk/{club.slug}/acts.csv", {"what": "club"}).content.decode()
    assert "'=cmd() was added." in told
    assert last(club) == ("audit-exported", {"count": told.count("\r\n") - 1})
    acts = owner.get(f"/desk/{club.slug}/acts.json", {"q": "=cmd"}).json()["acts"]
    assert [(act["act"], act["about"]) for act in acts] == [("member-added", "=cmd()")]


def test_owners_read_it_over_rest(club: Club, owner: Client) -> None:
    user = User.objects.get(username="odile")
    clubs.renew_link(club=club)
    answer = officer(user).get(f"/api/v1/clubs/{club.slug}/acts/?q=anew&limit=5")
    assert answer.status_code == 200
    assert [act["act"] for act in answer.json()["results"]] == ["visitors-link-made"]
    assert officer(user).get(f"/api/v1/clubs/{club.slug}/acts/?since=never").status_code == 400


def test_an_account_is_told_of_in_every_club_where_it_has_an_office(club: Club) -> None:
    user = User.objects.create_user("pat")
    other = clubs.make_club(name="Other", director=user, time_zone="UTC", at=timezone.now())
    Officer.objects.create(user=user, club=club, role=Role.DIRECTOR)
    Client().force_login(user)
    token = tokens.make_api_token(user=user, name="x", at=timezone.now(), reach=TokenScope.LOOK)
    for _time in range(2):
        Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})
    acts = AuditEntry.objects.filter(about=f"user:{user.pk}").order_by("pk")
    for one in (club, other):
        told = list(acts.filter(club=one).values_list("act", "by"))
        assert told == [
            ("signed-in", f"user:{user.pk}"),
            ("token-made", "server"),
            ("token-first-used", f"user:{user.pk}"),
        ]


def test_an_erased_name_stands_nowhere(owner: Client, club: Club) -> None:
    player = clubs.add_player(club=club, name="Zoé Marchand", at=timezone.now())
    members.change_player(player, members.MemberChange(name="Zoé Roux"))
    members.erase_names(player=player)
    assert "Zo" not in json.dumps(list(AuditEntry.objects.values("body", "act", "by")))
    assert "Zo" not in page(owner, club)


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:1:2:3::9", "2001:db8:1::/48"),
        ("", ""),
        ("nonsense", ""),
    ],
)
def test_of_an_address_the_network_is_kept(address: str, kept: str) -> None:
    assert network_of(address) == kept


def test_it_is_in_the_transaction_of_the_change(club: Club) -> None:
    owner = User.objects.create_user("otto")
    office = Officer.objects.create(user=owner, club=club, role=Role.DIRECTOR)
    before = AuditEntry.objects.count()
    with transaction.atomic():
        invitations.dismiss_officer(office)
        assert last(club) == ("office-ended", {"role": 2})
        transaction.set_rollback(True)
    assert AuditEntry.objects.count() == before
    assert Officer.objects.filter(pk=office.pk).exists()
    with pytest.raises(KeyError):
        audit.note(club, "no-such-act")
    assert "no-such-act" not in ACTS
