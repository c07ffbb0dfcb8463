import { beforeEach, expect, test, vi } from "vitest";
import type { Desk } from "../src/lib/game/state/desk.svelte.ts";
import { handleKey, type KeyActions } from "../src/lib/shell/keyboard.ts";

interface Options {
  target?: { closest: (selector: string) => unknown };
  ctrlKey?: boolean;
}

const nowhere = { closest: () => null };
const onButton = { closest: (selector: string) => (selector.includes("button") ? {} : null) };
const actions = {
  help: vi.fn(),
  menu: vi.fn(),
  dismiss: vi.fn(() => false),
  goOn: vi.fn(() => false),
} satisfies KeyActions;

/** What the keys need of a desk; each test changes what it is about. */
function makeDesk(changes: object = {}) {
  return {
    isLive: true,
    yours: true,
    follow: { back: vi.fn(), on: vi.fn(), again: vi.fn(), clear: vi.fn(() => false) },
    back: vi.fn(),
    undo: vi.fn(),
    commit: vi.fn(),
    choose: vi.fn(),
    chooseCard: vi.fn(),
    chooseUse: vi.fn(),
    others: [] as { action: string }[],
    tray: [] as { action: string }[],
    items: [] as { card: string; state: string }[],
    uses: null as object | null,
    useItems: [] as { action: string; reason: string | null }[],
    table: { staged: null as string | null, refuse: vi.fn() },
    ...changes,
  };
}

function press(key: string, desk: ReturnType<typeof makeDesk>, options: Options = {}): boolean {
  const preventDefault = vi.fn();
  const event = { key, target: nowhere, preventDefault, ...options };
  handleKey(event as unknown as KeyboardEvent, desk as unknown as Desk, actions);
  return preventDefault.mock.calls.length > 0;
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal("Element", Object);
});

test("numbers choose cards while cards are asked for, and answers otherwise", () => {
  const items = [
    { card: "nato", state: "open" },
    { card: "fidel", state: "closed" },
  ];
  const others = [{ action: "yes" }];
  const tray = [{ action: "containment" }];
  const asked = makeDesk({ items, others, tray });
  press("1", asked);
  expect(asked.chooseCard).toHaveBeenCalledWith("nato");
  const resting = makeDesk({ items: [{ card: "nato", state: "resting" }], others, tray });
  press("1", resting);
  press("2", resting);
  expect(resting.choose.mock.calls).toEqual([["yes"], ["containment"]]);
  expect(press("9", resting)).toBe(false);
});

test("letters choose a use, or say why it is closed", () => {
  const useItems = [
    { action: "event_first", reason: null },
    { action: "space", reason: "Two Ops are too few." },
  ];
  const desk = makeDesk({ uses: {}, useItems });
  press("e", desk);
  expect(desk.chooseUse).toHaveBeenCalledWith("event_first");
  press("s", desk);
  expect(desk.table.refuse).toHaveBeenCalledWith(
    expect.objectContaining({ message: "Two Ops are too few." }),
  );
  expect(press("c", desk)).toBe(false);
  expect(press("e", makeDesk())).toBe(false);
});

test("Enter commits what waits, and is left to a button when nothing does", () => {
  const waiting = makeDesk({ table: { staged: "chile", refuse: vi.fn() } });
  press("Enter", waiting);
  press("Enter", waiting, { target: onButton });
  expect(waiting.commit).toHaveBeenCalledTimes(2);
  expect(press("Enter", makeDesk(), { target: onButton })).toBe(false);
});

test("Enter commits at the first press, also while dice are shown", () => {
  actions.dismiss.mockReturnValueOnce(true);
  const waiting = makeDesk({ table: { staged: "chile", refuse: vi.fn() } });
  press("Enter", waiting);
  expect(waiting.commit).toHaveBeenCalledTimes(1);
  vi.resetAllMocks();
});

test("keys walk through the steps of what has happened", () => {
  const desk = makeDesk();
  press(",", desk);
  press(".", desk);
  press("b", desk);
  expect(desk.follow.back).toHaveBeenCalledTimes(1);
  expect(desk.follow.on).toHaveBeenCalledTimes(1);
  expect(desk.follow.again).toHaveBeenCalledTimes(1);
});

test("Enter goes on from the headlines even if a card has the focus", () => {
  actions.goOn.mockReturnValueOnce(true);
  const desk = makeDesk();
  expect(press("Enter", desk, { target: onButton })).toBe(true);
  expect(desk.commit).not.toHaveBeenCalled();
});

test("Escape closes what is in front, leaves an earlier moment, takes a choice back", () => {
  actions.dismiss.mockReturnValueOnce(true);
  const desk = makeDesk({ isLive: false });
  press("Escape", desk);
  expect(desk.back).not.toHaveBeenCalled();
  press("Escape", desk);
  expect(desk.back).toHaveBeenCalled();
  const waiting = makeDesk({ table: { staged: "chile", refuse: vi.fn() } });
  press("Escape", waiting);
  expect(waiting.undo).toHaveBeenCalled();
  expect(press("Escape", makeDesk())).toBe(false);
});

test("keys with Control and keys for a text field are left alone", () => {
  const desk = makeDesk();
  press("u", desk, { ctrlKey: true });
  press("u", desk, { target: { closest: () => ({}) } });
  expect(desk.undo).not.toHaveBeenCalled();
  press("u", desk);
  press("?", desk);
  press("m", desk);
  expect(desk.undo).toHaveBeenCalledOnce();
  expect(actions.help).toHaveBeenCalledOnce();
  expect(actions.menu).toHaveBeenCalledOnce();
});
