"""What the forms of seasons offer."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from tournaments.evening.web.desk.plan_choices import NOTHING_MORE

SEASON_TIE_BREAKS = 5
FIXTURE_TIE_BREAKS = 5

KINDS = {
    "evenings": later("Evenings: everybody gathers points, evening after evening"),
    "fixtures": later("Fixtures: entrants meet each other, round after round"),
}
TAKES = {
    "every": later("every evening between its days at its games"),
    "chosen": later("only the evenings that are chosen"),
}
POINTS = {
    "places": later("points for the place"),
    "games_won": later("points for games won"),
    "score_points": later("the points scored"),
    "standard_scores": later("standard scores"),
}
MISSED = {
    "nothing": later("nothing"),
    "own_average": later("the own average"),
    "fixed": later("a fixed number"),
}
TIE_BREAKS = [
    (NOTHING_MORE, later("nothing more")),
    ("best_evening", later("the best evening")),
    ("evenings_won", later("evenings won")),
    ("head_to_head", later("who stood before whom")),
    ("points_difference", later("points difference")),
    ("lots", later("lots")),
]
FIXTURE_CHAIN = [
    (NOTHING_MORE, later("nothing more")),
    ("head_to_head", later("head to head, match points")),
    ("head_to_head_games", later("head to head, games won")),
    ("head_to_head_difference", later("head to head, games won less games lost")),
    ("games_won", later("games won")),
    ("points_difference", later("points difference")),
    ("points_for", later("points scored")),
    ("buchholz", later("Buchholz: match points of the opponents")),
    ("buchholz_cut_1", later("Buchholz without the lowest")),
    ("buchholz_cut_2", later("Buchholz without the two lowest")),
    ("buchholz_median", later("Buchholz without the highest and the lowest")),
    ("sonneborn_berger", later("Sonneborn-Berger")),
    ("koya", later("Koya: match points from opponents with at least half of all points")),
    ("average_rating", later("average rating of the opponents")),
    ("average_rating_cut_1", later("average rating of the opponents without the lowest")),
    ("performance", later("performance rating")),
    ("most_wins", later("fixtures won")),
    ("progressive_score", later("match points after each round")),
    ("drawn_lots", later("lots")),
]
FIELDS = (
    ("points.games_won", "per_game"),
    ("points.places.table", "table"),
    ("points.places.beyond", "beyond"),
    ("points.places", "table"),
    ("points.points", "per_game"),
    ("points.table", "table"),
    ("points.beyond", "beyond"),
    ("missed.fixed.points", "missed_points"),
    ("missed.points", "missed_points"),
    ("missed", "missed_at_most"),
    ("prizes.overall.booby", "overall_booby"),
    ("prizes.overall", "overall"),
    ("prizes.by_category.booby", "own_booby"),
    ("prizes.by_category", "own"),
    ("tie_breaks", "tie_break_1"),
    ("categories", "by_person"),
)
"""Where the faults of rules are shown: the first that the field of a fault starts with."""
