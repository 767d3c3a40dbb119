"""A director who plays: of other tables in play only what any player sees, until the ledger notes that they look."""

from typing import Any

import pytest
from django.test import Client

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, words
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, Officer, Player, User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import PlayerLink, Seat, TableLink
from tournaments.evening.services.links import link_code, link_token, say_who_plays

OTHER = a_hand(2, 5, "B")
KEPT = "its hands and slips are hidden from you"


@pytest.fixture
def room(make_evening: Make, director: User) -> AnEvening:
    """Three tables; the director sits at table 1. Table 2 has a hand and a dispute, table 1 a hand."""
    room = make_evening(12, until="playing")
    seat = Seat.objects.get(round=room.round(), table_round__table__number=1, seat=1)
    say_who_plays(club=room.evening.club, user=director, player=seat.ticket.player)
    for table in (1, 2):
        room.enter(table, a_hand(), number=1, by=f"table:{table} seat:1")
    room.enter(2, a_hand(), number=2, by="table:2 seat:1")
    room.enter(2, OTHER, number=2, by="table:2 seat:2")
    return room


def doors(here: Desk, table: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Every address of the desk that shows hands of one table."""
    hand = (table, 1, 1)
    return [
        ("get", here.url("desk-table", table), {}),
        ("get", f"{here.url('desk-table', table)}?round=1", {}),
        ("post", here.url("desk-enter", table), {"key": "k"}),
        ("post", here.url("desk-preview", table), {}),
        ("get", here.url("desk-hand", *hand), {}),
        ("get", here.url("desk-correct", *hand), {}),
        ("post", here.url("desk-correct", *hand), {"of": "1"}),
        ("post", here.url("desk-correct-preview", *hand), {}),
        ("post", here.url("desk-settle", *hand), {"keep": "1"}),
        ("post", here.url("desk-confirm", table), {"hand": "1:1"}),
    ]


class TestOtherTables:
    def test_every_door_to_their_hands_asks_first(self, desk: Desk, room: AnEvening) -> None:
        here = desk.of(room)
        with unchanged():
            for method, url, entered in doors(here, 2):
                answer = getattr(here.client, method)(url, entered)
                assert answer.status_code == (200 if method == "get" else 403), url
                assert KEPT in html(answer), url
                assert "slip__line" not in html(answer), url

    def test_scores_are_shown_as_on_the_wall(self, desk: Desk, room: AnEvening) -> None:
        here = desk.of(room)
        assert "Score sheet" in here.see("desk-table", 1)
        assert "28" in words(here.see("desk-table", 2))
        assert "28" in words(here.see())
        assert "Table 2: hand 2 is in dispute." in here.see()
        page = here.see("desk-ledger")
        assert page.count("Round 1, table 2: a hand was entered.") == 3
        assert "Round 1, table 1: hand 1, 14 to 0." in page
        page = words(desk.of(room).see("desk-wrong-seats"))
        assert page.count("14 to 0") == 1
        assert page.count("…") >= 2

    def test_disputes_and_the_late_tray_name_the_table_only(self, desk: Desk, room: AnEvening) -> None:
        room.act(acts.Stop())
        late = room.enter(2, a_hand(), number=3, played_at=room.clock(), at=room.clock())
        assert late["state"] == "late"
        for name in ("desk-disputes", "desk-late"):
            page = desk.of(room).see(name)
            assert "Look at table 2" in page
            assert "slip__line" not in page


class TestLinks:
    def test_no_paper_has_the_link_of_another_table(self, desk: Desk, room: AnEvening) -> None:
        here = desk.of(room)
        links = {link.table.number: link for link in TableLink.objects.select_related("table")}
        page = here.see("desk-cards")
        assert link_token(links[1]) in page
        assert not [number for number in (2, 3) if link_token(links[number]) in page]
        assert not [number for number in (2, 3) if link_code(links[number]) in page]
        assert "are hidden until the round is over" in page
        slips = here.see("desk-blank-slips", round="all")
        assert [number for number in (1, 2, 3) if link_code(links[number]) in slips] == [1]
        assert "slips of other tables come without their code" in slips
        here.press("desk-look", 2)
        assert link_token(links[2]) in here.see("desk-cards")
        assert link_code(links[2]) in here.see("desk-blank-slips")

    def test_no_ticket_has_the_link_of_somebody_at_another_table(self, desk: Desk, room: AnEvening) -> None:
        here = desk.of(room)
        links = PlayerLink.objects.select_related("ticket")
        seats = Seat.objects.filter(round=room.round(), table_round__isnull=False)
        tables = dict(seats.values_list("ticket_id", "table_round__table__number"))
        page = here.see("desk-tickets")
        shown = {tables[link.ticket_id] for link in links if link_code(link) in page}
        assert shown == {1}
        for link in links:
            own = here.see("desk-personal", link.ticket.code)
            assert (link_code(link) in own) == (tables[link.ticket_id] == 1)

    def test_its_card_opens_nothing_where_they_are_signed_in(self, desk: Desk, room: AnEvening) -> None:
        here = desk.of(room)
        link = TableLink.objects.get(table__number=2)
        phone = f"/table/rooster-club/{room.evening.slug}/2/"
        assert here.client.get(f"/t/{link_token(link)}/")["Location"] == phone
        for answer in (here.client.get(phone), here.client.post(f"{phone}preview/")):
            assert (answer.status_code, answer["Location"]) == (302, here.url("desk-table", 2))
        here.press("desk-look", 2)
        assert here.client.get(phone).status_code == 200

    def test_the_admin_shows_no_such_hand(self, desk: Desk, room: AnEvening, director: User) -> None:
        User.objects.update(is_staff=True, is_superuser=True)
        entries = room.evening.ledger.filter(act="enter_hand").order_by("sequence")
        pages = [
            html(desk.client.get(f"/admin/tournaments/ledgerentry/{entry.pk}/change/")) for entry in entries
        ]
        assert ["bidder" in page for page in pages] == [True, False, False]


class TestLooking:
    def test_it_is_noted_and_opens_the_table(self, desk: Desk, room: AnEvening, director: User) -> None:
        here = desk.of(room)
        page = here.press("desk-look", 2, back=here.url("desk-hand", 2, 1, 1))
        assert "The ledger notes that you look at table 2." in page
        entry = room.evening.ledger.latest("sequence")
        assert (entry.act, entry.by) == ("look", f"user:{director.pk}")
        assert "Score sheet" in here.see("desk-table", 2)
        assert "a hand was entered" not in here.see("desk-ledger")
        assert KEPT in here.see("desk-table", 3)

    def test_in_the_next_round_it_is_asked_again(self, desk: Desk, room: AnEvening) -> None:
        here = desk.of(room)
        here.press("desk-look", 2)
        room.act(acts.Stop())
        room.act(acts.Cut(table=3, how="seed"))
        room.act(acts.Close(anyway=True))
        room.work()
        room.act(acts.PublishMove())
        room.act(acts.Start())
        own = Seat.objects.get(round=room.round(), ticket__player__offices__isnull=False).table_round
        tables = {1, 2, 3} - {own.table.number if own else 0}
        for table in tables:
            assert KEPT in here.see("desk-table", table)
            assert KEPT not in here.see("desk-table", table, round=1)

    def test_it_leads_nowhere_else(self, desk: Desk, room: AnEvening) -> None:
        here = desk.of(room)
        for back in ("", "//evil.example/desk/", "https://evil.example/", "javascript:1", "/c/x/"):
            answer = here.client.post(here.url("desk-look", 2), {"back": back})
            assert answer["Location"] == here.url("desk-table", 2), back


class TestWhoeverDoesNotPlay:
    def test_one_who_is_not_in_tonight(self, desk_at: DeskAt, director: User) -> None:
        here, room = desk_at(8, until="bell")
        mia = clubs.add_player(club=room.evening.club, name="Mia", at=room.at)
        say_who_plays(club=room.evening.club, user=director, player=mia)
        assert "Score sheet" in here.see("desk-table", 2)

    def test_one_who_has_left(self, desk: Desk, room: AnEvening) -> None:
        ticket = room.evening.tickets.get(player__offices__isnull=False)
        room.act(acts.Leave(ticket=ticket.code))
        assert "Score sheet" in desk.of(room).see("desk-table", 2)


class TestSayingWhoOneIs:
    def test_it_is_said_on_the_members_page(self, desk: Desk, club: Club, director: User) -> None:
        (ann,) = clubs.add_names(club=club, names=["Ann Lee"], at=club.made_at)
        page = desk.press("desk-member-me", player=str(ann.pk))
        assert "You play as Ann Lee." in page
        assert f'value="{ann.pk}" selected' in page
        assert Officer.objects.get(user=director).player == ann
        assert "You do not play." in desk.press("desk-member-me", player="")
        assert Officer.objects.get(user=director).player is None
        say_who_plays(club=club, user=director, player=ann)
        Player.objects.update(is_active=False)
        assert f'value="{ann.pk}" selected' in desk.see("desk-members")
        for player in ("999999", "x", "-1", "9" * 50):
            assert "You among the players" in desk.refused("desk-member-me", player=player)

    def test_a_player_of_another_club_is_refused(self, club: Club, director: User, stranger: Client) -> None:
        other = Club.objects.exclude(pk=club.pk).get()
        bo = clubs.add_player(club=other, name="Bo", at=club.made_at)
        with pytest.raises(Faults, match="the club has nobody with this number"):
            say_who_plays(club=club, user=director, player=bo)
        with pytest.raises(Faults, match="only officers of the club"):
            say_who_plays(club=other, user=director, player=bo)

    def test_during_a_round_it_cannot_be_unsaid(self, desk: Desk, room: AnEvening, director: User) -> None:
        page = desk.refused("desk-member-me", player="")
        assert "you play in a round that is not closed" in page.lower()
        assert Officer.objects.get(user=director).player is not None
        room.act(acts.Stop())
        room.act(acts.Cut(table=3, how="seed"))
        room.act(acts.Close(anyway=True))
        desk.press("desk-member-me", player="")
