/** The engine's words that the client shows. */
export interface Words {
  countries: Record<string, string>;
  cards: Record<string, { name: string; text: string }>;
  space: Record<string, string>;
  periods: Record<string, string>;
  statecraft: Record<string, Record<string, string>>;
  actions: Record<string, string>;
  presets: Record<string, string>;
}
