"""What a new evening begins with: a preset, one of the club's own, last time, its nights, its house rules."""

import re
from datetime import time
from typing import Any

import pytest
from django.http import Http404
from django.test import Client

from games.catalogue import GAMES
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, as_sent, html, words
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import ClubNight, HouseRules, User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import ClubPreset, Evening
from tournaments.evening.new_plans import PRESETS
from tournaments.evening.services import evenings
from tournaments.evening.services.evenings import MOST_NIGHTS, MOST_PRESETS, NewNight
from tournaments.signup import lists


def kept(desk: Desk, make_evening: Make, name: str = "Our Friday", **plan: Any) -> AnEvening:
    room = make_evening(8, until="draft", **plan)
    assert f"“{name}” is kept" in desk.of(room).press("desk-keep", name=name)
    return room


def test_what_is_kept_stands_first_with_its_sentence_is_renamed_and_removed(
    desk: Desk, make_evening: Make
) -> None:
    kept(desk, make_evening, rounds=4)
    page = desk.see("desk-new")
    preset = ClubPreset.objects.get()
    assert page.index(f"?preset=own-{preset.pk}") < page.index("?preset=bell")
    assert "Our Friday Chantecler · Progressive · 4 rounds" in words(page)
    assert "First Friday" in desk.press("desk-preset-rename", preset.pk, name=" First  Friday ")
    assert ClubPreset.objects.get().name == "First Friday"
    assert "“First Friday” is removed" in desk.press("desk-preset-remove", preset.pk)
    assert not ClubPreset.objects.exists()


def test_a_new_evening_has_its_plan_which_stays_as_it_was_kept(desk: Desk, make_evening: Make) -> None:
    room = kept(
        desk, make_evening, rounds=4, target=77, head_table="exchange", beside={"ends_about": "22:30"}
    )
    address = f"{desk.url('desk-new')}?preset=own-{ClubPreset.objects.get().pk}"
    form = desk.client.get(address).context["form"]
    assert desk.client.post(address, as_sent(form).dict()).status_code == 302
    made = Evening.objects.latest("pk")
    assert (made.name, made.plan) == ("Our Friday", room.evening.plan)
    here = desk.of(room)
    form = here.client.get(here.url("desk-plan")).context["form"]
    here.press("desk-plan", **(as_sent(form).dict() | {"rounds": "9"}))
    assert room.evening.plan["rounds"] == 9
    assert ClubPreset.objects.get().plan["rounds"] == 4


@pytest.mark.parametrize("until", ["playing", "published"])
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


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("our friday", "The club keeps “our friday” already; choose another name."),
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
    assert "remove one first" in desk.of(room).refused("desk-keep", name="One more")


def test_the_form_of_a_preset_can_be_sent_as_it_is_shown(desk: Desk) -> None:
    """That every one of them comes back whole holds `test_plan_forms`."""
    preset = next(preset for preset in PRESETS if preset.slug == "whist-drive")
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
    assert "Each table plays" in desk.see("desk-new", preset="hands")
    sent = as_sent(shown).dict() | {"round__hands": "many"}
    refused = desk.client.post(address, sent)
    assert [part for part, told in refused.context["parts"].items() if told["open"]] == ["round"]
    assert b'plan__fold" open>' in refused.content


ENTERED = {
    "weekday": "1",
    "week": "0",
    "starts": "19:30",
    "name": "Tuesday whist",
    "begins_with": "game-whist",
}


def test_a_night_is_added_changed_and_removed(desk: Desk) -> None:
    assert "The night is added." in desk.press("desk-nights", **ENTERED)
    night = ClubNight.objects.get()
    assert "Tuesday whist Every Tuesday, 19:30 · Whist" in words(desk.see("desk-nights"))
    desk.press("desk-night", night.pk, **(ENTERED | {"week": "1", "name": "", "begins_with": "last"}))
    assert "First Tuesday of the month, 19:30 As last time on this night" in words(desk.see("desk-nights"))
    assert "The night is removed." in desk.press("desk-night-remove", night.pk)
    assert not ClubNight.objects.exists()


