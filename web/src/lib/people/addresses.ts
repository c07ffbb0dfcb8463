/** Where people are found. */

export function profileOf(name: string): string {
  return `/user/${encodeURIComponent(name)}`;
}
