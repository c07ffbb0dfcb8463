import { expect, test } from "vitest";
import type { BestPlayInfo, PlayInfo } from "../src/lib/server/api.ts";
import { boxOf } from "../src/lib/map/layout.ts";
import { arrowOf, drawingOf, targetOf } from "../src/lib/study/drawing.ts";

function play(about: Partial<PlayInfo>, more: Partial<BestPlayInfo> = {}): BestPlayInfo {
  const whole = {
    card: "nasser",
    use: "influence",
    operation: "influence",
    countries: [],
    text: "",
  };
  return {
    play: { ...whole, ...about },
    chance: 0.5,
    loss: 0,
    why: "",
    touches: [],
    changes: [],
    coup: null,
    played: false,
    ...more,
  };
}

const china = play({ card: "the_china_card", countries: ["thailand", "thailand"] });
const coup = play({ use: "coup", operation: "coup", countries: ["zaire"] });

test("influence is added at its targets, a coup only aimed", () => {
  const { marks } = drawingOf([china, coup], 0, "us");
  expect(marks.get("thailand")).toMatchObject({
    state: "chosen",
    added: { side: "us", text: "+2" },
  });
  expect(drawingOf([coup], 0, "us").marks.get("zaire")).toMatchObject({
    state: "chosen",
    added: null,
  });
  expect(drawingOf([china], -1, "us").marks.size).toBe(0);
});

test("the operation after an event has its targets, and the event what it changes", () => {
  const both = play(
    { card: "fidel", use: "event_first", operation: "influence", countries: ["italy"] },
    {
      touches: ["cuba"],
      changes: [
        { country: "cuba", us: -1, ussr: 3 },
        { country: "italy", us: 1, ussr: 0 },
      ],
    },
  );
  const { marks, arrow } = drawingOf([both], 0, "us");
  expect(marks.get("cuba")).toMatchObject({ state: "legal", changed: { us: -1, ussr: 3 } });
  // What is placed is not told twice.
  expect(marks.get("italy")).toMatchObject({
    state: "chosen",
    added: { text: "+1" },
    changed: { us: 0, ussr: 0 },
  });
  expect(arrow).toEqual({ from: "ussr", to: "cuba" });
});

test("an arrow comes from China, a superpower or the tracks, and from nowhere for operations", () => {
  expect(drawingOf([china], 0, "us").arrow).toEqual({ from: "chinese_civil_war", to: "thailand" });
  const event = (card: string) =>
    drawingOf([play({ card, use: "event", operation: "event" }, { touches: ["egypt"] })], 0, "us")
      .arrow?.from;
  expect(event("nasser")).toBe("ussr");
  expect(event("marshall_plan")).toBe("usa");
  expect(event("olympic_games")).toBe("bar");
  expect(drawingOf([coup], 0, "us").arrow).toBeNull();
});

test("the next two plays are numbered where they would go, no place twice", () => {
  const egypt = play({ countries: ["egypt"] });
  const last = play({ countries: ["iran"] });
  const ranks = (plays: BestPlayInfo[], shown = 0) => drawingOf(plays, shown, "us").ranks;
  expect(ranks([china, coup, egypt, last])).toEqual([
    { country: "zaire", rank: 2 },
    { country: "egypt", rank: 3 },
  ]);
  expect(ranks([china, coup, coup])).toEqual([{ country: "zaire", rank: 2 }]);
  expect(ranks([china, coup, egypt, last], 2)).toEqual([{ country: "iran", rank: 4 }]);
  expect(targetOf(play({}))).toBeNull();
});

test("an arrow meets its target squarely and leaves the box of its source", () => {
  const { line, head } = arrowOf("chinese_civil_war", "thailand");
  const [tipX, tipY] = head.slice(1).split("L")[0]?.split(" ").map(Number) ?? [];
  const box = boxOf("thailand");
  expect(tipX).toBeCloseTo(box.x);
  expect(tipY).toBeLessThan(box.y - box.height / 2);
  const [startX = 0, startY = 0] = line.slice(1).split("Q")[0]?.split(" ").map(Number) ?? [];
  const from = boxOf("chinese_civil_war");
  expect(Math.abs(startX - from.x)).toBeLessThanOrEqual(from.width / 2 + 0.001);
  expect(Math.abs(startY - from.y)).toBeLessThanOrEqual(from.height / 2 + 0.001);
});
