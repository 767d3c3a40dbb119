"""What a record says, by the names under which it was kept."""

from tournaments.evening.record import Record, RoundRecord, TicketRecord


def expected(record: Record) -> dict[str, object]:
    facts: dict[str, object] = {
        "status": record.status.value,
        "current round": record.current_round,
        "date": record.date,
        "seed": record.seed,
        "plan": record.plan and record.plan.model_dump(mode="json"),
        "pinned": record.pinned,
        "schedule": record.schedule and record.schedule.as_data(),
        "drafted schedule": record.drafted and record.drafted.as_data(),
        "start": record.started_at,
        "finish": record.finished_at,
        "publication": record.published_at,
    }
    order = {code: place for place, code in enumerate(record.start_order)}
    for code, ticket in record.tickets.items():
        facts[f"ticket {code}"] = _ticket(ticket, order.get(code))
    for round_ in record.rounds.values():
        facts |= _round(round_)
    for sequence, version in record.versions.items():
        facts[f"hand of entry {sequence}"] = (version.number, version.state.value)
    return facts


def _ticket(ticket: TicketRecord, start_order: int | None) -> dict[str, object]:
    return {
        "number": ticket.number,
        "colour": ticket.colour,
        "start_order": start_order,
        "arrived_in": ticket.arrived_in,
        "left_in": ticket.left_in,
        "replaces": ticket.replaces,
    }


def _round(round_: RoundRecord) -> dict[str, object]:
    name = f"round {round_.number}"
    facts: dict[str, object] = {
        f"{name}: seats": round_.seating,
        f"{name}: announcement": round_.announced_at,
        f"{name}: start": round_.started_at,
        f"{name}: end by time": round_.ends_at,
        f"{name}: stop": round_.stopped_at,
        f"{name}: bell": round_.bell,
        f"{name}: close": round_.closed_at,
    }
    for table in range(1, len(round_.seating.tables) + 1):
        hands = sorted(round_.hands.get(table, []), key=lambda hand: hand.number)
        decided = round_.decisions.get(table)
        where = f"{name}, table {table}"
        facts |= {
            f"{where}: hands": [
                (hand.number, hand.hand, hand.points, hand.played_at, hand.confirmed_by) for hand in hands
            ],
            f"{where}: decision": decided.kind if decided else "",
            f"{where}: points": round_.points(table),
            f"{where}: number of hands": len(hands),
            f"{where}: cut": round_.cut_order(table),
            f"{where}: winner": round_.settled_winner(table) or "",
        }
    return facts
