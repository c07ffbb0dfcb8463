/** A chance from 0 to 1 in whole percent. */
export function percent(chance: number): number {
  return Math.round(chance * 100);
}
