"""Evenings as leagues, ratings and histories read them: won by seats, with guests who became members since."""

import json

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.commands.test_rounds_of_scripts import chamberlain
from tournaments.club.models import Club, Player
from tournaments.club.services import members
from tournaments.evening import acts
from tournaments.evening.outcome import season_result
from tournaments.evening.services import results
from tournaments.league.models import SeasonEvening
from tournaments.league.reads import players
from tournaments.league.reads.ratings import published_games, rated_games
from tournaments.league.reads.tables import archive_of, as_value, players_by_ticket
from tournaments.ranking import people
from tournaments.ranking.series.units import Persons

MARGIN = {"counts": "margin", "margin": [[0, 2], [11, 3]]}


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """Seven at tables of three and four who play two hands, published."""
    ends = {"ends": "hands", "hands": 2}
    evening = make_evening(
        7, game="chamberlain", movement="drawn", rounds=1, ends=ends, worth=MARGIN, until="bell"
    )
    evening.cut_where_level()
    for step in ("settled", "drafted", "finished"):
        evening.step_to(step)
    evening.archive_by_seed()
    return evening


def test_everybody_has_the_games_they_won(evening: AnEvening, club: Club) -> None:
    won = {
        line.ticket.player_id: line.won_halves // 2
        for line in evening.evening.standings.select_related("ticket")
    }
    assert sum(won.values()) == 2
    for player, games in won.items():
        person = players.person(club, player)
        assert person is not None
        evenings = players.evenings_of(person)
        found = players.games_of(person, evenings)
        assert [game.account for game in found] == [("chamberlain", "games")]
        assert people.total(found).won == games
        assert not people.by_partner(found)
        assert len(people.by_opponent(found)) in (2, 3)
        assert not evenings[0].by_points


def test_fixtures_read_who_won_and_ratings_each_for_themselves(evening: AnEvening) -> None:
    games = published_games(evening.evening, Persons())
    assert games is not None
    assert sorted(len(game.sides) for game in games) == [3, 4]
    winners = {game.sides[game.winner][0] for game in games if game.winner is not None}
    lines = evening.evening.standings.filter(won_halves=2).values_list("ticket__player", flat=True)
    assert winners == {str(player) for player in lines}
    assert sorted(len(game.sides) for game in rated_games([evening.evening])) == [3, 4]


def test_two_at_a_table_who_are_read_as_one_have_met_nobody_there(evening: AnEvening) -> None:
    """The others have their game all the same."""
    table, elsewhere = published_games(evening.evening, Persons()) or ()
    (one,), (other,), *others = table.sides
    found = published_games(evening.evening, Persons(merged={other: one}))
    assert found is not None
    assert not {(one,), (other,)} & {*found[0].sides}
    assert found[0].sides[2:] == (*others,)
    assert found[1] == elsewhere


def test_a_season_takes_their_places_games_and_points(evening: AnEvening) -> None:
    publication = evening.evening.publications.get()
    result = season_result(archive_of(publication), players_by_ticket(evening.evening))
    lines = evening.evening.standings.order_by("ticket__player")
    assert sorted((who, place, won, points) for who, place, _, won, points, *_ in result["lines"]) == [
        (line.ticket.player_id, line.place, line.won_halves, line.points_for) for line in lines
    ]


def test_who_won_a_game_outright_is_rated_before_those_with_more_points(make_evening: Make) -> None:
    """Seat 1 makes two bids of six, then seat 2 the moon."""
    evening = make_evening(3, game="chamberlain", movement="drawn", ends={"ends": "game"}, until="playing")
    for hand in (chamberlain(1), chamberlain(1), chamberlain(2, moon=True)):
        evening.enter(1, hand)
    evening.act(acts.Close())
    assert evening.round().tables.get().points == (12, -20, 0)
    (game,) = rated_games([evening.evening])
    seats = evening.round().seats.order_by("seat").values_list("ticket__player", flat=True)
    best = game.sides[game.points.index(max(game.points))]
    assert best == (str(seats[1]),)


def guests(room: AnEvening) -> set[str]:
    """Who was a guest, as a season takes it from the latest publication."""
    last = room.evening.publications.latest("number")
    published = {ticket["name"] for ticket in json.loads(last.archive)["tickets"] if ticket["guest"]}
    row = SeasonEvening(result=season_result(archive_of(last), players_by_ticket(last.evening)))
    taken = [int(line.person) for line in as_value(row).lines if line.guest]
    assert published == set(Player.objects.filter(pk__in=taken).values_list("name", flat=True))
    return published


def becomes(player: Player, *, guest: bool) -> None:
    members.change_player(player, members.MemberChange(guest=guest))


def test_guests_who_joined_since_stay_guests_when_it_is_published_again(make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    guest, member = room.players[:2]
    becomes(guest, guest=True)
    for step in ("seated", "playing", "bell", "settled", "finished", "published"):
        room.step_to(step)
    assert guests(room) == {guest.name}
    becomes(guest, guest=False)
    becomes(member, guest=True)
    assert guests(room) == {guest.name}
    ticket = room.evening.tickets.get(player=member)
    room.act(acts.Penalty(tickets=[ticket.code], points=-1, reason="late"))
    room.act(results.request_publication)
    room.work()
    assert room.evening.publications.count() == 2
    assert guests(room) == {guest.name}
