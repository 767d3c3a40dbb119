"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 46 MiB in one lane, more than OWASP's cheat sheet asks for (19 MiB, two passes).

    Django's own choice takes 100 MiB and eight threads, which on a club's laptop are taken from the hands.
    """

    time_cost = 2
    memory_cost = 47104
    parallelism = 1
