"""The rows of clubs, of people, and of what opens something."""

from tournaments.club.models.audit import AuditEntry
from tournaments.club.models.clubs import Club, ClubLogo, ClubNight, HouseRules, Officer, User
from tournaments.club.models.keys import (
    HASH_LENGTH,
    AccountEvent,
    AccountLink,
    AnsweredRequest,
    ApiToken,
    AuthenticatorApp,
    Invitation,
    Mail,
    OpensSomething,
    Passkey,
    PlayerClaim,
    RecoveryCode,
    SignInLink,
    UserSession,
    WorksOnce,
    WrongGuesses,
)
from tournaments.club.models.people import FormerAddress, GroupMember, MemberDetails, Player, PlayerPhoto

__all__ = [
    "HASH_LENGTH",
    "AccountEvent",
    "AccountLink",
    "AnsweredRequest",
    "ApiToken",
    "AuditEntry",
    "AuthenticatorApp",
    "Club",
    "ClubLogo",
    "ClubNight",
    "FormerAddress",
    "GroupMember",
    "HouseRules",
    "Invitation",
    "Mail",
    "MemberDetails",
    "Officer",
    "OpensSomething",
    "Passkey",
    "Player",
    "PlayerClaim",
    "PlayerPhoto",
    "RecoveryCode",
    "SignInLink",
    "User",
    "UserSession",
    "WorksOnce",
    "WrongGuesses",
]
