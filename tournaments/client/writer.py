"""Writes the client: the schema's types as TypedDicts, each operation as a method, before them the connection."""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

CONNECTION: Final = Path(__file__).with_name("connection.py")
WIDTH: Final = 110
LONGEST_WORDS: Final = 100
"""Of a line of a docstring; what a paragraph has longer is filled anew."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
SIMPLE: Final[Mapping[str, str]] = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
}
LONGEST_CHOICE: Final = 60
HEAD: Final = '''"""A client of the Head Table REST API, in one file that needs Python 3.11 or newer and nothing else.

    from head_table import HeadTable, HeadTableError

    house = HeadTable("https://cards.example", token="...")
    for evening in house.iter_evenings("rooster-club", status=["published"]):
        print(evening["name"])

Each operation of the API is a method of HeadTable: what stands in its address comes first, all else by name. Answers
are dicts, with their types. What changes something gets an Idempotency-Key, and is sent again under it when the house
is away or the answer gets lost; what has not changed since it was last read is not sent again.

Written by `./run manage make_client` from the schema; not to be changed by hand.
"""
'''


def schema() -> dict[str, Any]:
    with translation.override("en"):
        openapi = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        spec: dict[str, Any] = json.loads(OpenApiJsonRenderer().render(openapi))
    return spec


def client(api: Mapping[str, Any]) -> str:
    return Writer(api).text()


class Writer:
    def __init__(self, api: Mapping[str, Any]) -> None:
        self.api = api
        self.components: Mapping[str, Any] = api["components"]["schemas"]
        self.named: set[str] = set()
        """The components that something written so far is of."""
        self.choices: dict[str, str] = {}
        """Choices that stand in an answer and are too many for a line there, by a name that is made for them."""

    def text(self) -> str:
        methods = [
            self.method(verb.upper(), path, operation)
            for path, operations in self.api["paths"].items()
            for verb, operation in operations.items()
            if verb in METHODS
        ]
        imports, connection = _parts(CONNECTION.read_text())
        head = f"{HEAD}\n{imports}"
        door = 'class HeadTable(Connection):\n    """Every operation of the API."""'
        return "\n\n\n".join([head, connection, *self.types(), "\n\n".join([door, *methods])]) + "\n"

    def types(self) -> list[str]:
        """Every type named so far and those that they name: choices, then answers, then unions."""
        written: dict[str, str] = {}
        while missing := sorted(self.named - set(written)):
            written |= {name: self.component(name) for name in missing}
        names = sorted(written, key=lambda name: (self._kind(name), name))
        aliases = [written[name] for name in names if self._kind(name) != 1]
        choices = sorted([*(alias for alias in aliases if " = Literal[" in alias), *self.choices.values()])
        unions = [alias for alias in aliases if alias not in choices]
        dicts = [written[name].rstrip() for name in names if self._kind(name) == 1]
        return [part for part in ("\n".join(choices), "\n\n\n".join(dicts), "\n".join(unions)) if part]

    def _kind(self, name: str) -> int:
        return 1 if "properties" in self.components[name] else 0 if "enum" in self.components[name] else 2

    def component(self, name: str) -> str:
        component = self.components[name]
        if "properties" not in component:
            return laid_out(
                f"{name} = ", literal(component["enum"]) if "enum" in component else self.of(component)
            )
        needed = component.get("required", ())
        fields = [
            f"    {field}: {kind if field in needed else f'NotRequired[{kind}]'}"
            for field, kind in (
                (field, self.of(definition, within=f"{name}{field.title().replace('_', '')}"))
                for field, definition in component["properties"].items()
            )
        ]
        words = docstring(component.get("description", ""), indent=4)
        return "\n".join([f"class {name}(TypedDict):", *words, *([""] if words and fields else []), *fields])

    def of(self, one: Mapping[str, Any], *, within: str = "") -> str:
        """A schema as a type, a component by its name; `within` would be the name of choices that stand in it."""
        if "$ref" in one:
            return self.name(one["$ref"].rpartition("/")[2])
        if "enum" in one or "const" in one:
            return self.choice(one.get("enum", [one.get("const")]), within)
        for several in ("anyOf", "oneOf", "allOf"):
            if several in one:
                return either(self.of(part, within=within) for part in one[several])
        kind = one.get("type")
        if isinstance(kind, list):
            return either(self.of({**one, "type": each}) for each in kind)
        if kind == "array":
            return f"list[{self.of(one.get('items', {}), within=within)}]"
        if kind == "object":
            inner = one.get("additionalProperties")
            return f"dict[str, {self.of(inner) if isinstance(inner, Mapping) else 'Any'}]"
        return SIMPLE.get(str(kind), "Any")

    def choice(self, values: list[Any], within: str) -> str:
        """A choice of these values: the component that has the same ones, else a literal type."""
        for name, component in self.components.items():
            if len(values) > 1 and sorted(map(str, component.get("enum", ()))) == sorted(map(str, values)):
                return self.name(name)
        text = literal(values)
        if not within or len(text) <= LONGEST_CHOICE:
            return text
        self.choices[within] = laid_out(f"{within} = ", text)
        return within

    def name(self, name: str) -> str:
        # The component of that name is then written too.
        self.named.add(name)
        return name

    def method(self, verb: str, path: str, operation: Mapping[str, Any]) -> str:
        parameters = operation.get("parameters", ())
        body = self.body(operation)
        kinds = {
            parameter["name"]: self.of(parameter["schema"])
            for parameter in parameters
            if parameter["in"] == "path"
        }
        inside = {name: kinds[name] for name in re.findall(r"{(\w+)}", path)}
        query = {parameter["name"]: parameter for parameter in parameters if parameter["in"] == "query"}
        headers = {parameter["name"] for parameter in parameters if parameter["in"] == "header"}
        places = {name: f"at_{name}" if name in {*body, *query} else name for name in inside}
        address = re.sub(r"{(\w+)}", lambda match: f"{{part({places[match[1]]})}}", path)
        target = f'f"{address}"' if inside else f'"{path}"'

        firsts = ["self", *(f"{places[name]}: {kind}" for name, kind in inside.items())]
        named = [f"{safe(name)}: {kind}" for name, (kind, is_needed, _) in body.items() if is_needed]
        named += [
            f"{safe(name)}: {either([kind, 'Omitted'])} = OMITTED"
            for name, (kind, is_needed, _) in body.items()
            if not is_needed
        ]
        named += [
            f"{safe(name)}: {self.of(parameter['schema'])}"
            + ("" if parameter.get("required") else " | None = None")
            for name, parameter in sorted(query.items(), key=lambda named: not named[1].get("required"))
        ]
        sent = [f'"{verb}"', target]
        if query:
            sent.append(f"query={_as_dict(query)}")
        if "requestBody" in operation:
            sent.append(
                "body=body" if "body" in body and body["body"][2] is None else f"body={_filled(body)}"
            )
        options = []
        if "Idempotency-Key" in headers:
            options.append("idempotency_key: str | None = None")
            sent.append("key=idempotency_key or new_key()")
        if "If-Match" in headers:
            options.append("if_match: str | None = None")
            sent.append("if_match=if_match")
        signature = [*firsts, *(["*"] if named or options else []), *named, *options]
        if len(firsts) > 1:
            signature.insert(len(firsts), "/")

        words = [operation.get("description") or f"{operation['summary']}."]
        words += _arguments(query, body)
        answer = self.answer(operation)
        lines = [
            *called(f"    def {operation['operationId']}(", signature, f") -> {answer}:"),
            *docstring("\n\n".join(words), indent=8),
        ]
        if answer == "None":
            lines += called("        self.send(", sent, ")")
        else:
            lines += [*called(f"        reply: {answer} = self.send(", sent, ")"), "        return reply"]
        pages = self.pages(operation, [*firsts, *(["/"] if len(firsts) > 1 else [])], named, target, query)
        return "\n".join([*lines, *pages])

    def pages(
        self,
        operation: Mapping[str, Any],
        firsts: list[str],
        named: list[str],
        target: str,
        asked: Mapping[str, Any],
    ) -> Iterator[str]:
        """The method that goes through all pages of a list; nothing where the answer is no page."""
        answers = [
            answer["$ref"].rpartition("/")[2] for answer in self.answers(operation) if "$ref" in answer
        ]
        fields = self.components[answers[0]].get("properties", {}) if len(answers) == 1 else {}
        # What has bounds of its own is whole on every page.
        lists = [
            name for name, field in fields.items() if field.get("type") == "array" and "maxItems" not in field
        ]
        if "next" not in fields or len(lists) != 1 or not asked:
            return
        name = re.sub("^(list|read|show)_", "", operation["operationId"])
        kind = self.of(fields[lists[0]]["items"])
        yield ""
        yield from called(
            f"    def iter_{name}(",
            [*firsts, *(["*"] if named else []), *named],
            f") -> Iterator[{kind}]:",
        )
        words = f"All that `{operation['operationId']}` has, page after page; a page is fetched when it is reached."
        yield from docstring(words, indent=8)
        yield from called("        return self.each(", [target, f'"{lists[0]}"', _as_dict(asked)], ")")

    def body(self, operation: Mapping[str, Any]) -> dict[str, tuple[str, bool, str | None]]:
        """What a body is made of, by its name: the type, whether it is needed, its description.

        A body of which the schema says nothing but that it is an object is one argument, with None for a description.
        """
        if "requestBody" not in operation:
            return {}
        body_schema = operation["requestBody"]["content"]["application/json"]["schema"]
        models = [
            self.resolved(variant) for variant in self.resolved(body_schema).get("anyOf", [body_schema])
        ]
        if any("properties" not in model for model in models):
            return {"body": ("Mapping[str, Any]", True, None)}
        fields: dict[str, tuple[str, bool, str | None]] = {}
        for model in models:
            for name, field in model["properties"].items():
                is_needed = all(name in other.get("required", ()) for other in models)
                fields.setdefault(name, (self.of(field), is_needed, field.get("description", "")))
        return fields

    def resolved(self, one: Mapping[str, Any]) -> Mapping[str, Any]:
        target: Mapping[str, Any] = self.components[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        return target

    def answers(self, operation: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
        contents = [
            next(iter(answer["content"].values()))["schema"] for answer in good if answer.get("content")
        ]
        return list(contents)

    def answer(self, operation: Mapping[str, Any]) -> str:
        return " | ".join(dict.fromkeys(self.of(answer) for answer in self.answers(operation))) or "None"


def literal(values: list[Any]) -> str:
    texts = [
        json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value) for value in values
    ]
    return f"Literal[{', '.join(texts)}]"


def either(kinds: Iterable[str]) -> str:
    """A union of several types, each once, and None last."""
    several = dict.fromkeys(part for kind in kinds for part in re.split(r" \| (?![^\[]*\])", kind))
    return " | ".join(sorted(several, key=lambda kind: kind == "None"))


def _parts(text: str) -> tuple[str, str]:
    _, _, after = text.partition('"""\n\n')
    imports, _, rest = after.partition("\n\n\n")
    several = "from typing import Any, Final, Literal, NamedTuple, NotRequired, TypedDict"
    return re.sub(r"from typing import .*", several, imports), rest.strip()


