/** The table between two views of the server, made of the earlier one and the facts since. */

import type { FactLine, View } from "../../server/api.ts";
import { countryNumber, isCountry } from "../../facts.ts";
import type { Side } from "../../sides.ts";

/** A view, and how many facts had happened then. */
export interface Snapshot {
  count: number;
  view: View;
}

/** Parts of a view that are settled once no fact of some kinds is left to happen. */
const PARTS: readonly { fields: readonly (keyof View)[]; kinds: ReadonlySet<string> }[] = [
  { fields: ["influence", "control", "regions", "civil_war"], kinds: new Set(["influence"]) },
  { fields: ["defcon", "closed_regions"], kinds: new Set(["defcon"]) },
  { fields: ["vp"], kinds: new Set(["victory_points"]) },
  {
    fields: ["military", "military_missing"],
    kinds: new Set(["military_operations", "defcon", "cleanup"]),
  },
  { fields: ["space"], kinds: new Set(["space"]) },
  {
    fields: ["effects", "stability", "battlegrounds", "front"],
    kinds: new Set(["effect_starts", "effect_ends"]),
  },
  {
    fields: [
      "turn",
      "period",
      "round",
      "rounds",
      "rounds_left",
      "segment",
      "phasing",
      "handicap",
      "bids",
      "crises",
    ],
    kinds: new Set(["turn", "round", "headline_event", "cleanup", "setup"]),
  },
  {
    fields: [
      "hand",
      "hands",
      "hand_counts",
      "revealed",
      "unseen",
      "draw_count",
      "discard",
      "removed",
      "headlines",
      "chosen",
      "table",
      "looked_at",
      "china_holder",
      "china_face_up",
      "china_ops",
    ],
    kinds: new Set([
      "card_played",
      "headline",
      "headline_event",
      "event_over",
      "discard",
      "draw",
      "take",
      "return",
      "paired",
      "card_removed",
      "reshuffle",
      "deck_added",
      "turned_over",
      "looked_at",
      "reveal",
      "china_card",
      "round",
    ]),
  },
];

/**
 * The table as it is when only some facts have happened for the eye.
 *
 * Nothing is asked in it. Null if no view is known that is early enough.
 */
export function interimView(
  snapshots: readonly Snapshot[],
  facts: readonly FactLine[],
  isShown: (fact: FactLine) => boolean,
): View | null {
  const hidden = facts.findIndex((fact) => !isShown(fact));
  const whole = hidden < 0 ? facts.length : hidden;
  const base = snapshots.findLast((one) => one.count <= whole);
  if (!base) return null;
  const last = facts.findLastIndex(isShown) + 1;
  const next = snapshots.find((one) => one.count >= last && one.count > base.count);
  const between = facts.slice(base.count, next?.count ?? facts.length);
  const view: View = { ...base.view, prompt: null };
  for (const fact of between) if (isShown(fact)) apply(view, fact);
  if (!next) return view;
  for (const { fields, kinds } of PARTS) {
    const isSettled = !between.some((fact) => kinds.has(fact.kind) && !isShown(fact));
    if (isSettled) Object.assign(view, only(next.view, fields));
  }
  return view;
}

function only(view: View, fields: readonly (keyof View)[]): Partial<View> {
  return Object.fromEntries(fields.map((field) => [field, view[field]]));
}

/** Brings what a fact tells with all that is needed into a view that nobody else has. */
function apply(view: View, fact: FactLine): void {
  const { side, subject, values } = fact;
  const [first = 0, second = 0, third = 0] = values;
  if (fact.kind === "influence" && isCountry(subject)) {
    move(view, subject, second, third);
  } else if (fact.kind === "defcon") view.defcon = second;
  else if (fact.kind === "victory_points") view.vp = second;
  else if (side !== "us" && side !== "ussr") return;
  else if (fact.kind === "headline" && subject) layDown(view, side, subject);
  else if (fact.kind === "military_operations") view.military = { ...view.military, [side]: first };
  else if (fact.kind === "space") {
    view.space = { ...view.space, [side]: { ...view.space[side], box: first } };
  }
}

/** A headline has left the hand as soon as it lies open. */
function layDown(view: View, side: Side, card: string): void {
  if (view.headlines[side] === card) return;
  const without = (cards: readonly string[]) => cards.filter((one) => one !== card);
  view.headlines = { ...view.headlines, [side]: card };
  view.hand_counts = { ...view.hand_counts, [side]: view.hand_counts[side] - 1 };
  view.hands = { ...view.hands, [side]: without(view.hands[side]) };
  if (side === view.viewer) {
    view.hand = view.hand.filter((one) => one.card !== card);
    view.chosen = null;
  }
}

function move(view: View, country: string, us: number, ussr: number): void {
  const before = view.influence[country] ?? { us: 0, ussr: 0 };
  view.influence = { ...view.influence, [country]: { us, ussr } };
  const lead = us - ussr - (before.us - before.ussr);
  view.control = {
    us: shifted(view.control.us, country, -lead),
    ussr: shifted(view.control.ussr, country, lead),
  };
}

/** Moves one of the numbers that say how far a side is from control; there is no zero. */
function shifted(margins: readonly number[], country: string, change: number): number[] {
  const at = countryNumber(country);
  return margins.map((margin, index) => {
    if (index !== at) return margin;
    const lacks = (margin > 0 ? margin : margin + 1) + change;
    return lacks > 0 ? lacks : lacks - 1;
  });
}
