/** The final scoring, read from the journal. */

import type { FactLine, GameInfo, Numbers } from "../api.ts";

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

/** What The China Card gave its holder at the end, or null where the rules give nothing. */
export function chinaScore(rules: GameInfo["rules"], holder: string): Numbers | null {
  const points = Number(rules["china_final_vp"] ?? 0);
  if (points === 0 || holder === "nobody") return null;
  return { us: holder === "us" ? points : 0, ussr: holder === "ussr" ? points : 0 };
}
