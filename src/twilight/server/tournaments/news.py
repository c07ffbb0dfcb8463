"""News of a tournament for those who play in it and are away."""

from collections.abc import Iterable

from twilight.server.play.hub import Hub
from twilight.server.storage.models import PairingRow
from twilight.server.tournaments.record import GAME, Record


def tell(hub: Hub, record: Record, event: str, numbers: Iterable[int | None]) -> None:
    """Tell the people among some entrants of an event of the round that runs."""
    for number in numbers:
        user_id = None if number is None else record.entrant(number).user_id
        if user_id is not None:
            hub.herald.tell(user_id, event, record.row.id, record.row.round)


def tell_everyone(hub: Hub, record: Record, event: str) -> None:
    """Tell all who have not withdrawn."""
    tell(hub, record, event, [one.number for one in record.staying])


def tell_round(hub: Hub, record: Record) -> None:
    """Tell whom everybody plays in a round that begins."""
    for one in record.round_of(record.row.round):
        tell(hub, record, "round", (one.ussr, one.us))


def tell_result(hub: Hub, record: Record, pairing: PairingRow) -> None:
    """Tell how a pairing was decided: by its game, or because somebody left or was late."""
    both = (pairing.ussr, pairing.us)
    gone = [one for one in both if one is not None and record.entrant(one).left_round is not None]
    if gone:
        # Who has withdrawn knows.
        tell(hub, record, "withdrawn", [one for one in both if one not in gone])
        return
    game = record.games.get(pairing.game_id or "")
    ends = record.row.round_ends_at
    finished = None if game is None else game.finished_at
    is_late = ends is not None and finished is not None and finished >= ends
    is_late = is_late or pairing.decided != GAME
    tell(hub, record, "late" if is_late else "result", both)
