"""The messages of the interface: one struct for each, all documented, all part of version 1.

Countries, cards, actions and effects go by their stable keys (`west_germany`, `truman_doctrine`,
`event_first`). `web/src/lib/server/api.ts` is generated from these structs.
"""

from typing import Final

VERSION: Final = 1
