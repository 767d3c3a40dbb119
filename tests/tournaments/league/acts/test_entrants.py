"""Who may be entered, divided, arranged, left out; and what becomes of who withdraws."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.tournaments.league.acts.a_record import NAMES, decided, done, record_of
from tournaments.league import acts
from tournaments.league.acts.act import Body, PlayerSeen, SeasonRecord
from tournaments.league.acts.entrants import EntrantPlace, NewEntrant
from tournaments.league.acts.setting_up import MOST_ENTRANTS
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.results import Outcome
from tournaments.ranking.series.units import Persons

ANN, BEN, CLEO, GUEST = 11, 12, 13, 99
THERE = [KeptEntrant(1, "Ann", 1, (ANN,)), KeptEntrant(2, "Ben", 1, (BEN,))]
AHEAD = KeptFixture("ahead", 1, 1, 1, 2, evening="town/friday")
PLAYED = KeptFixture("played", 1, 2, 2, 1).ended(Outcome("home", (4, 2)))


@dataclass
class Town:
    """Who is known, and who is read as whom; a guest's club takes no part."""

    merged: Mapping[str, str] = field(default_factory=dict)

    @property
    def persons(self) -> Persons:
        return Persons(merged=self.merged)

    def players(self, keys: Iterable[int]) -> dict[int, PlayerSeen]:
        return {key: PlayerSeen(f"player {key}", key != GUEST) for key in keys}


def several(*sides: tuple[int, ...]) -> acts.EnterPeople:
    return acts.EnterPeople(entries=tuple(NewEntrant(side, "New") for side in sides))


def changed(number: int, player: int) -> acts.ChangeEntrant:
    return acts.ChangeEntrant(number=number, entry=NewEntrant((player,), "Anna"))


def entered(*players: int, rating: int | None = None) -> acts.EnterPeople:
    return acts.EnterPeople(entries=(NewEntrant(players, "New", rating),))


@pytest.mark.parametrize(
    ("act", "merged", "expected"),
    [
        pytest.param(entered(CLEO), {}, 3, id="numbered on"),
        pytest.param(entered(), {}, "entries.0 wrong-number", id="nobody"),
        pytest.param(entered(CLEO, 14), {}, "entries.0 wrong-number", id="a pair"),
        pytest.param(entered(CLEO, rating=10_000), {}, "entries.0 out-of-range", id="a rating"),
        pytest.param(entered(GUEST), {}, "entries.0 another-club", id="of another club"),
        pytest.param(entered(ANN), {}, "entries.0 already-entered", id="twice"),
        pytest.param(entered(CLEO), {"13": "11"}, "entries.0 one-person", id="under another name"),
        pytest.param(several((CLEO,), (CLEO,)), {}, "entries.1 already-entered", id="twice at once"),
        pytest.param(several((CLEO,), (14,)), {"14": "13"}, "entries.1 one-person", id="both names at once"),
        pytest.param(several(*[(CLEO,)] * MOST_ENTRANTS), {}, "entries too-many", id="too many"),
        pytest.param(acts.EnterPeople(entries=(), division=2), {}, "division unknown", id="no such division"),
        pytest.param(acts.EnterPeople(entries=()), {}, None, id="none"),
        pytest.param(changed(1, ANN), {}, 1, id="another name"),
        pytest.param(changed(1, BEN), {}, "entries.0 already-entered", id="as Ben"),
        pytest.param(changed(1, CLEO), {"13": "11"}, 1, id="under the other listing"),
        pytest.param(changed(2, CLEO), {"13": "11"}, "entries.0 one-person", id="as Ann, under another name"),
        pytest.param(changed(7, CLEO), {}, "entrant unknown", id="no such"),
    ],
)
def test_somebody_is_entered_once(act: acts.SeasonAct, merged: dict[str, str], expected: object) -> None:
    found: Any = decided(act, record_of(entrants=THERE), Town(merged))
    assert (found["entrants"][0]["number"] if isinstance(found, dict) else found) == expected


@pytest.mark.parametrize(("format_", "expected"), [("round_robin", "division fixtures-made"), ("swiss", 3)])
def test_only_a_swiss_waits_for_somebody(format_: str, expected: object) -> None:
    rules = {"format": format_, "rounds": 3} if format_ == "swiss" else {"format": format_}
    found: Any = decided(entered(CLEO), record_of([AHEAD], entrants=THERE, **rules), Town())
    assert (found["entrants"][0]["number"] if isinstance(found, dict) else found) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (acts.MakeDivisions(divisions=((None, "Top"), (1, "Foot"))), "divisions"),
        (acts.MakeDivisions(divisions=()), "divisions not-allowed"),
        (acts.MakeDivisions(divisions=((1, "A"), (1, "B"))), "divisions not-allowed"),
        (acts.MakeDivisions(divisions=((7, "A"),)), "divisions not-allowed"),
        (acts.MakeDivisions(divisions=((1, "A"), (None, "A"))), "divisions.1 not-allowed"),
        (acts.MakeDivisions(divisions=((1, "A" * 41),)), "divisions.0 not-allowed"),
        (acts.MakeDivisions(divisions=((None, "A"),)), "divisions not-empty"),
        (acts.Arrange(places={1: EntrantPlace(2, 1), 2: EntrantPlace(1, 1)}), "placed"),
        (acts.Arrange(places={1: EntrantPlace(1, 1)}), None),
        (acts.Arrange(places={1: EntrantPlace(2, 1)}), "places the-same"),
        (acts.Arrange(places={1: EntrantPlace(1, 4)}), "places.1.division unknown"),
        (acts.Arrange(places={1: EntrantPlace(0, 1)}), "places.1.number out-of-range"),
        (acts.Arrange(places={9: EntrantPlace(1, 1)}), "entrant unknown"),
    ],
)  # fmt: skip
def test_divisions_and_seeds(act: acts.SeasonAct, expected: str | None) -> None:
    found = decided(act, record_of(entrants=THERE))
    assert (next(iter(found)) if isinstance(found, dict) else found) == expected


