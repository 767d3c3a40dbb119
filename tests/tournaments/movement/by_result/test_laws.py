"""What holds on every evening, however it moves, whoever comes, goes and is replaced."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings

from tests.tournaments.movement.by_result.evenings import (
    BY_THE_DRAW,
    LADDERS,
    OTHERS,
    Evening,
    Setting,
    people,
    settings_of,
)
from tournaments.movement.seating import Seating

ALL = [*LADDERS, *OTHERS, *BY_THE_DRAW]
SIZES = {"threes": {3, 4}, "fives": {3, 4, 5}, "two": {2}}


@given(settings_of(ALL))
@settings(max_examples=100)
def test_everybody_has_one_place_whoever_comes_and_goes(setting: Setting) -> None:
    allowed = SIZES.get(setting.name.split()[-1], {4})
    for evening, found in setting.played_out(quiet=False):
        assert {len(table) for table in found.seating.tables} <= allowed
        assert list(found.seating.sitting_out) == sorted(found.seating.sitting_out, key=evening.drawn)


@given(settings_of([name for name in ALL if "rest" not in name and "couples" not in name]))
@settings(max_examples=60)
def test_as_many_play_as_can(setting: Setting) -> None:
    couples = "knock-out" in setting.name and "two" not in setting.name
    for evening, found in setting.played_out(quiet=True):
        seats = sum(evening.movement.tables.sizes(setting.players))
        assert sum(map(len, found.seating.tables)) == seats or couples


# In Swiss rounds of one against one, not to meet again comes before that: see the laws of the pairing.
BY_THE_CHOICE = [
    name for name in ALL if name not in ("swiss for two", "swiss couples") and "knock-out" not in name
]


@given(settings_of(BY_THE_CHOICE, least=4))
@settings(max_examples=60)
def test_sitting_out_goes_round(setting: Setting) -> None:
    couples = "couples" in setting.name
    counts = Counter(dict.fromkeys(people(setting.players - setting.players % (2 if couples else 1)), 0))
    counts.update(player for player in _first(setting).sitting_out if player in counts)
    for _, found in setting.played_out(quiet=True):
        counts.update(player for player in found.seating.sitting_out if player in counts)
        assert max(counts.values()) - min(counts.values()) <= 1


def _first(setting: Setting) -> Seating:
    return Evening(setting.movement, list(people(setting.players))).seating


@given(settings_of([*LADDERS, *OTHERS]))
@settings(max_examples=30)
def test_every_reason_can_be_read_and_kept(setting: Setting) -> None:
    for _, found in setting.played_out(quiet=False):
        told = [reason for reason in found.reasons if reason.table is not None]
        assert {reason.table for reason in told} == set(range(1, len(found.seating.tables) + 1)) or not told
        for reason in found.reasons:
            assert "%" not in str(reason)
            assert type(reason).from_data(reason.as_data()) == reason


@given(settings_of(ALL))
@settings(max_examples=30)
def test_the_same_results_give_the_same_seats(setting: Setting) -> None:
    once = [found.seating for _, found in setting.played_out(quiet=False)]
    assert once == [found.seating for _, found in setting.played_out(quiet=False)]


@given(settings_of([*OTHERS], least=2))
@settings(max_examples=30)
def test_names_do_not_matter(setting: Setting) -> None:
    """Whoever is drawn as the first is moved as the first, whatever the name."""
    random_names = [f"q{(7 * number) % 1009}" for number in range(setting.players)]
    new = dict(zip(people(setting.players), random_names, strict=True))
    for evening, found in setting.played_out(quiet=True):
        renamed = Evening(evening.movement, [new[player] for player in evening.order])
        renamed.played = [replace(round_, seating=round_.seating.renamed(new)) for round_ in evening.played]
        assert renamed.move().seating == found.seating.renamed(new)
