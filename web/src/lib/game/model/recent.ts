/** What the operation or event at hand has changed so far. */

import type { Change, Numbers } from "../../server/api.ts";

/** The change of influence by country, added up. */
export function changesOf(changes: readonly Change[]): Map<string, Numbers> {
  const sums = new Map<string, Numbers>();
  for (const { country, side, change } of changes) {
    const sum = sums.get(country) ?? { us: 0, ussr: 0 };
    sum[side] += change;
    sums.set(country, sum);
  }
  return sums;
}
