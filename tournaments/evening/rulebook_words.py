"""What the rulebook of an evening is made of: its paragraphs in their order, and the words of what they say."""

from __future__ import annotations

from typing import Final

from scoring.derivation import gettext_noop, ngettext_lazy, wordings
from tournaments.ranking.rulebook import Sections

SECTIONS: Final[Sections] = (
    (
        gettext_noop("The round"),
        (
            ("evening.signal", gettext_noop("The start")),
            ("evening.bell", gettext_noop("The bell")),
            ("evening.hands", gettext_noop("The number of hands")),
            ("evening.game", gettext_noop("The end of the game")),
            ("evening.time", gettext_noop("Time")),
            ("evening.win", gettext_noop("Who wins a table")),
            ("evening.level", gettext_noop("Level tables")),
            ("evening.confirmation", gettext_noop("Confirming hands")),
        ),
    ),
    (gettext_noop("The deal"), (("evening.deal", gettext_noop("Who deals")),)),
    (
        gettext_noop("The seats"),
        (
            ("evening.draw", gettext_noop("First seats")),
            ("evening.movement", gettext_noop("Moving")),
            ("evening.partners", gettext_noop("Partners")),
            ("evening.sit-out", gettext_noop("Sitting out")),
            ("evening.late", gettext_noop("Coming late and leaving")),
            ("evening.sat-out", gettext_noop("What a round sat out counts")),
            ("evening.substitute", gettext_noop("Substitutes")),
        ),
    ),
    (
        gettext_noop("The result"),
        (
            ("evening.worth", gettext_noop("What a round is worth")),
            ("evening.best-rounds", gettext_noop("Best rounds")),
            ("evening.standings", gettext_noop("Places")),
            ("evening.tie-breaks", gettext_noop("Tie-breaks")),
            ("evening.ties", gettext_noop("Shared places")),
        ),
    ),
    (
        gettext_noop("The prizes"),
        (
            ("evening.prizes", gettext_noop("Prizes")),
            ("evening.one-each", gettext_noop("One prize per player")),
            ("evening.prize-ties", gettext_noop("Ties for a prize")),
        ),
    ),
    (gettext_noop("The money"), (("evening.settlement", gettext_noop("What hands cost")),)),
)

