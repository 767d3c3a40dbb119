"""Sets the stage: one club with an evening in every status, made through the services.

A house does so itself (`House.call`).
"""

from collections.abc import Callable
from datetime import time, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import STEPS, AnEvening, a_hand, do_a_slice
from tests.tournaments.league import people
from tests.tournaments.league.people import BY, a_federation
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club, Notice, User
from tournaments.club.services import clubs, mails
from tournaments.club.services.accounts import give_password_link
from tournaments.club.services.clubs import add_player
from tournaments.club.services.invitations import give_claim_link
from tournaments.evening import acts
from tournaments.evening.models import Evening, PlayerLink, TableLink
from tournaments.evening.services import evenings, schedules
from tournaments.evening.services.links import link_token
from tournaments.evening.services.perform import perform
from tournaments.league.models import SeasonLine
from tournaments.league.services import bonds, federations
from tournaments.movement.interface import Wishes
from tournaments.signup.sign_ups import door_token, open_door

CLUB = "stage"
POINTS = {"ascot": (8, "playing"), "clabberjass": (5, "bell"), "chambery_tarot": (13, "published")}
"""Evenings on which everybody counts their own points: the game, how many come, how far it has got."""
STRANGE = ("abandoned", "level", "ringing")
"""What is shown beside the steps of an evening: called off, tables that have to cut, a table that has to ring."""
MENDED = "mended"
"""An evening whose next seats are announced: a hand corrected, one in dispute, one late, and decisions."""
SCHEDULED = {"drawn_up": "seated", "scheduled": "moved", "failed": "seated"}
"""Evenings by a schedule, and how far they have got; a search is over, somebody has come to the second."""
FOUND: Final = {"moves": 123_456_789, "milliseconds": 59_900}
FAILED: Final = {"stage": "dropped", "remark": f"ArithmeticError: {'a' * 60}"}
"""What a search says with the widest figures, and of a failure with the longest word."""

COMING = "coming"
"""An evening to come, for which many have signed up; beside it are one called off, and one with open doors."""

NAMES: Final = (
    "Jean-Baptiste de Villeneuve",
    "Marie-Antoinette Laframboise",
    "Zoé",
    "Wolfgang Schönenberger",
)
PEOPLE: Final = [f"{NAMES[number % len(NAMES)]} {number:02}" for number in range(14)]
"""Who plays on every evening but those by a schedule: long names beside short ones."""

BEGAN: Final = 5
"""Minutes ago."""


def a_club(slug: str, *members: str, called: str = "") -> Any:
    """A club of the demo's director, with members of these names."""
    club = clubs.make_club(
        name=called or f"The {slug.title()} Card Club",
        director=User.objects.get(username="demo-director"),
        time_zone="Europe/London",
        at=timezone.now(),
        slug=slug,
    )
    clubs.add_names(club=club, names=list(members), at=club.made_at)
    return club


def make_club(slug: str, *members: str) -> None:
    """As `a_club`, where nobody asks for the club."""
    a_club(slug, *members)


def name_players(evening: AnEvening, name: Callable[[int], str]) -> None:
    """Give every player the name that `name` has for their number, from 0."""
    for number, player in enumerate(evening.players):
        player.name = name(number)
        player.save()


def evening_in(club: Any, name: str, minutes: int = BEGAN) -> Any:
    """An evening brought to the status of that name, or to the strange state."""
    began = timezone.now() - timedelta(minutes=minutes)
    if name == MENDED:
        return mended_evening(club, began)
    if name in SCHEDULED:
        return scheduled_evening(club, began, name)
    if name in POINTS:
        players, status = POINTS[name]
        told: dict[str, Any] = {
            "people": PEOPLE,
            "at": began,
            "name": name,
            "game": name,
            "movement": "drawn",
        }
        money = {"settlement": {"lost": 50, "point": 1}}
        counting = AnEvening.made(club, players, hands_per_round=2, beside=money, **told)
        return counting.bring_to(status)
    evening = AnEvening.made(club, 14, people=PEOPLE, at=began, colours=("rose", "green"), name=name)
    evening.bring_to("playing" if name in STRANGE else name)
    if name in STRANGE:
        for _ in range(3):
            evening.enter(1, a_hand())
    if name == "level":
        evening.act(acts.Ring(table=1))
    if name == "abandoned":
        evening.act(acts.Abandon(reason="snow"))
    return evening


