/** What a player has set in this browser. */

import type { Speed } from "../game/model/pacing.ts";
import { type Code, CODES } from "../language/language.svelte.ts";

export interface Settings {
  theme: "situation_room" | "light" | "dark" | "system";
  pace: "off" | "fast" | "normal";
  /** How fast the plays of the other side are shown; empty as long as nobody has chosen. */
  follow: "" | Speed;
  /** How many games have been played to their end in this browser. */
  games: number;
  aids: boolean;
  /** How loud the sounds are. */
  volume: "off" | "quiet" | "medium" | "loud";
  confirm: boolean;
  /** Hints against the computer and at one screen; `warn` also speaks up before a blunder. */
  coach: "off" | "hints" | "warn";
  language: Code;
  sort: "side" | "value" | "danger";
  symbol: "sickle" | "letter";
  /** The computer player that was chosen last; none has been yet if it is empty. */
  level: string;
  /** The size of text in percent. */
  text: number;
}

export const COACH: readonly Settings["coach"][] = ["off", "hints", "warn"];
const STORE = "twilight.settings";
const FRAMES = {
  situation_room: ["room", "day"],
  light: ["paper", "day"],
  dark: ["night", "night"],
} as const;

function defaults(): Settings {
  const wanted = typeof navigator === "undefined" ? "en" : navigator.language.slice(0, 2);
  return {
    theme: "situation_room",
    pace: "normal",
    follow: "",
    games: 0,
    aids: true,
    volume: "quiet",
    confirm: true,
    coach: "hints",
    language: CODES.find((code) => code === wanted) ?? "en",
    sort: "side",
    symbol: "sickle",
    level: "",
    text: 100,
  };
}

function stored(): Partial<Settings> {
  try {
    const { theme, ...others } = JSON.parse(
      localStorage.getItem(STORE) ?? "{}",
    ) as Partial<Settings>;
    // A theme that there is not, or not any more, would leave the page without colours.
    const known = theme === "system" || (theme !== undefined && theme in FRAMES);
    return known ? { ...others, theme } : others;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({
  ...defaults(),
  ...(typeof localStorage === "undefined" ? {} : stored()),
});

export function change<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Puts theme and pace onto the page. */
export function applySettings(prefersLight: boolean): void {
  const theme = settings.theme === "system" ? (prefersLight ? "light" : "dark") : settings.theme;
  const [frame, map] = FRAMES[theme];
  const root = document.documentElement;
  root.dataset["frame"] = frame;
  root.dataset["map"] = map;
  root.dataset["pace"] = settings.pace;
  root.style.fontSize = settings.text === 100 ? "" : `${settings.text}%`;
}

function isStill(): boolean {
  if (settings.pace === "off") return true;
  if (typeof matchMedia === "undefined") return false;
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The first games against the computer are shown with calm. */
const FIRST_GAMES = 2;

/** How fast the plays of the other side are shown. */
export function followSpeed(againstComputer: boolean): Speed {
  if (settings.follow) return settings.follow;
  if (isStill()) return "off";
  return againstComputer && settings.games < FIRST_GAMES ? "calm" : "quick";
}

/** How long a motion takes now, in milliseconds. */
export function pace(milliseconds: number): number {
  if (isStill()) return 0;
  return settings.pace === "fast" ? milliseconds / 2 : milliseconds;
}
