/** A chance from 0 to 1 in whole percent. */
export function percent(chance: number): number {
  return Math.round(chance * 100);
}

/** The same in words, which no line breaks apart. */
export function percentText(chance: number): string {
  return `${percent(chance)}\u00a0%`;
}
