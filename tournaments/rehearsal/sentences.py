"""What the report of a rehearsal says: it is stored, and read in the words of today."""

from __future__ import annotations

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from scoring.faults import Fault
from tournaments.evening.acts import ACTS, Act

wordings(
    {
        "rehearsal.player": gettext_noop("Player %(number)s"),
        "rehearsal.fault": "%(message)s",
        # What fails.
        "rehearsal.refused": gettext_noop("“%(act)s” is refused: %(message)s"),
        "rehearsal.crashed": gettext_noop("“%(act)s” fails: %(error)s"),
        "rehearsal.went-on": gettext_noop("The rehearsal went on without it."),
        "rehearsal.differs": gettext_noop("the ledger and the tables of results differ: %(finding)s"),
        # Before play and between rounds.
        "rehearsal.not-begun": gettext_noop("The evening cannot begin."),
        "rehearsal.no-table": gettext_noop("too few players are left for a table"),
        "rehearsal.over-early": gettext_noop("The director finished the evening."),
        "rehearsal.idle": gettext_noop("%(count)s players sit out although they would fill a table"),
        "rehearsal.by-the-movement": gettext_noop("The movement leaves them out of this round."),
        "rehearsal.others-are-there": gettext_noop("Others are there than before"),
        "rehearsal.planned-again": gettext_noop(
            "%(why)s: the remaining rounds were re-planned; announced seats that change: %(changed)s"
        ),
        "rehearsal.announced": gettext_noop("The new schedule was announced with the next seats."),
        "rehearsal.prize-tie": gettext_noop(
            "players %(players)s are level for a prize and have to cut for it"
        ),
        "rehearsal.cut-by-seed": gettext_noop("They cut by the seed of the evening."),
        # People.
        "rehearsal.came-late": gettext_noop("%(count)s came late and wait for a table until the next seats"),
        "rehearsal.seated-next": gettext_noop("They have a place from the next move on."),
        "rehearsal.no-next": gettext_noop("No round comes after this one: they came for nothing."),
        "rehearsal.left": gettext_noop("%(player)s goes home"),
        "rehearsal.without-them": gettext_noop("The next seats were worked out again without them."),
        "rehearsal.substitute": gettext_noop("%(player)s hands the seat on to a substitute"),
        "rehearsal.let-in": gettext_noop("The director let %(player)s in; play went on."),
        # A round.
        "rehearsal.nothing-ends-it": gettext_noop(
            "nothing ends this round by itself: it has no number of hands, no length in minutes and no bell"
        ),
        "rehearsal.no-bell": gettext_noop(
            "after %(hands)s hands no table has reached the %(target)s points at which it rings, and the round has "
            "no length in minutes"
        ),
        "rehearsal.no-hand": gettext_noop("no hand of %(game)s could be made up under these house rules"),
        "rehearsal.stopped": gettext_noop("The director stopped the round."),
        "rehearsal.cut": gettext_noop("They cut, and couple %(winner)s won."),
        "rehearsal.cut-by-seat": gettext_noop("They cut, and seat %(winner)s won."),
        "rehearsal.settled": gettext_noop("The director settled it for the first entry."),
        "rehearsal.confirmed": gettext_noop("The other side confirmed it."),
        "rehearsal.wrong-hand": gettext_noop(
            "hand %(number)s of table %(table)s in round %(round)s was entered wrong; correcting it changes games: "
            "%(games)s, lines of the standings: %(lines)s, prizes: %(prizes)s, next seats: %(seats)s"
        ),
        "rehearsal.corrected": gettext_noop(
            "The director corrected it; the seats already played stay as they were."
        ),
        "rehearsal.standings": gettext_noop("work out the standings"),
    }
)
wordings({f"act.{name.replace('_', '-')}": act.title for name, act in ACTS.items()})


def act_said(act: type[Act]) -> Sentence:
    """What an act does."""
    return coded(f"act.{act.name.replace('_', '-')}")


def fault_said(fault: Fault) -> Sentence:
    """What a refusal says: by its code where it has one, else in its English words of now."""
    return fault.sentence if fault.sentence.code else coded("rehearsal.fault", message=fault.message)
