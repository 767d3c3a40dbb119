"""The client is what the schema gives, whole, and the house hands it out."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tournaments.client import CLIENT, head_table, writer
from tournaments.client.head_table import HeadTable

HTTP = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def api() -> dict[str, Any]:
    """The schema, which takes long."""
    return writer.schema()


def test_another_one_is_refused_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, api: dict[str, Any]
) -> None:
    other = tmp_path / "head_table.py"
    monkeypatch.setattr(writer, "schema", lambda: api)
    call_command("make_client", "--check")
    monkeypatch.setattr("tournaments.management.commands.make_client.CLIENT", other)
    with pytest.raises(CommandError, match="make_client"):
        call_command("make_client", "--check")
    call_command("make_client")
    assert other.read_text() == CLIENT.read_text()


def test_each_operation_is_a_method_that_says_what_it_does(api: dict[str, Any]) -> None:
    operations = [one for path in api["paths"].values() for verb, one in path.items() if verb in HTTP]
    assert len(operations) > 100
    for operation in operations:
        method = getattr(HeadTable, operation["operationId"])
        words = " ".join((inspect.getdoc(method) or "").split())
        assert words.startswith(" ".join(operation["description"].split())[:60])


def test_what_stands_in_an_address_comes_in_its_order_and_beside_its_like() -> None:
    hand = [*inspect.signature(HeadTable.show_hand).parameters]
    assert hand == ["self", "club", "evening", "number", "table", "hand"]
    small: dict[str, Any] = {"components": {"schemas": {}}}
    given = [{"in": where, "name": "club", "schema": {"type": "string"}} for where in ("path", "query")]
    operation = {"operationId": "list_x", "summary": "X", "parameters": given, "responses": {"200": {}}}
    written = writer.client({**small, "paths": {"/clubs/{club}/": {"get": operation}}})
    assert "def list_x(self, at_club: str, /, *, club: str | None = None) -> None:" in written
    compile(written, "head_table.py", "exec")


def test_every_list_with_pages_is_gone_through() -> None:
    assert {name for name in dir(HeadTable) if name.startswith("iter_")} >= {
        "iter_evenings", "iter_ledger", "iter_players", "iter_results",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({"type": "string"}, "str"),
        ({}, "Any"),
        ({"type": ["string", "null"]}, "str | None"),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, "int | None"),
        (
            {"anyOf": [{"type": "array", "items": {"type": ["string", "null"]}}, {"type": "null"}]},
            "list[str | None] | None",
        ),
        ({"enum": ["a", "b"]}, 'Literal["a", "b"]'),
        ({"const": True}, "Literal[True]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "dict[str, int]"),
        ({"type": "object", "additionalProperties": True}, "dict[str, Any]"),
    ],
)
def test_a_schema_as_a_type(schema: dict[str, object], type_: str) -> None:
    assert writer.Writer({"components": {"schemas": {}}, "paths": {}}).of(schema) == type_


def test_the_house_hands_it_out(client: Client) -> None:
    answer = client.get("/api/client.py")
    assert answer.headers["Content-Type"] == "text/x-python; charset=utf-8"
    assert re.match(rb'"""A client of the Head Table REST API', answer.content)
    assert answer.content.decode() == inspect.getsource(head_table)
