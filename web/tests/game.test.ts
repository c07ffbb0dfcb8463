import { beforeAll, expect, test } from "vitest";
import type { View } from "../src/lib/server/api.ts";
import { splitNames } from "../src/lib/cards/names.ts";
import { COUNTRIES } from "../src/lib/facts.ts";
import { commitLabel, questionOf } from "../src/lib/game/text/asking.ts";
import { personName } from "../src/lib/game/text/players.ts";
import { clockText } from "../src/lib/game/state/clocks.svelte.ts";
import { needsCommit } from "../src/lib/game/model/commit.ts";
import { handItems } from "../src/lib/game/model/hand.ts";
import { comeUp, nextLesson, NOTHING_TAUGHT } from "../src/lib/game/model/lessons.ts";
import { buildLog } from "../src/lib/game/model/log.ts";
import { controllerOf, marginOf } from "../src/lib/game/model/margins.ts";
import { MANY, stateOf } from "../src/lib/game/model/marks.ts";
import { rollOf } from "../src/lib/game/state/news.svelte.ts";
import { changesOf } from "../src/lib/game/model/recent.ts";
import { netOf } from "../src/lib/game/model/regions.ts";
import { useItems } from "../src/lib/game/model/uses.ts";
import { t, useLanguage, words } from "../src/lib/language/language.svelte.ts";
import { sizesFor } from "../src/lib/shell/layout.svelte.ts";
import { emptyForm, requestOf, startingLevel } from "../src/lib/server/newgame.ts";
import { parse } from "../src/lib/shell/router.svelte.ts";
import { moment } from "./moments.ts";

const nothing = {
  options: new Map<string, string>(),
  closed: new Map<string, string>(),
  chosen: null,
  asksForCards: false,
  maySwitch: false,
  dangers: new Map(),
};

beforeAll(() => useLanguage("en"));

test("a question says what is left and what has been placed", () => {
  const { view } = moment("place");
  if (!view.prompt) throw new Error("no prompt");
  const question = questionOf(view.prompt, view, null);
  expect(question.title).toBe("Containment › Place influence: 2 of 3 points left");
  expect(question.detail).toBe("Algeria +1");
  expect(question.dots).toEqual({ left: 2, total: 3 });
});

test("a coup names its operations", () => {
  const { view } = moment("coup");
  if (!view.prompt) throw new Error("no prompt");
  expect(questionOf(view.prompt, view, "algeria").title).toBe(
    "Olympic Games › Coup with 2 Ops: choose a target",
  );
});

test("what can't be taken back waits for the commit", () => {
  const place = moment("place").view;
  const coup = moment("coup").view;
  const mode = moment("mode").view;
  const card = moment("card").view;
  if (!place.prompt || !coup.prompt || !mode.prompt || !card.prompt) throw new Error("no prompt");
  expect(needsCommit(place.prompt, "philippines")).toBe(false);
  expect(needsCommit({ ...place.prompt, left: 1 }, "philippines")).toBe(true);
  expect(needsCommit(place.prompt, "east_germany")).toBe(true);
  expect(needsCommit(coup.prompt, "algeria")).toBe(true);
  expect(needsCommit(mode.prompt, "influence")).toBe(false);
  expect(needsCommit(mode.prompt, "event_first")).toBe(true);
  expect(needsCommit(mode.prompt, "space")).toBe(true);
  expect(needsCommit(card.prompt, "puppet_governments")).toBe(false);
});

test("changes are added up by country", () => {
  const marker = { side: "us", country: "brazil", change: 1 } as const;
  const taken = { side: "ussr", country: "chile", change: -2 } as const;
  expect([...changesOf([marker, taken, marker])]).toEqual([
    ["brazil", { us: 2, ussr: 0 }],
    ["chile", { us: 0, ussr: -2 }],
  ]);
});

test("the log has one entry for a play and gathers markers and cards", () => {
  const log = buildLog(moment("coup").facts);
  const thaw = log.find((entry) => entry.card === "de_stalinization");
  expect(thaw).toMatchObject({ side: "us", round: 5, use: { verb: "influence", ops: 3 } });
  const changes = thaw?.lines.map((line) => line.influence?.change);
  expect(changes).toEqual([1, 1, -2, -2, 1, 1, 1, 1]);
  const asked = log.find((entry) => entry.card === "ask_not_what_your_country_can_do_for_you");
  expect(asked?.lines.map((line) => [line.kind, line.cards?.known.length])).toEqual([
    ["influence", undefined],
    ["influence", undefined],
    ["discard", 7],
    ["draw", 7],
  ]);
});

