"""How the REST door describes itself: pydantic models for bodies and answers, the refusals of every operation.

How an old way says so (RFC 9745, RFC 8594) stands here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, TypeVar

from django.utils.http import http_date
from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import Direction, OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BaseModel

from tournaments.site.api import answers

F = TypeVar("F", bound=Callable[..., Any])

WHY: Mapping[int, str] = {
    400: "What was sent cannot be taken.",
    401: "No token, or one that opens nothing.",
    403: "Not for this token.",
    404: "Nothing here, or nothing of yours.",
    409: "Not as things stand now.",
    412: "What stands there is not what `If-Match` names: look again.",
    413: "The body is longer than this address takes.",
    415: "The body is not JSON.",
    422: "The key came with something else before, or `Table-Phone` is no phone's token.",
    429: "Too much of this token, or of this address; `Retry-After` says in how many seconds to try again.",
    503: "Nothing can be saved or read just now; `Retry-After` says in how many seconds to try again.",
}
CHAPTERS: Mapping[str, str] = {
    "games": "Games and scoring",
    "clubs": "Clubs, people, evenings",
    "members": "Members",
    "privacy": "What is kept about people",
    "member_lists": "Members",
    "settings": "Settings of a club",
    "officers": "Officers of a club",
    "access": "Your own access",
    "people": "One person",
    "evenings": "One evening",
    "results": "What has been played",
    "acts": "What is done in an evening",
    "tables": "One table",
    "corrections": "What is put right",
    "calls": "Calls for the director",
    "schedules": "Schedules",
    "signup": "Before an evening",
    "fees": "Fees",
    "rehearsal": "Rehearsals",
    "search": "Search",
    "player_requests": "What players ask for",
    "links": "Links and phones",
    "seasons": "Leagues and ratings",
    "leagues": "Leagues, set up and kept",
    "season_acts": "What is done in a season",
    "what_if": "Before the end",
    "fixtures": "Fixtures of leagues",
    "federations": "Federations",
    "persons": "Who is who",
}
"""What operations stand under in the documentation: by their module (`api` is called as its feature), or as their
address says."""
PLAIN: Final = {"type": "string", "pattern": "^[!-~]([ -~]{0,62}[!-~])?$"}


def header(name: str, kind: Any, description: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.HEADER, description=description, **more)


KEY = header(
    "Idempotency-Key",
    PLAIN,
    "1 to 64 plain characters, made before the first try; a retry sends the same.",
    required=True,
)
RETRY = header(
    "Idempotency-Key",
    PLAIN,
    "1 to 64 plain characters, made before the first try. For a day a retry that sends the same is answered as "
    "the first was, and nothing is done twice.",
)
IF_NONE_MATCH = header(
    "If-None-Match",
    str,
    "ETags of earlier answers: 304 while what is shown is still one of them.",
)
IF_MATCH = header(
    "If-Match",
    str,
    "The ETag of what you have seen at this address, or at the nearest above it that shows something; several "
    "with commas between, or `*` for whatever there is. The change is made only if that still stands.",
)
ETAG = header(
    "ETag",
    str,
    "Of exactly what is shown, for `If-None-Match` and `If-Match`.",
    response=[200],
)
DEPRECATION: Final = "deprecation"
"""The attribute of a view's method that says whether it is an old way."""
LEAST: Final = timedelta(days=365)
"""For so long at the least an old way stays after it was called old; `docs/rest.md` promises it."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """Since when an operation is an old way, when it goes, and the address to use in its stead.

    `instead` may name parts of the operation's own address: `/api/v1/clubs/{club}/people/`; "" where there is none.

    Raises ValueError for one that goes too soon.
    """

    since: date
    sunset: date
    instead: str = ""

    def __post_init__(self) -> None:
        if self.sunset - self.since < LEAST:
            raise ValueError(f"an old way stays {LEAST.days} days at the least, not until {self.sunset}")

    def headers(self, docs: str, place: Mapping[str, Any]) -> dict[str, str]:
        """What an answer says of it; the policy can be read at the address `docs`."""
        links = [f'<{docs}>; rel="deprecation"; type="text/html"']
        if self.instead:
            links.append(f'<{self.instead.format(**place)}>; rel="successor-version"')
        return {
            "Deprecation": f"@{_seconds(self.since)}",
            "Sunset": http_date(_seconds(self.sunset)),
            "Link": ", ".join(links),
        }


def _seconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def operation(
    name: str,
    *,
    body: Any = None,
    answer: Any = None,
    example: Any = None,
    status: int = 200,
    refusals: Sequence[int] = (),
    also: Mapping[int, Any] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    public: bool = False,
    chapter: str = "",
    deprecated: Deprecation | None = None,
) -> Callable[[F], F]:
    """Describe an operation; its docstring is its description.

    Arguments:
        name: what the operation is called, once in the whole schema.
        body, answer: pydantic models, or types that drf-spectacular knows.
        example: of the body or the answer that is no pydantic model, but any object.
        refusals: the statuses of its refusals beside those that every operation of its kind has.
        also: other answers by status.
        chapter: what it stands under in the documentation, of `CHAPTERS`; without it that of its module.
        deprecated: that it is an old way, until when it stays and what to use instead; its answers say so.
    """
    wrong = [*refusals, 401, *(() if public else (403, 404)), 503]

    def put(view: F) -> F:
        shows, changes = view.__name__ == "get", view.__name__ != "get" and not public
        wrong.extend((400, 413, 415) if body or not shows else ())
        asks = any(parameter.location == OpenApiParameter.QUERY for parameter in parameters)
        wrong.extend((400,) if asks else ())
        has_own_headers = any(parameter.location == OpenApiParameter.HEADER for parameter in parameters)
        is_retried = view.__name__ == "post" and not public and not has_own_headers
        ways = ((RETRY, is_retried), (IF_NONE_MATCH, shows), (ETAG, shows), (IF_MATCH, changes))
        all_parameters = [*parameters, *(way for way, has_it in ways if has_it)]
        more = ((422, is_retried or has_own_headers), (409, changes), (412, changes))
        refused = sorted({*wrong, *(code for code, has_it in more if has_it)})
        responses: dict[Any, Any] = {status: answer, **({304: None} if shows else {})}
        responses |= {_refused(code): OpenApiResponse(answers.Problems, WHY[code]) for code in refused}
        responses |= {
            _refused(code) if _is_model(model) and issubclass(model, answers.Problems) else code: model
            for code, model in (also or {}).items()
        }
        described_view: F = extend_schema(
            operation_id=name,
            summary=name.replace("_", " ").capitalize(),
            tags=[CHAPTERS[chapter or _chapter(view.__module__)]],
            request=body,
            responses=responses,
            parameters=all_parameters,
            examples=[*_examples(body, answer, example, status), *_others(also or {})],
            auth=[] if public else None,
            filters=False,
            deprecated=True if deprecated else None,
        )(view)
        setattr(described_view, DEPRECATION, deprecated)
        return described_view

    return put


def _chapter(view_module: str) -> str:
    feature, _, module = view_module.rpartition(".")
    return feature.rpartition(".")[2] if module == "api" else module


def _refused(status: int) -> tuple[int, str]:
    return status, answers.PROBLEM_JSON


def _examples(body: Any, answer: Any, example: Any, status: int) -> Iterator[OpenApiExample]:
    answered = answers.examples_of(answer) if _is_model(answer) else {"Answer": example}
    for title, sample in answered.items():
        yield OpenApiExample(title, sample, response_only=True, status_codes=[str(status)])
    if body is not None:
        entered = body.EXAMPLE if _is_model(body) else example
        yield OpenApiExample("Body", entered, request_only=True)


def _others(also: Mapping[int, Any]) -> Iterator[OpenApiExample]:
    for status, answer in also.items():
        if answer is not None and status < 400:
            for title, sample in answers.examples_of(answer).items():
                yield OpenApiExample(
                    f"{title} {status}", sample, response_only=True, status_codes=[str(status)]
                )


def _is_model(found: Any) -> bool:
    return isinstance(found, type) and issubclass(found, BaseModel)


class PydanticModel(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A pydantic model as a component; what a body may leave out is not required of it."""

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        set_override(self.target, "suppress_collision_warning", True)
        name: str = self.target.__name__
        return name

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        model: type[BaseModel] = self.target
        schema = model.model_json_schema(
            ref_template="#/components/schemas/{model}",
            mode="validation" if direction == "request" else "serialization",
        )
        for name, inner in schema.pop("$defs", {}).items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name, ResolvedComponent.SCHEMA, inner, name
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class BearerToken(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.evening.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A director's API token, or the token of a table's link.",
        }


