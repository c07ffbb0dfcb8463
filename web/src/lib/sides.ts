/** The two sides. */

import type { Numbers } from "./server/api.ts";

export type Side = keyof Numbers;
