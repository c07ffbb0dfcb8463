"""What the server counts, for Prometheus."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

REGISTRY: Final = CollectorRegistry()

REQUESTS: Final = Counter(
    "twilight_requests_total", "HTTP requests", ["method", "status"], registry=REGISTRY
)
ANSWERS: Final = Counter(
    "twilight_answers_total", "Answers that were accepted", ["by"], registry=REGISTRY
)
REFUSALS: Final = Counter(
    "twilight_refusals_total", "Things that were refused", ["code"], registry=REGISTRY
)
ROOMS: Final = Gauge("twilight_rooms", "Games in memory", registry=REGISTRY)
CONNECTIONS: Final = Gauge("twilight_connections", "Live connections", registry=REGISTRY)
OPEN_CONNECTIONS: Final = Gauge(
    "twilight_open_connections", "Connections of any kind, whatever they ask", registry=REGISTRY
)
TURNED_AWAY: Final = Counter(
    "twilight_turned_away_total", "Connections that were ended", ["reason"], registry=REGISTRY
)
GAMES_FINISHED: Final = Counter(
    "twilight_games_finished_total", "Games that came to an end", ["ending"], registry=REGISTRY
)
WORKERS_REPLACED: Final = Counter(
    "twilight_workers_replaced_total", "Workers that were stuck or dead", registry=REGISTRY
)
STAND_INS: Final = Counter(
    "twilight_stand_ins_total", "Answers of a weaker level than asked", ["level"], registry=REGISTRY
)
MAILS: Final = Counter("twilight_mails_total", "Mails", ["outcome"], registry=REGISTRY)
NOTICES: Final = Counter(
    "twilight_notices_total", "Notices to players", ["channel", "outcome"], registry=REGISTRY
)
STORAGE_ERRORS: Final = Counter(
    "twilight_storage_errors_total", "Writes that the database refused", registry=REGISTRY
)
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5)
COMMIT_SECONDS: Final = Histogram(
    "twilight_commit_seconds",
    "From an answer until it is durable",
    buckets=_BUCKETS,
    registry=REGISTRY,
)
UPDATE_SECONDS: Final = Histogram(
    "twilight_update_seconds",
    "From a change until a connection was told",
    buckets=_BUCKETS,
    registry=REGISTRY,
)


def exposition() -> bytes:
    """Write all numbers in the text format of Prometheus."""
    return generate_latest(REGISTRY)
