/** The keys of the table. */

import type { Desk } from "../game/state/desk.svelte.ts";
import { drawer } from "./router.svelte.ts";
import { pace } from "./settings.svelte.ts";

export interface KeyActions {
  help: () => void;
  menu: () => void;
  /** Closes what lies over the map; tells whether there was something. */
  dismiss: () => boolean;
  /** Closes the headlines that have been turned over; tells whether they were there. */
  goOn: () => boolean;
}

const USES: Record<string, readonly string[]> = {
  e: ["event", "event_first"],
  i: ["influence"],
  c: ["coup"],
  r: ["realignment"],
  s: ["space"],
  p: ["un_intervention"],
};

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

export function handleKey(event: KeyboardEvent, desk: Desk, actions: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  if (run(key, event, desk, actions)) event.preventDefault();
}

function run(key: string, event: KeyboardEvent, desk: Desk, actions: KeyActions): boolean {
  if (key === "?") return done(actions.help);
  if (key === "m") return done(actions.menu);
  if (key === "escape") return escape(desk, actions);
  if (key === "u") return done(() => desk.undo());
  if (key === "enter") return enter(event, desk, actions);
  if (key === ",") return done(() => void desk.follow.back());
  if (key === ".") return done(desk.follow.on);
  if (key === "a" && desk.coach?.isThere) return done(() => desk.coach?.ask());
  if (key === "b") return done(() => void desk.follow.again());
  if (key === "g") return rule(desk);
  if (key === "l") return focus(".log ol");
  if (key === "t") return focus("[data-box][data-legal]");
  if (key === "h") return focus(".hand-card");
  if (key === "+") return done(() => desk.camera.zoom(1.3));
  if (key === "-") return done(() => desk.camera.zoom(1 / 1.3));
  if (key === "0") return done(() => desk.camera.home(pace(250)));
  if (/^[1-9]$/.test(key)) return choose(Number(key) - 1, desk);
  return use(key, desk);
}

function done(action: () => void): true {
  action();
  return true;
}

function escape(desk: Desk, actions: KeyActions): boolean {
  if (actions.dismiss()) return true;
  if (desk.table.update?.result && desk.isNow && !desk.resultClosed) {
    return done(() => (desk.resultClosed = true));
  }
  if (desk.coach?.close()) return true;
  if (!desk.isLive) return done(desk.back);
  if (desk.table.staged !== null) return done(() => desk.undo());
  return desk.follow.clear();
}

/** Enter goes on from the headlines, or commits, unless it presses a button that has the focus. */
function enter(event: KeyboardEvent, desk: Desk, actions: KeyActions): boolean {
  if (actions.goOn()) return true;
  // What is staged is committed at the first press, also while dice are shown.
  if (desk.yours && desk.table.staged !== null) return done(() => desk.commit());
  const target = event.target as Element;
  if (target.closest("button, a, [role=button]")) return false;
  return actions.dismiss();
}

/** Opens the rule about what is pointed at, or about what was just refused. */
function rule(desk: Desk): boolean {
  const refused = /[RV]\d+\.\d+/.exec(desk.table.refusal?.message ?? "");
  const wanted = refused?.[0] ?? desk.ruleAt;
  if (!wanted) return false;
  drawer.open(wanted);
  return true;
}

function focus(selector: string): boolean {
  const found = document.querySelector<HTMLElement | SVGElement>(selector);
  found?.focus();
  return found !== null;
}

/** A number chooses a card of the hand, or an answer where no card is asked for. */
function choose(index: number, desk: Desk): boolean {
  const asked = [...desk.others, ...desk.tray];
  const open = desk.items.some((item) => item.state === "open");
  const option = asked[index];
  if (!open && option) return done(() => desk.choose(option.action));
  const item = desk.items[index];
  if (!item) return false;
  return done(() => desk.chooseCard(item.card));
}

function use(key: string, desk: Desk): boolean {
  const wanted = USES[key];
  if (!wanted || !desk.uses) return false;
  const item = desk.useItems.find((one) => wanted.includes(one.action));
  if (!item) return false;
  if (item.reason !== null) desk.table.refuse({ code: "illegal_action", message: item.reason });
  else desk.chooseUse(item.action);
  return true;
}
