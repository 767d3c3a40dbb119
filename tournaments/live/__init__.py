"""Live updates: pages hear within a moment that their evening has moved, and fetch again what they show.

A page opens one stream of server-sent events, which carry a topic and a version and no news: a lost one does no
harm. Django stays on WSGI: it says at the beginning of a stream who may listen and writes its first event
(`views`); what goes on beneath is an ASGI front (`front`, `bridge`), the listeners (`hub`) and one thread that
sees what has been committed, by whichever process (`watcher`).
"""
