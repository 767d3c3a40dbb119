"""Twenty whole seasons: twelve of fixtures, eight of evenings; what is done to each, by the dice.

A season of fixtures is set up as `FIXTURES` says, has acts drawn from those of `test_any_acts`, is played out, plays
off, is closed and, where people go up and down, followed by the next. A season of evenings is played under the rules
of `EVENINGS`; of its evenings one is left out, one void, one corrected and published again; two of its people are
read as one, and two others as one and as two again.
"""

import random
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from scoring.faults import Faults
from tests.chance import beginning_with
from tests.golden.season_rows import kept_seasons
from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import PLACES, ASeason, do_all_work
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.league.people import play_out
from tests.tournaments.league.services.test_any_acts import ACTS, DRAWN
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.league import acts as season_acts
from tournaments.league.acts import EnterLines, MakeFixtures
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import address_of
from tournaments.league.services import bonds, entrants
from tournaments.league.services.seasons import make_next_season
from tournaments.league.services.tables import leave_to_evening

STEPS: Final = 40
TIES: Final = ["match_points", "head_to_head", "games_won", "points_difference", "drawn_lots"]
UP_AND_DOWN: Final = {"up": 1, "down": 1, "play_off": 1}
BY_RATING: Final = {"per": 2, "most": 1000, "least_games": 0}

FIXTURES: Final[tuple[dict[str, Any], ...]] = (
    {"divisions": (4, 4), "borders": [UP_AND_DOWN]},
    {"divisions": (4,), "format": "double_round_robin", "tie_breaks": TIES},
    {"divisions": (7,), "format": "swiss", "rounds": 4},
    {"divisions": (6,), "format": "swiss", "rounds": 3, "edition": "fide_2026", "imported": True},
    {"divisions": (6,), "format": "knock_out"},
    {"divisions": (5,), "format": "double_knock_out"},
    {"divisions": (4,), "entrants": "pair"},
    {"divisions": (3, 3), "entrants": "team", "borders": [{"up": 1, "down": 1, "play_off": 0}]},
    {"divisions": (4,), "evenings": True, "match_points": {"won": 6, "drawn": 3, "lost": 1, "bye": 4}},
    {"divisions": (4,), "evenings": True, "handicap": BY_RATING, "result_from": "totals"},
    {"divisions": (3, 3, 3), "borders": [UP_AND_DOWN, UP_AND_DOWN]},
    {"divisions": (8,), "format": "swiss", "rounds": 3, "imported": True, "tie_breaks": TIES},
)
"""The rules of each, how many are in its divisions, whether rounds are imported, whether evenings give results."""

EVENINGS: Final[tuple[dict[str, Any], ...]] = (
    {"points": PLACES},
    {
        "points": PLACES,
        "best": 2,
        "of": 4,
        "missed": {"gives": "own_average"},
        "tie_breaks": ["evenings_won", "lots"],
    },
    {"points": {"by": "games_won", "points": 2}, "minimum": 2, "guests": "passed_over"},
    {"points": {"by": "score_points"}, "handicap": BY_RATING},
    {"points": {"by": "standard_scores"}, "missed": {"gives": "fixed", "points": 300}},
    {
        "points": {"by": "score_points", "of": "points_difference"},
        "categories": [{"name": "seniors", "by": "person"}],
    },
    {
        "points": PLACES,
        "categories": [{"name": "red", "by": "colour"}, {"name": "blue", "by": "colour"}],
        "prizes": {"overall": {"best": [3000, 2000]}, "by_category": {"best": [500]}, "one_each": True},
        "guests": "keep_places",
    },
    {
        "points": PLACES,
        "minimum": 3,
        "minimum_for": "prizes",
        "prizes": {"overall": {"best": [100], "booby": 0}},
    },
)
"""The rules of each."""


def season(club: Club, number: int) -> dict[str, Any]:
    """Play a season, and tell what is kept of it.

    Arguments:
        club: an empty one.
        number: which; everything follows from it.
    """
    with beginning_with(f"season {number}"):
        dice = random.Random(f"season {number}")
        if number < len(FIXTURES):
            _fixtures(club, dict(FIXTURES[number]), dice)
        else:
            _evenings(club, EVENINGS[number - len(FIXTURES)], dice)
        return {"season": number, **kept_seasons()}


def _fixtures(club: Club, rules: dict[str, Any], dice: random.Random) -> None:
    imported, with_evenings = rules.pop("imported", False), rules.pop("evenings", False)
    sizes = rules.pop("divisions")
    together = rules.get("entrants")
    here = tuple(0 for _ in sizes) if together else sizes
    made = AContest.made(
        club, here, at=START, until="draft" if with_evenings or together else "open", **rules
    )
    if together:
        _together(made, sizes, team=together == "team")
    if with_evenings:
        _by_evenings(club, made, dice)
    elif imported:
        _imported(made)
    _tried(made, MakeFixtures())
    for _ in range(STEPS):
        act = dice.choice([act for act in DRAWN if act not in ("close", "reopen")])
        with suppress(Faults):
            ACTS[act](made, dice.randrange(60))
        if dice.randrange(6) == 0:
            points = dice.choice((-4, -2, 1))
            entrant, reason = dice.randint(1, 4), "did not turn up"
            _tried(made, season_acts.GivePoints(entrant=entrant, points=points, reason=reason))
    _to_its_end(made)


def _tried(made: AContest, act: season_acts.SeasonAct) -> None:
    """It is done or refused."""
    with suppress(Faults):
        made.act(act)