def mended_evening(club: Any, began: Any) -> Any:
    evening = AnEvening.made(club, 14, people=PEOPLE, at=began, colours=("rose", "green"), name=MENDED)
    evening.bring_to("playing")
    for table in (1, 1, 1, 2, 3):
        evening.enter(table, a_hand())
    evening.enter(2, a_hand(bid=6, five="B"), number=1)
    evening.act(acts.Ring(table=1))
    evening.act(acts.Close(anyway=True))
    evening.work()
    evening.act(acts.PublishMove())
    about: dict[str, Any] = {"round": 1, "table": 1, "number": 1, "reason": "the slip says spades"}
    first = evening.answers[0]["ledger"]["sequence"]
    evening.act(acts.CorrectHand(of=first, hand=a_hand(bid=7), **about))
    late = [evening.enter(3, a_hand(bidder=2, couple="B"), round_number=1) for _ in range(2)]
    entry = late[1]["ledger"]["sequence"]
    evening.act(acts.LeaveOutLate(of=entry, reason="nobody at the table knows of it"))
    codes = list(evening.round().tables.get(table__number=2).seats.values_list("ticket__code", flat=True))
    evening.act(acts.Penalty(tickets=codes[:2], points=-2, reason="came at nine"))
    evening.act(acts.ExchangeSeats(hands=[(1, 2, 1)], one=codes[0], other=codes[1], reason="as they told us"))
    evening.act(acts.AdjustGame(round=1, table=3, points=(20, 3), reason="the deck was short", seats="keep"))
    return evening


def scheduled_evening(club: Any, began: Any, name: str) -> Any:
    evening = AnEvening.made(club, 11, at=began, name=name, movement="scheduled", rounds=4)
    evening.bring_to("playing" if name == "scheduled" else SCHEDULED[name])
    codes = list(evening.evening.tickets.order_by("number").values_list("code", flat=True))
    if name == "scheduled":
        newcomer = add_player(club=club, name="Wolfgang-Amadeus von Schönenberger", at=evening.clock())
        evening.act(evenings.arrive, player=newcomer, colour="")
        for step in ("bell", "settled", "drafted", "moved"):
            evening.step_to(step)
    wishes = Wishes(apart=((codes[0], codes[1]),), unmoved=(codes[2],))
    # In one transaction: the house's worker hears of the search when it is over. The clock of the evening ticks a
    # second at each look, so that it is the same search on a quick machine and on a busy one.
    with transaction.atomic():
        purpose = "fairest" if name == "scheduled" else "improve"
        search = evening.act(schedules.ask, purpose=purpose, wishes=wishes)
        schedules.stop(planning=search, at=evening.clock())
        do_a_slice(search.pk, clock=evening.clock)
    evening.evening.plannings.update(**(FAILED if name == "failed" else FOUND))
    return evening


def set_stage(slug: str, *names: str, minutes: int = BEGAN) -> dict[str, Any]:
    """By the words in an address: where each evening is, its tables' links and players' own, a member, a code.

    Where an evening is published, somebody who has played at it too.
    """
    club = a_club(slug, "Ann Lee", "Bob Day", "Cy Fox")
    night = club.nights.create(name="Friday of the roosters", weekday=4, week=1, begins_with="whist-drive")
    season = club.season_fees.create(name="2026/27", member=2500, guest=0)
    found: dict[str, Any] = {"cards": {}, "tickets": {}, "night": night.pk, "season_fees": season.pk}
    for name in names:
        evening = evening_in(club, name, minutes)
        links = TableLink.objects.filter(table__evening=evening.evening).order_by("table__number")
        found[name] = f"{slug}/{evening.evening.slug}"
        found["cards"][name] = [f"/t/{link_token(link)}/" for link in links]
        own = PlayerLink.objects.filter(ticket__evening=evening.evening).order_by("ticket__number")
        found["tickets"][name] = [f"/p/{link_token(link)}/" for link in own]
        found["member"] = evening.players[0].pk
        if name == "playing":
            found["code"] = evening.evening.tickets.first().code
        if name == "published":
            [notice] = told_by_mail(evening)
            found |= {"notice": notice.pk, "stop_mails": mails.stop_address(notice)}
            found["played"] = evening.evening.standings.filter(played__gt=0).first().ticket.player.slug
    return found


def told_by_mail(evening: AnEvening) -> list[Notice]:
    """One of those who played asks for results, and was told this one."""
    player, at = evening.players[0], evening.clock()
    mails.set_wishes(player=player, kinds=["result"], language="en", at=at)
    mails.tell(mails.Kind.RESULT, evening.evening, [player.pk], number=1, at=at)
    return list(evening.evening.notices.all())


