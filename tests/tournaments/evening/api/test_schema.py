"""The REST door describes itself: operations in words and by examples, bodies from acts, lists with bounds."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import RequestFactory
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from pydantic import BaseModel, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tests.tournaments.evening.api.callers import Caller
from tournaments import api_urls
from tournaments.club.api.views import PublicView
from tournaments.evening import acts
from tournaments.evening.api.acts import body_of, doors, entered, in_short
from tournaments.evening.api.bodies import AnyEvening
from tournaments.evening.api.corrections import EveningOrImpact
from tournaments.site.api.answers import PROBLEM_JSON, Answer, Faulty, Problems
from tournaments.site.api.schema import CHAPTERS, Deprecation, operation
from tournaments.site.arguments import Body, Nothing


def models_of(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Every model that is made from `base`."""
    for model in base.__subclasses__():
        yield model
        yield from models_of(model)


@cache
def whole() -> dict[str, Any]:
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call, no-any-return]


@cache
def operations() -> dict[str, Any]:
    return {told["operationId"]: told for path in whole()["paths"].values() for told in path.values()}


@cache
def models() -> dict[str, type[BaseModel]]:
    """Those of bodies and answers, by their names, of which no two are alike; some are made with the schema."""
    whole()
    found: list[type[BaseModel]] = [*models_of(Answer), *models_of(Body), AnyEvening, EveningOrImpact]
    by_name = {model.__name__: model for model in found}
    assert len(by_name) == len(set(found)) > 100
    return by_name


JSON = "application/json"


def examples(content: dict[str, Any]) -> list[Any]:
    """The values of the examples in the content of a body or an answer."""
    return [example["value"] for example in content[JSON].get("examples", {}).values()]


def model_of(content: dict[str, Any], media_type: str = JSON) -> type[BaseModel] | None:
    """The model that a content refers to; None where any object will do."""
    name = content[media_type]["schema"].get("$ref", "").rpartition("/")[2]
    return models()[name] if name else None


def held(value: Any, model: type[BaseModel] | None) -> None:
    """The value is as its model has it."""
    if model is not None:
        model.model_validate_json(json.dumps(value), strict=True)


def test_the_schema_names_all_there_is() -> None:
    assert whole()["openapi"].startswith("3.1.")
    assert len(operations()) == sum(len(path) for path in whole()["paths"].values())
    assert {act.address.replace("-", "_") for act in doors()} <= set(operations())


def test_every_operation_says_what_it_does_with_examples_and_refusals_of_one_shape() -> None:
    for name, told in operations().items():
        assert len(told["description"]) > 10, name
        assert told["summary"].replace(" ", "_").casefold() == name
        assert told["tags"][0] in CHAPTERS.values(), name
        for parameter in told.get("parameters", ()):
            assert parameter["in"] == "path" or parameter.get("description"), (name, parameter["name"])
        responses = told["responses"]
        done = [answer["content"] for status, answer in responses.items() if status in ("200", "201", "202")]
        assert done, name
        for content in done:
            assert examples(content), name
            for example in examples(content):
                held(example, model_of(content))
        for status, answer in responses.items():
            for media_type in answer["content"] if status.startswith("4") else ():
                found = model_of(answer["content"], media_type)
                assert found is not None, name
                assert issubclass(found, Faulty), (name, status)
                assert (media_type == PROBLEM_JSON) == issubclass(found, Problems), (name, status)


def test_every_body_has_an_example_that_would_be_taken() -> None:
    bodies = [operation["requestBody"] for operation in operations().values() if "requestBody" in operation]
    for body in bodies:
        (example,) = examples(body["content"])
        held(example, model_of(body["content"]))


def test_no_body_has_room_for_what_is_not_asked() -> None:
    bodies = [operation["requestBody"] for operation in operations().values() if "requestBody" in operation]
    schemas = {
        name: whole()["components"]["schemas"][name] for name in re.findall(r"schemas/(\w+)", str(bodies))
    }
    objects = {name: schema for name, schema in schemas.items() if schema.get("type") == "object"}
    assert len(objects) > 100
    assert [name for name, schema in objects.items() if schema.get("additionalProperties") is not False] == []


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_every_change_names_the_refusals_that_it_can_have(method: str) -> None:
    changes = [path[method] for path in whole()["paths"].values() if method in path]
    for change in changes:
        is_public = "security" not in change
        least = {"400", "413", "415", *(() if is_public else ("401", "403", "404", "409", "412"))}
        assert least <= set(change["responses"]), change["operationId"]


def test_every_whole_number_in_a_question_has_bounds() -> None:
    unbounded = [
        (name, parameter["name"])
        for name, operation in operations().items()
        for parameter in operation.get("parameters", ())
        if (parameter["in"], parameter["schema"].get("type")) == ("query", "integer")
        and not {"minimum", "maximum"} <= parameter["schema"].keys()
    ]
    assert unbounded == []


def test_a_time_of_day_is_told_without_a_zone() -> None:
    assert '"format": "time"' not in json.dumps(whole())


