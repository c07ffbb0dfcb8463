/** The map of the page as an image of its own, which needs neither our styles nor our fonts. */

/** What the styles of the page decide about a shape or a text. */
const PROPERTIES = [
  "color",
  "display",
  "visibility",
  "opacity",
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
] as const;
const SVG = "http://www.w3.org/2000/svg";

export async function mapImage(world: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = world.cloneNode(true) as SVGSVGElement;
  copyStyles(world, copy);
  copy.setAttribute("xmlns", SVG);
  copy.removeAttribute("style");
  const kept = document.createElementNS(SVG, "defs");
  keepUsed(copy, kept);
  const style = document.createElementNS(SVG, "style");
  style.textContent = await fontFaces();
  copy.prepend(style, kept);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(
    new XMLSerializer().serializeToString(copy),
  )}`;
  await image.decode();
  return image;
}

function copyStyles(from: Element, to: Element): void {
  const computed = getComputedStyle(from);
  for (const property of PROPERTIES) to.setAttribute(property, computed.getPropertyValue(property));
  for (const [place, child] of [...from.children].entries()) {
    const copied = to.children[place];
    if (copied) copyStyles(child, copied);
  }
}

/** Shapes and marks are kept once for the whole page; the image needs its own. */
function keepUsed(within: Element, kept: Element): void {
  for (const use of within.querySelectorAll("use")) {
    const id = use.getAttribute("href")?.slice(1) ?? "";
    const original = document.getElementById(id);
    if (!original || kept.querySelector(`[id="${id}"]`)) continue;
    const copied = kept.appendChild(original.cloneNode(true)) as Element;
    keepUsed(copied, kept);
  }
}

/** The fonts of the page, as part of a style. */
async function fontFaces(): Promise<string> {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href })))
    .filter((one) => one.rule instanceof CSSFontFaceRule);
  const faces = await Promise.all(
    rules.map(async ({ rule, base }) => {
      const address = /url\("?([^")]+)"?\)/.exec(rule.cssText)?.[1];
      if (address === undefined) return "";
      const font = await fetch(new URL(address, base ?? location.href));
      return rule.cssText.replace(address, await dataAddress(await font.blob()));
    }),
  );
  return faces.join("\n");
}

function dataAddress(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("a font can't be read"));
    reader.readAsDataURL(content);
  });
}
