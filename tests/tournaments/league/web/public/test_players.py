"""The people of a club as a visitor reads them: who has played, and what each has done."""

import random
import re
from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.league.people import BY, known
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs, members
from tournaments.evening import acts
from tournaments.evening.models import Evening, Standing, TableRound, Ticket
from tournaments.league import acts as season_acts
from tournaments.league.models import League, RatingPoint, Season, SeasonLine
from tournaments.league.services import bonds, entrants
from tournaments.league.services.entrants import WantedEntrant


@pytest.fixture
def see(client: Client, club: Club) -> Callable[..., str]:
    """Reads a page of people: `see()` the list, `see(player)` one of them."""

    def read(player: Player | None = None, **query: str) -> str:
        where = f"{player.slug}/" if player else ""
        answer = client.get(f"/c/{club.slug}/players/{where}", query)
        assert answer.status_code == 200, answer.status_code
        return words(answer.content.decode())

    return read


def first_seated(room: AnEvening, table: int = 1, seat: int = 1) -> Player:
    game = TableRound.objects.get(round__evening=room.evening, round__number=1, table__number=table)
    return game.seats.get(seat=seat).ticket.player


def test_a_club_nobody_has_played_at_says_what_will_be_here(see: Any, make_evening: Make) -> None:
    make_evening(8, until="finished")
    assert "Nobody has played yet" in see()


