"""Django's PostgreSQL, with connections that are looked at before each request without asking the server."""