def after(act: acts.SeasonAct, **rules: Any) -> SeasonRecord:
    record = record_of([AHEAD, PLAYED], entrants=THERE, **rules)
    done(act, record, Town())
    return record


@pytest.mark.parametrize(
    ("ahead", "expected"),
    [("forfeit", ("forfeited", "played")), ("void", ("void", "played")), ("void_all", ("void", "void"))],
)
def test_what_becomes_of_the_fixtures_of_who_withdraws(ahead: Any, expected: tuple[str, str]) -> None:
    fixtures = after(acts.WithdrawEntrant(number=1, ahead=ahead)).contest.fixtures
    assert (fixtures["ahead"].status, fixtures["played"].status) == expected
    assert fixtures["ahead"].evening == ""


def test_who_plays_on_has_the_fixtures_of_before_but_those_told_otherwise_since() -> None:
    record = after(acts.WithdrawEntrant(number=1, ahead="void_all"))
    record.contest.fixtures["played"] = mended = replace(PLAYED, winner="away")
    done(acts.BringBack(number=1), record, Town())
    assert record.contest.fixtures == {"ahead": AHEAD, "played": mended}
    assert not record.contest.entrants[1].withdrawn


@pytest.mark.parametrize(
    ("first", "act", "merged", "expected"),
    [
        (None, acts.WithdrawEntrant(number=7), {}, "entrant unknown"),
        (acts.WithdrawEntrant(number=1), acts.WithdrawEntrant(number=1), {}, "entrant has-left"),
        (None, acts.BringBack(number=1), {}, "entrant not-withdrawn"),
        (acts.WithdrawEntrant(number=1), acts.BringBack(number=1), {"11": "12"}, "entrant one-person"),
    ],
)
def test_refusals(
    first: acts.SeasonAct | None, act: acts.SeasonAct, merged: dict[str, str], expected: str
) -> None:
    record = record_of([AHEAD, PLAYED], entrants=THERE) if first is None else after(first)
    assert decided(act, record, Town(merged)) == expected


def test_in_a_knock_out_only_fixtures_ahead_go() -> None:
    record = record_of([AHEAD], entrants=THERE, format="knock_out", draws=False)
    assert decided(acts.WithdrawEntrant(number=1, ahead="void_all"), record) == "ahead not-allowed"


def test_who_has_no_fixtures_is_struck_off() -> None:
    record = record_of(entrants=THERE)
    done(acts.WithdrawEntrant(number=2), record)
    assert list(record.contest.entrants) == [1]


ASKED, ASKED_BEFORE, GONE = 2, 3, 4
PEOPLE = {number: KeptEntrant(number, name, 1) for number, name in enumerate(NAMES, 1)}
PEOPLE[ASKED] = replace(PEOPLE[ASKED], left_out=(2, "draw"))
PEOPLE[ASKED_BEFORE] = replace(PEOPLE[ASKED_BEFORE], left_out=(1, "nobody"))
PEOPLE[GONE] = replace(PEOPLE[GONE], withdrawn=True, left_out=(2, "draw"))
FIRST_ROUND = (KeptFixture("1:1.1", 1, 1, 1, 2), KeptFixture("1:1.2", 1, 1, 3, None))


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (acts.LeaveOut(entrant=1, counts="draw"), {"absent": 1, "round": 2, "counts": "draw"}),
        (acts.LeaveOut(entrant=ASKED, counts="nobody"), {"absent": ASKED, "round": 2, "counts": "nobody"}),
        (acts.LeaveOut(entrant=ASKED, counts="draw"), None),
        (acts.LeaveOut(entrant=ASKED_BEFORE, counts="draw"), {"absent": 3, "round": 2, "counts": "draw"}),
        (acts.LeaveOut(entrant=GONE, counts="draw"), "entrant has-left"),
        (acts.LeaveOut(entrant=9, counts="draw"), "entrant unknown"),
        (acts.LeaveOut(entrant=1, counts="won"), "counts not-allowed"),
        (acts.LetPlay(entrant=ASKED), {"absent": ASKED, "round": 2, "counts": ""}),
        (acts.LetPlay(entrant=ASKED_BEFORE), "entrant not-left-out"),
        (acts.LetPlay(entrant=GONE), "entrant not-left-out"),
        (acts.LetPlay(entrant=9), "entrant unknown"),
    ],
)
def test_in_the_second_round_of_a_swiss(act: acts.SeasonAct, expected: Body | str | None) -> None:
    record = record_of(FIRST_ROUND, entrants=PEOPLE.values(), format="swiss", rounds=3)
    assert decided(act, record) == expected


@pytest.mark.parametrize("form", ["round_robin", "double_round_robin", "knock_out", "double_knock_out"])
def test_of_nothing_but_a_swiss_and_not_once_all_its_rounds_are_made(form: str) -> None:
    act = acts.LeaveOut(entrant=1, counts="draw")
    assert decided(act, record_of(format=form)) == "season no-swiss"
    assert decided(act, record_of(FIRST_ROUND, format="swiss", rounds=1)) == "round the-last"
