/** Results in numbers and words. */

import type { Results } from "../server/api.ts";

export function played(results: Results): number {
  return results.won + results.lost + results.drawn;
}

/** The share of the points, a draw being half a one; none where nothing was played. */
export function share(results: Results): number | null {
  const games = played(results);
  return games === 0 ? null : (results.won + results.drawn / 2) / games;
}

/** "21 – 13", and the draws where there are any. */
export function score(results: Results): string {
  const parts = [results.won, results.lost];
  if (results.drawn > 0) parts.push(results.drawn);
  return parts.join(" – ");
}
