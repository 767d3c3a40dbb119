"""Games that a club writes for itself: an edition for each document, refusals that say where, the club's shelf."""

from typing import Any

import pytest

from games.catalogue import DOCUMENTS
from games.documents.document import MOST_BYTES
from scoring.faults import Faults
from tests.tournaments.an_evening import BY
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, ClubGame
from tournaments.club.services import games
from tournaments.club.services.games import NewGame

EUCHRE = next(document.data for document in DOCUMENTS if document.slug == "euchre")


def a_game(march: int = 5, **changed: Any) -> dict[str, Any]:
    """Euchre as a club plays it: a lone march is 5."""
    rulebook = EUCHRE["rulebook"].replace(
        '"scores": [0, 4, 0, 4]}\n', f'"scores": [0, {march}, 0, {march}]}}\n', 1
    )
    rules = [
        {**rule, "default": march} if rule["name"] == "alone_march" else rule
        for rule in EUCHRE["house_rules"]
    ]
    return {
        **EUCHRE,
        "slug": "ours",
        "name": "Our euchre",
        "house_rules": rules,
        "rulebook": rulebook,
        **changed,
    }


def written(club: Club, **changed: Any) -> ClubGame:
    return games.write_game(club, BY, START, NewGame(document=a_game(**changed)))


def test_each_document_is_an_edition_and_the_shelf_has_one_of_them(club: Club) -> None:
    first = written(club)
    assert written(club) == first
    assert games.shelf_of(club) == {}
    games.publish_game(first, START)
    second = games.publish_game(written(club, name="Euchre of Fridays"), START)
    assert {slug: game.name for slug, game in games.shelf_of(club).items()} == {"ours": "Euchre of Fridays"}
    first.refresh_from_db()
    assert (first.is_on_the_shelf, second.is_on_the_shelf) == (False, True)
    games.retire_game(second, START)
    assert (games.shelf_of(club), games.games_of(club)) == ({}, [])
    assert written(club).published_at is None


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        pytest.param({"slug": "euchre"}, "document.slug house-game", id="a game of the house"),
        pytest.param({"slug": "Ours!"}, "document.slug not-allowed", id="a slug that is none"),
        pytest.param({"rulebook": "none"}, "document.rulebook not-allowed", id="no rulebook"),
        pytest.param({"rulebook": "x" * MOST_BYTES}, "document not-allowed", id="too large"),
        pytest.param({"partnership": True, "seats": [5]}, "document not-allowed", id="couples of five"),
        pytest.param(
            {"values": [{"name": "a", "is": "b"}]}, "document.values.0.is not-an-expression", id="no value"
        ),
        pytest.param(
            {"house_rules": [{"name": "a", "kind": "flag", "label": "A", "default": 5, "says": "%(value)d"}]},
            "document.house_rules.0.says not-allowed",
            id="a sentence that cannot be filled",
        ),
        pytest.param(
            {"fields": [*EUCHRE["fields"], {"name": "copy", "kind": "flag", "label": "A"}]},
            "document.fields.6.name not-allowed",
            id="a name of the program's",
        ),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(club: Club, changed: dict[str, Any], fault: str) -> None:
    with refused(fault):
        written(club, **changed)
    assert not ClubGame.objects.exists()


@pytest.mark.parametrize("file", ["{", "a = " + "[" * 5_000, '{"a": ' + "[" * 30_000, "x = 1979-05-27", ""])
def test_a_file_that_holds_no_game_is_refused(club: Club, file: str) -> None:
    with pytest.raises(Faults):
        games.write_game(club, BY, START, NewGame(file=file))


def test_a_game_whose_examples_do_not_hold_stays_off_the_shelf(club: Club) -> None:
    row = written(club, rulebook=EUCHRE["rulebook"])
    with refused("document.rulebook wrong-example"):
        games.publish_game(row, START)


def test_there_are_so_many_games_and_editions_of_each(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 1)
    monkeypatch.setattr(games, "MOST_EDITIONS", 1)
    written(club)
    with refused("document too-many"):
        written(club, slug="others")
    with refused("document.slug too-many"):
        written(club, name="Once more")
