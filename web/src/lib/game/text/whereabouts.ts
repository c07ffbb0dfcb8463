/** Where a card is in a game, as far as the reader may know. */

import { cardOf, CHINA_CARD } from "../../facts.ts";
import { sideName, t, words } from "../../language/language.svelte.ts";
import type { View } from "../../server/api.ts";
import type { Side } from "../../sides.ts";

const PERIODS = ["early", "mid", "late"] as const;

export function whereText(card: string, view: View): string {
  if (card === CHINA_CARD) return chinaText(view);
  if (view.table.includes(card)) return t("where.table");
  if (view.front.includes(card)) return t("where.front");
  for (const side of ["us", "ussr"] as const)
    if (view.headlines[side] === card) return t("where.headline", { side: sideName(side) });
  const held = holder(card, view);
  if (held) return held;
  if (view.discard.includes(card)) return t("where.discard");
  if (view.removed.includes(card)) return t("where.removed");
  if (view.unseen.includes(card)) return t("where.unseen");
  const { period } = cardOf(card);
  const later = PERIODS.indexOf(period) > PERIODS.indexOf(view.period);
  return later ? t("where.later", { period: words().periods[period] ?? period }) : t("where.out");
}

function holder(card: string, view: View): string | null {
  const side = (["us", "ussr"] as const).find((one) => view.hands[one].includes(card));
  if (!side) return null;
  if (side === view.viewer) return t("where.hand");
  return t("where.hand_of", { side: sideName(side) });
}

function chinaText(view: View): string {
  const side = view.china_holder;
  if (side === "nobody") return t("where.nobody");
  return t(view.china_face_up ? "where.china_up" : "where.china_down", {
    side: sideName(side satisfies Side),
  });
}
