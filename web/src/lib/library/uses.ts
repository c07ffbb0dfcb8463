/** How people used a card, as bars. */

import type { SideUses } from "../server/api.ts";

export const USES = ["headline", "event", "influence", "coup", "realignment", "space"] as const;
export type Use = (typeof USES)[number];

/** The kinds of the small bar under a card. */
export const KINDS: readonly { name: string; uses: readonly Use[] }[] = [
  { name: "headline", uses: ["headline"] },
  { name: "event", uses: ["event"] },
  { name: "operations", uses: ["influence", "coup", "realignment"] },
  { name: "space", uses: ["space"] },
];

export function countOf(
  uses: SideUses,
  side: "us" | "ussr",
  wanted: readonly Use[] = USES,
): number {
  return wanted.reduce((sum, use) => sum + (uses[side][use] ?? 0), 0);
}

export function playsOf(uses: SideUses, wanted: readonly Use[] = USES): number {
  return countOf(uses, "us", wanted) + countOf(uses, "ussr", wanted);
}