def test_everybody_who_has_played_is_listed_the_retired_too(see: Any, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    gone = room.players[0]
    members.change_player(gone, members.MemberChange(active=False))
    clubs.add_player(club=room.evening.club, name="Never Came", at=START)
    said = see()
    assert f"{gone.name} 1 20 Nov. 2026" in said
    assert "Never Came" not in said


def is_in_seat_1(player: Player, evening: str) -> None:
    """It was they who had the ticket of whoever sat there in the first round."""
    game = TableRound.objects.get(round__evening__name=evening, round__number=1, table__number=1)
    Ticket.objects.filter(pk=game.seats.get(seat=1).ticket_id).update(player=player)


def came(club: Club, day: date, *people: Player) -> Evening:
    """An evening that was published, as far as lists go: these came first, second, third."""
    told = {"name": f"On {day}", "slug": f"on-{day}", "date": day, "plan": {"game": "chantecler"}}
    evening = Evening.objects.create(club=club, status="published", made_at=START, published_at=START, **told)
    for place, player in enumerate(people, start=1):
        ticket = Ticket.objects.create(evening=evening, player=player, code=f"t{place}", number=place)
        figures = dict.fromkeys(("won_halves", "points_for", "points_difference"), 10 - place)
        none = {"head_table_wins": 0, "bells_rung": 0}
        Standing.objects.create(evening=evening, ticket=ticket, place=place, played=5, **figures, **none)
    return evening


def test_the_list_is_sorted(see: Any, club: Club) -> None:
    therese, bo, ada = known(club, "Thérèse", "Bo", "Ada")
    came(club, START.date() - timedelta(7), ada, bo)
    came(club, START.date(), bo, therese)
    query: dict[str, str]
    for query, expected in (
        ({}, ["Ada", "Bo", "Thérèse"]),
        ({"by": "evenings"}, ["Bo", "Ada", "Thérèse"]),
        ({"by": "last"}, ["Bo", "Thérèse", "Ada"]),
        ({"by": "nonsense"}, ["Ada", "Bo", "Thérèse"]),
        ({"q": " THERE"}, ["Thérèse"]),
        ({"q": "x"}, []),
    ):
        said = see(**query)
        shown = [name for name in ("Ada", "Bo", "Thérèse") if f" {name} " in said]
        assert sorted(shown, key=said.index) == expected, query
        assert ("Nobody is called “x”." in said) is not bool(expected), query


def test_people_read_as_one_are_listed_once_with_an_evening_of_both(see: Any, club: Club) -> None:
    ann, anne, anna = known(club, "Ann", "Anne", "Anna")
    came(club, START.date() - timedelta(7), anne)
    came(club, START.date(), ann, anna)
    for duplicate in (anne, anna):
        bonds.merge(duplicate=duplicate, into=ann, **BY)
    said = see()
    assert "Ann 2 20 Nov. 2026" in said
    assert "Anne" not in said
    assert "Anna" not in said


def test_without_a_published_evening_there_is_no_page(client: Client, club: Club, make_evening: Make) -> None:
    room = make_evening(8, until="finished")
    other = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    (owl,) = known(other, "Olga")
    came(other, START.date(), owl)
    somebody = room.players[0]
    for where in (somebody.pk, somebody.slug, owl.pk, owl.slug, 10**6, 2**63, 10**30, "nobody"):
        assert client.get(f"/c/{club.slug}/players/{where}/").status_code == 404, where


def test_former_addresses_lead_on_until_erasure(client: Client, club: Club, make_evening: Make) -> None:
    ann, there = make_evening(8, until="published").players[0], f"/c/{club.slug}/players/"
    once = f"{there}{ann.slug}/"
    assert client.get(f"{there}{ann.pk}/")["Location"] == once
    members.change_player(ann, members.MemberChange(name="Anna Lee"))
    assert client.get(once)["Location"] == f"{there}anna-lee/"
    members.erase_names(player=ann)
    for gone in (once, f"{there}anna-lee/"):
        assert client.get(gone).status_code == 404, gone
    assert client.get(f"{there}player/").status_code == 200
    assert "players/player/" not in client.get(there).content.decode()


def test_a_page_tells_evenings_games_partners_opponents_and_hands(see: Any, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    ann, bo, cleo, dan = (first_seated(room, 2, seat) for seat in (1, 2, 3, 4))
    said = see(ann)
    assert "Longest run of evenings 1 Current run of evenings 1" in said
    assert "Friday 20 Nov. 2026 1 of 1 won" in said
    assert "Chantecler Games played 1 Games won 1 Longest winning streak 1 Current winning streak 1" in said
    assert f"Partners Name Games Won {cleo.name} 1 1 Opponents" in said
    for opponent in (bo, dan):
        assert f"{opponent.name} 1 1" in said.partition("Opponents")[2]
    assert "Games won at each table Table 2 1 of 1" in said
    assert "Games won in each seat Seat 1 1 of 1" in said
    assert "Best hands Hand 1" in said
    assert "For couple A" in said
    assert "Best hands" not in see(bo)


def test_where_each_counts_their_own_points_all_is_told_in_points(see: Any, make_evening: Make) -> None:
    room = make_evening(4, until="published", game="ascot", movement="drawn", hands_per_round=3, rounds=1)
    best = Standing.objects.filter(evening=room.evening).select_related("ticket").order_by("-points_for")[0]
    said = see(best.ticket.player)
    assert f"Rounds played 1 Points {best.points_for} Points a round {best.points_for}.0" in said
    assert "Partners" not in said
    assert "Opponents Name Rounds Points Theirs" in said
    assert f"Points a round at each table Table 1 {best.points_for}.0" in said
    assert "Won in a row" not in said
    assert "Best hands" in said


def test_games_that_do_not_add_up_are_shown_one_at_a_time(see: Any, club: Club, make_evening: Make) -> None:
    make_evening(4, until="published", rounds=1, name="A")
    room = make_evening(4, until="published", game="ascot", movement="drawn", hands_per_round=1, name="B")
    ann = first_seated(room)
    is_in_seat_1(ann, "A")
    assert "Game by game Ascot 1 Chantecler 1" in see(ann)
    assert "Rounds played 1" in see(ann)
    assert "Games played 1" in see(ann, game="chantecler")
    assert "Rounds played 1" in see(ann, game="nonsense")


def test_a_duplicates_page_leads_elsewhere(see: Any, client: Client, club: Club, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    ann, cleo = first_seated(room, 1, 1), first_seated(room, 2, 3)
    bonds.merge(duplicate=cleo, into=ann, **BY)
    answer = client.get(f"/c/{club.slug}/players/{cleo.slug}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{club.slug}/players/{ann.slug}/")
    said = see(ann)
    for expected in (f"Also listed as {cleo.name}.", "1 evening · ", "2 of 2 won"):
        assert expected in said


def test_nobody_plays_with_or_against_themselves(see: Any, make_evening: Make) -> None:
    room = make_evening(4, until="published", rounds=1)
    ann, bo, cleo, dan = (first_seated(room, 1, seat) for seat in (1, 2, 3, 4))
    bonds.merge(duplicate=cleo, into=ann, **BY)
    bonds.merge(duplicate=dan, into=ann, **BY)
    said = see(ann)
    assert "Partners" in said
    assert f"Partners Name Games Won {bo.name} 1 0 Opponents Name Games Won {bo.name} 2 2" in said


def test_an_evening_that_is_being_corrected_counts_once_published_again(see: Any, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    code = room.evening.tickets.get(player=room.players[0]).code
    room.act(acts.Penalty(tickets=[code], points=-1, reason="late"))
    said = see(room.players[0])
    assert "They count here again once they have been published again." in said
    assert "Games played" not in said
    assert "Nobody has played yet" in see()
    room.step_to("published")
    assert "being corrected" not in see(room.players[0])


def decided(room: AnEvening, act: Any) -> None:
    """The round is over, this is decided about a game of it, and the evening is published."""
    for step in ("bell", "settled", "finished", "published"):
        if step == "settled":
            room.act(act)
        room.step_to(step)


def test_a_game_recorded_as_not_played_is_none(see: Any, make_evening: Make) -> None:
    room = make_evening(8, until="playing", rounds=1)
    decided(room, acts.NotPlayed(round=1, table=2, reason="a pack was short"))
    assert "Games played 1" in see(first_seated(room, 1))


def test_hands_of_a_game_whose_score_was_set_are_nobodys_best(see: Any, make_evening: Make) -> None:
    room = make_evening(8, until="playing", rounds=1)
    decided(room, acts.AdjustGame(round=1, table=2, points=(5, 30), reason="the slip was lost"))
    said = see(first_seated(room, 2, 2))
    assert "Games played 1 Games won 1" in said
    assert "Best hands" not in said
    assert "Best hands" in see(first_seated(room, 1, 1))


def test_ratings_are_drawn_with_their_figures_behind(see: Any, club: Club, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    ann = room.players[0]
    points = {"date": room.evening.date, "mu": 26.0, "sigma": 4.0, "games": 1}
    whose: dict[str, Any] = {"club": club, "game": "chantecler", "player": ann, "evening": room.evening}
    RatingPoint.objects.update_or_create(**whose, defaults=points)
    said = see(ann)
    assert "Rating 1520 ± 160" in said
    assert "After 1 game." in said
    assert "Friday 20 Nov. 2026 1520 160 1" in said


def test_streaks_of_evenings_go_by_all_evenings_of_the_club(see: Any, club: Club) -> None:
    ann, bo = known(club, "Ann", "Bo")
    for weeks, people in enumerate(((ann,), (ann, bo), (ann, bo), (bo,), (ann,))):
        came(club, START.date() + timedelta(weeks=weeks), *people)
    assert "Longest run of evenings 3 Current run of evenings 1" in see(ann)
    assert "Longest run of evenings 3 Current run of evenings 0" in see(bo)


def test_published_standings_lead_to_those_who_played(client: Client, make_evening: Make) -> None:
    room = make_evening(9, until="finished", rounds=1)
    where = f"/c/{room.evening.club.slug}"
    page = f"{where}/{room.evening.slug}/"
    assert f"{where}/players/" not in client.get(page).content.decode()
    room.step_to("published")
    links = re.findall(rf"{where}/players/[\w-]+/", client.get(page).content.decode())
    assert len(set(links)) == 8  # one has sat out
    assert {client.get(link).status_code for link in links} == {200}


def test_a_line_sums_a_person_up(see: Any, make_evening: Make) -> None:
    """A name from right to left stays in one piece in it."""
    room = make_evening(4, until="published", rounds=1)
    ann, cleo = (first_seated(room, 1, seat) for seat in (1, 3))
    Standing.objects.filter(ticket__player=ann).update(place=1)
    assert f"1 evening · 1 evening won · most often with {cleo.name}" in see(ann)
    Standing.objects.filter(ticket__player=ann).update(place=3)
    members.change_player(cleo, members.MemberChange(name="محمد"))
    assert "1 evening · best place 3 · most often with \u2068محمد\u2069" in see(ann)


def test_the_form_is_drawn_with_its_figures_behind(see: Any, client: Client, club: Club) -> None:
    bo, *others = known(club, "Bo", "Ada", "Cid")
    came(club, START.date() - timedelta(7), bo, others[0])
    assert "Form" not in see(bo), "one evening is no form"
    came(club, START.date(), others[0], bo, others[1])
    said = see(bo)
    assert "Places on the last 2 evenings, newest on the right" in said
    page = client.get(f"/c/{club.slug}/players/{bo.slug}/").content.decode()
    assert page.count('class="form__column') == 2


def test_of_many_years_one_is_shown_the_latest_unless_another_is_asked_for(see: Any, club: Club) -> None:
    ann, bo = known(club, "Ann", "Bo")
    for year in range(2020, 2027):
        came(club, date(year, 11, 20), ann, bo)
    for asked_for, year in (("", 2026), ("2021", 2021), ("1910", 2026), ("x", 2026)):
        said = see(ann, **({"year": asked_for} if asked_for else {}))
        assert "7 evenings · 7 evenings won" in said, asked_for
        below = said.partition(f"Evenings · {year}")[2]
        assert [each for each in range(2020, 2027) if f"On {each}-11-20" in below] == [year], asked_for


@pytest.fixture
def pat(club: Club) -> Player:
    (made,) = known(club, "Pat")
    came(club, START.date(), made)
    return made


def test_seasons_are_told_once_they_are_opened(client: Client, see: Any, club: Club, pat: Player) -> None:
    league = League.objects.create(club=club, name="Club league", slug="club-league", made_at=START)
    days = {"starts": START.date(), "ends": START.date()}
    season = Season.objects.create(
        league=league, name="Winter", slug="winter", kind="evenings", rules={}, made_at=START, **days
    )
    figures = {"position": 2, "total": 40, "attended": 3, "won": 1, "bonus": 0, "prizes": True}
    SeasonLine.objects.create(season=season, player=pat, place=2, **figures)
    assert "Club league" not in see(pat)
    Season.objects.update(stage="open")
    assert "Seasons Place Season Played Won Points 2 Club league, Winter 3 1 40" in see(pat)
    page = client.get(f"/c/{club.slug}/players/{pat.slug}/").content.decode()
    assert f'href="/c/{club.slug}/leagues/club-league/winter/"' in page


def plays(club: Club, player: Player, name: str, divisions: tuple[int, ...] = (3,), **rules: Any) -> AContest:
    """A season of fixtures in which a person was entered instead of Ann."""
    made = AContest.made(club, divisions, at=START, until="draft", **rules)
    Season.objects.filter(pk=made.season.pk).update(name=name)
    made.act(entrants.change_entrant, number=1, entry=WantedEntrant([player]))
    made.act(season_acts.Open())
    made.act(season_acts.MakeFixtures())
    return made


def test_a_season_of_fixtures_has_division_place_and_points(see: Any, club: Club, pat: Player) -> None:
    made = plays(club, pat, "Round robin", (3, 3))
    assert "– Winter League, Round robin Division 1 0 0 0" in see(pat), "nothing tells a place yet"
    made.play_out()
    assert "1 Winter League, Round robin Division 1 2 2 3" in see(pat)
    made.act(season_acts.WithdrawEntrant(number=1, ahead="void_all"))
    assert "Winter League, Round robin Division 1 · withdrawn 0 0 0" in see(pat)


def test_a_pair_is_named_and_its_points_have_halves(see: Any, club: Club, pat: Player) -> None:
    (sam,) = known(club, "Sam")
    made = AContest.made(club, (0,), at=START, until="open", entrants="pair")
    made.act(entrants.enter, entries=[WantedEntrant([pat, sam])])
    made.act(entrants.enter_names, lines=["Ann & Ben"])
    made.act(season_acts.MakeFixtures())
    made.result("1:1.1", 2, 2)
    assert "1 Winter League, 2026 Pat &amp; Sam 1 0 ½" in see(pat)


def test_of_a_knock_out_it_is_told_who_is_in_it(see: Any, club: Club, pat: Player) -> None:
    made = plays(club, pat, "Cup", (4,), format="knock_out", draws=False)
    results: list[tuple[str, int, int]]
    for results, expected in (
        ([], "– Winter League, Cup still in it 0 0 –"),
        ([("1:W1.1", 3, 1), ("1:W1.2", 3, 1)], "– Winter League, Cup still in it 1 1 –"),
        ([("1:W2.1", 3, 1)], "1 Winter League, Cup won it 2 2 –"),
        ([("1:W2.1", 1, 3)], "– Winter League, Cup out 2 1 –"),
    ):
        for result in results:
            made.result(*result, reason="as it was told")
        assert expected in see(pat)


def test_a_person_is_found_under_the_listing_that_was_entered(see: Any, club: Club, pat: Player) -> None:
    (patty,) = known(club, "Patty")
    plays(club, patty, "Round robin")
    bonds.merge(duplicate=patty, into=pat, **BY)
    assert "Winter League, Round robin Patty 0 0 0" in see(pat)


def test_the_latest_season_stands_first_whatever_it_is_made_of(see: Any, club: Club, pat: Player) -> None:
    plays(club, pat, "Fixtures")
    league = League.objects.get(club=club)
    figures = {"position": 1, "total": 7, "attended": 1, "won": 1, "bonus": 0, "prizes": True, "place": 1}
    for name, year in (("Before", 2025), ("After", 2027)):
        days = {"starts": date(year, 1, 1), "ends": date(year, 9, 1), "made_at": START}
        told = {"name": name, "slug": name, "kind": "evenings", "stage": "open", "rules": {"unit": 2}}
        season = Season.objects.create(league=league, **told, **days)
        SeasonLine.objects.create(season=season, player=pat, **figures)
    said = see(pat)
    assert said.index("After") < said.index("Fixtures") < said.index("Before")
    assert "After 1 1 3½" in said


@pytest.fixture
def season(club: Club) -> ASeason:
    """Two evenings, with nine people each, of whom four come to both."""
    made = ASeason.made(club)
    first = made.play(date(2026, 10, 2), 9)
    second = made.play(date(2026, 10, 9), 9, name="Second", until="draft")
    second.players = [*first.players[:4], *second.players[4:]]
    for step in ("check_in", "seated", "playing", "bell", "settled", "finished", "published"):
        second.step_to(step)
    made.work()
    return made


def rows() -> tuple[list[Any], list[Any]]:
    lines = SeasonLine.objects.order_by("season", "category", "position").values()
    points = RatingPoint.objects.order_by("game", "date", "evening", "player").values()
    return [{**row, "id": 0} for row in lines], [{**row, "id": 0} for row in points]


def pages(client: Client, season: ASeason, people: list[Player]) -> list[bytes]:
    league = season.season.league
    club = f"/c/{league.club.slug}/"
    where = [
        club,
        f"{club}players/",
        f"{club}leagues/{league.slug}/{season.season.slug}/",
        *(f"{club}players/{player.slug}/" for player in people),
        *(f"{club}{room.evening.slug}/" for room in season.evenings),
    ]
    return [client.get(path).content for path in where]


def test_merges_that_are_undone_have_never_been(client: Client, season: ASeason) -> None:
    """Each into the next, and two into one."""
    dice = random.Random(1910)
    one, other, *others = people = dice.sample(list(Player.objects.order_by("pk")), 5)
    kept, shown = rows(), pages(client, season, people)
    pairs = [*pairwise([*others, one]), (other, one)]
    made = [bonds.merge(duplicate=duplicate, into=into, **BY) for duplicate, into in pairs]
    season.work()
    assert [now == then for now, then in zip(rows(), kept, strict=True)] == [False, False]
    for row in dice.sample(made, len(made)):
        bonds.undo(merge=row, **BY)
    season.work()
    assert rows() == kept
    assert pages(client, season, people) == shown
