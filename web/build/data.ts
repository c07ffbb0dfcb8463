/** Offers the facts of the engine, its words, the map and the colours as modules, made at build time. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { parseCsv } from "./csv.ts";
import { bounds, shorten } from "./path.ts";
import { tokensCss, type Tokens } from "./tokens.ts";

const engine = new URL("../../src/twilight/engine/data/", import.meta.url);
const languages = new URL("../../src/twilight/engine/text/languages/", import.meta.url);
const map = new URL("../src/lib/map/", import.meta.url);
const styles = new URL("../src/styles/", import.meta.url);

// What the client shows of the engine's words; prompts and log lines come with their text.
const WORDS = [
  "sides",
  "durations",
  "reasons",
  "countries",
  "cards",
  "space",
  "periods",
  "statecraft",
  "actions",
] as const;

function read(file: URL): string {
  return readFileSync(fileURLToPath(file), "utf8");
}

function countries(): unknown {
  return parseCsv(read(new URL("countries.csv", engine))).map((row) => ({
    id: row["id"],
    region: row["region"],
    subregions: row["subregions"] ? row["subregions"].split("|") : [],
    stability: Number(row["stability"]),
    battleground: row["battleground"] === "true",
    neighbours: row["neighbours"]?.split("|"),
  }));
}

function cards(): unknown {
  return parseCsv(read(new URL("cards.csv", engine))).map((row) => ({
    id: row["id"],
    number: Number(row["number"]),
    period: row["period"],
    side: row["side"],
    ops: Number(row["ops"]),
    starred: row["removed_after_event"] === "true",
    scoring: row["scoring"] === "true",
    war: row["war"] === "true",
    lasting: row["underlined_or_persistent"],
  }));
}

function texts(file: string): Record<string, unknown> {
  return JSON.parse(read(new URL(file, languages))) as Record<string, unknown>;
}

function words(code: string): unknown {
  const all = texts(`${code}.json`);
  const { preset_names: presets } = texts(`rules_${code}.json`);
  return { ...Object.fromEntries(WORDS.map((part) => [part, all[part]])), presets };
}

function layout(): unknown {
  const boxes = parseCsv(read(new URL("layout.csv", map))).map((row) => ({
    id: row["id"],
    x: Number(row["x"]),
    y: Number(row["y"]),
    width: Number(row["w"]),
    height: Number(row["h"]),
  }));
  const lines = parseCsv(read(new URL("lines.csv", map))).map((row) => ({
    a: row["a"],
    b: row["b"],
    kind: row["kind"],
    from: [Number(row["x1"]), Number(row["y1"])],
    to: [Number(row["x2"]), Number(row["y2"])],
  }));
  return { boxes, lines };
}

interface Shapes {
  land: string;
  borders: string;
  other: string;
  shapes: Record<string, string>;
}

function shapes(): unknown {
  const all = JSON.parse(read(new URL("shapes.json", map))) as Shapes;
  return {
    land: shorten(all.land),
    borders: shorten(all.borders),
    other: shorten(all.other),
    countries: Object.fromEntries(
      Object.entries(all.shapes).map(([id, path]) => [id, shorten(path)]),
    ),
    bounds: Object.fromEntries(Object.entries(all.shapes).map(([id, path]) => [id, bounds(path)])),
  };
}

const MODULES: Record<string, () => string> = {
  "virtual:countries": () => json(countries()),
  "virtual:cards": () => json(cards()),
  "virtual:layout": () => json(layout()),
  "virtual:shapes": () => json(shapes()),
  "virtual:words/en": () => json(words("en")),
  "virtual:words/es": () => json(words("es")),
  "virtual:tokens.css": () => tokensCss(JSON.parse(read(new URL("tokens.json", styles))) as Tokens),
};

function json(value: unknown): string {
  // A string that is parsed loads faster than a literal of the same size.
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
}

export function gameData(): Plugin {
  return {
    name: "twilight-game-data",
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0") ? MODULES[id.slice(1)]?.() : undefined),
  };
}
