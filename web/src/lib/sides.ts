/** The two sides. */

import type { Numbers } from "./api.ts";

export type Side = keyof Numbers;
