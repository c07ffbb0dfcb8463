import { beforeAll, expect, test } from "vitest";
import type { PlayerInfo } from "../src/lib/server/api.ts";
import type { Thinking } from "../src/lib/game/state/thinking.svelte.ts";
import { thinkingQuestion } from "../src/lib/game/text/thinking.ts";
import { useLanguage } from "../src/lib/language/language.svelte.ts";

beforeAll(() => useLanguage("en"));

const GENERAL: PlayerInfo = {
  seat: 0,
  side: "ussr",
  name: "",
  user: null,
  bot: "general",
  connected: true,
  rating: null,
  program: false,
  away_until: null,
};

function said(thinking: Partial<Thinking>): string[] {
  const question = thinkingQuestion({
    player: GENERAL,
    seconds: 0,
    usual: null,
    isLong: false,
    ...thinking,
  } as Thinking);
  return question ? [question.title, question.detail] : [];
}

test("one sees that the computer thinks, and for how long it usually does", () => {
  expect(said({ player: null })).toEqual([]);
  expect(said({})[0]).toBe("General thinks");
  expect(said({ seconds: 4, usual: 3.2 })).toEqual([
    "General thinks · 4 s",
    "It usually takes 3 s.",
  ]);
  expect(said({ usual: 0.2 })[1]).toBe("It usually answers at once.");
  expect(said({ seconds: 12, usual: 3, isLong: true })[0]).toBe(
    "General thinks · 12 s, longer than usual",
  );
  expect(said({ seconds: 31, usual: 3 })[1]).toBe("You may leave; the game waits for you.");
});
