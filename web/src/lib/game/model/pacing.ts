/** How long the steps of a play are shown. */

import type { Step } from "./plays.ts";

export type Speed = "off" | "quick" | "calm";

interface Timing {
  motion: number;
  hold: number;
}

/** The longest play, in milliseconds; beyond it all holds shrink alike. */
const LONGEST = { calm: 9000, quick: 3000 } as const;
/** The same while one's own clock runs. */
const LONGEST_ON_THE_CLOCK = 1500;
const CELL = 120;

function timing(step: Step): Timing {
  switch (step.kind) {
    case "roll":
      return { motion: 500, hold: 900 };
    case "defcon":
      return { motion: 400, hold: 500 };
    case "points":
    case "region":
      return { motion: 500, hold: 500 };
    case "military":
      return { motion: CELL * Math.max(1, step.fact.values[0] ?? 1), hold: 500 };
    default:
      return { motion: 450, hold: 500 };
  }
}

/** How long each step of a play takes; nothing at all where nothing is to be shown. */
export function durations(steps: readonly Step[], speed: Speed, onTheClock: boolean): number[] {
  if (speed === "off") return steps.map(() => 0);
  const quick = speed === "quick" || onTheClock;
  const times = steps.map(timing).map(({ motion, hold }) => ({
    motion: quick ? motion / 2 : motion,
    hold: quick ? hold / 3 : hold,
  }));
  const most = onTheClock ? LONGEST_ON_THE_CLOCK : LONGEST[quick ? "quick" : "calm"];
  const motion = times.reduce((sum, one) => sum + one.motion, 0);
  const hold = times.reduce((sum, one) => sum + one.hold, 0);
  const holds = motion + hold > most ? Math.max(0, most - motion) / hold : 1;
  // Very many steps move faster, too.
  const moves = motion > most ? most / motion : 1;
  return times.map((one) => one.motion * moves + one.hold * holds);
}