def test_a_night_removed_meanwhile_stays_removed(desk: Desk) -> None:
    night = evenings.add_night(club=desk.club, night=NewNight(weekday=1))
    seen_before = ClubNight.objects.get(pk=night.pk)
    evenings.remove_night(row=night)
    with unchanged():
        with pytest.raises(Http404):
            evenings.change_night(row=seen_before, night=NewNight(weekday=2))
        with pytest.raises(Http404):
            evenings.remove_night(row=seen_before)


def test_everybody_sees_the_nights_at_once(desk: Desk) -> None:
    page = Client().get("/c/rooster-club/")
    assert "Every Tuesday" not in words(html(page))
    desk.press("desk-nights", **ENTERED)
    for address in ("/c/rooster-club/", "/c/rooster-club/coming/"):
        seen = Client().get(address, headers={"if-none-match": page.get("ETag", "")})
        assert "Tuesday whist · Every Tuesday, 19:30" in words(html(seen))


def test_what_is_no_night_is_refused(desk: Desk) -> None:
    with unchanged():
        for changed, says in (
            ({"weekday": "7"}, "7 is not one of the available choices"),
            ({"starts": "25:00"}, "That is no time of day"),
            ({"begins_with": "own-999"}, "own-999 is not one of the available choices"),
            ({"name": "Ow\u202el"}, "cannot be shown"),
        ):
            assert says in words(desk.refused("desk-nights", **(ENTERED | changed))), changed


def test_a_club_has_no_more_than_fit_above_a_form(desk: Desk) -> None:
    for _ in range(MOST_NIGHTS):
        evenings.add_night(club=desk.club, night=NewNight(weekday=1))
    assert "remove one first" in desk.refused("desk-nights", **ENTERED)


def begun(desk: Desk, **query: Any) -> Any:
    return desk.client.get(desk.url("desk-new"), query).context["form"]


def test_a_new_evening_begins_with_the_soonest_night_and_with_any_by_one_tap(desk: Desk) -> None:
    for weekday, name, kind in ((1, "Whist", "whist-drive"), (4, "", "game-chambery_tarot")):
        evenings.add_night(club=desk.club, night=NewNight(weekday=weekday, name=name, begins_with=kind))
    links = re.findall(r'href="\?night=(\d+)"\s+(aria-current)?', desk.see("desk-new"))
    assert [bool(current) for _pk, current in links] == [True, False]
    days = {}
    for pk, _current in links:
        form, night = begun(desk, night=pk), ClubNight.objects.get(pk=pk)
        assert night.falls_on(form["date"].value())
        days[form["name"].value()] = (form["game"].value(), form["date"].value())
    assert {name: game for name, (game, _day) in days.items()} == {
        "Whist": "whist",
        "Chambery Tarot": "chambery_tarot",
    }
    assert begun(desk)["date"].value() == min(day for _game, day in days.values())


def test_another_kind_keeps_the_day_and_the_hour_of_the_night(desk: Desk) -> None:
    for day in (1, 4):
        evenings.add_night(club=desk.club, night=NewNight(weekday=day, starts=time(19, day)))
    for pk in ClubNight.objects.values_list("pk", flat=True):
        before, shown = begun(desk, night=pk), desk.see("desk-new", night=pk)
        assert f"?preset=whist-drive&amp;night={pk}" in shown
        after = begun(desk, preset="whist-drive", night=pk)
        assert [after[name].value() for name in ("game", "date", "starts_at")] == [
            "whist",
            before["date"].value(),
            before["starts_at"].value(),
        ]


def test_a_day_that_has_an_evening_is_not_offered_again(desk: Desk) -> None:
    evenings.add_night(club=desk.club, night=NewNight(weekday=1, name="Whist"))
    form = begun(desk)
    assert desk.client.post(desk.url("desk-new"), as_sent(form).dict()).status_code == 302
    made = Evening.objects.get()
    assert (made.name, made.date) == ("Whist", form["date"].value())
    assert (begun(desk)["date"].value() - made.date).days == 7


