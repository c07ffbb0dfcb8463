/** The guided first game: each lesson comes up when the game first asks for what it explains. */

import type { Prompt, View } from "../../server/api.ts";
import type { Key } from "../../language/language.svelte.ts";

export interface Lesson {
  id: string;
  title: Key;
  text: Key;
  /** The same where fingers point and there is nothing on the right. */
  phone?: Key;
  /** What on the page it is about. */
  about: string;
  fits: (view: View, prompt: Prompt | null) => boolean;
}

const asks = (kind: string) => (_view: View, prompt: Prompt | null) =>
  prompt?.yours === true && prompt.kind === kind;

const isPast = (view: View, round: number) => view.round >= round || view.turn > 1;

/** Who has done something else until then is told all the same. */
const asksOrRound = (kind: string, round: number) => (view: View, prompt: Prompt | null) =>
  asks(kind)(view, prompt) || isPast(view, round);

export const LESSONS: readonly Lesson[] = [
  {
    id: "map",
    title: "lesson.map",
    text: "lesson.map.text",
    about: ".map",
    fits: () => true,
  },
  {
    id: "influence",
    title: "lesson.influence",
    text: "lesson.influence.text",
    phone: "lesson.influence.text.phone",
    about: ".map",
    fits: asks("setup_influence"),
  },
  {
    id: "control",
    title: "lesson.control",
    text: "lesson.control.text",
    phone: "lesson.control.text.phone",
    about: ".map",
    fits: (view, prompt) => asks("setup_influence")(view, prompt) && (prompt?.left ?? 9) <= 4,
  },
  {
    id: "headline",
    title: "lesson.headline",
    text: "lesson.headline.text",
    phone: "lesson.headline.text.phone",
    about: ".hand",
    fits: asks("headline"),
  },
  {
    id: "card",
    title: "lesson.card",
    text: "lesson.card.text",
    about: ".hand",
    fits: asks("round_card"),
  },
  {
    id: "use",
    title: "lesson.use",
    text: "lesson.use.text",
    phone: "lesson.use.text.phone",
    about: ".prompt",
    fits: asks("play_mode"),
  },
  {
    id: "place",
    title: "lesson.place",
    text: "lesson.place.text",
    about: ".map",
    fits: asksOrRound("place_influence", 3),
  },
  {
    id: "coup",
    title: "lesson.coup",
    text: "lesson.coup.text",
    phone: "lesson.coup.text.phone",
    about: ".map",
    fits: asksOrRound("coup_target", 4),
  },
  {
    id: "defcon",
    title: "lesson.defcon",
    text: "lesson.defcon.text",
    about: ".bar",
    fits: (view) => isPast(view, 2),
  },
  {
    id: "scoring",
    title: "lesson.scoring",
    text: "lesson.scoring.text",
    phone: "lesson.scoring.text.phone",
    about: ".rail",
    fits: (view) => isPast(view, 3),
  },
  {
    id: "end",
    title: "lesson.end",
    text: "lesson.end.text",
    phone: "lesson.end.text.phone",
    about: ".bar",
    fits: (view) => isPast(view, 5),
  },
];

/** What has come up so far, and what of it has been read. */
export interface Progress {
  due: readonly string[];
  given: readonly string[];
}

export const NOTHING_TAUGHT: Progress = { due: [], given: [] };

/** Notes the lessons whose moment has come; who plays on without reading loses none of them. */
export function comeUp(progress: Progress, view: View, prompt: Prompt | null): Progress {
  const fresh = LESSONS.filter(
    (one) => !progress.due.includes(one.id) && one.fits(view, prompt),
  ).map((one) => one.id);
  return fresh.length > 0 ? { ...progress, due: [...progress.due, ...fresh] } : progress;
}

/** The lesson to give: one about what is going on now, else the first that was passed by. */
export function nextLesson(progress: Progress, view: View, prompt: Prompt | null): Lesson | null {
  const open = LESSONS.filter(
    (one) => progress.due.includes(one.id) && !progress.given.includes(one.id),
  );
  // The end comes when nothing else is left to be said.
  const others = open.filter((one) => one.id !== "end");
  return others.find((one) => one.fits(view, prompt)) ?? others[0] ?? open[0] ?? null;
}

export function isTaught(progress: Progress): boolean {
  return LESSONS.every((one) => progress.given.includes(one.id));
}
