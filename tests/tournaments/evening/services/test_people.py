"""Clubs, members and what they are called; names bound, published and erased; links and keys kept as hashes."""

import json
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import asked, everything, last_entry, refused
from tournaments.club.models import ApiToken, Club, Player, SignInLink, User
from tournaments.club.reads.access import live_api_token
from tournaments.club.reads.members import ERASED
from tournaments.club.roles import Role
from tournaments.club.services import clubs, members
from tournaments.club.services.members import erase_names
from tournaments.club.services.tokens import (
    API_TOKEN_LASTS,
    SIGN_IN_LASTS,
    hashed,
    make_api_token,
    make_sign_in_link,
    use_sign_in_link,
)
from tournaments.evening import acts
from tournaments.evening.acts.people import NewTicket
from tournaments.evening.fold import fold, name_commitment
from tournaments.evening.models import TableLink
from tournaments.evening.reads.access import live_table_link
from tournaments.evening.services import evenings, links
from tournaments.publishing.publish import chain_of
from tournaments.publishing.verdict import Verdict, verdict
from tournaments.refusals import MOST_NAMES_AT_ONCE

A_SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("name", "slug"), [("Rooster Club", "rooster-club-2"), ("Le Bec d’Or", "le-bec-dor"), ("鶏", "club")]
)
def test_a_club_has_a_director_and_an_address(club: Club, director: User, name: str, slug: str) -> None:
    made = clubs.make_club(name=f"  {name} ", director=director, time_zone="Asia/Tokyo", at=START)
    assert (made.name, made.slug, made.time_zone) == (name, slug, "Asia/Tokyo")
    assert list(made.officers.values_list("user__username", "role")) == [("director", Role.OWNER)]


@pytest.mark.parametrize("time_zone", ["Mars/Olympus", "../UTC", ""])
def test_a_club_has_a_name_and_a_time_zone(director: User, time_zone: str) -> None:
    with refused("name empty"):
        clubs.make_club(name="", director=director, time_zone="UTC", at=START)
    with refused("time_zone unknown-time-zone"):
        clubs.make_club(name="Club", director=director, time_zone=time_zone, at=START)


