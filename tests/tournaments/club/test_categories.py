"""The categories of a club: chosen among its groups, and standings and seasons read by them."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from scoring.faults import Faults
from tests.tournaments.a_season import ASeason
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, GroupMember, Player
from tournaments.club.services import clubs
from tournaments.club.services.clubs import MOST_CATEGORIES
from tournaments.club.services.members import set_details
from tournaments.league.services.bonds import merge
from tournaments.site.arguments import validate_body


@pytest.fixture
def season(club: Club) -> ASeason:
    """A season of one evening; the two who came first at it are juniors, and the third a veteran."""
    made = ASeason.made(club)
    made.play(date(2026, 10, 2))
    first, second, third = (line.player for line in made.lines()[:3])
    for player, group in ((first, "Juniors"), (second, "Juniors"), (third, "Veterans")):
        player.groups.create(group=group)
    clubs.set_categories(club=club, new=clubs.NewCategories(categories={"Juniors": True, "Veterans": False}))
    return made


def evening(season: ASeason) -> str:
    return f"/c/rooster-club/{season.evenings[0].evening.slug}/"


def table(season: ASeason) -> str:
    return f"/c/rooster-club/leagues/{season.season.league.slug}/{season.season.slug}/"


def names(answer: Any, part: str = "table--standings") -> list[str]:
    """Who stands in the table of a page, in order."""
    rows = html(answer).partition(part)[2].partition("</table>")[0].split("<tbody>")[-1]
    return re.findall(r'<a\s+href="[^"]*"\s*>([^<]+)</a>', rows)


@pytest.mark.parametrize("where", [evening, table], ids=["evening", "season"])
def test_a_table_is_read_by_a_category_with_the_places_among_everybody(season: ASeason, where: Any) -> None:
    address, visitor = where(season), Client()
    assert len(names(visitor.get(address))) == 8
    read = visitor.get(f"{address}?category=Juniors")
    juniors = Player.objects.filter(groups__group="Juniors").values_list("name", flat=True)
    assert sorted(names(read)) == sorted(juniors)
    assert "The places are those among everybody." in words(html(read))


@pytest.mark.parametrize("where", [evening, table], ids=["evening", "season"])
def test_a_category_that_is_not_shown_is_for_officers_alone(season: ASeason, where: Any, desk: Desk) -> None:
    address = where(season)
    for asker, offered in ((Client(), False), (desk.client, True)):
        assert ("category=Veterans" in html(asker.get(address))) is offered
        assert (len(names(asker.get(f"{address}?category=Veterans"))) == 1) is offered


def test_a_page_seen_before_is_another_once_somebody_joins_or_leaves(season: ASeason) -> None:
    address, visitor = f"{evening(season)}?category=Juniors", Client()
    player = Player.objects.get(groups__group="Veterans")
    for groups, count in (("Juniors", 3), ("", 2)):
        tag = visitor.get(address)["ETag"]
        set_details(player, groups=groups)
        again = visitor.get(address, headers={"if-none-match": tag})
        assert len(names(again)) == count


def test_whoever_is_read_as_another_is_in_the_category_of_both(season: ASeason, club: Club) -> None:
    [guest] = clubs.add_names(club=club, names=["Ada Twice"], at=season.clock())
    guest.groups.create(group="Juniors")
    last = season.lines()[-1].player
    merge(duplicate=guest, into=last, by="user:1", at=season.clock())
    season.work()
    assert last.name in names(Client().get(f"{table(season)}?category=Juniors"))


def test_a_category_of_a_season_takes_the_group_of_its_name_and_is_no_filter_beside_its_table(
    desk: Desk, club: Club
) -> None:
    made = ASeason.made(club, rules={"categories": [{"name": "Juniors", "by": "person"}]})
    made.play(date(2026, 10, 2))
    people = [line.player for line in made.lines()[:3]]
    for player in people:
        player.groups.create(group="Juniors")
    address = f"/desk/rooster-club/leagues/{made.season.league.slug}/{made.season.slug}/people/"
    assert "Add everybody of our group “Juniors”" in words(html(desk.client.get(address)))
    desk.client.post(address, {"group": "Juniors"})
    made.work()
    assert {line.player for line in made.lines("Juniors")} == set(people)
    with unchanged():
        desk.client.post(address, {"group": "Nobody"})
    clubs.set_categories(club=club, new=clubs.NewCategories(categories={"Juniors": True}))
    assert "?category=" not in html(Client().get(table(made)))


def test_categories_are_chosen_among_the_groups(desk: Desk, club: Club) -> None:
    assert "No member is in a group yet" in words(desk.see("desk-categories"))
    [player] = clubs.add_names(club=club, names=["Ada Marsh"], at=club.made_at)
    for group in ("Juniors", "Tuesday"):
        GroupMember.objects.create(player=player, group=group)
    assert "Saved." in desk.press("desk-categories", chosen=["Juniors", "Tuesday"], shown=["Tuesday"])
    club.refresh_from_db()
    assert club.categories == {"Juniors": False, "Tuesday": True}
    player.groups.all().delete()
    assert "Juniors" in desk.see("desk-categories")


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        ({"chosen": ["Poker"]}, "Poker is not one of the available choices"),
        ({"shown": ["Juniors"]}, "“Juniors” is no category. Tick it above too, or untick it here."),
    ],
)
def test_what_is_no_category(desk: Desk, club: Club, entered: dict[str, list[str]], says: str) -> None:
    [player] = clubs.add_names(club=club, names=["Ada Marsh"], at=club.made_at)
    player.groups.create(group="Juniors")
    with unchanged():
        assert says in words(desk.refused("desk-categories", **entered))


def test_a_club_has_no_more_than_fit_above_a_table(club: Club) -> None:
    many = {"categories": {f"G{n}": True for n in range(MOST_CATEGORIES + 1)}}
    with pytest.raises(Faults):
        validate_body(many, clubs.NewCategories)
    with pytest.raises(Faults):
        clubs.set_categories(club=club, new=clubs.NewCategories(categories={"": True}))
    club.refresh_from_db()
    assert club.categories == {}
