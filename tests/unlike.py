"""One game of each kind, for what depends on the kind alone."""

from games.catalogue import GAMES

UNLIKE = tuple(
    {
        (frozenset(game.seats), game.partnership, game.target(game.defaults) is None): slug
        for slug, game in reversed([*GAMES.items()])
    }.values()
)
"""By how many sit at its tables, by couples, by whether there is a target."""
UNLIKE_TO_ENTER = tuple(
    {frozenset(field.kind for field in game.form): slug for slug, game in reversed([*GAMES.items()])}.values()
)
"""By the kinds of field that a hand has."""