def _together(made: AContest, sizes: tuple[int, ...], *, team: bool) -> None:
    """Pairs, or teams with names of their own, are entered, and the season begins."""
    for level, size in enumerate(sizes, 1):
        people = [(f"Ann {level}{number}", f"Ben {level}{number}") for number in range(size)]
        lines = [f"Team {one}: {one} & {other}" if team else f"{one} & {other}" for one, other in people]
        made.act(entrants.enter_names, lines=lines, division=level)
    made.act(season_acts.Open())


def _imported(made: AContest) -> None:
    """The first round was drawn elsewhere, in part with its results."""
    names = [entrant.name for entrant in made.seen.divisions[0].entrants]
    pairs = [f"{one}; {other}" for one, other in zip(names[::2], names[1::2], strict=True)]
    pairs[0] += "; 1½:½"
    made.act(EnterLines(lines=tuple(pairs), day=date(2026, 11, 1)))


def _by_evenings(club: Club, made: AContest, dice: random.Random) -> None:
    """Its entrants are people who meet at an evening, one of them under two names."""
    evening = AnEvening.made(club, 8, at=START, rounds=3).bring_to("seated")
    people = evening.players
    for row, player in zip(made.seen.divisions[0].entrants, people, strict=False):
        entry = entrants.WantedEntrant((player,), row.name)
        made.act(entrants.change_entrant, number=row.number, entry=entry)
    made.act(season_acts.Open())
    made.act(MakeFixtures())
    evening.step_to("playing")
    play_out(evening)
    do_all_work(evening.clock())
    for fixture in made.seen.fixtures[:4]:
        with suppress(Faults):
            leave_to_evening(season=made.season, code=fixture.code, evening=evening.evening, **made.who)
    with suppress(Faults):
        undone = bonds.merge(duplicate=people[6], into=people[0], **made.who)
        do_all_work(evening.clock())
        bonds.undo(merge=undone, **made.who)
    with suppress(Faults):
        bonds.merge(duplicate=people[7], into=people[1], **made.who)
    do_all_work(evening.clock())


def _to_its_end(made: AContest) -> None:
    """Whatever is left is made and played; then play-offs, the end, and the next season."""
    for _ in range(12):
        with suppress(Faults):
            made.play_out()
        _tried(made, MakeFixtures(anyway=True))
    _tried(made, season_acts.MakePlayOffs())
    with suppress(Faults):
        made.play_out()
    _tried(made, season_acts.Close())
    days: dict[str, Any] = {"starts": date(2027, 10, 1), "ends": date(2028, 3, 31)}
    with suppress(Faults):
        make_next_season(season=Season.objects.get(pk=made.season.pk), name="2027", **days, **made.who)


def _evenings(club: Club, rules: dict[str, Any], dice: random.Random) -> None:
    started = ASeason.made(club, until="draft", rules=rules)
    people: list[Player] = []
    for category in rules.get("categories", ()):
        if category["by"] == "person":
            people = [clubs.add_player(club=club, name="Friday player 01", at=START)]
            started.act(
                season_acts.PutInCategory(player=people[0].pk, category=category["name"], belongs=True)
            )
    started.act(season_acts.Open())
    colours = ("red", "blue") if rules.get("categories", [{}])[0].get("by") == "colour" else ()
    for day in (2, 9, 16, 23):
        number = dice.choice((8, 9, 10))
        started.evenings.append(_one_evening(club, day, number, colours, dice))
        started.work()
    _the_secretary(started, dice)
    _who_is_who(started)
    _corrected(started.evenings[1], dice)
    started.work()
    started.act(season_acts.Close())
    started.act(season_acts.Reopen(reason="one more"))
    started.work()
    started.act(season_acts.Close())


def _one_evening(
    club: Club, day: int, players: int, colours: tuple[str, ...], dice: random.Random
) -> AnEvening:
    at = datetime(2026, 10, day, 18, tzinfo=UTC)
    evening = AnEvening.made(club, players, at=at, colours=colours, rounds=1)
    evening.dice = dice
    evening.bring_to("playing")
    evening.play_hands(2)
    play_out(evening)
    return evening


def _the_secretary(started: ASeason, dice: random.Random) -> None:
    first, last = started.evenings[0], started.evenings[-1]
    started.act(season_acts.Choose(evening=address_of(first.evening), choice="out", reason="too few came"))
    started.act(
        season_acts.Choose(evening=address_of(first.evening), choice="in", reason="enough came after all")
    )
    started.act(
        season_acts.DeclareVoid(evening=address_of(last.evening), void=True, reason="the cards were short")
    )
    player = dice.choice(first.players)
    given = started.act(season_acts.GiveBonus(player=player.pk, points=6, reason="kept the score"))
    started.act(season_acts.GiveBonus(player=first.players[0].pk, points=-4, reason="came late"))
    started.act(season_acts.Withdraw(sequence=given, reason="it was another"))
    with suppress(Faults):
        between = [str(one.pk) for one in first.players[:2]]
        started.act(season_acts.DrawLots(between=tuple(between)))
        started.act(season_acts.RecordLots(between=tuple(between)))
    started.work()


def _who_is_who(started: ASeason) -> None:
    people = started.evenings[0].players
    who: dict[str, Any] = {"by": "user:1", "at": started.clock()}
    bonds.merge(duplicate=people[7], into=people[0], **who)
    undone = bonds.merge(duplicate=people[6], into=people[1], **who)
    started.work()
    bonds.undo(merge=undone, by="user:1", at=started.clock())
    started.work()


def _corrected(evening: AnEvening, dice: random.Random) -> None:
    """A week later a game turns out otherwise, and the evening is published again."""
    evening.at += timedelta(days=7)
    points = [dice.randrange(20), dice.randrange(20, 40)]
    evening.act(acts.AdjustGame(round=1, table=1, points=points, reason="counted again"))
    evening.step_to("published")
