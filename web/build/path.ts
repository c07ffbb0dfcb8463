/** Writes a path of straight lines with relative steps, which takes half the bytes. */
export function shorten(path: string): string {
  let x = 0;
  let y = 0;
  let last = "";
  let result = "";
  for (const [, command = "", numbers = ""] of path.matchAll(/([MLZ])([^MLZ]*)/g)) {
    if (command === "Z") {
      result += "z";
      last = "z";
      continue;
    }
    const [toX = 0, toY = 0] = numbers.split(",").map((one) => Math.round(Number(one) * 10));
    if (command === "M") {
      // A relative move would start where the closed part before it began.
      result += `M${tenths(toX)}${joined(tenths(toY))}`;
      last = "M";
    } else if (toX !== x || toY !== y) {
      const step = `${tenths(toX - x)}${joined(tenths(toY - y))}`;
      result += last === "l" ? joined(step) : `l${step}`;
      last = "l";
    }
    x = toX;
    y = toY;
  }
  return result;
}

function tenths(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, "$1.");
}

function joined(number: string): string {
  return number.startsWith("-") ? number : ` ${number}`;
}

/** The rectangle around the largest parts of a path; far islands would only make it vague. */
export function bounds(path: string): [number, number, number, number] {
  const parts = path
    .split("M")
    .filter(Boolean)
    .map((part) =>
      part
        .replace("Z", "")
        .split("L")
        .map((point) => point.split(",").map(Number)),
    )
    .map((points) => {
      const xs = points.map(([x = 0]) => x);
      const ys = points.map(([, y = 0]) => y);
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
    });
  const size = (part: readonly [number, number, number, number]) =>
    (part[2] - part[0]) * (part[3] - part[1]);
  const largest = Math.max(...parts.map(size));
  const main = parts.filter((part) => size(part) >= largest / 8);
  return [
    Math.round(Math.min(...main.map((part) => part[0]))),
    Math.round(Math.min(...main.map((part) => part[1]))),
    Math.round(Math.max(...main.map((part) => part[2]))),
    Math.round(Math.max(...main.map((part) => part[3]))),
  ];
}
