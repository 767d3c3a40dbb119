"""How fixtures end: by hand, by forfeit, left to an evening; postponed, void, taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Final, Literal

from django.db import transaction

from tournaments.evening.models import Evening
from tournaments.evening.reads.published import is_reopened
from tournaments.league import acts
from tournaments.league.acts.fixtures import told
from tournaments.league.models import Season
from tournaments.league.reads.access import clubs_in
from tournaments.league.reads.fixtures import Contest, address_of
from tournaments.league.services.fixture_evenings import games_of, given
from tournaments.league.services.fixture_state import follow_on, opened
from tournaments.league.services.handicaps import RatingsBehindError, RatingsFailedError, check_ratings
from tournaments.league.services.ledger import SeasonBook
from tournaments.ledger.days import checked_date
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.values import Outcome, Side, Winner
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_reason

MOST_HALVES: Final = 2000
MOST_POINTS: Final = 1_000_000
Pair = tuple[int, int]


@transaction.atomic
def enter_result(
    *,
    season: Season,
    code: str,
    games: Pair,
    by: str,
    at: datetime,
    points: Pair | None = None,
    winner: Winner | Literal[""] = "",
    reason: str = "",
) -> None:
    """Enter how a fixture ended; entered again, it takes the place of what was there.

    Arguments:
        games: those won by the home and the away side, in halves.
        points: those made by the home and the away side; None where they were not counted.
        winner: who won; "" where the games tell, and where they are level, the rules being without draws, the points.
    """
    book, seen = opened(season, acts.Result, by=by, at=at)
    fixture = _fixture(seen, code)
    _check_numbers(games, points or (0, 0))
    draws = seen.rules.draws and not fixture.play_off
    won = winner or _winner(games, points or (0, 0), draws)
    if won == "nobody" or (won == "draw" and not draws):
        refuse(
            "winner",
            "no-draws",
            "%(home)s to %(away)s games, and as many points each; there are no draws here: say who has won",
            home=_halves(games[0]),
            away=_halves(games[1]),
        )
    ended = replace(fixture.ended(Outcome(won, games, points)), evening="")
    _end(book, seen, ended, reason=reason)


def _winner(games: Pair, points: Pair, draws: bool) -> Winner:
    """Who won: by games, and where there are no draws, by points."""
    for home, away in (games,) if draws else (games, points):
        if home != away:
            return "home" if home > away else "away"
    return "draw"


def _halves(value: int) -> str:
    return f"{value // 2 or ''}½" if value % 2 else str(value // 2)


def _check_numbers(games: Pair, points: Pair) -> None:
    for field, values, least, most in (
        ("games", games, 0, MOST_HALVES),
        ("points", points, -MOST_POINTS, MOST_POINTS),
    ):
        for value in values:
            if not least <= value <= most:
                refuse(
                    field,
                    "out-of-range",
                    "%(entered)s was entered; from %(least)s to %(most)s is allowed",
                    entered=value,
                    least=least,
                    most=most,
                )


@transaction.atomic
def forfeit(
    *, season: Season, code: str, side: Side | Literal["both"], by: str, at: datetime, reason: str = ""
) -> None:
    """One side of a fixture did not play, or both: whoever did not play has lost."""
    book, seen = opened(season, acts.Result, by=by, at=at)
    fixture = _fixture(seen, code)
    if side not in ("home", "away", "both"):
        refuse("side", "not-allowed", "“%(entered)s” was entered; allowed: home, away or both", entered=side)
    gone = [
        number
        for name, number in zip(("home", "away"), fixture.numbers(), strict=True)
        if side in (name, "both")
    ]
    _end(book, seen, replace(fixture.forfeited_by(gone), evening=""), reason=reason)


@transaction.atomic
def declare_void(*, season: Season, code: str, by: str, at: datetime, reason: str = "") -> None:
    """A fixture counts nowhere; in a knock-out it is played again."""
    book, seen = opened(season, acts.Result, by=by, at=at)
    fixture = _fixture(seen, code)
    _end(book, seen, replace(fixture.ahead(), status="void", evening=""), reason=reason)


@transaction.atomic
def take_back(*, season: Season, code: str, by: str, at: datetime, reason: str = "") -> None:
    """A fixture is ahead again, whatever its result was, and no evening gives it one."""
    book, seen = opened(season, acts.Result, by=by, at=at)
    fixture = _fixture(seen, code)
    if fixture.is_ahead and not fixture.evening:
        refuse("fixture", "no-result", "there is no result to take back")
    _end(book, seen, replace(fixture.ahead(), evening=""), reason=reason)


@transaction.atomic
def postpone(
    *, season: Season, code: str, by: str, at: datetime, day: date | None = None, reason: str = ""
) -> None:
    """A fixture ahead is played later, on that day if it is known."""
    book, seen = opened(season, acts.Postpone, by=by, at=at)
    fixture = _fixture(seen, code)
    if not fixture.is_ahead:
        refuse("fixture", "has-a-result", "it has a result already; take that back first")
    later = replace(fixture, status="postponed", on=checked_date(day).isoformat() if day else "")
    book.do(acts.Postpone(told={"fixtures": told([later])}, reason=clean_reason(reason)))


@transaction.atomic
def attach(*, season: Season, code: str, evening: Evening, by: str, at: datetime, reason: str = "") -> bool:
    """Let an evening give the result of a fixture: now, where it is published, else when it is.

    Returns whether there is a result now. Raises Faults for an evening of a club that takes no part, of a game that
    is not the season's, or one that is published and gives no result.
    """
    evening = Evening.objects.select_for_update(of=("self",)).select_related("club").get(pk=evening.pk)
    book, seen = opened(season, acts.Result, by=by, at=at)
    fixture = _fixture(seen, code)
    _check_fits(seen, evening)
    fixture = replace(fixture.ahead(), evening=address_of(evening))
    found = None
    published = evening.publications.exists() and not is_reopened(evening)
    if published:
        _check_ratings(seen, evening)
        found = given(seen, fixture, games_of(seen, evening))
        if found is None:
            refuse(
                "evening",
                "no-result",
                "“%(entered)s” gives no result: the two have not met there, or nothing parts them; enter it by hand",
                entered=evening.name,
            )
        fixture = fixture.ended(found)
    _end(book, seen, fixture, reason=reason)
    return found is not None


def _check_fits(seen: Contest, evening: Evening) -> None:
    if not clubs_in(seen.season.league).filter(pk=evening.club_id).exists():
        refuse(
            "evening",
            "not-in-the-league",
            "“%(entered)s” is of a club that takes no part in the league",
            entered=evening.name,
        )
    if evening.plan["game"] not in seen.rules.games:
        refuse(
            "evening",
            "another-game",
            "“%(entered)s” was played; the season is played at %(allowed)s",
            entered=evening.plan["game"],
            allowed=", ".join(seen.rules.games),
        )


def _check_ratings(seen: Contest, evening: Evening) -> None:
    """Raise Faults where the season gives handicaps by ratings that are not worked out."""
    if seen.rules.handicap is None:
        return
    try:
        check_ratings(evening, seen.season)
    except RatingsFailedError:
        refuse(
            "evening",
            "ratings-failed",
            "the handicaps of “%(entered)s” rest on ratings that could not be worked out; have that tried again on "
            "the first page of the season",
            entered=evening.name,
        )
    except RatingsBehindError:
        refuse(
            "evening",
            "ratings-behind",
            "the handicaps of “%(entered)s” rest on ratings that are still being worked out; try again in a moment",
            entered=evening.name,
        )


def _fixture(seen: Contest, code: str) -> KeptFixture:
    row = seen.fixture(code)
    if row is None:
        refuse("fixture", "unknown", "there is no fixture %(entered)s", entered=code)
    if row.away is None:
        refuse("fixture", "a-bye", "%(name)s has nobody to meet", name=row.home.name)
    return seen.state.fixtures[row.code]


def _end(book: SeasonBook, seen: Contest, fixture: KeptFixture, *, reason: str) -> None:
    """Let a fixture be as told; what is so already is not written again."""
    if seen.state.fixtures[fixture.code] == fixture:
        return
    book.do(acts.Result(told={"fixtures": told([fixture])}, reason=clean_reason(reason)))
    follow_on(book)