def test_as_last_time_is_the_last_evening_of_that_night(desk: Desk, make_evening: Make) -> None:
    make_evening(8, until="finished", name="Played", rounds=1)
    [night, other] = [
        evenings.add_night(club=desk.club, night=NewNight(weekday=day, begins_with="last")) for day in (4, 1)
    ]
    form = begun(desk, night=night.pk)
    assert (form["name"].value(), form["rounds"].value()) == ("Played", 1)
    assert begun(desk, night=other.pk)["name"].value() == "Progressive evening"


def test_a_kind_kept_no_longer_gives_way_to_the_usual_game(desk: Desk, make_evening: Make) -> None:
    desk.of(make_evening(8, until="draft", rounds=4)).press("desk-keep", name="Ours")
    preset = desk.club.presets.get()
    night = evenings.add_night(club=desk.club, night=NewNight(weekday=4, begins_with=f"own-{preset.pk}"))
    assert begun(desk, night=night.pk)["rounds"].value() == 4
    preset.delete()
    desk.club.usual_game = "whist"
    desk.club.save()
    assert begun(desk, night=night.pk)["game"].value() == "whist"


def test_an_evening_is_announced_for_the_hour_of_its_night(desk: Desk, make_evening: Make) -> None:
    evening = make_evening(8, until="draft").evening
    assert lists.usual_start(desk.club, evening.date) is None
    evenings.add_night(club=desk.club, night=NewNight(weekday=4, starts=time(20, 15)))
    assert lists.usual_start(desk.club, evening.date) == time(20, 15)


def test_several_evenings_are_planned_for_a_night(desk: Desk) -> None:
    night_body = NewNight(weekday=4, week=5, name="Last Friday", starts=time(20), begins_with="game-whist")
    night = evenings.add_night(club=desk.club, night=night_body)
    address = f"{desk.url('desk-several')}?night={night.pk}"
    page = desk.client.get(address)
    form = page.context["form"]
    assert "On this night: Last Friday of the month, 20:00" in words(html(page))
    sent = as_sent(form).dict() | {"first": "2027-01-01", "count": "3"}
    days = ["2027-01-29", "2027-02-26", "2027-03-26"]
    answer = desk.client.post(address, {**sent, "save": "1", "seen": " ".join(days), "days": days})
    assert answer.status_code == 302, words(html(answer))
    rows = Evening.objects.order_by("date")
    assert [row.date.isoformat() for row in rows] == days
    assert {(row.name, row.plan["game"], row.announcement.starts) for row in rows} == {
        ("Last Friday", "whist", time(20))
    }


WITH_RULES = [slug for slug, game in GAMES.items() if game.house_rule_form]
UNLIKE_RULES = {
    frozenset(rule.kind for rule in GAMES[slug].house_rule_form): slug for slug in WITH_RULES
}.values()
"""One game for all that have rules of the same kinds."""
RULES_ENTERED = {
    "target": "30",
    "bird_order": "peacock_second",
    "set_side_keeps_counters": "on",
    "keeps_all_trumps": "on",
}
KEPT = {
    "target": 30,
    "bird_order": "peacock_second",
    "set_side_keeps_counters": True,
    "keeps_all_trumps": True,
}


def settled(desk: Desk, game: str = "chantecler", **options: Any) -> None:
    clubs.set_house_rules(club=desk.club, game=game, options=options, by="user:1", at=START)


def test_every_game_is_listed_with_what_the_club_plays_and_what_differs(desk: Desk) -> None:
    assert "differs from the rulebook" not in desk.see("desk-house-rules")
    settled(desk, target=30)
    page = words(desk.see("desk-house-rules"))
    assert all(game.name in page for game in GAMES.values())
    assert "Points to win a game 30 differs from the rulebook" in page
    assert "Second highest bird Pheasant A set couple" in page
    assert page.count("The club has changed nothing here") == len(WITH_RULES) - 1
    assert "This game has no house rules: it is played by the rulebook." in page