test("the hand is sorted by side and value, scoring cards last", () => {
  const { view } = moment("mode");
  const items = handItems(view, nothing, "side", true);
  expect(items.map((item) => item.card)).toEqual([
    "puppet_governments",
    "the_voice_of_america",
    "we_will_bury_you",
    "quagmire",
    "allende",
    "olympic_games",
    "south_america_scoring",
  ]);
  const earlier = handItems(moment("headline").view, nothing, "side", true);
  expect(earlier.slice(-2).map((item) => item.card)).toEqual(["asia_scoring", "the_china_card"]);
  expect(earlier.at(-2)?.status).toBe("USSR +6 · Play this turn");
  const byValue = handItems(view, nothing, "value", true).map((item) => item.ops);
  expect(byValue.slice(0, 4)).toEqual([4, 3, 2, 2]);
  const dangers = new Map([["quagmire", "loses_now" as const]]);
  expect(handItems(view, { ...nothing, dangers }, "danger", true)[0]?.card).toBe("quagmire");
});

test("a card says whose event it is, that it is off and why, and that the enemy knows it", () => {
  const view = structuredClone(moment("mode").view);
  view.revealed = ["quagmire", "puppet_governments"];
  const puppets = view.hand.find((one) => one.card === "puppet_governments");
  if (!puppets) throw new Error("no such card");
  puppets.off = "needs Asia";
  const items = new Map(handItems(view, nothing, "side", true).map((one) => [one.card, one]));
  expect(items.get("quagmire")?.status).toBe("Their event, the enemy knows it");
  expect(items.get("puppet_governments")?.status).toBe("Event off: needs Asia, the enemy knows it");
  expect(items.get("allende")?.status).toBe("Their event");
});

test("uses keep their order and say why they are closed", () => {
  const { prompt } = moment("mode").view;
  if (!prompt) throw new Error("no prompt");
  const items = useItems(prompt);
  expect(items.map((item) => item.action)).toEqual([
    "event_first",
    "influence",
    "coup",
    "realignment",
    "space",
  ]);
});

test("control and its margins are as the server says", () => {
  const { view } = moment("place");
  expect(controllerOf(view, "iran")).toBe("ussr");
  expect(marginOf(view, "iran", "ussr")).toEqual({ controls: true, markers: 2 });
  expect(marginOf(view, "philippines", "us")).toEqual({ controls: false, markers: 1 });
  expect(controllerOf(view, "philippines")).toBeNull();
  const other = structuredClone(view);
  other.control.us[COUNTRIES.findIndex((country) => country.id === "philippines")] = -5;
  expect(controllerOf(other, "philippines")).toBe("us");
});

test("cards show the value that the server gives them", () => {
  const { view } = moment("place");
  const chosen = view.prompt?.card ?? null;
  const question = { ...nothing, chosen };
  const weak: View = {
    ...view,
    china_holder: "us",
    china_ops: 3,
    prompt: view.prompt && { ...view.prompt, ops: 2 },
  };
  const values = new Map(
    handItems(weak, question, "value", true).map((item) => [item.card, item.ops]),
  );
  expect([values.get("the_china_card"), values.get(chosen ?? "")]).toEqual([3, 2]);
});

test("rings become quiet when most countries are legal", () => {
  const few = { legal: new Set(["chile", "peru"]), fatal: new Set(["peru"]), chosen: null };
  expect(stateOf("chile", few)).toBe("legal");
  expect(stateOf("peru", few)).toBe("fatal");
  expect(stateOf("cuba", few)).toBe("dim");
  expect(stateOf("cuba", null)).toBe("plain");
  const many = { ...few, legal: new Set(Array.from({ length: MANY + 1 }, (_, one) => `${one}`)) };
  expect(stateOf("1", many)).toBe("open");
});

test("a region shows who would gain", () => {
  const regions = moment("place").view.regions;
  const asia = regions.find((region) => region.region === "asia");
  expect(asia && netOf(asia)).toEqual({ side: "ussr", text: "+6" });
});

test("dice belong to their sides", () => {
  const fact = {
    index: 1,
    answer: 1,
    kind: "realignment_roll",
    side: "us" as const,
    subject: "chile",
    values: [3, 1, 5, 0],
    text: "",
  };
  expect(rollOf(fact).dice).toEqual([
    { side: "us", face: 5 },
    { side: "ussr", face: 3 },
  ]);
});

test("names of countries in a text are found whole", () => {
  const parts = splitNames("The attack on South Korea, not on Koreans.", words().countries);
  expect(parts.filter((part) => part.country).map((part) => part.country)).toEqual(["south_korea"]);
});

test("clocks are short and exact", () => {
  expect(clockText(65_400)).toBe("1:05");
  expect(clockText(3_725_000)).toBe("1:02:05");
  expect(clockText(72 * 3_600_000)).toBe("3 d 0 h");
});

