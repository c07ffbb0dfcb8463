/** The ways in which the server tells players who are away. */

import type { Stopped } from "./api.ts";

export type ChannelName = Stopped["channel"];