def test_what_is_entered_is_what_the_club_plays(desk: Desk) -> None:
    page = desk.press("desk-house-rules-game", "chantecler", **RULES_ENTERED)
    assert "New evenings of Chantecler start with these house rules." in page
    row = HouseRules.objects.get()
    assert (row.club, row.game, row.options) == (desk.club, "chantecler", KEPT)
    assert row.changed_by == f"user:{User.objects.get().pk}"
    desk.press("desk-house-rules-game", "chantecler", target="42", bird_order="pheasant_second")
    assert HouseRules.objects.get().options["set_side_keeps_counters"] is False


@pytest.mark.parametrize("game", UNLIKE_RULES)
def test_the_form_shows_what_is_played_and_can_be_sent_as_it_is(desk: Desk, game: str) -> None:
    form = desk.client.get(desk.url("desk-house-rules-game", game)).context["form"]
    assert list(form.fields) == [rule.name for rule in GAMES[game].house_rule_form]
    by_the_book = [field for name, field in form.fields.items() if name != "called"]
    assert all("rulebook" in str(field.help_text) for field in by_the_book)
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    desk.press("desk-house-rules-game", game, **sent)
    assert HouseRules.objects.get().options == {name: form[name].value() for name in form.fields}


def test_what_is_refused_is_kept(desk: Desk) -> None:
    with unchanged():
        page = desk.refused("desk-house-rules-game", "chantecler", **RULES_ENTERED | {"target": "0"})
    assert "0 was entered; allowed: a whole number from 1" in words(page)
    assert 'name="target" value="0"' in page


@pytest.mark.parametrize("game", ["chambery_tarot", "bridge"])
def test_a_game_without_house_rules_has_no_form_of_them(desk: Desk, game: str) -> None:
    assert desk.client.get(desk.url("desk-house-rules-game", game)).status_code == 404


def test_a_new_evening_starts_with_what_the_club_plays_and_a_plan_has_its_own(
    desk: Desk, desk_at: DeskAt
) -> None:
    settled(desk, target=30, bird_order="peacock_second")
    settled(desk, "ascot", ramsch=True)
    form = desk.client.get(desk.url("desk-new")).context["form"]
    shown = {name: form[name].value() for name in form.fields if name.startswith("rule-")}
    assert shown["rule-chantecler-target"] == 30
    assert shown["rule-chantecler-bird_order"] == "peacock_second"
    assert "rule-ascot-ramsch" not in shown
    another = as_sent(form).dict() | {"game": "ascot", "rules_of": "chantecler"}
    assert 'name="rule-ascot-ramsch" id="id_rule-ascot-ramsch" checked' in desk.see(
        "desk-forecast", **another
    )
    desk.press("desk-new", **another | {"movement": "scheduled"})
    assert Evening.objects.get().plan["house_rules"]["ramsch"] is True
    here, _room = desk_at(8, until="draft", target=21)
    form = desk.client.get(here.url("desk-plan")).context["form"]
    assert form["rule-chantecler-target"].value() == 21


def test_a_rule_that_hangs_on_another_says_on_which_here_and_in_the_plan(desk: Desk) -> None:
    page = desk.see("desk-house-rules-game", "whist")
    under = 'data-under="{&quot;%s&quot;: [&quot;odd&quot;]}"'
    assert page.count(under % "counts") == 2
    assert desk.see("desk-new", preset="whist-drive").count(under % "rule-whist-counts") == 2


def test_in_french_the_tickets_of_a_preset_are_called_in_french(desk: Desk) -> None:
    address = f"{desk.url('desk-new')}?preset=whist-drive"
    page = desk.client.get(address, headers={"Accept-Language": "fr"})
    assert "Couleurs : dames, messieurs." in html(page)
    sent = as_sent(page.context["form"]).dict()
    assert desk.client.post(address, sent, headers={"Accept-Language": "fr"}).status_code == 302
    options = Evening.objects.latest("pk").plan["movement_options"]
    assert options["by_colour"] == {"dames": -1, "messieurs": 1}
