"""Reading a block against what the engine has done: which of its lines are still to come."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from twilight.engine.ids import COUP
from twilight.replays.format.lines import LineKind, Statement
from twilight.replays.format.parser import Line

# Lines that a log may have more often than things happened: a player went back and chose again.
REPEATABLE = (LineKind.PLAYS, LineKind.REVEALS_FROM_HAND)
_PART_ENDS = (LineKind.EVENT, LineKind.OPERATION)


@dataclass
class RemainingLines:
    """The lines of a block that the entries so far have not used up, and what they lacked.

    Numbers are not compared here: this only tells how far a block has been played.
    """

    left: list[Line]
    lacking: list[Statement] = field(default_factory=list)

    def first(self, *kinds: LineKind) -> Line | None:
        """Return the next line of some kind."""
        for line in self.left:
            if line.entry.kind in kinds:
                return line
        return None

    def part(self, *, after_blank: bool = False) -> list[Line]:
        """Return the next lines up to the end of the part, an event or an operation.

        A part that is being carried out goes on without an empty line before it.
        """
        found: list[Line] = []
        for line in self.left:
            ends = line.entry.kind in _PART_ENDS
            if ends or (line.blanks and not (after_blank and not found)):
                break
            found.append(line)
        return found


def read_on(lines: list[Line], entries: Iterable[Statement]) -> RemainingLines:
    """Use up the lines that say the same as the entries, in order."""
    # How much of each line is used: influence by its markers, all others at once.
    sizes = [_size(line.entry) for line in lines]
    reading = RemainingLines([])
    for entry in entries:
        need = _size(entry)
        for place, line in enumerate(lines):
            if sizes[place] and _says_same(line.entry, entry):
                used = min(need, sizes[place])
                sizes[place] -= used
                need -= used
                if not need:
                    break
        if need:
            reading.lacking.append(entry)
    reading.left = [
        line
        for place, line in enumerate(lines)
        if sizes[place]
        and not _is_repeated(lines, sizes, place)
        and not (place + 1 < len(lines) and is_bare_coup(lines, place))
    ]
    return reading


def _size(entry: Statement) -> int:
    return abs(entry.values[0]) if entry.kind == LineKind.INFLUENCE else 1


def _says_same(one: Statement, other: Statement) -> bool:
    if one.kind != other.kind or one.side != other.side:
        return False
    if one.kind == LineKind.REGION:
        # A region may be lost.
        return True
    if one.subject != other.subject:
        return False
    return one.kind != LineKind.INFLUENCE or (one.values[0] > 0) == (other.values[0] > 0)


def _is_repeated(lines: list[Line], sizes: list[int], place: int) -> bool:
    """Tell whether a line says again what an earlier one has said that is used up."""
    entry = lines[place].entry
    return entry.kind in REPEATABLE and any(
        not sizes[earlier] and lines[earlier].entry == entry for earlier in range(place)
    )


def is_bare_coup(lines: list[Line], place: int) -> bool:
    """Tell whether nothing stands under the header of a coup: it had no target or was declined."""
    entry = lines[place].entry
    following = lines[place + 1 : place + 2]
    return (
        entry.kind == LineKind.OPERATION
        and entry.subject == COUP
        and (not following or following[0].blanks > 0)
    )