test("the map gets the largest place that the other parts leave", () => {
  expect(sizesFor(1440, 900)).toMatchObject({ kind: "regular", map: 639, rail: 304 });
  expect(sizesFor(1280, 720)).toMatchObject({ kind: "compact", map: 576, rail: 256 });
  expect(sizesFor(900, 700).kind).toBe("narrow");
  expect(sizesFor(390, 844).kind).toBe("phone");
  expect(sizesFor(844, 390).kind).toBe("phone");
});

test("an address leads to its screen", () => {
  expect(parse("/", "")).toEqual({ screen: "home" });
  expect(parse("/game/abc", "?invite=x")).toMatchObject({ id: "abc", invite: "x", guided: false });
  expect(parse("/replay/abc/17", "?view=us")).toMatchObject({ answer: 17, view: "us" });
  expect(parse("/study/abc", "")).toMatchObject({ screen: "replay", study: true, answer: null });
  expect(parse("/nothing", "")).toEqual({ screen: "home" });
  expect(parse("/", "?open")).toEqual({ screen: "home", opens: true });
});

test("a form becomes a request", () => {
  const form = { ...emptyForm(), bot: "officer" };
  expect(requestOf(form)).toMatchObject({ mode: "computer", bot: "officer", seed: null });
  const online = requestOf({
    ...form,
    mode: "online",
    clock: "increment",
    public: true,
    seed: "mine",
  });
  expect(online).toMatchObject({ bot: "", public: true, seed: null });
  expect(online.clock).toEqual({ type: "increment", minutes: 45, increment_seconds: 30 });
});

test("the form begins with the last level, for a newcomer with a middle one", () => {
  const bots = ["easy", "recruit", "hard"].map((bot) => ({
    bot,
    text: "",
    rating: null,
    rating_deviation: null,
    seconds: null,
  }));
  expect(startingLevel(bots, "hard")).toBe("hard");
  expect(startingLevel(bots, "")).toBe("recruit");
  expect(startingLevel(bots, "no longer there")).toBe("recruit");
  expect(startingLevel([], "")).toBe("");
});

test("lessons come when the game asks for them", () => {
  const { view } = moment("headline");
  const first = comeUp(NOTHING_TAUGHT, view, view.prompt);
  expect(nextLesson(first, view, view.prompt)?.id).toBe("map");
  const given = { ...first, given: ["map"] };
  expect(nextLesson(given, view, view.prompt)?.id).toBe("headline");
});

test("who plays on without reading loses no lesson", () => {
  const { view } = moment("headline");
  let progress = comeUp(NOTHING_TAUGHT, view, view.prompt);
  const later = { ...view, turn: 1, round: 1, prompt: null };
  progress = comeUp({ ...progress, given: ["map"] }, later, null);
  // The headline is over, and its lesson still comes.
  expect(nextLesson(progress, later, null)?.id).toBe("headline");
  const end = { ...later, round: 6 };
  for (;;) {
    progress = comeUp(progress, end, null);
    const lesson = nextLesson(progress, end, null);
    if (!lesson) break;
    if (lesson.id === "end") expect(progress.given.length).toBe(progress.due.length - 1);
    progress = { ...progress, given: [...progress.given, lesson.id] };
  }
  expect(progress.given).toContain("coup");
  expect(progress.given.at(-1)).toBe("end");
});

test("a number of one takes the singular", () => {
  expect(t("plate.cards", { n: 1 })).toBe("1 card");
  expect(t("plate.cards", { n: 2 })).toBe("2 cards");
});

test("guests are called so in the reader's language", async () => {
  expect(personName("Guest 0042")).toBe("Guest 0042");
  await useLanguage("es");
  expect(personName("Guest 0042")).toBe("Invitado 0042");
  expect(personName("Guestimate")).toBe("Guestimate");
  expect(personName("Deleted player")).toBe("Jugador eliminado");
  await useLanguage("en");
});

test("only a discard that is rolled for is called a roll", () => {
  const { view } = moment("mode");
  if (!view.prompt) throw new Error("no prompt");
  const trapped = { ...view.prompt, kind: "trap_discard" };
  expect(commitLabel(trapped, "quagmire")).toBe("Roll");
  expect(commitLabel(trapped, "south_america_scoring")).toBe("Commit");
  expect(commitLabel(trapped, "pass")).toBe("Commit");
  expect(commitLabel(view.prompt, "space")).toBe("Roll");
});

test("the chance in the space race is told before the commit", () => {
  const { view } = moment("mode");
  if (!view.prompt) throw new Error("no prompt");
  expect(questionOf(view.prompt, view, "space").detail).toBe(
    "Earth Satellite with a die of 1–3, 50 %: roll, or choose another",
  );
});
