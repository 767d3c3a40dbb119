"""The director's clubs, one club's evenings, its members, and the tour of its first evening."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, html, signed_in, words
from tournaments.club.models import Club, Officer, Player, User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.reads.desk import evenings
from tournaments.evening.reads.live import last_time
from tournaments.evening.round_rules import Status
from tournaments.evening.services.evenings import arrive_guest, substitute_guest
from tournaments.evening.web.desk.menu import LEFT, STEPS
from tournaments.league.models import League, Season, SeasonEvening

AT = datetime(2026, 11, 1, tzinfo=UTC)


def test_one_club_is_opened_two_are_offered_and_none_says_whom_to_ask(desk: Desk, director: User) -> None:
    assert desk.client.get("/desk/")["Location"] == "/desk/rooster-club/"
    clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=AT)
    page = html(desk.client.get("/desk/"))
    assert "/desk/rooster-club/" in page
    assert "/desk/owl-club/" in page
    Officer.objects.all().delete()
    assert "Ask whoever looks after this server" in html(desk.client.get("/desk/"))


def test_a_club_is_told_to_start_with_its_members_and_then_to_set_up_an_evening(desk: Desk) -> None:
    page = desk.see("desk-club")
    assert "Start with the members" in page
    assert desk.url("desk-members") in page
    clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    page = desk.see("desk-club")
    assert desk.url("desk-new") in page
    assert "Repeat the last evening" not in page


def test_evenings_that_are_over_can_be_cloned(desk: Desk, desk_at: DeskAt, make_evening: Make) -> None:
    here, room = desk_at(8, until="published")
    make_evening(8, name="Called off").act(acts.Abandon(reason="the heating"))
    page = desk.see("desk-club")
    assert "published" in page
    assert here.url("desk-clone") in page
    assert 'value="Friday"' in here.see("desk-clone")
    assert desk.client.get(desk.url("desk-club")).context["last"] == room.evening


def test_board_list_page_and_forecast_have_one_number_of_players(desk: Desk, desk_at: DeskAt) -> None:
    """Of thirteen one sits out; one who played leaves, one comes late and goes again, a seat changes hands twice."""
    here, room = desk_at(13, until="settled")
    seated = [ticket for ticket in room.evening.tickets.all() if ticket.seats.filter(seat=1).exists()]
    late = room.act(arrive_guest, name="Comes late", colour="")
    for ticket in (seated[0], late):
        room.act(acts.Leave(ticket=ticket.code))
    room.work()
    room.act(acts.PublishMove())
    first = room.act(substitute_guest, ticket=seated[1], name="Is called away")
    room.act(substitute_guest, ticket=first, name="Plays on")
    room.act(acts.Start())
    page = here.client.get(f"/c/rooster-club/{room.evening.slug}/")
    counted: Any = evenings(desk.club).get()
    last = last_time(desk.club)
    assert last is not None
    told = {
        "board": here.client.get(here.url("desk-evening")).context["players_count"],
        "list": counted.players_count,
        "page": page.context["people"],
        "forecast": last.players,
    }
    assert told == dict.fromkeys(told, 14)


class TestMembers:
    def test_one_is_added_with_the_usual_colour(self, desk: Desk) -> None:
        assert "paste the list you have" in desk.see("desk-members")
        page = desk.press("desk-members", name="  Thérèse   Roux ", colour="ladies")
        assert "Thérèse Roux is a member now." in page
        assert Player.objects.get().colour == "ladies"
        page = desk.refused("desk-members", name="a\x07b", colour="ladies")
        assert "cannot be shown" in page
        assert 'value="ladies"' in page

    @pytest.mark.parametrize("search", ["therese", "THÉR", "roux"])
    def test_the_search_passes_over_accents_and_case(self, desk: Desk, search: str) -> None:
        clubs.add_names(club=desk.club, names=["Thérèse Roux", "Bob"], at=AT)
        page = desk.see("desk-members", q=search).partition("<table")[2].partition("</table>")[0]
        assert "Thérèse Roux" in page
        assert "Bob" not in page

    def test_one_is_renamed_recoloured_and_retired_but_not_under_a_bad_name(self, desk: Desk) -> None:
        (ann,) = clubs.add_names(club=desk.club, names=["Ann"], at=AT)
        assert "Nobody is called “zzz”." in desk.see("desk-members", q="zzz")
        page = desk.refused("desk-member", ann.pk, name="x" * 90, colour="ladies", active="on")
        assert '<h1 class="title">Ann</h1>' in page
        assert f'value="{"x" * 90}"' in page
        desk.press("desk-member", ann.pk, name="Anna", colour="ladies")
        ann.refresh_from_db()
        assert (ann.name, ann.colour, ann.is_active) == ("Anna", "ladies", False)
        assert "Anna" not in words(desk.see("desk-members"))
        assert "Anna" in words(desk.see("desk-members", retired=""))


def test_a_page_leads_back_to_its_club_and_one_of_an_evening_to_its_board(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="bell")
    for page in ("desk-members", "desk-people", "desk-penalty", "desk-ledger", "desk-papers", "desk-jobs"):
        crumbs = here.see(page).partition('<nav class="crumbs')[2].partition("</nav>")[0]
        assert f'href="{here.url("desk-club")}"' in crumbs
        assert (f'href="{here.url("desk-evening")}"' in crumbs) is (page != "desk-members")
    assert "crumbs" not in here.see("desk-club")


@pytest.fixture
def many(club: Club) -> list[Evening]:
    """Thirty evenings that are over: of two games, in two years, three of them abandoned."""
    games = ("chantecler", "euchre")
    return [
        Evening.objects.create(
            club=club,
            name=f"Evening {place:02}",
            slug=f"evening-{place:02}",
            date=date(2025 + place % 2, 3, 1 + place // 2),
            plan={"game": games[place // 15]},
            status="abandoned" if place % 10 == 0 else "published",
            made_at=AT,
        )
        for place in range(30)
    ]


@pytest.mark.usefixtures("many")
def test_the_evenings_that_are_over_come_by_the_page_and_by_what_was_chosen(desk: Desk) -> None:
    asked: dict[str, Any]
    for asked, shown in (
        ({}, 25),
        ({"page": 2}, 5),
        ({"game": "euchre"}, 15),
        ({"year": "2025"}, 15),
        ({"status": "abandoned"}, 3),
        ({"game": "euchre", "year": "2025", "status": "published"}, 6),
        ({"game": "no such game", "year": "x", "page": "x"}, 25),
    ):
        listed = desk.client.get(desk.url("desk-club"), asked).context["ended"]
        assert len(listed) == shown, asked


def test_a_season_is_chosen_among_those_in_which_evenings_count(desk: Desk, many: list[Evening]) -> None:
    assert 'name="season"' not in desk.see("desk-club")
    league = League.objects.create(club=desk.club, name="Winter", slug="winter", made_at=AT)
    about: dict[str, Any] = {"league": league, "kind": "evenings", "made_at": AT, "rules": {}, "seed": "x"}
    days = {"starts": date(2025, 1, 1), "ends": date(2026, 12, 31)}
    counts, counts_not = (
        Season.objects.create(name=name, slug=name, **about, **days) for name in ("first", "second")
    )
    for evening in many[:4]:
        SeasonEvening.objects.create(season=counts, evening=evening, publication=1, result={})
    SeasonEvening.objects.create(season=counts_not, evening=many[5])
    page = desk.see("desk-club", season=counts.pk)
    assert "Winter, first" in page
    assert "Winter, second" not in page
    listed = desk.client.get(desk.url("desk-club"), {"season": counts.pk}).context["ended"]
    assert {line["evening"] for line in listed} == set(many[:4])


@pytest.mark.usefixtures("many")
def test_what_was_chosen_stays_on_the_next_page(desk: Desk) -> None:
    Evening.objects.update(plan={"game": "euchre"})
    assert "?game=euchre&amp;page=2" in desk.see("desk-club", game="euchre")


def test_a_club_of_few_evenings_has_nothing_to_choose(desk: Desk, make_evening: Make) -> None:
    make_evening(8, until="published")
    assert 'name="year"' not in desk.see("desk-club")


SAYS = "Your first evening · step %s of 9"


def test_a_club_begins_with_its_members_and_goes_on_to_its_first_evening(desk: Desk, desk_at: DeskAt) -> None:
    Player.objects.all().delete()
    assert SAYS % 1 in words(desk.see("desk-club"))
    assert f"{SAYS % 1} Add your members" in words(desk.see("desk-members"))
    clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    assert SAYS % 2 in words(desk.see("desk-club"))
    assert f'href="{desk.url("desk-new")}">Create the first evening' in desk.see("desk-members")
    here, _room = desk_at(8, until="check_in")
    assert f'href="{here.url("desk-evening")}">' in desk.see("desk-members")


@pytest.mark.parametrize(
    ("until", "step", "told"),
    [
        ("draft", 3, "Open the doors"),
        ("check_in", 4, "Check people in, then draw the seats"),
        ("playing", 6, "Round 1 is in play"),
        ("bell", 7, "Close round 1"),
        ("drafted", 8, "Announce the next seats"),
        ("finished", 9, "Publish"),
    ],
)
def test_each_status_has_its_step(desk: Desk, desk_at: DeskAt, until: str, step: int, told: str) -> None:
    here, _room = desk_at(8, until=until, rounds=1 if until == "finished" else 3)
    assert SAYS % step in words(here.see())
    page = words(desk.see("desk-club"))
    assert told in page
    assert until == "finished" or SAYS % step in page


def test_once_nobody_is_left_at_the_door_the_seats_are_to_be_drawn(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="check_in")
    assert f"{SAYS % 4} Draw the seats" in words(here.see())
    clubs.add_names(club=here.club, names=["Late Ann"], at=AT)
    assert f"{SAYS % 4} Check players in" in words(here.see())


def test_after_the_last_round_the_evening_is_to_be_finished(desk: Desk, desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="settled", rounds=1)
    for page in (words(here.see()), words(desk.see("desk-club"))):
        assert f"{SAYS % 8} Finish the evening That was the last round" in page
        assert "Then start the next round" not in page
        assert "Announce the next seats" not in page


@pytest.mark.parametrize(
    ("until", "rounds", "says"),
    [
        ("bell", 2, f"{SAYS % 7} Let the evening go on"),
        ("moved", 2, f"{SAYS % 8} Let the evening go on"),
        ("bell", 1, f"{SAYS % 7} Close the round"),
    ],
)
def test_where_rounds_follow_by_themselves_nothing_is_to_be_pressed(
    desk_at: DeskAt, until: str, rounds: int, says: str
) -> None:
    here, _room = desk_at(8, until=until, rounds=rounds, beside={"goes_on": "on", "pause": 60})
    assert says in words(here.see())


def test_every_status_of_an_evening_that_runs_has_one_step() -> None:
    ended = {Status.PUBLISHED, Status.ABANDONED}
    taken = [status for step in STEPS for status in step.at]
    assert sorted(taken) == sorted(set(Status) - ended)


@pytest.mark.parametrize("until", ["playing", "finished", "published"])
def test_at_a_second_evening_there_is_no_tour(desk: Desk, make_evening: Make, until: str) -> None:
    make_evening(8, until=until, rounds=1)
    assert "Your first evening" not in desk.of(make_evening(8, until="playing", name="Second")).see()
    assert until == "playing" or "Your first evening" not in desk.see("desk-club")


def test_it_can_be_left_at_any_time(desk: Desk, desk_at: DeskAt, director: User) -> None:
    here, _room = desk_at(8, until="playing")
    assert "Your first evening" in here.see()
    desk.press("desk-tour-leave")
    assert "Your first evening" not in here.see()
    later = signed_in(director)
    later.cookies[LEFT] = desk.client.cookies[LEFT].value
    assert "Your first evening" not in html(later.get(here.url("desk-evening")))


def test_an_evening_that_was_called_off_has_none(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="check_in")
    room.act(acts.Abandon(reason="snow"))
    assert "Your first evening" not in here.see()
