/** How the parts of the screen share the window. */

export interface Sizes {
  kind: "phone" | "narrow" | "compact" | "regular";
  bar: number;
  map: number;
  /** The line of news; where there is no room for it the prompt tells them. */
  news: number;
  prompt: number;
  rail: number;
  /** How much of its cards the hand shows. */
  hand: HandSize;
}

export type HandSize = "heads" | "short" | "medium" | "full";

const TALL = 840;
/** From this height on the cards of the hand keep their pictures. */
const VERY_TALL = 1000;
/** Lower windows are phones that lie on their side. */
const LOW = 480;

/** The composition of the design: the map gets the largest 16:9 that the other parts leave. */
export function sizesFor(width: number, height: number): Sizes {
  if (width < 700 || height < LOW) {
    return { kind: "phone", bar: 90, map: 0, news: 44, prompt: 72, rail: 0, hand: "full" };
  }
  const narrow = width < 1100;
  const regular = height >= TALL && !narrow;
  const bar = regular ? 70 : 52;
  const prompt = regular ? 50 : 42;
  const least = height >= VERY_TALL && regular ? 171 : regular ? 141 : 50;
  const leastRail = narrow ? 0 : regular ? 304 : 256;
  const map = Math.floor(Math.min(height - bar - prompt - least, ((width - leastRail) * 9) / 16));
  const rail = narrow ? 0 : Math.min(420, Math.max(leastRail, Math.round(width - (map * 16) / 9)));
  const left = height - bar - prompt - map;
  const { news, hand } = shared(left, regular);
  const kind = narrow ? "narrow" : regular ? "regular" : "compact";
  return { kind, bar, map, news, prompt, rail, hand };
}

/** How the line of news and the hand share what is left below the map. */
function shared(left: number, regular: boolean): Pick<Sizes, "news" | "hand"> {
  if (left < 90) return { news: 0, hand: "heads" };
  const news = regular ? 30 : 28;
  if (left < 116) return { news, hand: "short" };
  return { news, hand: left < 150 ? "medium" : "full" };
}

class Window {
  width = $state(typeof innerWidth === "undefined" ? 1440 : innerWidth);
  height = $state(typeof innerHeight === "undefined" ? 900 : innerHeight);
  /** How much larger text is than usual, by the browser's setting or by ours. */
  scale = $state(1);
  sizes = $derived(scaled(sizesFor(this.width / this.scale, this.height / this.scale), this.scale));

  /** Whether a phone lies on its side. */
  lying = $derived(this.sizes.kind === "phone" && this.width > this.height);

  /** Whether text is so large that a phone must leave something out. */
  large = $derived(this.sizes.kind === "phone" && this.scale > 1.25);

  /** Asks the page how large its text is. */
  measure(): void {
    this.scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  }
}

/** Bars grow with their text; the map gets what they leave. */
function scaled(sizes: Sizes, scale: number): Sizes {
  return {
    kind: sizes.kind,
    bar: sizes.bar * scale,
    map: sizes.map * scale,
    news: sizes.news * scale,
    prompt: sizes.prompt * scale,
    hand: sizes.hand,
    rail: sizes.rail * scale,
  };
}

export const screen = new Window();
