"""A new evening begins with a kind that clubs hold, with one that the club keeps itself, or as last time."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, as_sent, words
from tests.tournaments.the_rows import asked
from tournaments.evening import acts
from tournaments.evening.models import ClubPreset, Evening
from tournaments.evening.new_plans import PRESETS, Preset
from tournaments.evening.services.evenings import MOST_PRESETS


def kept(desk: Desk, make_evening: Make, name: str = "Our Friday", **plan: Any) -> AnEvening:
    room = make_evening(8, until="draft", **plan)
    assert f"“{name}” is kept" in desk.of(room).press("desk-keep", name=name)
    return room


def test_what_is_kept_stands_first_with_its_sentence(desk: Desk, make_evening: Make) -> None:
    kept(desk, make_evening, rounds=4)
    page = desk.see("desk-new")
    preset = ClubPreset.objects.get()
    assert page.index(f"?preset=own-{preset.pk}") < page.index("?preset=bell")
    assert "Our Friday Chantecler · Progressive · 4 rounds" in words(page)


def test_a_new_evening_made_from_it_has_the_same_plan(desk: Desk, make_evening: Make) -> None:
    room = kept(
        desk, make_evening, rounds=4, target=77, head_table="exchange", beside={"ends_about": "22:30"}
    )
    address = f"{desk.url('desk-new')}?preset=own-{ClubPreset.objects.get().pk}"
    form = desk.client.get(address).context["form"]
    assert desk.client.post(address, as_sent(form).dict()).status_code == 302
    made = Evening.objects.latest("pk")
    assert (made.name, made.plan) == ("Our Friday", room.evening.plan)


def test_what_is_kept_stays_when_its_evening_changes(desk: Desk, make_evening: Make) -> None:
    room = kept(desk, make_evening, rounds=4)
    here = desk.of(room)
    form = here.client.get(here.url("desk-plan")).context["form"]
    here.press("desk-plan", **(as_sent(form).dict() | {"rounds": "9"}))
    assert room.evening.plan["rounds"] == 9
    assert ClubPreset.objects.get().plan["rounds"] == 4


@pytest.mark.parametrize("until", ["draft", "playing", "finished", "published"])
def test_every_evening_can_be_kept_from_its_plan(desk_at: DeskAt, until: str) -> None:
    here, _room = desk_at(8, until=until, rounds=1)
    assert here.url("desk-keep") in here.see("desk-plan")
    assert 'value="Friday"' in here.see("desk-keep")


def test_as_last_time_is_the_latest_evening_at_which_play_began(desk: Desk, make_evening: Make) -> None:
    assert "?preset=last" not in desk.see("desk-new")
    make_evening(8, until="finished", name="Played", rounds=1)
    make_evening(8, until="check_in", name="Not yet", rounds=5)
    make_evening(8, until="playing", name="Called off", rounds=4).act(acts.Abandon(reason="the heating"))
    page = desk.see("desk-new")
    assert "As last time Played, 20 November 2026: Chantecler · Progressive · 1 round" in words(page)
    form = desk.client.get(desk.url("desk-new"), {"preset": "last"}).context["form"]
    assert (form["name"].value(), form["rounds"].value()) == ("Played", 1)
    assert form["date"].value().weekday() == 4


def test_one_is_renamed_and_removed(desk: Desk, make_evening: Make) -> None:
    kept(desk, make_evening)
    pk = ClubPreset.objects.get().pk
    assert "First Friday" in desk.press("desk-preset-rename", pk, name=" First  Friday ")
    assert ClubPreset.objects.get().name == "First Friday"
    assert "“First Friday” is removed" in desk.press("desk-preset-remove", pk)
    assert not ClubPreset.objects.exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("our friday", "The club keeps “our friday” already; choose another name."),
        ("", "a name is needed"),
        ("x" * 81, "at most 80"),
    ],
)
def test_what_it_cannot_be_called(desk: Desk, make_evening: Make, name: str, says: str) -> None:
    room = kept(desk, make_evening)
    assert says in desk.of(room).refused("desk-keep", name=name)
    desk.of(room).press("desk-keep", name="Another")
    another = ClubPreset.objects.get(name="Another")
    assert says in desk.refused("desk-preset-rename", another.pk, name=name)
    assert set(ClubPreset.objects.values_list("name", flat=True)) == {"Our Friday", "Another"}


def test_a_club_keeps_no_more_than_fit_above_a_form(desk: Desk, make_evening: Make) -> None:
    room = kept(desk, make_evening)
    row = ClubPreset.objects.get()
    ClubPreset.objects.bulk_create(
        ClubPreset(club=row.club, name=f"No. {number}", plan=row.plan, kept_by="user:1", kept_at=row.kept_at)
        for number in range(1, MOST_PRESETS)
    )
    few = asked(lambda: desk.see("desk-new"))
    assert len(few) <= 12, few
    assert "remove one first" in desk.of(room).refused("desk-keep", name="One more")


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
