"""The bodies of acts, drawn from their classes: what somebody enters, within its bounds, and the reason.

It is so for the acts of evenings and for those of seasons.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from tournaments.evening.acts.act import EntryBounds
from tournaments.evening.api.bodies import Body, Day, Nothing, Reason, Why
from tournaments.ledger.act_fields import ActFields

OWN: Final = frozenset({"reason", "preview"})
"""Fields that say something about doing an act, and are none of the act."""
_MADE: dict[str, type[Body]] = {}


def body_of(act: type[ActFields]) -> type[Body]:
    """The body that asks for an act; of acts with a `body_name` in common it is one."""
    if set(act.model_fields) <= {*OWN, *act.given}:
        return Why if act.needs_reason else Nothing
    name = act.body_name or act.__name__
    if name not in _MADE:
        _MADE[name] = _made(act, name)
    return _MADE[name]


def entered(act: type[ActFields], body: Body) -> dict[str, Any]:
    """The fields of an act, from its body."""
    fields = {
        name: _as_held(act, name, getattr(body, name))
        for name in type(body).model_fields
        if name != "preview"
    }
    return {**fields, **act.given}


def in_short(act: type[ActFields]) -> str:
    """What an act does, as its class says, without its fields."""
    return inspect.cleandoc(act.__doc__ or "").partition("\n\nAttributes:")[0]


def _made(act: type[ActFields], name: str) -> type[Body]:
    meanings = _meanings(act)
    fields: dict[str, Any] = {
        name: (_bounded(field), _said(field, meanings.get(name)))
        for name, field in act.model_fields.items()
        if name not in {*OWN, *act.given}
    }
    if act.needs_reason or act.asks_reason:
        fields["reason"] = (Reason, ... if act.needs_reason else "")
    if act.may_be_previewed:
        fields["preview"] = (bool, Field(False, description="Whether only to say what would change."))
    made: type[Body] = create_model(name, __base__=Body, **fields)
    made.EXAMPLE = dict(act.example)
    return made


def _said(field: FieldInfo, meaning: str | None) -> Any:
    default: Any = ... if field.is_required() else field.default
    return Field(default, description=meaning)


def _bounded(field: FieldInfo) -> Any:
    return _at_a_door(Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation)


def _at_a_door(kind: Any) -> Any:
    """A type with its bounds as pydantic holds to them, and lists as JSON has them."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        bounds = (_bounds(known) if isinstance(known, EntryBounds) else known for known in inner[1:])
        return Annotated[(_at_a_door(inner[0]), *bounds)]
    if origin in (Union, UnionType):
        return reduce(or_, map(_at_a_door, inner))
    if kind is date:
        return Day
    return list[_at_a_door(inner[0])] if origin in (Sequence, tuple) else kind  # type: ignore[misc]


def _as_held(act: type[ActFields], name: str, value: Any) -> Any:
    """A value of a body as the field of the act holds it, which may be a tuple."""
    field = act.model_fields.get(name)
    return tuple(value) if field is not None and get_origin(field.annotation) is tuple else value


def _bounds(known: EntryBounds) -> Any:
    bounds: dict[str, Any] = {name: bound for name, bound in asdict(known).items() if bound is not None}
    return Field(**bounds)


def _meanings(act: type[ActFields]) -> Mapping[str, str]:
    """What the fields of an act mean, as the docstrings of its classes say."""
    found: dict[str, str] = {}
    for one in reversed(act.__mro__):
        told = inspect.cleandoc(one.__doc__ or "").partition("Attributes:\n")[2]
        name = ""
        for line in told.splitlines():
            text = line.strip()
            if line.startswith("    ") and not line.startswith("     "):
                name, _colon, text = text.partition(": ")
                found[name] = ""
            found[name] = f"{found[name]} {text}".strip()
    said = {name: text.replace("None", "null") for name, text in found.items() if name in act.model_fields}
    return {name: text[:1].upper() + text[1:] for name, text in said.items()}
