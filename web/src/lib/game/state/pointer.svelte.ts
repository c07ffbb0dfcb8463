/** Countries that something outside the map points at: a line of the log, a name in a card. */

let pointed = $state.raw<ReadonlySet<string>>(new Set());

export function pointAt(countries: readonly string[]): void {
  pointed = new Set(countries);
}

export function pointedAt(): ReadonlySet<string> {
  return pointed;
}
