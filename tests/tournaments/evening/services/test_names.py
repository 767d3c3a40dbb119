"""What people are called: bound by the ledger when a ticket is given out, as published afterwards, and erased."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.the_rows import asked, last_entry
from tournaments.club.models import Player
from tournaments.evening import acts
from tournaments.evening.acts.people import NewTicket
from tournaments.evening.reads.facts import ERASED
from tournaments.evening.replay.fold import bound_names, name_commitment
from tournaments.evening.services import evenings, results
from tournaments.evening.services.results import erase_names
from tournaments.publishing.publish import chain_of
from tournaments.publishing.verdict import Verdict, verdict

EVENINGS, PLAYERS = '"tournaments_evening" SET', '"tournaments_player" SET'


def archives(evening: AnEvening) -> list[dict[str, Any]]:
    """All publications, the first first."""
    kept = evening.evening.publications.order_by("number").values_list("archive", flat=True)
    return [json.loads(archive) for archive in kept]


def held(archive: dict[str, Any]) -> Verdict:
    """What comes of checking an archive by its own head."""
    return verdict(archive, head=archive["head"])


def call(player: Player, name: str, *, guest: bool = False) -> None:
    results.change_player(player=player, name=name, colour="", guest=guest, active=True)


def test_a_name_is_bound_wherever_a_ticket_is_given_out(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    evening.act(evenings.arrive_guest, name="Late", colour="")
    evening.act(evenings.substitute_guest, ticket=evening.evening.tickets.get(number=2), name="Instead")
    tickets = {ticket.code: ticket for ticket in evening.evening.tickets.select_related("player")}
    found = bound_names(chain_of(evening.evening))
    assert len({ticket.salt for ticket in tickets.values()}) == len(tickets) == 10
    assert {code: (line.commitment, line.guest) for code, line in found.tickets.items()} == {
        code: (name_commitment(ticket.player.name, ticket.salt), ticket.number > 8)
        for code, ticket in tickets.items()
    }


def test_an_archive_shows_the_name_it_was_published_under_and_the_next_one_the_new_name(
    make_evening: Make,
) -> None:
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


def test_somebody_renamed_before_the_publication_is_bound_anew_and_the_check_tells(
    make_evening: Make,
) -> None:
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


def test_an_evening_begun_before_names_were_bound_binds_them_all_when_it_is_published(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(evenings, "new_salt", lambda: "")
        before.setattr(NewTicket, "body", without("name", "guest", NewTicket.body))
        before.setattr(acts.Make, "decide", without("heading", acts.Make.decide))
        evening = make_evening(9, until="finished", name="Begun before")
    assert bound_names(chain_of(evening.evening)).tickets == {}
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


def test_a_copy_of_an_archive_is_out_of_date_once_a_name_in_it_is_erased(
    make_evening: Make, client: Client
) -> None:
    evening = make_evening(8, until="published")
    path = f"{evening.evening.club.slug}/{evening.evening.slug}"
    doors = (f"/c/{path}/archive.json", f"/api/v1/clubs/{path.replace('/', '/evenings/')}/archive/")
    tags = [client.get(door)["ETag"] for door in doors]
    erase_names(player=evening.evening.tickets.get(number=3).player)
    for door, tag in zip(doors, tags, strict=True):
        again = client.get(door, headers={"If-None-Match": tag})
        assert (again.status_code, again["ETag"] != tag) == (200, True)


@pytest.mark.parametrize("change", ["renamed", "erased"])
def test_evenings_are_locked_before_the_person_as_whoever_lets_people_in_does(
    make_evening: Make, change: str
) -> None:
    player = make_evening(8, until="check_in").players[0]
    do = (
        partial(results.change_player, player=player, name="Zoe Roux", colour="", guest=False, active=True)
        if change == "renamed"
        else partial(erase_names, player=player)
    )
    written = [sql for sql in asked(do) if sql.startswith("UPDATE")]
    locked = [next(i for i, sql in enumerate(written) if table in sql) for table in (EVENINGS, PLAYERS)]
    assert locked == sorted(locked)