def set_coming(club: Any) -> dict[str, Any]:
    """Where the evenings to come are, and the links of somebody with a place, who waits, and who has withdrawn."""
    at = timezone.now()
    coming = AList.made(club, at=at, name="Friday of the roosters", places=6, note="Bring a cake, or two.")
    names = ("Ada Marsh", "Wolfgang-Amadeus von Schönenberger", "Clara", "Dan", "Eve", "Fay", "Gus")
    links = [coming.sign_up_with_link(name, "Bob" if name == "Ada Marsh" else "") for name in names]
    coming.sign_up("Hal", seeks_partner=True)
    row, gone = coming.sign_up_with_link("Ida")
    coming.withdraw(row)
    off = AList.made(club, at=at, name="In the snow", starts=time(20, 15))
    perform(evening=off.evening, act=acts.Abandon(reason="snow"), by="user:1", at=at)
    door = AList.made(club, at=at, name="At the door", day=at.date(), plan={"colours": ["rose", "green"]})
    for name in names:
        door.sign_up(name)
    perform(evening=door.evening, act=acts.OpenDoors(), by="user:1", at=at)
    code = open_door(evening=door.evening, by="user:1", at=at)
    found = {COMING: coming, "coming_off": off, "coming_door": door}
    where = {name: each.evening.slug for name, each in found.items()}
    places = {"placed": links[0][1], "waiting": links[6][1], "withdrawn": gone, "door": door_token(code)}
    return {**where, **places, "signed_up": links[0][0].pk}


def set_seasons(club: Any) -> dict[str, Any]:
    """Where a league in two divisions is that was played out, a cup that is drawn, and who leads the demo club."""
    borders = [{"up": 1, "down": 1, "play_off": 1}]
    league = AContest.made(club, (4, 4), at=timezone.now(), borders=borders)
    league.play_out()
    cup = AContest.made(club, (6,), at=timezone.now(), format="knock_out")
    leader = SeasonLine.objects.filter(season__league__club__slug="demo", place=1).earliest("pk")
    where = {"fixtures": league.season, "cup": cup.season}
    found = {name: f"{club.slug}/leagues/{made.league.slug}/{made.slug}" for name, made in where.items()}
    return {**found, "leader": leader.player.slug}


def set_federation(club: Any) -> dict[str, Any]:
    """Where the federation is that the club leads: another is in it, the demo is asked in, and one could be."""
    hillside = people.a_club("Hillside Club")
    federation = a_federation(club, [hillside], name="Card Union of the Valley")
    for player in club.players.order_by("pk")[:3]:
        same = add_player(club=hillside, name=player.name, at=club.made_at)
        asked = bonds.ask(federation=federation, one=same, other=player, **BY)
    bonds.agree(bond=asked, **BY)
    people.a_club("Riverside Club")
    demo = Club.objects.get(slug="demo")
    federations.ask(host=club, club=demo, by="user:1", at=club.made_at)
    return {"federation": federation.slug}


def whole_stage() -> dict[str, Any]:
    """All of it: an evening in every status, seasons, what is to come, and a federation."""
    make_club("nobody")  # which has nothing yet
    made = set_stage(CLUB, *STEPS, *STRANGE, *POINTS, MENDED, *SCHEDULED)
    club, director = Club.objects.get(slug=CLUB), User.objects.get(username="demo-director")
    made["claim"] = give_claim_link(player=club.players.earliest("pk"), by=director, at=timezone.now())
    made["new_password"] = give_password_link(user=director, by=None, at=timezone.now())
    return made | set_seasons(club) | set_coming(club) | set_federation(club)


def set_scene() -> dict[str, Any]:
    """The scene of the pictures: the demo club's evening in its third round, the one before it, and the next door."""
    on = Evening.objects.get(status="playing")
    evening = AnEvening(on, [], timezone.now() - timedelta(minutes=2))
    while evening.read().current_round < 3:
        evening.play_out()
        evening.cut_where_level()
        for step in ("settled", "drafted", "moved", "playing"):
            evening.step_to(step)
    evening.play_hands(3)
    links = TableLink.objects.filter(table__evening=on).order_by("table__number")
    last = Evening.objects.filter(status="published").latest("date")
    people = list(on.club.players.order_by("pk").values_list("name", flat=True)[:9])
    door = AnEvening.made(
        on.club, 9, at=timezone.now() + timedelta(days=7), name="Next Friday", people=people
    )
    return {
        "tonight": f"{on.club.slug}/{on.slug}",
        "last": f"{last.club.slug}/{last.slug}",
        "door": f"{on.club.slug}/{door.bring_to('check_in').evening.slug}",
        "tables": [f"/t/{link_token(link)}/" for link in links],
    }
