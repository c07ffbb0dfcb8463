/** The uses of a card in their fixed order, each with its key. */

import { capital, type Key, t } from "../../language/language.svelte.ts";
import type { Uses } from "../state/game.svelte.ts";

export interface UseItem {
  action: string;
  name: string;
  key: string;
  label: string;
  /** Why it is closed; null where it is open. */
  reason: string | null;
}

const ORDER: readonly { action: string; name: Key; key: string }[] = [
  { action: "event", name: "use.event", key: "E" },
  { action: "event_first", name: "use.event_first", key: "E" },
  { action: "influence", name: "use.influence", key: "I" },
  { action: "coup", name: "use.coup", key: "C" },
  { action: "realignment", name: "use.realignment", key: "R" },
  { action: "space", name: "use.space", key: "S" },
];
const KNOWN = new Set(ORDER.map((one) => one.action));

export function useItems(uses: Uses): UseItem[] {
  const open = new Map(uses.options.map((one) => [one.action, one.label]));
  const closed = new Map(uses.closed.map((one) => [one.action, one.reason]));
  // An event that belongs to the enemy comes first or after: one of the two places is enough.
  const hidden = open.has("event_first") ? "event" : open.has("event") ? "event_first" : null;
  const items: UseItem[] = ORDER.filter((one) => {
    if (one.action === hidden) return false;
    if (one.action === "event_first" && !open.has(one.action)) return false;
    return open.has(one.action) || closed.has(one.action);
  }).map((one) => ({
    ...one,
    name: t(one.name),
    label: open.get(one.action) ?? "",
    reason: open.has(one.action) ? null : (closed.get(one.action) ?? ""),
  }));
  // What operations leave, as to decline them, is no use.
  if (uses.kind === "operation") return items;
  for (const option of uses.options) {
    if (KNOWN.has(option.action)) continue;
    const name = option.action === "un_intervention" ? t("use.paired") : capital(option.label);
    items.push({ action: option.action, name, key: "P", label: option.label, reason: null });
  }
  return items;
}

/** The use that is being carried out, by the question that is asked. */
export function currentUse(kind: string): string | null {
  return (
    {
      place_influence: "influence",
      coup_target: "coup",
      realignment_target: "realignment",
      space_roll: "space",
    }[kind] ?? null
  );
}