wordings(
    {
        "evening.signal.director": gettext_noop(
            "All tables start together when the director gives the signal."
        ),
        "evening.signal.table_1": gettext_noop(
            "All tables start together when table 1 rings its bell; the director may give the signal instead."
        ),
        "evening.goes-on": ngettext_lazy(
            "%(count)s second after a round the next seats are announced; as long after that the next one starts.",
            "%(count)s seconds after a round the next seats are announced; as long after that the next one starts.",
        ),
        "evening.rounds": ngettext_lazy(
            "%(count)s round is planned; the director may add one.",
            "%(count)s rounds are planned; the director may stop earlier or add one.",
        ),
        "evening.bell.any_table": gettext_noop(
            "The first couple to reach %(target)s points rings the bell at their table, and play stops at every "
            "table at once."
        ),
        "evening.bell.head_table": gettext_noop(
            "Only table 1 rings the bell: when a couple there reaches %(target)s points, play stops at every table "
            "at once."
        ),
        "evening.bell.hands": gettext_noop(
            "Every hand finished before the bell counts, and so does the hand that reached the target. A hand that "
            "is still being played does not count."
        ),
        "evening.hands.end": ngettext_lazy(
            "Each table plays %(count)s hand. The round ends when every table has finished.",
            "Each table plays %(count)s hands. The round ends when every table has finished.",
        ),
        "evening.hands.most": ngettext_lazy(
            "A table plays no more than %(count)s hand in a round.",
            "A table plays no more than %(count)s hands in a round.",
        ),
        "evening.hands.size": ngettext_lazy(
            "A table of %(size)s plays no more than %(count)s hand in a round.",
            "A table of %(size)s plays no more than %(count)s hands in a round.",
        ),
        "evening.hands.each": gettext_noop("The round ends when every table has finished."),
        "evening.game.target": gettext_noop(
            "Each table plays its own game to %(target)s points. If the leaders are level at the target, they play "
            "on. The round ends when every table has finished."
        ),
        "evening.game.against": gettext_noop(
            "Each table plays its own game until somebody has %(target)s points against; whoever has the fewest wins "
            "it. If the leaders are level at that moment, they play on. The round ends when every table has finished."
        ),
        "evening.game.rules": gettext_noop(
            "Each table plays its own game by the rules of the game. The round ends when every table has finished."
        ),
        "evening.time.minutes": ngettext_lazy(
            "Play stops after %(count)s minute at the latest.",
            "Play stops after %(count)s minutes at the latest.",
        ),
        "evening.time.director": gettext_noop("Play stops when the director says so."),
        "evening.finish.at_once": gettext_noop("A hand that is still being played does not count."),
        "evening.finish.hand": gettext_noop("Each table may finish the hand it is playing."),
        "evening.finish.lap": gettext_noop(
            "Each table may play on until everybody there has dealt equally often."
        ),
        "evening.win.couple": gettext_noop("At each table the couple with more points wins the game."),
        "evening.win.player": gettext_noop("At each table the player with the most points wins the game."),
        "evening.win.against": gettext_noop(
            "At each table whoever has the fewest points against wins the game."
        ),
        "evening.win.moon": gettext_noop("A moon that is made wins the game outright, whatever the points."),
        "evening.level": gettext_noop(
            "If the leaders are level when play stops, even at 0 to 0, they cut the cards, and the highest card "
            "wins the game."
        ),
        "evening.level.going-on": gettext_noop(
            "Players who are level for the last place that goes on cut the cards for it; the highest card goes on."
        ),
        "evening.confirmation.taken": gettext_noop(
            "A hand is taken as agreed at the next hand or when play stops, unless the other side disputes it."
        ),
        "evening.confirmation.needed": gettext_noop("The other side confirms each hand."),
        "evening.deal.progressive": gettext_noop(
            "Cut for the first deal at each table. In a progressive evening the lowest card deals, even where the "
            "rules of the game give the first deal to the highest card. After the first game the visiting lady "
            "usually deals. This is a custom and changes no score."
        ),
        "evening.deal.game": gettext_noop("The rules of the game say who deals."),
        "evening.draw": gettext_noop("The seats of the first round are drawn."),
        "evening.draw.mixed": gettext_noop(
            "The seats of the first round are drawn, and partners hold tickets of different colours where possible."
        ),
        "evening.draw.colours": gettext_noop(
            "The seats of the first round are drawn, and at every table each seat goes to the same ticket colour "
            "where possible."
        ),
        "evening.movement.progressive": gettext_noop(
            "The winners at each table move up one table, towards table 1; the losers stay. At table 1 the winners "
            "stay and the losers go to the last table."
        ),
        "evening.movement.ladder": gettext_noop(
            "The winners at each table go up one table, towards table 1, and the losers go down one. The winners at "
            "table 1 and the losers at the last table stay."
        ),
        "evening.movement.top_tables": gettext_noop(
            "After each round the players with the best results sit at table 1, the next best at table 2, and so on."
        ),
        "evening.movement.swiss": gettext_noop(
            "Players with similar results meet, and nobody meets the same opponent again where that can be avoided."
        ),
        "evening.movement.knock_out": gettext_noop(
            "The winners of each match go on to the next one until one side is left."
        ),
        "evening.movement.best-go-on": ngettext_lazy(
            "The best %(count)s of each table goes on: the winner, where the game has one, else by points.",
            "The best %(count)s of each table go on, never all: the winner, where the game has one, then by points.",
        ),
        "evening.movement.final": gettext_noop(
            "When the players who are left fit one table, they play the final there, and one of them wins."
        ),
        "evening.movement.play_on": gettext_noop("Players who are out of the knock-out play each other."),
        "evening.movement.rest": gettext_noop(
            "Players who are out of the knock-out sit out until it is decided."
        ),
        "evening.movement.scheduled": gettext_noop(
            "The seats of all rounds are announced beforehand, so that people meet as evenly as possible."
        ),
        "evening.movement.drawn": gettext_noop(
            "Seats are drawn again for every round, so that people meet again as seldom as possible."
        ),
        # A movement that has no words of its own here.
        "evening.movement.other": gettext_noop(
            "After each round the movement says where everybody sits next."
        ),
        "evening.movement.fixed": gettext_noop("Everybody keeps the same seat all evening."),
        "evening.movement.by_seat": gettext_noop(
            "After each round everybody keeps the number of their seat and moves to another table as their seat says."
        ),
        "evening.movement.by_colour": gettext_noop(
            "After each round everybody keeps the number of their seat and moves to another table as their ticket "
            "colour says."
        ),
        "evening.movement.by_colour.losers": gettext_noop(
            "After each round the losers at each table move to another table as their ticket colour says, and each "
            "takes a seat that a loser of the same colour has left there."
        ),
        "evening.movement.by_colour.winners": gettext_noop(
            "After each round the winners at each table move to another table as their ticket colour says, and each "
            "takes a seat that a winner of the same colour has left there."
        ),
        "evening.partners.part": gettext_noop(
            "Partners who stay at a table are parted: the one with the ticket colour %(colour)s changes places with "
            "the newcomer of that colour."
        ),
        "evening.partners.keep": gettext_noop(
            "Partners change after each round, except at table 1: the winners there stay partners, and so do the "
            "couple who come up."
        ),
        "evening.partners.change": gettext_noop("Partners change after each round."),
        "evening.partners.first-and-last": gettext_noop(
            "At each table the player with the best result plays with the fourth, against the second and the third."
        ),
        "evening.partners.mixed": gettext_noop(
            "Where there is a choice, partners hold tickets of different colours."
        ),
        "evening.partners.pairs": gettext_noop("Couples stay together all evening."),
        "evening.sit-out.turns": gettext_noop(
            "If there are not enough seats for everybody, players take turns to sit out. The players who have sat "
            "out least are the next to do so."
        ),
        "evening.sit-out.scheduled": gettext_noop(
            "If there are not enough seats for everybody, the schedule says who sits out and shares the sit-outs as "
            "evenly as possible."
        ),
        "evening.sit-out.apart": gettext_noop(
            "Nobody sits out two rounds running, wherever that can be had."
        ),
        "evening.sit-out.mixed": gettext_noop(
            "Nobody sits out two rounds running, wherever that can be had, nor beside the same people again, if "
            "that makes no table worse."
        ),
        "evening.sit-out.most": ngettext_lazy(
            "There is %(count)s table at the most; the others sit out.",
            "There are %(count)s tables at the most; the others sit out.",
        ),
        "evening.sit-out.bracket": gettext_noop(
            "If the number of sides is no power of two, those drawn first have nobody to beat in the first round and "
            "go on."
        ),
        "evening.sit-out.spared": gettext_noop(
            "If the numbers fit no tables, somebody goes on without playing: in the first round those drawn first, "
            "later those who have done so least, and of them those with the best results."
        ),
        "evening.sit-out.back": gettext_noop(
            "If too few are left for a table, the best of those who have just missed come back in: those with the "
            "most points in that round, and of players who are level the one drawn first."
        ),
        "evening.sit-out.beside": gettext_noop(
            "Beside the knock-out, players take turns to sit out if there are not enough seats."
        ),
        "evening.late.play_on": gettext_noop("Players who come late play beside the knock-out."),
        "evening.late.rest": gettext_noop("Players who come late sit out until the knock-out is decided."),
        "evening.late.leaves.bracket": gettext_noop(
            "A side of which somebody leaves and is not replaced is out, and the side they would have met goes on "
            "without playing."
        ),
        "evening.late.leaves.tables": gettext_noop(
            "A player who leaves and is not replaced is out, and the tables of the next round are made without them."
        ),
        "evening.sat-out.none": gettext_noop("A round sat out counts nothing."),
        "evening.sat-out.half": gettext_noop("A round sat out counts half a game won."),
        "evening.sat-out.average": gettext_noop(
            "A round sat out counts the average of the rounds that the player has played."
        ),
        "evening.sat-out.points": ngettext_lazy(
            "A round sat out counts %(count)s point.", "A round sat out counts %(count)s points."
        ),
        "evening.sat-out.margin": ngettext_lazy(
            "A round sat out counts %(count)s game point.", "A round sat out counts %(count)s game points."
        ),
        "evening.substitute.own": gettext_noop(
            "A substitute starts from nothing; the player replaced keeps what they had won."
        ),
        "evening.substitute.inherits": gettext_noop(
            "A substitute takes over what the player replaced had won."
        ),
        "evening.worth.games": gettext_noop("Each winner at a table scores one game."),
        "evening.worth.points": gettext_noop("All players score their own points."),
        "evening.worth.couples": gettext_noop("Both partners score the points of their couple."),
        "evening.worth.differences": gettext_noop(
            "Each player settles with every other player at the table: the differences between their points count."
        ),
        "evening.worth.won": ngettext_lazy(
            "A game won by any margin, or by the cut, gives each winner %(count)s game point.",
            "A game won by any margin, or by the cut, gives each winner %(count)s game points.",
        ),
        "evening.worth.margin": ngettext_lazy(
            "From a margin of %(margin)s it gives %(count)s game point.",
            "From a margin of %(margin)s it gives %(count)s game points.",
        ),
        "evening.worth.draw": ngettext_lazy(
            "A drawn game gives each player %(count)s game point.",
            "A drawn game gives each player %(count)s game points.",
        ),
        "evening.best-rounds": ngettext_lazy(
            "Only the best round of each player counts (%(count)s).",
            "Only the best %(count)s rounds of each player count.",
        ),
        "evening.standings.stage": gettext_noop(
            "Places go first by how far each player got in the knock-out."
        ),
        "evening.standings.won": gettext_noop("The more games won, the better the place."),
        "evening.standings.points_for": gettext_noop("The more points, the better the place."),
        "evening.standings.points_difference": gettext_noop(
            "The greater the points difference, the better the place."
        ),
        "evening.standings.game_points": gettext_noop("The more game points, the better the place."),
        "evening.tie-breaks.one": gettext_noop("Tied players are placed by %(chain)s."),
        "evening.tie-breaks.several": gettext_noop("Tied players are placed by %(chain)s, in that order."),
        "evening.by.games_won": gettext_noop("games won"),
        "evening.by.points_difference": gettext_noop("points difference"),
        "evening.by.points_for": gettext_noop("points scored"),
        "evening.by.head_table_wins": gettext_noop("games won at the head table"),
        "evening.by.bells_rung": gettext_noop("bells rung"),
        "evening.by.tables_won": gettext_noop("tables won"),
        "evening.by.best_round": gettext_noop("points in the best round"),
        "evening.ties": gettext_noop("Players who are still tied share the place."),
        "evening.ties.until-cut": gettext_noop(
            "Players who are still tied share the place until they have cut for it."
        ),
        "evening.prizes.best": ngettext_lazy(
            "%(count)s prize for the best player.", "%(count)s prizes for the best players."
        ),
        "evening.prizes.best-of-colour": ngettext_lazy(
            "%(count)s prize for the best player of each ticket colour.",
            "%(count)s prizes for the best players of each ticket colour.",
        ),
        "evening.prizes.sums": gettext_noop("They are worth %(sums)s."),
        "evening.prizes.booby": gettext_noop(
            "The booby prize goes to the last player in the standings who missed no round."
        ),
        "evening.prizes.booby-of-colour": gettext_noop(
            "The booby prize of each ticket colour goes to the last of its players in the standings who missed no "
            "round."
        ),
        "evening.prizes.booby-of-rounds": gettext_noop(
            "The booby prize goes to the last player in the standings of these rounds."
        ),
        "evening.prizes.booby-of-rounds-of-colour": gettext_noop(
            "The booby prize of each ticket colour goes to the last of its players in the standings of these rounds."
        ),
        "evening.prizes.other": gettext_noop("For %(about)s: %(prizes)s"),
        "evening.prizes.feat": gettext_noop(
            "For %(about)s the player who has it most often is the best; a player who never has it wins nothing."
        ),
        "evening.prizes.booby-sum": gettext_noop("The booby prize is worth %(sum)s."),
        "evening.prizes.none": gettext_noop("There are no prizes."),
        "evening.sum": gettext_noop("%(whole)s.%(hundredths)s"),
        "evening.one-each": gettext_noop(
            "A player who wins a prize of the whole room wins none of the prizes of a ticket colour."
        ),
        "evening.prize-ties.cut": gettext_noop(
            "Players who tie for a prize cut the cards for it; the winner of the cut is placed first."
        ),
        "evening.prize-ties.cut_all": gettext_noop(
            "All ties are decided by cutting, for every place whether it carries a prize or not; the winner of the "
            "cut is placed first. Players who do not cut share the place."
        ),
        "evening.prize-ties.booby-gets": gettext_noop("The winner of a cut for the booby prize gets it."),
        "evening.prize-ties.booby-escapes": gettext_noop(
            "The winner of a cut for the booby prize escapes it; the loser gets it."
        ),
        "evening.prize-ties.shared": gettext_noop("Players who share a place share its prizes."),
        "evening.prize-ties.equal.games": gettext_noop(
            "Players with the same number of games won divide their prizes equally, whatever the tie-breaks say."
        ),
        "evening.prize-ties.equal.points": gettext_noop(
            "Players with the same number of points divide their prizes equally, whatever the tie-breaks say."
        ),
        "evening.prize-ties.hort.games": gettext_noop(
            "Players with the same number of games won have half of their prizes by place and divide the other half "
            "equally (Hort)."
        ),
        "evening.prize-ties.hort.points": gettext_noop(
            "Players with the same number of points have half of their prizes by place and divide the other half "
            "equally (Hort)."
        ),
        "evening.lost": gettext_noop("A lost hand costs %(sum)s."),
        "evening.lost.is": gettext_noop("Lost hands are counted so: %(what)s."),
        "evening.lost.below_zero": gettext_noop("points below zero"),
        "evening.lost.fewer": gettext_noop("fewer points than somebody at the table"),
        "evening.lost.dearer": gettext_noop("From lost hand %(first)s on, each costs %(sum)s."),
        "evening.lost.by-round": gettext_noop("Lost hands are counted anew in each round."),
        "evening.rate": gettext_noop("“%(what)s” costs %(sum)s each time."),
        "evening.lost.to-box": gettext_noop("This goes into the club's cash box."),
        "evening.lost.to-others": gettext_noop("This is paid to each of the others at the table."),
        "evening.settlement.others": ngettext_lazy(
            "Players at a table pay each other %(sum)s for %(count)s point between them.",
            "Players at a table pay each other %(sum)s for each %(count)s points between them.",
        ),
        "evening.settlement.mean": ngettext_lazy(
            "Players pay or get %(sum)s for %(count)s point between theirs and the mean of the table.",
            "Players pay or get %(sum)s for each %(count)s points between theirs and the mean of the table.",
        ),
        "evening.settlement.by-players": gettext_noop(
            "At the end players settle with each other in few payments."
        ),
        "evening.settlement.by-box": gettext_noop("At the end players settle through the club's cash box."),
    }
)
