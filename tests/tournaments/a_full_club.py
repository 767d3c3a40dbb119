"""A club that has a row in every table of the program that holds rows of one club."""

from datetime import timedelta

from tests.tournaments.a_season import ASeason
from tests.tournaments.conftest import START
from tests.tournaments.test_foreign_ids import House, furnished
from tournaments.club import models
from tournaments.club.services import audit
from tournaments.evening.models import PlayerLink, Schedule, TableDevice
from tournaments.fees import fees
from tournaments.league.models import CategoryMember, FederationRatingPoint, LeagueClub
from tournaments.rehearsal.models import Rehearsal
from tournaments.signup.models import DoorCode


def full_club(name: str, players: int = 9) -> House:
    house = furnished(name, players)
    club, evening = house.club, house.evening.evening
    season = ASeason.made(club)
    season.play()
    season.work()
    player, ticket = house.evening.players[0], evening.tickets.order_by("number")[0]
    models.ClubLogo.objects.create(club=club, content=b"a picture")
    models.FormerAddress.objects.create(club=club, player=player, slug="before")
    models.GroupMember.objects.create(player=player, group="Tuesday")
    models.Consent.objects.create(player=player, of=models.Consent.Of.NAME, given=True, by="user:1", at=START)
    models.HouseRules.objects.create(club=club, game="chantecler", options={}, changed_at=START)
    models.ClubGame.objects.create(club=club, slug="ours", edition=name, document="{}", written_at=START)
    models.ClubKey.objects.get_or_create(club=club, defaults={"public": name, "made_at": START})
    models.MemberDetails.objects.create(player=player, mail=f"somebody@{club.slug}.example")
    models.MailWish.objects.create(player=player, kind=models.MailKind.RESULT, language="en", made_at=START)
    models.CalendarLink.objects.create(player=player, token_hash=f"calendar {name}", made_at=START)
    models.PlayerClaim.objects.create(
        player=player, token_hash=f"claim {name}", made_at=START, expires_at=START + timedelta(days=1)
    )
    link = evening.tables.all()[0].links.all()[0]
    TableDevice.objects.create(link=link, token_hash="own", label="phone", made_at=START, last_seen_at=START)
    PlayerLink.objects.get_or_create(
        ticket=ticket,
        defaults={
            "token_hash": f"ticket {name}",
            "code_hash": f"code {name}",
            "nonce": "0" * 64,
            "made_at": START,
        },
    )
    Schedule.objects.get_or_create(evening=evening)
    DoorCode.objects.create(
        evening=evening,
        nonce="0" * 64,
        token_hash=f"door {name}",
        code_hash=f"door {name}",
        made_by="user:1",
        made_at=START,
    )
    fees.set_usual_fees(club, fees.NewUsualFees(member=500, guest=700, currency="€"))
    fees.set_evening_fees(evening, fees.NewEveningFees(member=500, guest=700))
    fees.pay(what=evening, player=player, by="user:1", at=START)
    CategoryMember.objects.create(season=season.season, category="ladies", player=player)
    LeagueClub.objects.create(league=season.season.league, club=club, asked_by="user:1", asked_at=START)
    models.PlayerPhoto.objects.create(
        player=player, content=b"a picture", consent_by="user:1", consented_at=START
    )
    federation = club.federations.get(agreed_at__isnull=False).federation
    FederationRatingPoint.objects.create(
        federation=federation,
        player=player,
        evening=evening,
        game="chantecler",
        date=evening.date,
        mu=25.0,
        sigma=8.0,
        games=1,
    )
    audit.note(club, "member-changed", player=player, fields=["name"])
    models.ActOrigin.objects.create(
        club=club, entry_hash=evening.ledger_head, by="user:1", at=START, network="192.0.2.0/24"
    )
    Rehearsal.objects.create(
        evening=evening, brief={}, stage="failed", asked_by="user:1", asked_at=START, heard_at=START
    )
    models.WebhookPosition.objects.get_or_create(evening=evening)
    return house
