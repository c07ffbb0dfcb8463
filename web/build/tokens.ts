/** Turns the colours of the design into custom properties. */

type Colours = Record<string, string>;

export interface Tokens {
  frames: Record<string, Colours>;
  maps: Record<string, Record<string, string | Record<string, Colours>>>;
  card: Colours;
  defcon: Colours;
}

function properties(colours: Colours, prefix = ""): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${prefix}${name.replaceAll("_", "-")}:${value};`)
    .join("");
}

export function tokensCss(tokens: Tokens): string {
  const rules = [
    `:root{${properties(tokens.card, "card-")}${properties(tokens.defcon, "defcon-")}}`,
  ];
  for (const [name, colours] of Object.entries(tokens.frames)) {
    rules.push(`[data-frame="${name}"]{${properties(colours)}}`);
  }
  for (const [name, map] of Object.entries(tokens.maps)) {
    const plain = Object.entries(map).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    rules.push(`[data-map="${name}"]{${properties(Object.fromEntries(plain), "map-")}}`);
    for (const [region, hues] of Object.entries(map["regions"] as Record<string, Colours>)) {
      rules.push(`[data-map="${name}"] [data-hue="${region}"]{${properties(hues, "hue-")}}`);
    }
  }
  // Cards look the same in every theme, so their regions keep the hues of the day.
  const day = tokens.maps["day"]?.["regions"] as Record<string, Colours>;
  for (const [region, hues] of Object.entries(day)) {
    rules.push(`[data-card-hue="${region}"]{${properties(hues, "hue-")}}`);
  }
  return rules.join("\n");
}
