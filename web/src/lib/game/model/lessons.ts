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
    fits: asks("place_influence"),
  },
  {
    id: "coup",
    title: "lesson.coup",
    text: "lesson.coup.text",
    phone: "lesson.coup.text.phone",
    about: ".map",
    fits: asks("coup_target"),
  },
  {
    id: "defcon",
    title: "lesson.defcon",
    text: "lesson.defcon.text",
    about: ".bar",
    fits: (view) => view.round >= 2 || view.turn > 1,
  },
  {
    id: "scoring",
    title: "lesson.scoring",
    text: "lesson.scoring.text",
    phone: "lesson.scoring.text.phone",
    about: ".rail",
    fits: (view) => view.round >= 3 || view.turn > 1,
  },
  {
    id: "end",
    title: "lesson.end",
    text: "lesson.end.text",
    phone: "lesson.end.text.phone",
    about: ".bar",
    fits: (view) => view.round >= 4 || view.turn > 1,
  },
];

/** The next lesson that fits what is going on and has not been given. */
export function nextLesson(
  given: ReadonlySet<string>,
  view: View,
  prompt: Prompt | null,
): Lesson | null {
  return LESSONS.find((lesson) => !given.has(lesson.id) && lesson.fits(view, prompt)) ?? null;
}
