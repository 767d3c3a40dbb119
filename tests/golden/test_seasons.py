"""Every season that was ever kept: its chain holds, and it folds, is placed and is made again as it was."""

import json
from functools import cache
from typing import Any

import pytest

from tests.golden import files
from tests.golden.loading import entries_of
from tests.golden.rows import as_kept, by_codes
from tests.golden.season_rows import WRONG_DIVISION, evening_rows, fixture_rows, put_back, spoil
from tests.golden.test_walks import differences
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import undone
from tournaments.evening.outcome import season_result
from tournaments.league.acts import fold
from tournaments.league.acts.act import rows_of
from tournaments.league.models import Season
from tournaments.league.reads.tables import forget
from tournaments.league.services import tables
from tournaments.league.services.rows import folded, rebuild
from tournaments.ledger.chain import broken_links
from tournaments.publishing.verdict import verdict

Kept = dict[str, Any]


@cache
def sample() -> tuple[Kept, ...]:
    return tuple(files.read("seasons-sample"))


def of_the_ledgers(kept: Kept) -> list[str]:
    found: list[str] = []
    for row in kept["seasons"]:
        entries = entries_of(row["ledger"])
        found += broken_links(entries, length=row["ledger_length"], head=row["ledger_head"])
    for text in [text for evening in kept["evenings"] for text in evening["archives"]]:
        archive = json.loads(text)
        found += verdict(archive, head=archive["head"]).faults
    return found


def of_the_rows(kept: Kept) -> list[str]:
    """In what a season that is made again differs from the one that was there."""
    found = []
    with undone():
        for row, season in zip(kept["seasons"], put_back(kept), strict=True):
            made = _of_fixtures(season) if season.kind == Season.Kind.FIXTURES else _of_evenings(season)
            path = f"season {kept['season']}"
            for name in made:
                found += differences(by_codes(made[name]), by_codes(row[name]), f"{path}.{name}")
    return found


def _of_fixtures(season: Season) -> Kept:
    spoil(season)
    rebuild(season)
    assert tables.check(season) == []
    assert not season.divisions.filter(name=WRONG_DIVISION).exists()
    made: Kept = as_kept({"folded": folded(season).contest, "rows": fixture_rows(season)})
    return made


def _of_evenings(season: Season) -> Kept:
    assert tables.broken_chain(season) == []
    forget()
    tables.recompute(season=season, by="job", at=START)
    made: Kept = as_kept({"rows": evening_rows(season)})
    return made


def of_the_results(kept: Kept) -> list[str]:
    """In what a season would take something else from the last publication of an evening."""
    evenings = {row["pk"]: row for row in kept["evenings"]}
    found: list[str] = []
    for row in kept["seasons"]:
        for took in row["rows"].get("taken", ()):
            if took["result"] is None or row["rules"].get("handicap"):
                continue
            evening = evenings[took["evening_id"]]
            archive = json.loads(evening["archives"][took["publication"] - 1])
            result = as_kept(season_result(archive, evening["people"]))
            found += differences(result, {name: took["result"].get(name) for name in result})
    return found


def of_the_acts(kept: Kept) -> list[str]:
    """In what a season's own row, its categories and the secretary's words differ from what its ledger folds to."""
    evenings = {row["pk"]: f"rooster-club/{row['slug']}" for row in kept["evenings"]}
    found: list[str] = []
    for row in kept["seasons"]:
        told = rows_of(fold(entries_of(row["ledger"])))
        own = {name: row[name] for name in told.season if name != "closed_at"}
        found += differences({name: told.season[name] for name in own}, own)
        assert bool(told.season["closed_at"]) == bool(row["closed_at"])
        members = [[category, player] for category, player in sorted(told.members)]
        found += differences(members, row["rows"].get("categories", []))
        words = {evenings[one["evening_id"]]: one for one in row["rows"].get("taken", ())}
        for address, word in told.words.items():
            found += differences(word._asdict(), {name: words[address][name] for name in word._fields})
    return found


LOOKS = [of_the_ledgers, pytest.param(of_the_rows, marks=pytest.mark.django_db), of_the_results, of_the_acts]


@pytest.mark.parametrize("look", LOOKS)
def test_a_sample_of_seasons_is_read_and_made_again_as_it_was(look: Any) -> None:
    assert [fault for kept in sample() for fault in look(kept)] == []


@pytest.mark.services
@pytest.mark.parametrize("look", LOOKS)
def test_all_seasons_are_read_and_made_again_as_they_were(look: Any) -> None:
    assert [fault for kept in files.read("seasons-rest") for fault in look(kept)] == []


def test_the_sample_holds_both_kinds_of_seasons_and_people_read_as_one() -> None:
    assert {row["kind"] for kept in sample() for row in kept["seasons"]} == {"evenings", "fixtures"}
    merged = [row for kept in sample() for row in kept["merges"]]
    assert {bool(row["undone_at"]) for row in merged} == {False, True}
