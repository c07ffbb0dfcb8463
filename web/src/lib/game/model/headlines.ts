/** Both headlines of a turn, when they are turned over together. */

import type { FactLine } from "../../server/api.ts";
import type { Side } from "../../sides.ts";

/** Why a headline comes first, by the number that its fact has. */
const ORDERS = ["alone", "defectors", "higher", "equal"] as const;
export type HeadlineOrder = (typeof ORDERS)[number];

export interface Headlines {
  us: string | null;
  ussr: string | null;
  first: Side;
  why: HeadlineOrder;
  /** The side whose headline does not happen. */
  cancelled: Side | null;
  /** The index of the first fact about them. */
  from: number;
  /** The index of the fact with which the first one happens. */
  resolved: number;
}

/** The headlines of the last turn, once both are known and the first one happens. */
export function headlinesOf(facts: readonly FactLine[]): Headlines | null {
  const turn = facts.findLastIndex((fact) => fact.kind === "turn");
  const since = facts.slice(turn + 1);
  const shown = since.filter((fact) => fact.kind === "headline");
  const resolved = since.find((fact) => fact.kind === "headline_event");
  if (shown.length < 2 || !resolved) return null;
  const of = (side: Side) => shown.find((fact) => fact.side === side)?.subject ?? null;
  return {
    us: of("us"),
    ussr: of("ussr"),
    first: resolved.side === "ussr" ? "ussr" : "us",
    why: ORDERS[resolved.values[0] ?? 0] ?? "alone",
    cancelled: (since.find((fact) => fact.kind === "headline_cancelled")?.side as Side) ?? null,
    from: shown[0]?.index ?? 0,
    resolved: resolved.index,
  };
}
