import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import english from "../src/lib/language/en.json";
import spanish from "../src/lib/language/es.json";

const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

test("every string is there in both languages, with the same blanks", () => {
  const keys = Object.keys(english).sort();
  expect(Object.keys(spanish).sort()).toEqual(keys);
  for (const [key, text] of Object.entries(english)) {
    const other = (spanish as Record<string, string>)[key] ?? "";
    expect([key, blanks(other)]).toEqual([key, blanks(text)]);
  }
});

test("almost nothing is left in English", () => {
  const same = Object.entries(english).filter(
    ([key, text]) =>
      (spanish as Record<string, string>)[key] === text &&
      !key.startsWith("map.") &&
      text.replace(/\{\w+\}/g, "").length > 10,
  );
  expect(same.map(([key]) => key)).toEqual([]);
});

test("no string is forgotten", () => {
  const code = sources(join(import.meta.dirname, "../src"));
  // A key may be put together from parts, as in t(`side.${side}`).
  const made = [...code.matchAll(/`([a-z_]+\.)(?:[a-z_.]*)\$\{/g)].map(
    ([, prefix]) => prefix ?? "",
  );
  const unused = Object.keys(english).filter((key) => {
    const plain = key.replace(/\.one$/, "");
    return !code.includes(`"${plain}"`) && !made.some((prefix) => key.startsWith(prefix));
  });
  expect(unused).toEqual([]);
});
