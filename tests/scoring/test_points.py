"""The laws that every hand of a points game obeys, whatever is played."""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from games.catalogue import find
from scoring.points import FEWEST, HIGHEST, LOWEST, HouseRules
from tests.scoring.test_bounds import sides, within

slugs = st.sampled_from(["points", "points_couples"])
rules = st.builds(
    HouseRules,
    called=st.sampled_from(["", "Padel", "Jeu de 301"]),
    wins=st.sampled_from(["most", "fewest", "target", "against"]),
    target=st.integers(1, HIGHEST),
    in_all=st.sampled_from([0, 0, 7, 24]),
    most=st.integers(1, 30),
    least=st.sampled_from([0, 0, -7, LOWEST]),
    draws=st.booleans(),
)


@st.composite
def entered(draw: st.DrawFn) -> tuple[str, list[int], HouseRules]:
    """The points of a hand, often such as make up the sum."""
    slug, played = draw(slugs), draw(rules)
    count = 2 if slug == "points_couples" else draw(st.integers(2, 5))
    points = draw(st.lists(st.integers(-20, 30), min_size=count, max_size=count))
    left = played.in_all - sum(points[1:])
    return slug, [left, *points[1:]] if draw(st.booleans()) else points, played


def faults(slug: str, points: list[int], played: HouseRules) -> set[str]:
    return {fault.code for fault in find(slug).faults({"points": points}, played)}


@given(entered())
def test_a_hand_is_refused_for_what_the_house_rules_say_and_nothing_else(case: Any) -> None:
    slug, points, played = case
    best = min(points) if played.wins in FEWEST else max(points)
    wrong = {
        "another-sum": played.in_all not in (0, sum(points)),
        "more-than-a-hand": not played.in_all and max(points) > played.most,
        "less-than-a-hand": min(points) < played.least,
        "drawn": not played.draws and points.count(best) > 1,
    }
    assert faults(slug, points, played) == {code for code, is_wrong in wrong.items() if is_wrong}


@given(entered())
def test_a_hand_scores_what_was_entered_or_its_opposite_the_best_on_top_and_none_leaves_the_bounds(
    case: Any,
) -> None:
    slug, points, played = case
    if faults(slug, points, played):
        return
    game = find(slug)
    slip = game.score({"points": points}, played)
    scores = list(sides(slug, slip.scores))
    assert scores == ([-own for own in points] if played.wins in FEWEST else points)
    best = min(points) if played.wins in FEWEST else max(points)
    assert [own == max(scores) for own in scores] == [own == best for own in points]
    assert {line.rule for line in slip.lines} <= {paragraph.id for paragraph in game.paragraphs}
    limits = game.bounds(played, 4 if slug == "points_couples" else len(points))
    if limits is None:
        assert played.wins in FEWEST
        assert played.in_all
        assert len(points) > 2
    else:
        assert within(tuple(scores), limits)


@given(slugs, rules, st.integers(2, 5))
def test_one_side_can_have_the_most_and_all_others_as_much_less_as_can_be(
    slug: str, played: HouseRules, seats: int
) -> None:
    count, least = (2 if slug == "points_couples" else seats), played.least
    top = played.in_all - (count - 1) * least if played.in_all else played.most
    limits = find(slug).bounds(played, 4 if slug == "points_couples" else seats)
    assume(limits is not None)
    others = count - 1
    points = [least, *[top] * others] if played.wins in FEWEST else [top, *[least] * others]
    reached = sides(slug, find(slug).score({"points": points}, played).scores)
    assert limits is not None
    assert reached == (limits.most, *[limits.most - limits.apart] * (count - 1))
    assert min(reached) >= limits.least


def test_there_is_a_target_only_where_one_is_played_to() -> None:
    for slug in ("points", "points_couples"):
        game = find(slug)
        ways = ("most", "fewest", "target", "against")
        targets = {wins: game.target(game.house_rules({"wins": wins})) for wins in ways}
        assert targets == {"most": None, "fewest": None, "target": 100, "against": -100}


def test_a_game_has_the_name_that_its_club_gives_it() -> None:
    game = find("points")
    padel = game.called({"called": "Padel"})
    assert (game.called({}).name, game.called({"called": ""}).name, padel.name) == ("Points game",) * 2 + (
        "Padel",
    )
    assert (padel.slug, padel.version, game.called({"called": "Padel"})) == ("points", game.version, padel)
    assert find("whist").called({"target": 5}) is find("whist")
