/** What the operation or event at hand has changed so far. */

import type { FactLine, Numbers } from "../../server/api.ts";

const BEGINNINGS = new Set([
  "operation",
  "event",
  "round",
  "headline_event",
  "turn",
  "setup",
  "operation_over",
  "event_over",
]);

/** The change of influence by country since the operation or event began. */
export function changesSince(facts: readonly FactLine[]): Map<string, Numbers> {
  const changes = new Map<string, Numbers>();
  for (let index = facts.length - 1; index >= 0; index--) {
    const fact = facts[index];
    if (!fact || BEGINNINGS.has(fact.kind)) break;
    if (fact.kind !== "influence" || fact.subject === null) continue;
    if (fact.side !== "us" && fact.side !== "ussr") continue;
    const sum = changes.get(fact.subject) ?? { us: 0, ussr: 0 };
    sum[fact.side] += fact.values[0] ?? 0;
    changes.set(fact.subject, sum);
  }
  return changes;
}

/** The value of the operation at hand: printed or modified by effects. */
export function operationValue(facts: readonly FactLine[]): number | null {
  for (let index = facts.length - 1; index >= 0; index--) {
    const fact = facts[index];
    if (!fact || fact.kind === "round" || fact.kind === "operation_over") return null;
    if (fact.kind === "operation") return fact.values[1] ?? null;
  }
  return null;
}
