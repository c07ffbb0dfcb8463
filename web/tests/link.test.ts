import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LinkState, openLink } from "../src/lib/game/state/link.ts";

class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: () => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  readonly address: string;

  constructor(address: URL) {
    this.address = String(address);
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  close(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code });
  }
}

const listeners = new Map<string, () => void>();
const target = {
  addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  removeEventListener: (name: string) => listeners.delete(name),
};

function open() {
  const states: LinkState[] = [];
  const link = openLink(new URL("ws://here/live"), {
    message: () => undefined,
    state: (state) => states.push(state),
    last: () => 17,
  });
  return { link, states };
}

const last = () => FakeSocket.made.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  listeners.clear();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", { ...target, visibilityState: "visible" });
  vi.stubGlobal("window", {
    ...target,
    setTimeout: (action: () => void, wait: number) => setTimeout(action, wait),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a lost connection comes back, and asks for what it has missed", () => {
  const { states } = open();
  last().open();
  last().close();
  expect(states).toEqual(["live", "lost"]);
  vi.advanceTimersByTime(400);
  expect(FakeSocket.made).toHaveLength(2);
  expect(last().address).toContain("last=17");
  last().open();
  expect(states.at(-1)).toBe("live");
});

test("it waits longer after each failure, but never too long", () => {
  open();
  for (let time = 0; time < 120; time++) {
    if (last().readyState !== FakeSocket.CLOSED) last().close();
    vi.advanceTimersByTime(1000);
  }
  expect(FakeSocket.made.length).toBeGreaterThan(14);
  expect(FakeSocket.made.length).toBeLessThan(22);
});

test("a connection that the server does not want stays closed", () => {
  const { states } = open();
  last().open();
  last().close(4004);
  vi.advanceTimersByTime(60_000);
  expect(states.at(-1)).toBe("closed");
  expect(FakeSocket.made).toHaveLength(1);
});

test("a server that can't serve now is given time, and is asked again", () => {
  const { states } = open();
  for (let time = 0; time < 60; time++) {
    if (last().readyState !== FakeSocket.CLOSED) {
      last().open();
      last().onmessage({
        data: '{"type":"refused","ref":"","code":"storage_failed","message":""}',
      });
      last().close(1013);
    }
    vi.advanceTimersByTime(1000);
  }
  expect(FakeSocket.made.length).toBeGreaterThan(8);
  expect(FakeSocket.made.length).toBeLessThan(16);
  expect(states).not.toContain("closed");
});

test("nothing is sent before the connection is there", () => {
  const { link } = open();
  expect(link.send({ type: "undo" })).toBe(false);
  last().open();
  expect(link.send({ type: "undo" })).toBe(true);
  expect(last().sent).toEqual(['{"type":"undo"}']);
});

test("silence is asked whether anybody is there, and then broken off", () => {
  const { states } = open();
  last().open();
  const first = last();
  vi.advanceTimersByTime(26_000);
  expect(first.sent.at(-1)).toContain("ping");
  vi.advanceTimersByTime(13_000);
  expect(states).toContain("lost");
});

test("whoever comes back to the page need not wait", () => {
  open();
  last().open();
  for (let time = 0; time < 5; time++) {
    last().close();
    vi.advanceTimersByTime(8000);
  }
  last().close();
  const before = FakeSocket.made.length;
  listeners.get("online")?.();
  expect(FakeSocket.made).toHaveLength(before + 1);
});

test("after the end nothing comes back", () => {
  const { link } = open();
  last().open();
  link.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  expect(listeners.size).toBe(0);
});
