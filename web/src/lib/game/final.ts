/** The final scoring, read from the journal. */

import type { FactLine } from "../api.ts";

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
    .slice(-6)
    .map((fact) => ({
      region: fact.subject ?? "",
      ussr: fact.values[0] ?? 0,
      us: fact.values[1] ?? 0,
    }));
}
