import { expect, test } from "vitest";
import { countriesOf, pictureOf } from "../src/lib/cards/theatres.ts";
import { CARDS, COUNTRIES } from "../src/lib/facts.ts";
import { SHAPES } from "../src/lib/map/shapes.ts";

test("the facts are those of the engine", () => {
  expect(COUNTRIES).toHaveLength(84);
  expect(CARDS).toHaveLength(new Set(CARDS.map((card) => card.id)).size);
});

test("every card has a picture, and every country in it a shape", () => {
  for (const card of CARDS) {
    const picture = pictureOf(card.id);
    if (typeof picture === "string") continue;
    const ids = countriesOf([...picture.touched, ...(picture.paler ?? [])]);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect(SHAPES.countries, `${card.id}: ${id}`).toHaveProperty(id);
  }
});