def test_a_question_says_which_texts_it_takes() -> None:
    said = {"maxLength", "pattern", "enum", "format"}
    takes_any = {
        f"{name} {asked['name']}"
        for name, operation in operations().items()
        for asked in operation.get("parameters", [])
        if asked["in"] == "query" and asked["schema"]["type"] == "string" and not said & set(asked["schema"])
    }
    assert {one for one in takes_any if not one.endswith(" cursor")} == set()


@pytest.mark.parametrize("name", ["score_hand", "score_batch", "score_game"])
@pytest.mark.django_db
def test_what_is_scored_in_an_example_is_what_the_door_answers(anybody: Caller, name: str) -> None:
    operation = operations()[name]
    (sent,) = examples(operation["requestBody"]["content"])
    (told,) = examples(operation["responses"]["200"]["content"])
    path = next(path for path, found in whole()["paths"].items() if operation in found.values())
    assert anybody.post(path, sent).json() == told


def test_no_view_spells_an_answer_out_beside_its_class() -> None:
    """What is sent, its schema and its example come from one class; what scoring answers comes from `games`."""
    views = Path(api_urls.__file__).parent.glob("*/api/*.py")
    by_hand = {view.name for view in views if "Response({" in view.read_text()}
    assert by_hand == {"games.py"}


def test_every_act_of_an_evening_has_its_address() -> None:
    """So that whatever the desk and the phones do can be done by a program too."""
    elsewhere = {
        acts.Make.name: "make_evening",
        acts.ChangePlan.name: "change_plan",
        acts.EnterHand.name: "enter_hand",
        acts.EnterTotals.name: "totals",
        acts.SeatByHand.name: "seats",
        acts.ReopenDoors.name: "open_doors",
        acts.Cut.name: "cuts",
        acts.SwapDraft.name: "swap",
        acts.CutPrize.name: "prize_cuts",
        acts.EnterAgain.name: "enter_hand",
        acts.LateHand.name: "enter_hand",
        acts.AnnounceSchedule.name: "take_schedule",
        acts.MoveBell.name: "ring",
        acts.RecallMove.name: "correct_hand",
        acts.StandIn.name: "substitute",
        acts.ReopenResults.name: "correct_hand",
        acts.ReopenRound.name: "close",
        acts.ReopenEvening.name: "finish",
    }
    assert {elsewhere.get(act, act) for act in acts.ACTS} - set(operations()) == set()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/schema/?format=json", "/api/docs/"])
def test_schema_and_documentation_are_there_for_everybody(anybody: Caller, path: str) -> None:
    anybody.token = "a token that opens nothing"
    assert anybody.get(path).status_code == 200


def test_an_answer_is_made_by_hand_in_one_function_at_most() -> None:
    """What each field shows is said beside it, where it is read from a view; otherwise in one place."""
    answers = {model.__name__ for model in models_of(Answer) if len(model.model_fields) > 1}
    house = Path(api_urls.__file__).parent
    views = [*house.glob("*/api/*.py"), *house.glob("*/api.py")]
    assert len(views) > 30
    makers = defaultdict(set)
    for view in views:
        functions = (
            node for node in ast.walk(ast.parse(view.read_text())) if isinstance(node, ast.FunctionDef)
        )
        for function in functions:
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call) and node.keywords):
                makers[ast.unparse(call.func).rpartition(".")[2]].add(f"{view.name}: {function.name}")
    assert {answer: makers[answer] for answer in answers if len(makers[answer]) > 1} == {}


def test_what_is_made_leads_to_what_may_be_asked_of_it() -> None:
    made = whole()["paths"]["/api/v1/clubs/{club}/evenings/"]["post"]["responses"]["201"]["links"]
    where = {"path.club": "$request.path.club", "path.evening": "$response.body#/slug"}
    assert made["open_doors"] == {"operationId": "open_doors", "parameters": where}
    night = whole()["paths"]["/api/v1/clubs/{club}/nights/"]["post"]["responses"]["201"]["links"]
    assert night["remove_night"]["parameters"]["path.night"] == "$response.body#/id"