def _arguments(asked: Mapping[str, Any], body: Mapping[str, tuple[str, bool, str | None]]) -> Iterator[str]:
    descriptions = {name: words for name, (_, _, words) in body.items() if words}
    descriptions |= {
        name: parameter["description"] for name, parameter in asked.items() if parameter.get("description")
    }
    if descriptions:
        lines = []
        for name, words in descriptions.items():
            text = f"{safe(name)}: {' '.join(words.split())}"
            lines += textwrap.wrap(
                text, LONGEST_WORDS, initial_indent="    ", subsequent_indent=" " * 8, break_long_words=False
            )
        yield "\n".join(["Arguments:", *lines])


def _as_dict(asked: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f'"{name}": {safe(name)}' for name in asked) + "}"


def _filled(body: Mapping[str, Any]) -> str:
    return f"filled({', '.join(f'{safe(name)}={safe(name)}' for name in body)})" if body else "{}"


def safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def called(head: str, parts: list[str], tail: str) -> list[str]:
    """A call or a signature: in one line, else its parts in one, else each in a line of its own."""
    line = head + ", ".join(parts) + tail
    if len(line) <= WIDTH:
        return [line]
    indent = " " * (len(head) - len(head.lstrip()))
    inside = f"{indent}    {', '.join(parts)}"
    if len(inside) <= WIDTH and not head.endswith("{"):
        return [head, inside, indent + tail]
    lines = [head]
    for part in parts:
        line = f"{indent}    {part},"
        opened = re.fullmatch(r"(\s+(?:\w+=)?(?:\w+\(|{))(.*)([)}],)", line) if len(line) > WIDTH else None
        lines += called(opened[1], opened[2].split(", "), opened[3]) if opened else [line]
    return [*lines, indent + tail]


def laid_out(head: str, value: str) -> str:
    """An alias; choices that are too many for a line stand below each other."""
    if len(head + value) <= WIDTH or not value.startswith("Literal["):
        return head + value
    return "\n".join(called(f"{head}Literal[", value[len("Literal[") : -1].split(", "), "]"))


def docstring(text: str, *, indent: int) -> list[str]:
    if not text.strip():
        return []
    paragraphs = []
    for paragraph in text.strip().replace("\\", "\\\\").replace('"""', '\\"""').split("\n\n"):
        lines = paragraph.rstrip().splitlines()
        if any(len(line) > LONGEST_WORDS + 8 - indent for line in lines) and not lines[0].startswith(
            "Arguments"
        ):
            lines = textwrap.wrap(paragraph, LONGEST_WORDS, break_long_words=False, break_on_hyphens=False)
        paragraphs.append("\n".join(lines))
    whole = "\n\n".join(paragraphs)
    space = " " * indent
    if "\n" not in whole and not whole.endswith('"'):
        return [f'{space}"""{whole}"""']
    lines = [f"{space}{line}".rstrip() for line in whole.split("\n")]
    return [f'{space}"""{lines[0].lstrip()}', *lines[1:], f'{space}"""']
