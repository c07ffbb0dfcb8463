/** The shapes of lands and seas, as SVG paths on the canvas. */

export interface Shapes {
  land: string;
  borders: string;
  other: string;
  countries: Record<string, string>;
  /** Left, top, right and bottom of each country's main parts. */
  bounds: Record<string, [number, number, number, number]>;
}

export { default as SHAPES } from "virtual:shapes";
