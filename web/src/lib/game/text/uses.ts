/** What each use of a card does, in one line. */

import { capital, hasKey, t } from "../../language/language.svelte.ts";
import type { Prompt, View } from "../../server/api.ts";
import type { UseItem } from "../model/uses.ts";
import { spaceText } from "./asking.ts";

/** Uses after which an event of the other side still happens. */
const OPERATIONS = new Set(["influence", "coup", "realignment"]);

export function meaningOf(item: UseItem, prompt: Prompt, view: View, isTheirs: boolean): string {
  if (item.reason !== null) return capital(item.reason);
  const key = `use.${item.action}.text`;
  if (!hasKey(key)) return capital(item.label);
  const what = t(key, {
    n: prompt.ops,
    ops: t("ops", { n: prompt.ops }),
    space: item.action === "space" ? spaceText(view, prompt.actor) : "",
  });
  return isTheirs && OPERATIONS.has(item.action) ? t("use.then_event", { what }) : what;
}
