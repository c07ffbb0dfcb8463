import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolved, tokensCss } from "../build/tokens.ts";
import tokens from "../src/styles/tokens.json";

const web = join(import.meta.dirname, "..");
const palette = "src/styles/tokens.json";

function sideColours(): string[] {
  const found: string[] = [];
  JSON.stringify(resolved(tokens), (key, value: unknown) => {
    if (/^(us|ussr)(_|$)/.test(key) && typeof value === "string") found.push(value.toUpperCase());
    return value;
  });
  return [...new Set(found)];
}

test("the colours of the sides are written once, in the palette", () => {
  const colours = sideColours();
  expect(colours.length).toBeGreaterThan(10);
  const written = readFileSync(join(web, palette), "utf8").toUpperCase();
  for (const colour of colours) {
    expect([colour, written.split(colour).length - 1]).toEqual([colour, 1]);
  }
});

test("no other file has a colour of a side, but the icons, which have the palette's", () => {
  const colours = sideColours();
  const shown = ["src", "build", "public", "index.html"]
    .flatMap((folder) =>
      folder.includes(".")
        ? [folder]
        : readdirSync(join(web, folder), { recursive: true, encoding: "utf8" }).map((name) =>
            join(folder, name),
          ),
    )
    .filter((name) => /\.(svelte|ts|css|json|html|svg|webmanifest|js)$/.test(name))
    .filter((name) => name !== palette);
  const having = shown.filter((name) => {
    const text = readFileSync(join(web, name), "utf8").toUpperCase();
    return colours.some((colour) => text.includes(colour));
  });
  // A picture that a browser shows outside the page can take no colour from the page.
  expect(having.sort()).toEqual(["public/icon-move.svg", "public/icon.svg"]);
  for (const icon of having) {
    const text = readFileSync(join(web, icon), "utf8");
    expect(text).toContain(`fill="${tokens.maps.day.us}"`);
    expect(text).toContain(`fill="${tokens.maps.day.ussr}"`);
  }
});

test("a reference to a colour that is not there is refused", () => {
  const broken = { ...tokens, card: { ...tokens.card, us: "{maps.dusk.us}" } };
  expect(() => tokensCss(broken)).toThrow("maps.dusk.us");
});
