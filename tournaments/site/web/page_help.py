"""What each page of the desk is for and what to do next there, keyed by the name of its address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.site.cleaning import folded

# The words of the trade, each with one sentence: for the "?" beside a word and for the page that lists
# them all.


class Term(NamedTuple):
    code: str
    words: str | Promise
    sentence: str | Promise


_TERMS: Final[Mapping[str, tuple[Any, Any]]] = {
    "progressive": (
        _("Progressive"),
        _("After each round the winners move up a table, the losers stay or move down, and partners change."),
    ),
    "ladder": (
        _("Ladder"),
        _("The winners of each table go up one table, and the losers go down one."),
    ),
    "swiss": (
        _("Swiss"),
        _("In each round you meet somebody who has done about as well as you so far; nobody is knocked out."),
    ),
    "knock-out": (
        _("Knock-out"),
        _("The losers of a round are out, and the winners go on until one is left."),
    ),
    "schedule": (
        _("By a schedule"),
        _("Every round is worked out in advance, so that players meet each other as evenly as possible."),
    ),
    "couple": (
        _("Couple"),
        _("Two partners who sit opposite each other: couple A in seats 1 and 3, couple B in seats 2 and 4."),
    ),
    "round": (
        _("Round"),
        _("The play between two moves: everybody keeps their seat until the round is over."),
    ),
    "hand": (
        _("Hand"),
        _("One deal of the cards, played out and scored; a round is made of several hands."),
    ),
    "head-table": (
        _("Head table"),
        _("Table 1, which the winners climb to; in a progressive evening its winners stay there."),
    ),
    "bell": (
        _("Bell"),
        _("The first table to reach the target rings the bell, and play stops at every table."),
    ),
    "cut": (
        _("Cut"),
        _("Players who are level each draw a card from a shuffled pack, and the higher card wins."),
    ),
    "sit-out": (
        _("Sit-out"),
        _(
            "A round in which you rest because the players do not fill the tables exactly; everybody takes turns."
        ),
    ),
    "game-points": (
        _("Game points"),
        _("Points for a game that grow with the margin by which it was won."),
    ),
    "tie-break": (
        _("Tie-break"),
        _(
            "What decides between two players who have won equally often, in the order of the evening's rules."
        ),
    ),
    "booby": (_("Booby prize"), _("A consolation prize, given in good humour to whoever comes last.")),
    "hort": (
        _("Hort"),
        _("A way to divide prize money: half of it by place, and half in equal shares."),
    ),
    "seed": (
        _("Seed"),
        _(
            "A secret number that decides the draw; it is shown afterwards, so that anybody can repeat the draw."
        ),
    ),
    "seeding": (
        _("Seeding"),
        _("An order of strength set before play, which keeps the favourites apart at first."),
    ),
    "ticket": (
        _("Ticket"),
        _("A player's number for the evening, sometimes in a colour; it shows where to sit."),
    ),
    "late-tray": (
        _("Late tray"),
        _("Where hands wait that arrived after their round; the director decides which of them count."),
    ),
    "confirmation": (
        _("Confirmation"),
        _("The other side says that a hand was entered correctly, on any phone at the table."),
    ),
    "certificate": (
        _("Certificate"),
        _("A count of who met whom and who sat out, beside the best that can be achieved."),
    ),
    "ledger": (
        _("Ledger"),
        _("The list of everything that happened during the evening; nothing in it is ever erased."),
    ),
    "rehearsal": (
        _("Rehearsal"),
        _("The whole evening played in advance by simulated players, to see whether anything would stop it."),
    ),
    "fixture": (
        _("Fixture"),
        _("A match of a season between two entrants, to be played in a given round."),
    ),
}
TERMS: Final = {code: Term(code, *texts) for code, texts in _TERMS.items()}


def terms(_request: HttpRequest) -> dict[str, Any]:
    """The terms by their codes, `-` written as `_`, for `partials/what_is.html` on any page."""
    return {"terms": _BY_NAME}


_BY_NAME: Final = {code.replace("-", "_"): term for code, term in TERMS.items()}


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    listed = sorted(TERMS.values(), key=lambda term: folded(str(term.words)))
    return render(request, "public/words.html", {"listed": listed})


HELP: Final[Mapping[str, str | Promise]] = {
    "desk": _("Choose the club whose evenings you direct."),
    "desk-club": _(
        "All evenings of the club, with the next step beside each. Create a new evening, or clone the last one."
    ),
    "desk-new": _(
        "Choose a kind of evening, give it a name, and change only what differs. You can change the plan until "
        "round 1 starts."
    ),
    "desk-several": _(
        "A row of evenings with one plan. Look at the dates, untick those without an evening, then create them all."
    ),
    "desk-coming": _(
        "The people who are coming to this evening. Add those who telephone; those who are waiting get "
        "places as soon as there are any."
    ),
    "desk-mails": _(
        "Who was told what about this evening by mail, who waits, and who could not be told. Tap a name to "
        "read their mail."
    ),
    "desk-announce": _(
        "Say when the evening begins and for how many there is room. From then on everybody sees it."
    ),
    "desk-door": _(
        "A code for people to check themselves in with their phones. Print it for the door, or put it on a screen."
    ),
    "desk-door-paper": _("The code for the door, on one sheet. Print it and hang it where people come in."),
    "desk-plan": _(
        "How tonight is played: game, rounds, moves and prizes. Save your changes, then go back to the board."
    ),
    "desk-clone": _("A new evening with the same plan. Check name and date, then create it."),
    "desk-presets": _(
        "The kinds of evening your club keeps. Rename them, or remove those you no longer use."
    ),
    "desk-archive": _(
        "Import an evening or a season from another club or server: choose its archive, then say who is who."
    ),
    "desk-members": _("Everybody who may come. Add names one by one, or import a list from a spreadsheet."),
    "desk-attendance": _("Who came to which evening of a year. Download it as a file, or print the page."),
    "desk-members-print": _("The telephone list. Print it for those who telephone around, and keep it safe."),
    "desk-members-import": _(
        "Paste the list or choose a file, then check the preview. Nothing is saved until you add the members."
    ),
    "desk-member": _("One member's details. A changed name appears on all pages."),
    "desk-member-warnings": _(
        "Warnings to one member, for directors and secretaries alone. One that is taken back stays, crossed out."
    ),
    "desk-member-erase": _(
        "Take one person’s name away everywhere, for good. What they played stays in the results."
    ),
    "desk-member-consents": _(
        "Whether everybody may see one member’s name and ratings. What the member last said counts."
    ),
    "desk-member-photo": _("One member's photo. It is shown only with their consent, and never of minors."),
    "desk-club-fees": _(
        "What an evening or a season costs, and what came in for each. The treasurer takes the CSV file."
    ),
    "desk-season-fees": _(
        "Tick who has paid for the season. A mistake is taken back; both stay in the file."
    ),
    "desk-fees": _("Tick who has paid tonight. A mistake is taken back; both stay in the file."),
    "desk-settlement": _(
        "What lost hands and points cost everybody tonight. Print the list, and settle by it."
    ),
    "desk-officers": _(
        "Who runs the evenings of the club. Invite somebody by a link, or give your office up."
    ),
    "desk-officer-password": _("Hand the link on to whoever it is for. It is shown only now."),
    "desk-member-claim": _("Hand the link on to whoever it is for. It is shown only now."),
    "desk-audit": _("What was changed in the club, when, and by whom. Search it, or take it as a file."),
    "desk-settings": _("What the club is called, where and when it plays, and what new evenings begin with."),
    "desk-categories": _(
        "Which groups of members are categories, and which of them everybody may read standings by."
    ),
    "desk-webhooks": _(
        "Which other programs hear of your evenings. Make a webhook, try it, or send an event again."
    ),
    "desk-nights": _(
        "The days on which the club plays, and what is played on each. Add a night, change one, or remove it."
    ),
    "desk-night": _("One night of the club. What you change holds for new evenings."),
    "desk-settings-look": _("The logo and the colour of the club on its pages, walls and papers."),
    "desk-settings-public": _("Who sees results, league tables, players' pages and coming evenings."),
    "desk-house-rules": _(
        "The rules your club plays by. Choose a game to change them; only new evenings follow."
    ),
    "desk-own-games": _(
        "The games your club wrote for itself, or took from another club. Read a file, see its rules, take it."
    ),
    "desk-workshop-game": _(
        "Change lines, try a hand, and let the examples show what holds. Nothing is kept before you save it."
    ),
    "desk-house-rules-game": _(
        "Your club's rules for this game. Save them; evenings already made keep theirs."
    ),
    "desk-evening": _(
        "The whole evening on one page. The large button is the next step; anything that needs you is listed above "
        "the tables."
    ),
    "desk-seats": _("Who sits where in each round. Print the list, or show the seats on the wall."),
    "desk-schedule": _("All rounds in advance. Enter wishes, search for better seats, or print guide cards."),
    "desk-certificate": _("How evenly people meet in this schedule, beside the best that is possible."),
    "desk-people": _(
        "Everybody who plays tonight. Add latecomers here, send somebody home, or seat a substitute."
    ),
    "desk-personal": _("The link on one player's ticket. If it is lost, make a new one; the old link stops."),
    "desk-table": _(
        "Everything at one table. Enter a hand here when no phone can, or open a hand to correct it."
    ),
    "desk-hand": _("All versions of one hand. Correct the one that counts, or declare it void."),
    "desk-disputes": _(
        "Hands that were entered in two ways. Ask the table, then choose the one that counts."
    ),
    "desk-objections": _(
        "What players object to in the published result. Answer each; the player reads the answer."
    ),
    "desk-late": _("Hands that came too late. Decide for each whether it counts."),
    "desk-wrong-seats": _(
        "For two players who sat in each other's seats. Choose both, and look at what changes."
    ),
    "desk-totals": _("A round from score cards on paper, by the points of each table alone."),
    "desk-decisions": _("Penalties and adjusted games. Add a penalty, or withdraw a decision."),
    "desk-standings": _("The places so far, and why neighbours stand as they do."),
    "desk-papers": _("Everything to print: tickets and table cards after the draw, lists and sheets later."),
    "desk-tickets": _("A ticket for everybody who has checked in. Print them, cut them and hand them out."),
    "desk-cards": _(
        "A card for each table, with the code that phones open it by. Print them and lay one on each table."
    ),
    "desk-blank-slips": _(
        "Empty slips for tables without a phone. Print them, and enter the hands at the desk."
    ),
    "desk-guide-cards": _(
        "A card for each player with their seats in all rounds. Print them and hand them out."
    ),
    "desk-movement-sheet": _("Who moves where after a round. Print the sheet and hang it up."),
    "desk-seating-list": _("Everybody by name, with table and seat. Print the list for the door."),
    "desk-payments": _("Who pays whom tonight. Print the list, and settle by it."),
    "desk-rehearsal": _(
        "Plays the evening with simulated players. Start it before the doors open, and mend what it finds."
    ),
    "desk-jobs": _("Work that runs in the background. If something failed, try it again here."),
    "desk-ledger": _("Everything that happened tonight, in order. You only need to read it."),
    "desk-leagues": _("Leagues gather evenings or matches into a season. Create one, or open one of yours."),
    "desk-league": _(
        "One league with its seasons. Create the next season, invite other clubs to join, or change its name."
    ),
    "desk-federation": _(
        "Clubs of a federation share leagues and ratings. Found one and invite clubs, or join one that invites you."
    ),
    "desk-bonds": _(
        "Who plays in several clubs of the federation. Choose two names and ask the other club; answer what it asks."
    ),
    "desk-season-new": _(
        "Choose a kind of season and change only what differs. You can still change it later."
    ),
    "desk-season": _("The season at a glance, with what is left to do."),
    "desk-season-rules": _("How the season is counted. Change the rules before it opens."),
    "desk-season-evenings": _("The evenings that count. Leave one out or include one, with a reason."),
    "desk-season-people": _("Who plays in this season, and in which group."),
    "desk-season-adjust": _("Points given or taken by your decision, each with its reason."),
    "desk-season-entrants": _(
        "Who takes part: people, pairs or teams. Paste the list, then order it by strength."
    ),
    "desk-season-entrant": _("One entrant of the season. Change the name, or record that they leave."),
    "desk-season-fixtures": _("The matches of the season. Make the next round, and enter results."),
    "desk-season-end": _("What remains before the season can close: play-offs, lots, promotion."),
    "desk-search": _(
        "Everything of the club by its name, its date or its number. On any page of the desk, press Ctrl and K."
    ),
    "desk-member-data": _(
        "Everything the club keeps about one person. Give them the copy when they ask for it."
    ),
    "desk-persons": _("Members listed twice. Merge them to count as one person; you can undo it."),
}


def page_help(request: HttpRequest) -> dict[str, Any]:
    match = request.resolver_match
    return {"page_help": HELP.get(match.url_name or "", "") if match else ""}
