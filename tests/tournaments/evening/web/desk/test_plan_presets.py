"""A new evening begins with a kind that clubs hold; its form is filled by a link and can be sent as it is shown."""

from __future__ import annotations

import pytest

from tests.tournaments.evening.web.desk.at_the_desk import Desk, as_sent
from tournaments.evening.models import Evening
from tournaments.evening.presets import PRESETS, Preset


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
def test_the_form_of_a_preset_can_be_sent_as_it_is_shown(desk: Desk, preset: Preset) -> None:
    address = f"{desk.url('desk-new')}?preset={preset.slug}"
    shown = desk.client.get(address)
    assert f'href="?preset={preset.slug}" aria-current="true"' in " ".join(shown.content.decode().split())
    answer = desk.client.post(address, as_sent(shown.context["form"]).dict())
    assert answer.status_code == 302, answer.context["form"].errors
    evening = Evening.objects.get()
    assert evening.name == preset.name
    assert {name: evening.plan[name] for name in ("game", "movement", "counting")} == {
        name: preset.data[name] for name in ("game", "movement", "counting")
    }
    assert evening.plan["round"]["ends"] == preset.data["round"]["ends"]


def test_another_kind_keeps_what_was_typed(desk: Desk) -> None:
    typed = {"name": "Supper", "date": "2027-01-09", "rounds": "7", "round__hands": "9"}
    shown = desk.client.get(desk.url("desk-new"), {"preset": "hands", "players": "22", **typed})
    assert {name: shown.context["form"][name].value() for name in typed} == typed
    assert shown.context["expected"]["players"].value() == 22


def test_an_unknown_preset_is_a_form_like_any(desk: Desk) -> None:
    page = desk.see("desk-new", preset="poker")
    assert 'aria-current="true"' not in page.split("<form", 1)[0].split("presets", 1)[-1]
    assert all(f"?preset={preset.slug}" in page for preset in PRESETS)


def test_what_is_folded_says_what_it_holds_and_opens_where_something_is_wrong(desk: Desk) -> None:
    address = f"{desk.url('desk-new')}?preset=hands"
    shown = desk.client.get(address).context["form"]
    folded = shown.folded()
    assert folded["round"] == {"says": "When every table has played its hands", "open": False}
    assert folded["tickets"]["says"] == "no colours"
    sent = as_sent(shown).dict() | {"round__hands": "many"}
    refused = desk.client.post(address, sent)
    assert [part for part, told in refused.context["form"].folded().items() if told["open"]] == ["round"]
    assert b'plan__fold" open>' in refused.content
