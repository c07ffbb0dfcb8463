import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ClientMessage, Update } from "../src/lib/server/api.ts";
import { COUNTRIES } from "../src/lib/facts.ts";
import type { LinkHandlers } from "../src/lib/game/state/link.ts";
import { GameTable } from "../src/lib/game/state/game.svelte.ts";
import { countryName, useLanguage } from "../src/lib/language/language.svelte.ts";
import { settings } from "../src/lib/shell/settings.svelte.ts";
import { messages, moment, type MomentName, promptOf } from "./moments.ts";

beforeAll(() => useLanguage("en"));

let sent: ClientMessage[];
let online: boolean;
let handlers: LinkHandlers;

function tableAt(name: MomentName): GameTable {
  const table = new GameTable((given) => {
    handlers = given;
    return {
      send: (message) => online && sent.push(message) > 0,
      close: () => undefined,
    };
  });
  for (const message of messages(name)) table.receive(message);
  return table;
}

/** The next question after an update, with something of it changed. */
function after(update: Update, changes: Partial<Update>): Update {
  return { ...update, number: update.number + 1, facts_from: update.facts.length, ...changes };
}

beforeEach(() => {
  vi.stubGlobal("window", globalThis);
  vi.useFakeTimers();
  sent = [];
  online = true;
  settings.confirm = true;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const COUP = { side: "us", kind: "play_mode", action: "coup" } as const;

test("what can be taken back is sent at once, all else waits for the commit", () => {
  const place = tableAt("place");
  place.choose("philippines");
  const { decision } = promptOf(moment("place"));
  expect(sent).toEqual([{ type: "answer", decision, action: "philippines" }]);
  const coup = tableAt("coup");
  const target = promptOf(moment("coup")).options[0]?.action ?? "";
  sent = [];
  coup.choose(target);
  expect(sent).toEqual([]);
  expect(coup.staged).toBe(target);
  coup.commit();
  expect(sent).toMatchObject([{ type: "answer", action: target }]);
});

test("who wants no commit has none", () => {
  settings.confirm = false;
  const table = tableAt("coup");
  table.choose(promptOf(moment("coup")).options[0]?.action ?? "");
  expect(sent).toHaveLength(1);
});

test("nothing is sent twice while an answer is on its way", () => {
  const table = tableAt("place");
  table.choose("philippines");
  table.choose("philippines");
  table.undo();
  expect(sent).toHaveLength(1);
  table.receive(after(moment("place"), {}));
  table.choose("philippines");
  expect(sent).toHaveLength(2);
});

test("undo first gives up what waits for the commit", () => {
  const table = tableAt("coup");
  const update = moment("coup");
  table.receive(after(update, { undo: COUP }));
  table.choose(promptOf(update).options[0]?.action ?? "");
  table.undo();
  expect(table.staged).toBeNull();
  expect(sent).toEqual([]);
  table.undo();
  expect(sent).toEqual([{ type: "undo" }]);
});

test("another question forgets what was waiting", () => {
  const table = tableAt("coup");
  const update = moment("coup");
  table.choose(promptOf(update).options[0]?.action ?? "");
  const prompt = { ...promptOf(update), decision: 9999 };
  table.receive(after(update, { view: { ...update.view, prompt } }));
  expect(table.staged).toBeNull();
});

test("another use of the card goes back to the question and answers it", () => {
  const table = tableAt("mode");
  const mode = moment("mode");
  const coup = moment("coup");
  table.receive(after(coup, { undo: COUP }));
  table.instead("play_mode", "influence");
  expect(sent).toEqual([{ type: "undo" }]);
  table.receive(after(mode, {}));
  expect(sent.at(-1)).toMatchObject({ type: "answer", action: "influence" });
});

test("what is refused is said for some seconds", () => {
  const table = tableAt("place");
  table.receive({ type: "refused", code: "late", message: "Too late.", ref: "" });
  expect(table.refusal?.message).toBe("Too late.");
  vi.advanceTimersByTime(5000);
  expect(table.refusal).toBeNull();
});

test("a country that can't be chosen is explained as soon as the reason is known", () => {
  const table = tableAt("place");
  const { decision } = promptOf(moment("place"));
  const far = COUNTRIES.find((one) => !table.options.has(one.id) && !table.closed.has(one.id));
  const country = far?.id ?? "";
  table.choose(country);
  expect(sent).toEqual([{ type: "explain", decision }]);
  expect(table.refusal).toBeNull();
  const closed = [{ action: country, reason: "Too far away." }];
  table.receive({ type: "reasons", decision, closed, ref: "" });
  expect(table.refusal?.message).toBe(`${countryName(country)}: Too far away.`);
  table.choose(country);
  expect(sent).toHaveLength(1);
});

test("without a connection nothing is lost and the player is told", () => {
  const table = tableAt("place");
  online = false;
  handlers.state("lost");
  table.choose("philippines");
  expect(table.refusal?.code).toBe("offline");
  expect(table.sending).toBe(false);
  expect(handlers.last()).toBe(moment("place").number);
  online = true;
  handlers.state("live");
  table.choose("philippines");
  expect(sent).toHaveLength(1);
});

test("facts are joined, replaced after an undo, and begun anew for another viewer", () => {
  const table = tableAt("place");
  const update = moment("place");
  const all = update.facts.length;
  const facts = update.facts.slice(-1);
  table.receive(after(update, { facts_from: all - 3, facts }));
  expect(table.facts).toHaveLength(all - 2);
  const view = { ...update.view, viewer: "ussr" as const };
  table.receive(after(update, { view, facts_from: 0, facts }));
  expect(table.facts).toEqual(facts);
});

test("lines of the chat come once", () => {
  const table = tableAt("place");
  const line = { number: 1, name: "Ann", seat: 0, text: "Good luck", at: 0 };
  table.receive({ type: "chat", game: "", lines: [line] });
  table.receive({ type: "chat", game: "", lines: [line] });
  expect(table.chat).toHaveLength(1);
});
