"""The public pages of a season, as a visitor reads them."""

from django.test import Client

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.evening.web.desk.at_the_desk import html, words
from tournaments.league.models import Season

Made = Season | ASeason | AContest


def url(made: Made, below: str = "") -> str:
    """The address of a season's table, or of a page below it: `url(made, "what-if/")`."""
    season = made if isinstance(made, Season) else made.season
    return f"/c/{season.league.club.slug}/leagues/{season.league.slug}/{season.slug}/{below}"


def page(made: Made, below: str = "", **query: object) -> str:
    answer = Client().get(url(made, below), query)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.status_code
    return html(answer)


def read(made: Made, below: str = "", **query: object) -> str:
    return words(page(made, below, **query))
