"""No list of an answer grows without bounds: it has pages, says how long it can be, or is here with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.tournaments.evening.api.test_schema import SCHEMA

REASONS: Final = {
    "of one evening: as long as the room is large and the evening goes on": """
        EveningCase.needed EveningMust.cases EveningMust.needed EveningWhatIf.prospects ForecastAnswer.tables
        Hand.derivation HandVersions.versions LateVersion.derivation LateVersion.later Phones.phones Prize.tied
        Result.prizes Result.standings Round.reasons Round.sitting_out Schedule.searches Standings.prizes
        Standings.standings Version.derivation Version.later
    """,
    "of one season: as long as its table, or as its rules have it": """
        CategoryOfSeason.members CategoryTable.lines LeagueEntrant.players LeagueLine.tie_breaks LeagueMust.enough
        LeagueMust.needed SeasonCase.conditions SeasonMust.cases SeasonRulesTold.paragraphs SeasonStandings.tables
        SeasonWhatIf.each_evening SeasonWhatIf.prospects SeasonWhatIf.winners SeasonWhy.evenings
    """,
    "of one person: as long as they have played": """
        FederationRatedPerson.players GamesPlayed.opponents GamesPlayed.partners GamesPlayed.seats GamesPlayed.tables
        PlayerHistory.also PlayerHistory.corrected PlayerHistory.evenings PlayerHistory.fixture_seasons
        PlayerHistory.games_played PlayerHistory.ratings PlayerHistory.seasons TouchedByMerge.evenings
        TouchedByMerge.seasons TouchedByMerge.together
    """,
    "each is made by an officer, one at a time, and the desk has all of them on one page": """
        BondsOfClub.shown ClubSettings.groups FederationOfClub.invitations FederationTold.leagues LeagueNow.guests
        LeagueNow.seasons LeagueOfClub.seasons Me.clubs PublicOfPlayer.consents
    """,
    "of one act: as long as the list of those whom it enters": "SeasonLedgerEntry.bound",
    "what the program itself brings along": """
        FoundAll.groups Game.form Game.hand_schemas Game.house_rule_form Game.rulebook PresetsOfSeasons.presets
    """,
}
"""Lists inside what is shown as one thing, without pages or bounds, each with the reason."""


def lists_in(schema: dict[str, Any], name: str, held_by: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Every list in a schema, called by the model and field it stands in, and whether it says how long it can be."""
    if "$ref" in schema:
        model = schema["$ref"].rpartition("/")[2]
        if model not in held_by:
            yield from lists_in(SCHEMA["components"]["schemas"][model], model, held_by | {model})
        return
    for way in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(way, ()):
            yield from lists_in(one, name, held_by)
    if "items" in schema:
        yield name, "maxItems" in schema
        yield from lists_in(schema["items"], f"{name}[]", held_by)
    for field, one in schema.get("properties", {}).items():
        yield from lists_in(one, f"{name}.{field}", held_by)


def unbounded(operation: dict[str, Any]) -> set[str]:
    """The lists of what an operation shows that may be of any length."""
    has_pages = any(one["name"] == "cursor" for one in operation.get("parameters", ()))
    found = set()
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}) if status.startswith("2") else {}
        for told in content.values():
            lists = list(lists_in(told["schema"], operation["operationId"], frozenset()))
            model = told["schema"].get("$ref", "").rpartition("/")[2]
            long = [name for name, is_bounded in lists if not is_bounded]
            rows = [name for name in long if name.startswith(f"{model}.") and name.count("[]") == 0]
            found |= set(long) - set(rows[:1] if has_pages else ())
    return found


def test_every_list_has_pages_or_bounds() -> None:
    shown = [path["get"] for path in SCHEMA["paths"].values() if "get" in path]
    found = set().union(*map(unbounded, shown))
    assert found == {name for names in REASONS.values() for name in names.split()}


def test_the_walk_finds_a_list_inside_a_row() -> None:
    """The control: a list in the rows of a list, and pages that excuse the rows alone."""
    inner = {
        "type": "array",
        "items": {"type": "object", "properties": {"names": {"type": "array", "items": {}}}},
    }
    answer = {"200": {"content": {"application/json": {"schema": inner}}}}
    told = {"operationId": "told", "parameters": [{"name": "cursor"}], "responses": answer}
    assert unbounded(told) == {"told", "told[].names"}