@pytest.mark.parametrize(
    ("entered", "kept"),
    [
        (" Ada   Marsh\t", "Ada Marsh"),
        ("Ada\nMarsh", "Ada Marsh"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("=1+1", "=1+1"),
        ("A" * 80, "A" * 80),
        ("李小龍", "李小龍"),
        ("👩‍🌾", "👩‍🌾"),
    ],
)
def test_a_name_is_kept_with_single_spaces_and_composed(club: Club, entered: str, kept: str) -> None:
    assert clubs.add_player(club=club, name=entered, at=START).name == kept


@pytest.mark.parametrize(
    ("name", "colour", "fault"),
    [
        ("", "", "name empty"),
        (" \t\n ", "", "name empty"),
        ("A" * 81, "", "name too-long"),
        ("A\x00da", "", "name unprintable"),
        ("A\x1bda", "", "name unprintable"),
        ("A\ud800da", "", "name unprintable"),
        ("\u202eada", "", "name unprintable"),
        ("Ada\u2066", "", "name unprintable"),
        ("A\u200bda", "", "name unprintable"),
        ("\u3164", "", "name unprintable"),
        ("A\ufeffda", "", "name unprintable"),
        ("Ada", "r\x00d", "colour unprintable"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(club: Club, name: str, colour: str, fault: str) -> None:
    with refused(fault):
        clubs.add_player(club=club, name=name, colour=colour, at=START)
    player = clubs.add_player(club=club, name="Basil", at=START)
    with refused(fault):
        members.change_player(player, members.MemberChange.model_construct(name=name, colour=colour))


@pytest.mark.parametrize("name", ["Thérèse Roy", "therese roy", " THERESE  Roy ", "Roy, Therese"])
def test_a_name_that_somebody_has_is_another_person_only_at_a_word(club: Club, name: str) -> None:
    known = clubs.add_player(club=club, name="Thérèse Roy", at=START)
    with pytest.raises(Faults, match="the club has Thérèse Roy already") as told:
        clubs.add_player(club=club, name=name, guest=True, at=START)
    assert [(one.field, one.code) for one in told.value.faults] == [("name", "name-known")]
    assert Player.objects.filter(club=club).count() == 1
    assert clubs.add_player(club=club, name=name, guest=True, at=START, another=True) != known


def test_the_name_of_somebody_who_has_left_the_club_is_free(club: Club) -> None:
    gone = clubs.add_player(club=club, name="Ada", at=START)
    members.change_player(gone, members.MemberChange(active=False))
    assert clubs.add_player(club=club, name="Ada", at=START) != gone


def test_two_people_may_bear_one_name_but_a_list_makes_nobody_twice(club: Club) -> None:
    one, other = (clubs.add_player(club=club, name="Ada Marsh", at=START, another=True) for _ in "12")
    assert one != other
    known = clubs.add_player(club=club, name="Thérèse Roy", at=START)
    names = ["Basil", "", "Ada  Marsh", "THERESE ROY", "basil", "therese roy", " "]
    listed = clubs.add_names(club=club, names=names, at=START)
    assert [player.name for player in listed] == ["Basil", "Ada Marsh", "Thérèse Roy"]
    assert listed[2] == known
    assert Player.objects.filter(club=club).count() == 4


def test_a_list_says_of_whom_nobody_can_tell_who_is_meant(club: Club) -> None:
    clubs.add_player(club=club, name="Thérèse Roy", at=START)
    for name in ("Ada Marsh", "ada marsh"):
        clubs.add_player(club=club, name=name, at=START, another=True)
    with pytest.raises(Faults) as told:
        clubs.add_names(club=club, names=["Basil", "Roy, Therese", "ADA MARSH", "Ada Marsh"], at=START)
    assert [(one.field, one.code, one.sentence.values["known"]) for one in told.value.faults] == [
        ("names.1", "name-known", "Thérèse Roy"),
        ("names.2", "name-known", "Ada Marsh, ada marsh"),
    ]
    assert Player.objects.filter(club=club).count() == 3


def test_a_list_with_one_bad_name_adds_nobody(club: Club) -> None:
    with refused("names.2 unprintable"):
        clubs.add_names(club=club, names=["Ada", "", "Ba\x07sil"], at=START)
    with refused("names too-many"):
        clubs.add_names(club=club, names=map(str, range(MOST_NAMES_AT_ONCE + 1)), at=START)


def test_a_sign_in_link_works_once_and_only_in_time(director: User) -> None:
    token, other, late = (make_sign_in_link(user=director, at=START) for _ in range(3))
    end = START + SIGN_IN_LASTS
    assert use_sign_in_link(token, at=START) == director
    assert use_sign_in_link(token, at=START) is None
    assert use_sign_in_link(other, at=end - A_SECOND) == director
    assert use_sign_in_link(late, at=end) is None


@pytest.mark.parametrize("token", ["", "nonsense", "\ud800", "\x00", "é", "a" * 10_000])
def test_a_guessed_token_opens_nothing(director: User, token: str) -> None:
    make_sign_in_link(user=director, at=START)
    assert use_sign_in_link(token, at=START) is None
    assert live_api_token(hashed(token), at=START) is None
    assert live_table_link(hashed(token)) is None


def test_a_key_to_the_rest_door_ends_when_it_expires_or_is_revoked(director: User) -> None:
    key = hashed(make_api_token(user=director, name="laptop", at=START))
    end = START + API_TOKEN_LASTS
    assert live_api_token(key, at=end - A_SECOND) is not None
    assert live_api_token(key, at=end) is None
    ApiToken.objects.update(revoked_at=START)
    assert live_api_token(key, at=START) is None


def test_somebody_who_may_not_sign_in_any_more_has_no_way_in(director: User) -> None:
    token = make_sign_in_link(user=director, at=START)
    key = hashed(make_api_token(user=director, name="laptop", at=START))
    User.objects.update(is_active=False)
    assert use_sign_in_link(token, at=START) is None
    assert live_api_token(key, at=START) is None


def test_no_token_is_kept_only_its_hash(director: User, make_evening: Make, settings: Any) -> None:
    make_evening(4, until="playing")
    tokens = [
        make_sign_in_link(user=director, at=START),
        make_api_token(user=director, name="laptop", at=START),
        links.link_token(TableLink.objects.get()),
    ]
    assert len(set(tokens)) == 3
    rows = repr(everything())
    assert all(token not in rows and hashed(token) in rows for token in tokens)
    assert SignInLink.objects.get().token_hash == hashed(tokens[0])
    settings.SECRET_KEY = "the key of another server"
    assert links.link_token(TableLink.objects.get()) != tokens[2]


EVENINGS, PLAYERS = '"tournaments_evening" SET', '"tournaments_player" SET'


def archives(evening: AnEvening) -> list[dict[str, Any]]:
    """All publications, the first first."""
    kept = evening.evening.publications.order_by("number").values_list("archive", flat=True)
    return [json.loads(archive) for archive in kept]


def held(archive: dict[str, Any]) -> Verdict:
    """What comes of checking an archive by its own head."""
    return verdict(archive, head=archive["head"])


def call(player: Player, name: str, *, guest: bool = False) -> None:
    members.change_player(player, members.MemberChange(name=name, guest=guest))


def test_a_name_is_bound_wherever_a_ticket_is_given_out(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    evening.act(evenings.arrive_guest, name="Late", colour="")
    evening.act(evenings.substitute_guest, ticket=evening.evening.tickets.get(number=2), name="Instead")
    tickets = {ticket.code: ticket for ticket in evening.evening.tickets.select_related("player")}
    found = fold(chain_of(evening.evening))
    bound = {code: held.bound for code, held in found.tickets.items() if held.bound}
    assert len({ticket.salt for ticket in tickets.values()}) == len(tickets) == 10
    assert {code: (line.commitment, line.guest) for code, line in bound.items()} == {
        code: (name_commitment(ticket.player.name, ticket.salt), ticket.number > 8)
        for code, ticket in tickets.items()
    }


def test_an_archive_shows_the_name_of_then_until_it_is_erased(make_evening: Make, client: Client) -> None:
    evening = make_evening(8, until="published")
    assert set(last_entry(evening.evening)[1]) == {"standings"}
    assert held(*archives(evening)) == Verdict(())
    player = evening.evening.tickets.get(number=3).player
    before = player.name
    call(player, "Ada Marsh")
    evening.step_to("published")
    first, second = archives(evening)
    assert [archive["tickets"][2]["name"] for archive in (first, second)] == [before, "Ada Marsh"]
    assert [held(archive).faults for archive in (first, second)] == [(), ()]
    assert first["tickets"][2]["salt"] != second["tickets"][2]["salt"]
    path = f"{evening.evening.club.slug}/{evening.evening.slug}"
    doors = (f"/c/{path}/archive.json", f"/api/v1/clubs/{path.replace('/', '/evenings/')}/archive/")
    tags = [client.get(door)["ETag"] for door in doors]
    erase_names(player=evening.evening.tickets.get(number=3).player)
    for door, tag in zip(doors, tags, strict=True):
        again = client.get(door, headers={"If-None-Match": tag})
        assert (again.status_code, again["ETag"] != tag) == (200, True)


def test_somebody_renamed_before_the_publication_is_bound_anew(make_evening: Make) -> None:
    evening = make_evening(8, until="finished")
    ticket = evening.evening.tickets.select_related("player").get(number=3)
    call(ticket.player, "Ada Marsh")
    evening.step_to("published")
    (archive,) = archives(evening)
    assert [line["ticket"] for line in last_entry(evening.evening)[1]["names"]] == [ticket.code]
    assert archive["tickets"][2]["name"] == "Ada Marsh"
    found = held(archive)
    assert found.faults == ()
    assert [left.what for left in found.not_vouched_for] == ["tickets.2.name"]
    assert "given out under another name" in str(found.not_vouched_for[0])


def test_a_guest_who_became_a_member_before_the_publication_is_bound_as_one(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    ticket = evening.act(evenings.arrive_guest, name="Late", colour="")
    call(ticket.player, "Late")
    evening.go_on_to("published")
    (archive,) = archives(evening)
    assert archive["tickets"][8]["guest"] is False
    assert held(archive) == Verdict(())


def test_another_name_of_the_evening_is_bound_with_its_plan(make_evening: Make) -> None:
    evening = make_evening(8, until="seated")
    salt = evening.evening.salt
    evening.act(evenings.change_plan, name="Saturday", date=evening.evening.date, plan=evening.evening.plan)
    assert evening.evening.salt not in ("", salt)
    evening.go_on_to("published")
    (archive,) = archives(evening)
    assert archive["evening"]["name"] == "Saturday"
    assert held(archive) == Verdict(())


def without(*names: Any) -> Any:
    """What a function gives, the last of `names`, without these."""
    *gone, give = names
    return lambda *given: {name: value for name, value in give(*given).items() if name not in gone}


def test_the_publication_binds_names_of_before(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(evenings, "new_salt", lambda: "")
        before.setattr(NewTicket, "body", without("name", "guest", NewTicket.body))
        before.setattr(acts.Make, "decide", without("heading", acts.Make.decide))
        evening = make_evening(9, until="finished", name="Begun before")
    assert not any(ticket.bound for ticket in fold(chain_of(evening.evening)).tickets.values())
    evening.step_to("published")
    told = last_entry(evening.evening)[1]
    assert (len(told["names"]), set(told)) == (9, {"standings", "names", "heading"})
    assert held(*archives(evening)) == Verdict(())


def test_an_erased_name_is_nowhere_any_more_and_every_chain_holds(make_evening: Make) -> None:
    erased = make_evening(8, until="published", name="Zebedee")
    erased.step_to("published")
    erase_names(player=erased.evening.tickets.get(number=3).player)
    erased.read()
    name = "Zebedee player 03"
    assert not Player.objects.filter(name=name).exists()
    assert erased.evening.tickets.get(number=3).salt == ""
    assert len(archives(erased)) == 2
    for archive in archives(erased):
        assert name not in json.dumps(archive)
        assert (archive["tickets"][2]["name"], archive["tickets"][2]["salt"]) == (None, None)
        found = held(archive)
        assert found.faults == ()
        assert [str(left)[:27] for left in found.not_vouched_for] == ["tickets.2.name: name erased"]
    erased.step_to("published")
    archive = archives(erased)[-1]
    assert archive["tickets"][2]["name"] is None
    assert held(archive).faults == ()
    assert ERASED not in json.dumps(archive, ensure_ascii=False)


@pytest.mark.parametrize("change", ["renamed", "erased"])
def test_evenings_are_locked_before_the_person(make_evening: Make, change: str) -> None:
    player = make_evening(8, until="check_in").players[0]
    do = (
        partial(members.change_player, player, members.MemberChange(name="Zoe Roux"))
        if change == "renamed"
        else partial(erase_names, player=player)
    )
    written = [sql for sql in asked(do) if sql.startswith("UPDATE")]
    locked = [next(i for i, sql in enumerate(written) if table in sql) for table in (EVENINGS, PLAYERS)]
    assert locked == sorted(locked)
