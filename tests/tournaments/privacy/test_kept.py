"""The list of what is kept names everything that can be about a person: held against the models themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db.models import CharField, Field, ForeignKey, JSONField, Model, TextField

from tournaments.club.models import Player, User
from tournaments.privacy.data_export import KEPT, Whom, model_of

NOBODY: Final = {
    "AnsweredRequest.body": "sealed for a day",
    "AnsweredRequest.headers": "an address",
    "Club.categories": "names of groups",
    "ClubPreset.plan": "a plan",
    "Evening.pinned": "versions",
    "Evening.plan": "a plan",
    "HouseRules.options": "house rules",
    "Job.payload": "numbers of an evening or a season",
    "Job.remark": "a code and values",
    "Mail.sealed": "encrypted until it is sent, then empty",
    "Planning.announced": "numbers of tickets",
    "Planning.moves": "numbers of tickets",
    "Round.absent": "codes of tickets",
    "Planning.remark": "a code and values",
    "Planning.state": "numbers of tickets",
    "Planning.task": "numbers of tickets",
    "Rehearsal.brief": "a plan",
    "Rehearsal.progress": "counts of players who do not exist",
    "Rehearsal.remark": "a code and values",
    "Rehearsal.report": "counts of players who do not exist",
    "Rehearsal.trouble": "a code and values",
    "Round.reasons": "codes, by numbers of tickets",
    "Schedule.announced": "numbers of tickets",
    "Schedule.drafted": "numbers of tickets",
    "Season.rules": "rules",
    "SeasonEvening.result": "points by numbers of people, of which the lines are made that are copied",
    "SeasonEntry.body": "acts by numbers of people; names stand beside it and are copied",
    "TableRound.cut": "a table's cut, by seats",
    "TableRound.seat_points": "a table's points, by seats",
    "Standing.decided_by": "what decided a place, not who",
    "SeasonLine.decided_by": "what decided a place, not who",
}
"""Texts and documents that are about nobody, or are copied by another way; and why."""
ALL: Final = [kept for entries in KEPT.values() for kept in entries]
NAMES_OF_THINGS: Final = {
    *("Club.name", "ClubNight.name", "Division.name", "Evening.name", "Federation.name", "Heartbeat.name"),
    *("League.name", "Season.name", "SeasonFees.name"),
}
"""Columns of names that are nobody's."""


def own_models() -> Iterator[type[Model]]:
    yield from apps.get_app_config("tournaments").get_models()
    yield from apps.get_app_config("admin").get_models()


def listed() -> set[type[Model]]:
    return {model_of(rows) for kept in ALL for rows in kept.rows}


def columns(*kinds: type[Any]) -> Iterator[tuple[type[Model], str]]:
    for model in own_models():
        for column in model._meta.concrete_fields:
            if isinstance(column, kinds):
                yield model, column.name


def test_every_row_that_belongs_to_a_person_is_on_the_list() -> None:
    personal: set[type[Model]] = {Player, User}
    before = 0
    while before != len(personal):
        before = len(personal)
        for model in own_models():
            keys = [column for column in model._meta.concrete_fields if isinstance(column, ForeignKey)]
            if any(key.related_model in personal for key in keys):
                personal.add(model)
    assert {model.__name__ for model in personal - listed()} == set()


def test_every_column_that_says_who_did_something_is_on_the_list() -> None:
    found = {
        f"{model.__name__}.{name}"
        for model, name in columns(CharField)
        if name in ("by", "about") or name.endswith("_by")
    }
    told = {f"{rows.model}.{by}" for kept in ALL for rows in kept.rows if rows.as_by for by in rows.by}
    assert found - NOBODY.keys() == told


def test_every_document_is_copied_or_known_to_be_about_nobody() -> None:
    documents = set(columns(JSONField, TextField))
    unknown = {
        f"{model.__name__}.{name}" for model, name in documents if model not in listed() or name == "archive"
    }
    copied = {f"{rows.model}.{rows.holds}" for kept in ALL for rows in kept.rows if rows.holds}
    assert unknown - copied - NOBODY.keys() == set()


def test_the_reasons_are_about_columns_that_there_are() -> None:
    there = {f"{model.__name__}.{name}" for model, name in columns(Field)}
    assert NOBODY.keys() - there == set()


def test_every_key_of_a_person_leads_to_their_copy() -> None:
    for model in own_models():
        for column in model._meta.concrete_fields:
            related = column.related_model
            whom: Whom | None = "players" if related is Player else "officers" if related is User else None
            assert not whom or column.name in leading(model, whom), f"{model.__name__}.{column.name}"


def leading(model: type[Model], whom: Whom) -> set[str]:
    """The columns by which rows of a model are found for somebody's copy."""
    return {by for kept in KEPT[whom] for rows in kept.rows if model_of(rows) is model for by in rows.by}


def test_every_column_that_holds_a_name_or_a_way_to_somebody_is_copied_or_nobodys() -> None:
    found = {
        f"{model.__name__}.{name}"
        for model, name in columns(CharField)
        if any(word in name for word in ("name", "called", "mail", "phone", "companion", "repr"))
        and model not in listed()
    }
    assert found - NAMES_OF_THINGS == set()
