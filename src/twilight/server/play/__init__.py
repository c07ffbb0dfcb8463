"""Games in play: log, ledger, referee, clocks, rooms and the hub of all rooms."""
