"""Before the last evenings of a season: who can still win it or reach a place, and what must happen."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.a_season import ASeason
from tests.tournaments.league.people import known
from tests.tournaments.league.web.pages import page, read, url
from tournaments.club.models import Club, ClubNight
from tournaments.league import acts

FIRST = date(2026, 10, 2)
Play = Callable[..., ASeason]
NOBODY_KNOWS = "Nobody knows how many evenings are left."
ASSUMED = "An evening is assumed to give what evenings have given so far:"
SCORED = {"points": {"by": "score_points"}}


@pytest.fixture
def play(club: Club) -> Play:
    """A season of so many evenings of eight people each week."""

    def made(evenings: int = 1, players: int = 8, **rules: Any) -> ASeason:
        season = ASeason.made(club, rules=rules)
        for week in range(evenings):
            season.play(FIRST + timedelta(weeks=week), players)
        return season

    return made


def told(season: ASeason, **query: object) -> str:
    return read(season, "what-if/", **query)


@pytest.mark.parametrize(
    ("evenings", "rules", "query", "expected"),
    [
        pytest.param(0, {"of": 3}, {}, "As soon as the first evening counts", id="no evening yet"),
        pytest.param(1, {"of": 99}, {}, "98 evenings are left", id="too early"),
        pytest.param(1, {"of": 4}, {}, "By the rules 3 evenings are left. “Certain”", id="three left"),
        pytest.param(1, {"of": 2}, {}, "By the rules 1 evening is left. Everything here is exact", id="one"),
        pytest.param(2, {"of": 2}, {}, "By the rules 0 evenings are left. Everything here is", id="none"),
        pytest.param(1, {"points": {"by": "games_won"}}, {"left": 1}, f"{ASSUMED} 0 to 1.", id="games won"),
        pytest.param(1, SCORED, {"most": 90, "least": -5, "left": 1}, "to give -5 to 90.", id="scores"),
    ],
)
def test_what_is_said_rests_on_how_many_evenings_are_left(
    play: Play, evenings: int, rules: dict[str, Any], query: dict[str, object], expected: str
) -> None:
    assert expected in told(play(evenings, **rules), **query)


def test_where_nobody_has_said_how_many_are_left_it_can_be_asked_with_some(play: Play) -> None:
    season = play(1)
    query: dict[str, Any]
    for query, expected in (
        ({}, NOBODY_KNOWS),
        ({"left": 3}, "You have assumed 3 more evenings."),
        ({"place": 999, "left": 1}, "8 players can still finish 8th or better"),
        ({"place": "-3", "left": 1}, "can still finish first"),
    ):
        assert expected in told(season, **query), query


@pytest.mark.parametrize(
    ("nights", "left"),
    [
        pytest.param([{"weekday": 4}], 3, id="each Friday, of which one has its evening"),
        pytest.param([{"weekday": 4, "week": 3}], 1, id="the third of a month"),
        pytest.param([{"weekday": 4}, {"weekday": 0, "begins_with": "game-whist"}], 3, id="and whist"),
        pytest.param([{"weekday": 4}, {"weekday": 5, "begins_with": "game-chantecler"}], 7, id="two nights"),
    ],
)
def test_the_nights_of_the_club_say_how_many_evenings_are_left(
    play: Play, monkeypatch: pytest.MonkeyPatch, nights: list[dict[str, Any]], left: int
) -> None:
    """On Friday 4 June of a season until Wednesday 30 June, its evening published already."""
    season = play(1)
    season.play(date(2027, 6, 4))
    at = datetime(2027, 6, 4, 22, tzinfo=UTC)
    monkeypatch.setattr("tournaments.league.web.public.seasons.now", lambda: at)
    assert NOBODY_KNOWS in told(season)
    assert "can no longer do that" not in told(season)
    for night in nights:
        ClubNight.objects.create(club=season.season.league.club, **night)
    evenings = "1 evening is" if left == 1 else f"{left} evenings are"
    assert f"The season runs until 30 June 2027; going by the club’s nights, {evenings} left." in told(season)
    assert "You have assumed 9 more evenings." in told(season, left=9)


def test_who_can_and_who_cannot_are_told_apart(play: Play) -> None:
    """10 points for the first place: four share places 1 to 4 with 7 each, the others have 2½."""
    season = play(3, of=4, points={"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]})
    lines = season.lines()
    said = told(season)
    reach = [line for line in lines if line.total + 20 >= lines[0].total]
    assert f"{len(reach)} players can still finish first" in said
    out = len(lines) - len(reach)
    assert (f"{out} players can no longer do that" in said) is (out > 1)
    for line in reach:
        assert f"{line.place} {line.player.name} " in said


def test_a_season_that_nobody_else_can_win_any_more_is_won(play: Play) -> None:
    season = play(1, of=2)
    leader = season.lines()[0].player
    assert "has won: nobody can catch up" not in told(season)
    season.act(acts.GiveBonus(player=leader.pk, points=50, reason="kept the bar"))
    season.work()
    assert f"{leader.name} has won: nobody can catch up" in told(season)


def test_what_must_happen_is_told_with_names(play: Play) -> None:
    season = play(1, of=2)
    lines = season.lines()
    me, rival = lines[-1].player, lines[0].player
    said = told(season, of=me.pk, place=4)
    assert f"What {me.name} needs" in said
    assert f"If {me.name} takes place 1:" in said
    assert rival.name in said.partition("can still finish 4th or better")[0]


def test_before_more_evenings_it_is_not_told_what_others_must_do(play: Play) -> None:
    season = play(1, of=4)
    said = told(season, of=season.lines()[0].player_id)
    assert "What others must do appears before the last evening" in said


def test_who_has_no_line_is_nobody(play: Play) -> None:
    season = play(1)
    for of in ("999999999", "x", "-1"):
        assert 'id="must"' not in page(season, "what-if/", of=of), of


def test_a_category_is_asked_about_by_itself(club: Club) -> None:
    categories = [{"name": "rose", "by": "colour"}, {"name": "sage", "by": "colour"}]
    season = ASeason.made(club, rules={"of": 3, "categories": categories})
    season.play(FIRST, 8, colours=("rose", "sage"))
    said = told(season, category="rose")
    assert {line.player.name in said for line in season.lines("rose")} == {True}
    assert Client().get(url(season, "what-if/"), {"category": "blue"}).status_code == 404


@pytest.mark.parametrize(
    ("category", "members", "expected"),
    [
        ("blue", [], "Nobody has played on a ticket of the colour “blue” yet."),
        ("Juniors", [], "Nobody is in “Juniors” yet."),
        ("Juniors", ["Tim"], "Nobody of “Juniors” has played an evening that counts yet."),
    ],
)
def test_a_category_of_nobody_says_why(club: Club, category: str, members: list[str], expected: str) -> None:
    categories = [{"name": name, "by": "colour"} for name in ("rose", "blue")]
    categories.append({"name": "Juniors", "by": "person"})
    season = ASeason.made(club, rules={"of": 3, "categories": categories})
    assert "As soon as the first evening counts" in told(season, category=category)
    season.play(FIRST, 8, colours=("rose", "sage"))
    for who in known(club, *members):
        season.act(acts.PutInCategory(player=who.pk, category=category, belongs=True))
    said = told(season, category=category)
    assert expected in said
    assert "As soon as the first evening counts" not in said
    assert "Everybody rose blue Juniors" in said, "the other tables can be asked about"


@pytest.mark.parametrize("category", ["", "rose"], ids=["everybody", "a category"])
def test_why_somebody_stands_there_leads_to_what_must_happen_for_them(club: Club, category: str) -> None:
    season = ASeason.made(club, rules={"of": 2, "categories": [{"name": "rose", "by": "colour"}]})
    season.play(FIRST, 8, colours=("rose", "sage"))
    line = season.lines(category)[0]
    why = page(season, f"why/{line.player.slug}/", of=category)
    query = f"category={category}&amp;of={line.player_id}" if category else f"of={line.player_id}"
    assert f'href="{url(season, "what-if/")}?{query}"' in why


def test_a_closed_season_says_who_has_won(play: Play) -> None:
    season = play(1, of=5)
    season.act(acts.Close())
    first = [line.player.name for line in season.lines() if line.place == 1]
    said = told(season)
    assert f"{', '.join(first)} ha{'ve' if len(first) > 1 else 's'} won the season" in said
    assert "nothing can change any more" in said