REASONS: Final = {
    "of one evening: as long as the room is large and the evening goes on": """
        EveningCase.needed EveningMust.cases EveningMust.needed EveningWhatIf.prospects ForecastAnswer.tables
        Hand.derivation HandVersions.versions LateVersion.derivation LateVersion.later Phones.phones Prize.tied
        Result.prizes Result.standings Round.reasons Round.sitting_out Schedule.searches Standings.prizes
        SettlementAnswer.payments SettlementAnswer.people Standings.standings TextsToPaste.texts Version.derivation
        Version.later
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
    "of one year of a club: as many as its evenings": "Attendance.evenings EveningAttended.players",
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
            yield from lists_in(whole()["components"]["schemas"][model], model, held_by | {model})
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
    shown = [path["get"] for path in whole()["paths"].values() if "get" in path]
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


OLD = Deprecation(date(2026, 1, 1), date(2027, 1, 2), "/api/v1/clubs/{club}/people/")


class Told(Answer):
    """An answer."""

    told: bool


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> type[PublicView]:
    """An address with an old way to look and a new way to send."""
    monkeypatch.setattr("tournaments.site.api.schema.CHAPTERS", {**CHAPTERS, "test_schema": "Old ways"})

    class OldEndpoint(PublicView):
        """An address."""

        @operation("look_the_old_way", answer=Told, public=True, deprecated=OLD)
        def get(self, request: Request, club: str) -> Response:
            """The old way."""
            return Told(told=True).reply(headers={"Link": '</next>; rel="next"'})

        @operation("send_the_new_way", answer=Told, public=True)
        def post(self, request: Request, club: str) -> Response:
            """The new way."""
            return Told(told=True).reply()

    return OldEndpoint


@pytest.mark.parametrize("known", [False, True])
def test_the_answer_says_it(door: type[PublicView], known: bool) -> None:
    headers = {"If-None-Match": "*"} if known else {}
    answer = door.as_view()(RequestFactory().get("/old/", headers=headers), club="roosters")
    assert answer.status_code == (HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
    assert answer.headers["Deprecation"] == "@1767225600"
    assert answer.headers["Sunset"] == "Sat, 02 Jan 2027 00:00:00 GMT"
    assert answer.headers["Link"].split(", ") == [
        '</next>; rel="next"',
        '</api/docs/>; rel="deprecation"; type="text/html"',
        '</api/v1/clubs/roosters/people/>; rel="successor-version"',
    ]


def test_what_is_no_old_way_says_nothing(door: type[PublicView]) -> None:
    answer = door.as_view()(RequestFactory().post("/old/"), club="roosters")
    assert not {"Deprecation", "Sunset", "Link"} & set(answer.headers)


def test_the_schema_says_it(door: type[PublicView]) -> None:
    generator = SchemaGenerator(patterns=[path("old/<slug:club>/", door.as_view())])  # type: ignore[no-untyped-call]
    (found,) = generator.get_schema(request=None, public=True)["paths"].values()  # type: ignore[no-untyped-call]
    assert found["get"]["deprecated"] is True
    assert "deprecated" not in found["post"]


def test_an_old_way_stays_a_year_at_the_least() -> None:
    with pytest.raises(ValueError, match="365 days"):
        Deprecation(date(2026, 1, 1), date(2026, 12, 31))


ENTERED: dict[type[acts.Act], str] = {
    acts.Start: "anyway",
    acts.DraftMove: "",
    acts.Abandon: "reason!",
    acts.Swap: "one! other! reason",
    acts.Ring: "table!",
    acts.ConfirmHand: "round! table! number! of!",
    acts.SettleDispute: "round! table! number! keep! seats cut reason preview",
    acts.TakeLate: "of! seats cut reason! preview",
    acts.Penalty: "tickets! points! reason! preview",
    acts.CutPrize: "prize! colour order! how other",
}


def test_a_body_asks_for_what_somebody_enters() -> None:
    for act, fields in ENTERED.items():
        asked = body_of(act).model_fields
        told = {f"{name}{'!' * field.is_required()}" for name, field in asked.items()}
        assert told == set(fields.split()), act.name


@pytest.mark.parametrize(
    ("act", "entry", "code"),
    [
        (acts.Ring, {"table": 501}, "less_than_equal"),
        (acts.Ring, {"table": "4"}, "int_type"),
        (acts.Leave, {"ticket": ""}, "string_too_short"),
        (acts.Penalty, {"tickets": ["x" * 17], "points": 1, "reason": ""}, "string_too_long"),
        (acts.AdjustGame, {"round": 1, "table": 1, "points": [1] * 11, "reason": ""}, "too_long"),
        (acts.AdjustGame, {"round": 1, "table": 1, "points": [1001], "reason": ""}, "less_than_equal"),
        (acts.ConfirmHand, {"round": 1, "table": 1, "number": 1, "of": 1, "phone": "own"}, "extra_forbidden"),
        (acts.DraftMove, {"again": False}, "extra_forbidden"),
    ],
)
def test_what_is_out_of_bounds_is_not_taken(act: type[acts.Act], entry: dict[str, object], code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        body_of(act).model_validate(entry)
    assert {error["type"] for error in refused.value.errors()} == {code}


def test_the_example_of_a_class_is_its_body_and_makes_the_act() -> None:
    for act in (act for act in acts.ACTS.values() if act.example):
        body = body_of(act).model_validate(act.example)
        made = act(**entered(act, body))
        assert {name: getattr(made, name) for name in act.fixed_fields} == dict(act.fixed_fields), act.name


def test_acts_that_are_entered_alike_have_one_body() -> None:
    assert body_of(acts.Ring) is body_of(acts.Look)
    assert body_of(acts.CheckOut) is body_of(acts.Leave)
    assert body_of(acts.PublishMove) is Nothing


def test_what_a_field_means_is_said_at_the_field() -> None:
    told = body_of(acts.CorrectHand).model_json_schema()["properties"]
    assert told["of"]["description"].startswith("The ledger sequence of the entry it is about")
    assert told["hand"]["description"].endswith("null declares the deal void: it scores nothing.")
    assert told["seats"]["description"].startswith("Whether the next seats")
    assert "Attributes" not in in_short(acts.CorrectHand)
