/** Goes with a camera from region to region, in a size that a finger hits. */

import { untrack } from "svelte";
import { COUNTRIES, countryOf } from "../facts.ts";
import { screen } from "../shell/layout.svelte.ts";
import { pace } from "../shell/settings.svelte.ts";
import type { Camera } from "./camera.svelte.ts";
import { crowd, nearestBox } from "./crowd.ts";
import { around, boxOf, type Rect, rectOf } from "./layout.ts";

/** The scale at which a finger hits a box: 91 by 42 pixels. */
export const READABLE = 0.7;
const FLIGHT = 300;
const PLACES = COUNTRIES.map((one) => one.id);
/** Europe and what lies south of it: where a phone looks first. */
const FIRST_LOOK: Rect = { left: 700, top: 120, width: 500, height: 560 };

/** What is shown of a region, one after the other. */
type Stage = "close" | "whole" | "world";

export class Tour {
  readonly #camera: Camera;
  #last: { region: string; stage: Stage; moves: number } | null = null;

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  /** The region in the middle of the window, unless the whole map is seen. */
  region = $derived.by(() => {
    const camera = this.#camera;
    if (camera.width === 0 || camera.isHome) return null;
    const { x, y } = camera.toCanvas(camera.width / 2, camera.height / 2);
    const country = nearestBox(PLACES, x, y);
    return country ? (countryOf(country)?.region ?? null) : null;
  });

  /** On a phone the first look is at the map in a size that can be read; later ones are one's own. */
  beginOnPhone(): void {
    let begun = false;
    $effect(() => {
      if (begun || screen.sizes.kind !== "phone" || this.#camera.width === 0) return;
      begun = true;
      untrack(() => this.#camera.flyTo(FIRST_LOOK, 0, READABLE, READABLE));
    });
  }

  /** Shows a region in a size that can be pressed; asked again, all of it; then the whole map. */
  visit(region: string, targets: ReadonlySet<string> = new Set()): void {
    const camera = this.#camera;
    const ids = COUNTRIES.filter(
      (one) => one.region === region || one.subregions.includes(region),
    ).map((one) => one.id);
    const whole = around([...ids, `label_${region}`]);
    if (!whole) return;
    const fits = whole.width * READABLE <= camera.width && whole.height * READABLE <= camera.height;
    const stage = this.#next(region, fits);
    if (stage === "world") camera.home(pace(FLIGHT));
    else if (stage === "whole") camera.flyTo(whole, pace(FLIGHT), READABLE);
    else camera.flyTo(fits ? whole : this.#best(ids, targets), pace(FLIGHT), 1, READABLE);
    this.#last = { region, stage, moves: camera.moves };
  }

  /** Flies to where most of the targets are. */
  show(targets: ReadonlySet<string>): void {
    const rect = this.#best([...targets], targets);
    this.#camera.flyTo(rect, pace(FLIGHT), READABLE, READABLE);
  }

  #next(region: string, fits: boolean): Stage {
    const last = this.#last;
    const isThere = last?.region === region && last.moves === this.#camera.moves;
    if (!isThere || last.stage === "world") return "close";
    return last.stage === "close" && !fits ? "whole" : "world";
  }

  /** The part with the most boxes that matter: the targets, or else the battlegrounds. */
  #best(ids: readonly string[], targets: ReadonlySet<string>): Rect {
    const { width, height } = this.#camera;
    const open = ids.filter((id) => targets.has(id));
    const chosen = open.length > 0 ? open : ids.filter((id) => countryOf(id)?.battleground);
    const window = { width: width / READABLE, height: height / READABLE };
    return crowd(chosen, window) ?? rectOf(boxOf(ids[0] ?? "uk"));
  }
}
