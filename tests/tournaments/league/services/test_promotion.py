"""The end of a season: play-offs, and the next season with who went up and down."""

from datetime import date
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.services.rows import differences
from tournaments.league.services.seasons import make_next_season

NEXT: dict[str, Any] = {"name": "2027", "starts": date(2027, 10, 1), "ends": date(2028, 3, 31)}


def border(up: int = 1, down: int = 1, play_off: int = 0) -> dict[str, Any]:
    return {"borders": [{"up": up, "down": down, "play_off": play_off}]}


def next_season(made: AContest) -> list[tuple[int, str]]:
    made.act(acts.Close())
    new = made.act(make_next_season, **NEXT)
    assert differences(new) == []
    assert (new.previous_id, new.stage, new.rules) == (made.season.pk, "draft", made.season.rules)
    return [(row.division.level, row.name) for row in new.entrants.order_by("number")]


def test_a_place_is_played_for(club: Club) -> None:
    made = AContest.made(club, (3, 3), at=START, **border(0, 0, 1))
    made.play_out()
    made.act(acts.MakePlayOffs())
    assert len(made.seen.play_offs) == 1
    assert made.told()[-1] == "4: Cleo – Dan planned"
    table = made.seen.divisions[0].lines
    made.result("1:P1", 3, 1)
    assert made.seen.divisions[0].lines == table
    assert differences(made.season) == []
    assert [name for level, name in next_season(made) if level == 1] == ["Ann", "Ben", "Cleo"]


def test_who_has_withdrawn_does_not_go_on(club: Club) -> None:
    made = AContest.made(club, (4, 3), at=START)
    made.play_out()
    made.act(acts.WithdrawEntrant(number=1))
    # The best of those below comes up into the place that is left.
    names = ("Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
    assert next_season(made) == list(zip((1, 1, 1, 1, 2, 2), names, strict=True))


def test_a_season_goes_on_when_it_is_over_and_played_off(club: Club) -> None:
    made = AContest.made(club, (3, 3), at=START, **border(0, 0, 1))
    with refused("fixtures ahead"):
        made.act(acts.MakePlayOffs())
    made.play_out()
    with refused("season.stage not-now"):
        made.act(make_next_season, **NEXT)
    made.act(acts.MakePlayOffs())
    with refused("fixtures made"):
        made.act(acts.MakePlayOffs())
    made.act(acts.Close())
    with refused("fixtures play-offs"):
        made.act(make_next_season, **NEXT)


@pytest.mark.parametrize(
    ("divisions", "rules", "fault"),
    [
        pytest.param((3,), border(), "rules.borders none", id="a border and one division"),
        pytest.param((3, 3), border(4, 4), "rules.borders do-not-fit", id="more move than there are"),
        pytest.param((3, 3), {}, "rules.borders none", id="nobody plays off"),
        pytest.param((4,), {"format": "knock_out"}, "rules.format no-table", id="a knock-out"),
    ],
)
def test_no_play_offs(club: Club, divisions: tuple[int, ...], rules: dict[str, Any], fault: str) -> None:
    made = AContest.made(club, divisions, at=START, **rules)
    made.play_out()
    with refused(fault):
        made.act(acts.MakePlayOffs())


def test_a_knock_out_goes_on_with_everybody(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="knock_out")
    made.play_out()
    assert [name for _, name in next_season(made)] == ["Ann", "Ben", "Cleo", "Dan"]
    assert Season.objects.count() == 2
