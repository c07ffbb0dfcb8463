/** Turns the colours of the design into custom properties. */

type Colours = Record<string, string>;

export interface Tokens {
  frames: Record<string, Colours>;
  maps: Record<string, Record<string, string | Record<string, Colours>>>;
  card: Colours;
  defcon: Colours;
}

/** Puts colours in the place of references such as "{maps.day.us}", so that each is written once. */
export function resolved(tokens: Tokens): Tokens {
  const colourAt = (path: string): string => {
    const found = path
      .split(".")
      .reduce<unknown>(
        (part, name) => (part as Record<string, unknown> | undefined)?.[name],
        tokens,
      );
    if (typeof found !== "string") throw new Error(`tokens.json has no colour ${path}`);
    return found;
  };
  return JSON.parse(JSON.stringify(tokens), (_, value: unknown) =>
    typeof value === "string" && value.startsWith("{") ? colourAt(value.slice(1, -1)) : value,
  ) as Tokens;
}

function properties(colours: Colours, prefix = ""): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${prefix}${name.replaceAll("_", "-")}:${value};`)
    .join("");
}

export function tokensCss(written: Tokens): string {
  const tokens = resolved(written);
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
