"""Who is who, at the desk: probable duplicates, what a merge touches, merging and taking it back."""

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.league.people import known
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.league.models import League, LeagueClub, PersonMerge


def see(desk: Desk, page: str = "desk-persons", **query: Any) -> str:
    answer = desk.client.get(reverse(f"web:{page}", args=[desk.club.slug]), query)
    assert answer.status_code == 200
    return words(" ".join(answer.content.decode().split()))


def merge(
    desk: Desk, duplicate: Player, into: Player, *, league: str = "", status: int = 302, **form: str
) -> str:
    query = {"duplicate": duplicate.pk, "into": into.pk, **({"league": league} if league else {})}
    answer = desk.client.post(reverse("web:desk-persons-merge", args=[desk.club.slug], query=query), form)
    assert answer.status_code == status, answer.status_code
    shown = desk.client.get(answer["Location"]) if status == 302 else answer
    return words(" ".join(shown.content.decode().split()))


def test_names_that_may_mean_one_person_are_offered(desk: Desk) -> None:
    known(desk.club, "Ann Lee", "Bo Day")
    assert "No two names look like one person." in see(desk)
    known(desk.club, "Anne Lee")
    said = see(desk)
    assert "Anne Lee (0) · Ann Lee (0) nearly the same letters" in said
    assert "Bo Day (0) ·" not in said


def test_what_a_merge_touches_is_told_before_it_is_done(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    ann, bo = room.players[:2]
    said = see(desk, "desk-persons-merge", duplicate=ann.pk, into=bo.pk)
    assert f"Evenings of {ann.name} 1 Evenings of {bo.name} 1" in said
    assert "Evenings both attended 1" in said
    assert "round 1), so they are probably two people." in said
    assert not PersonMerge.objects.exists()
    room.evening.tickets.get(player=bo).seats.all().delete()
    said = see(desk, "desk-persons-merge", duplicate=ann.pk, into=bo.pk)
    assert "Both were at the same evening. Are they really one person?" in said
    assert "two people" not in said


def test_those_who_played_at_the_same_time_are_said_to_be_two_people(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="published")
    for player, name in zip(room.players, ("Ann Lee", "Anne Lee"), strict=False):
        player.name = name
        player.save()
    known(desk.club, "Bob Day", "Bobb Day")
    said = see(desk)
    probably, two = said.split("Alike, but probably two people")
    assert "Bob Day" in probably
    assert "Anne Lee (" not in probably.split("Choose two players")[0]
    assert "They played at the same time" in two
    assert "Anne Lee" in two


def test_the_seasons_and_ratings_it_touches_are_known(desk: Desk) -> None:
    season = ASeason.made(desk.club)
    season.play()
    ann, bo = season.evenings[0].players[:2]
    said = see(desk, "desk-persons-merge", duplicate=ann.pk, into=bo.pk)
    assert "Seasons worked out again 1 Ratings worked out again Chantecler" in said
    assert "Friday league, Season 1" in said
    (never,) = known(desk.club, "Never Came")
    said = see(desk, "desk-persons-merge", duplicate=never.pk, into=ann.pk)
    assert "Evenings both attended 0" in said
    assert "Are they really one person?" not in said


def test_a_merge_is_made_listed_and_taken_back(desk: Desk) -> None:
    ann, anne = known(desk.club, "Ann Lee", "Anne Lee")
    said = merge(desk, anne, ann, reason="asked her")
    assert "Anne Lee now counts as Ann Lee." in said
    assert "Anne Lee → Ann Lee “asked her” director," in said
    assert "No two names look like one person." in said
    row = PersonMerge.objects.get()
    undo = reverse("web:desk-persons-undo", args=[desk.club.slug, row.pk])
    said = words(" ".join(desk.client.post(undo, follow=True).content.decode().split()))
    assert "Anne Lee and Ann Lee are two people again." in said
    assert "undone by director" in said
    assert "Anne Lee (0) · Ann Lee (0)" in said


def test_a_merge_that_cannot_be_is_refused_with_what_was_entered(desk: Desk) -> None:
    ann, anne = known(desk.club, "Ann Lee", "Anne Lee")
    merge(desk, anne, ann)
    said = merge(desk, ann, anne, status=422, reason="the other way")
    assert "“Anne Lee” counts as “Ann Lee” already" in said
    assert "“Ann Lee” was chosen twice" in merge(desk, ann, ann, status=422)


@pytest.mark.parametrize(
    "query",
    [pytest.param({}, id="nobody"), pytest.param({"duplicate": "x", "into": "9" * 30}, id="nonsense")],
)
def test_who_is_not_on_the_list_cannot_be_chosen(desk: Desk, query: dict[str, str]) -> None:
    answer = desk.client.get(reverse("web:desk-persons-merge", args=[desk.club.slug], query=query))
    assert answer.status_code == 422
    assert "Nobody was chosen; choose somebody from the list." in words(answer.content.decode())


def test_players_of_another_club_are_read_as_one_in_a_league_alone(desk: Desk) -> None:
    owls = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    league = League.objects.create(club=desk.club, name="Both", slug="both", made_at=START)
    LeagueClub.objects.create(league=league, club=owls, asked_by="user:1", asked_at=START, agreed_at=START)
    (ann,), (annette,) = known(desk.club, "Ann Lee"), known(owls, "Ann Lee")
    assert "No two names look like one person." in see(desk)
    assert "Ann Lee Owls (0)" in see(desk, league="both")
    assert "“Both” alone" in see(desk, "desk-persons-merge", duplicate=annette.pk, into=ann.pk, league="both")
    merge(desk, annette, ann, league="both")
    assert PersonMerge.objects.get().league == league
    assert "Nobody yet." in see(desk)
    assert desk.client.get(desk.url("desk-persons"), {"league": "x"}).status_code == 404
    assert "Ann Lee Owls → Ann Lee" in see(desk, league="both")
