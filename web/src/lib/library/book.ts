/** The rulebook and the gallery, asked of the server once for each language. */

import type { CardLibrary, Rulebook, RuleParagraph, RuleSection } from "../server/api.ts";
import { rest } from "../server/rest.ts";

/** What could not be had is asked for again the next time. */
function once<Answer>(ask: (code: string) => Promise<Answer>): (code: string) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (code) => {
    const asked = known.get(code) ?? ask(code);
    known.set(code, asked);
    asked.catch(() => known.delete(code));
    return asked;
  };
}

export const loadBook = once<Rulebook>((code) => rest.rulebook(code));
export const loadGallery = once<CardLibrary>((code) => rest.cards(code));

/** The paragraph that an address means: a number, a section, or a kind of fact. */
export function paragraphOf(book: Rulebook, wanted: string): string | null {
  const number = book.facts[wanted] ?? wanted.toUpperCase();
  const section = sectionOf(book, number);
  if (!section) return null;
  const exact = section.paragraphs.find((one) => one.number === number);
  return (exact ?? section.paragraphs[0])?.number ?? null;
}

export function sectionOf(book: Rulebook, number: string): RuleSection | null {
  const [name = ""] = number.split(".");
  return book.sections.find((one) => one.number === name) ?? null;
}

/** The letters of a text without case and accents, to be searched. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export function wordsOf(search: string): string[] {
  return plain(search).split(/\s+/).filter(Boolean);
}

/** The sections with the paragraphs that hold every word. */
export function searched(book: Rulebook, search: string): RuleSection[] {
  const wanted = wordsOf(search);
  if (wanted.length === 0) return book.sections;
  const holds = (rule: RuleParagraph): boolean => {
    const text = plain([rule.number, rule.text, ...rule.table.flat()].join(" "));
    return wanted.every((word) => text.includes(word));
  };
  return book.sections
    .map((section) => ({ ...section, paragraphs: section.paragraphs.filter(holds) }))
    .filter((section) => section.paragraphs.length > 0);
}

export interface Piece {
  text: string;
  /** The paragraph that it names. */
  rule?: string;
  card?: string;
  /** Whether it was searched for. */
  found?: boolean;
}

const RULE = /\b([RV]\d+(?:\.\d+)?)\b/;

/** Cuts a text where it names a paragraph, a card, or what was searched for. */
export function pieces(
  text: string,
  cards: ReadonlyMap<string, string> = new Map(),
  search = "",
): Piece[] {
  const names = [...cards.keys()].sort((a, b) => b.length - a.length);
  let found: Piece[] = text
    .split(RULE)
    .map((part, index) => (index % 2 === 1 ? { text: part, rule: part } : { text: part }));
  for (const name of names) found = found.flatMap((piece) => cutAt(piece, name, cards.get(name)));
  for (const word of wordsOf(search)) found = found.flatMap((piece) => mark(piece, word));
  return found.filter((piece) => piece.text !== "");
}

function cutAt(piece: Piece, name: string, card: string | undefined): Piece[] {
  if (piece.rule || piece.card || card === undefined) return [piece];
  const at = piece.text.indexOf(name);
  if (at < 0) return [piece];
  return [
    { text: piece.text.slice(0, at) },
    { text: name, card },
    { text: piece.text.slice(at + name.length) },
  ];
}

function mark(piece: Piece, word: string): Piece[] {
  if (piece.rule || piece.card || piece.found) return [piece];
  const at = plain(piece.text).indexOf(word);
  // Letters with accents may change their number when plain; then nothing is marked.
  if (at < 0 || plain(piece.text).length !== piece.text.length) return [piece];
  const end = at + word.length;
  return [
    { text: piece.text.slice(0, at) },
    { text: piece.text.slice(at, end), found: true },
    ...mark({ text: piece.text.slice(end) }, word),
  ];
}