NAMES: Final = ("slug", "id")
"""What in an answer the addresses below call it by, the first that it has."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
COMPONENT: Final = "#/components/schemas/"


def add_links(result: dict[str, Any], generator: object, **kwargs: Any) -> dict[str, Any]:
    """Say with what each `POST` makes which operations may be asked: those at `PATH{name}/` and below."""
    paths, components = result["paths"], result["components"]["schemas"]
    for path, operations in paths.items():
        for status, answer in operations.get("post", {}).get("responses", {}).items():
            pointer = _name_in(answer, components) if status.startswith("2") else None
            if pointer is not None and (links := dict(_below(path, pointer, paths))):
                answer["links"] = links
    return result


def _name_in(answer: Mapping[str, Any], components: Mapping[str, Any]) -> str | None:
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    fields = components.get(schema.get("$ref", "").removeprefix(COMPONENT), {}).get("properties", {})
    return next((name for name in NAMES if name in fields), None)


def _below(path: str, pointer: str, paths: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for other, operations in paths.items():
        match = re.match(r"{(\w+)}/", other.removeprefix(path)) if other.startswith(path) else None
        if match is None:
            continue
        known = {f"path.{name}": f"$request.path.{name}" for name in re.findall(r"{(\w+)}", path)}
        for method in METHODS:
            if method in operations:
                name = operations[method]["operationId"]
                parameters = {**known, f"path.{match[1]}": f"$response.body#/{pointer}"}
                yield name, {"operationId": name, "parameters": parameters}
