/** The final scoring, read from the journal. */

import type { FactLine, Numbers } from "../../server/api.ts";
import { REGIONS } from "../../facts.ts";

export interface FinalScore {
  region: string;
  us: number;
  ussr: number;
}

/** The regions that were scored together at the very end. */
export function finalScores(facts: readonly FactLine[]): FinalScore[] {
  const end = facts.findLast((fact) => fact.kind === "region_scored")?.answer;
  return facts
    .filter((fact) => fact.kind === "region_scored" && fact.answer === end)
    .slice(-REGIONS.length)
    .map((fact) => ({
      region: fact.subject ?? "",
      ussr: fact.values[0] ?? 0,
      us: fact.values[1] ?? 0,
    }));
}

/** What The China Card gave its holder at the end, or null where it gave nothing. */
export function chinaScore(facts: readonly FactLine[]): Numbers | null {
  const fact = facts.findLast((one) => one.kind === "china_scored");
  const points = fact?.values[0] ?? 0;
  if (!fact) return null;
  return { us: fact.side === "us" ? points : 0, ussr: fact.side === "ussr" ? points : 0 };
}
