/** Reads the simple tables of the project: a header, no quotes, no commas within a field. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(",");
  return lines.map((line) => {
    const fields = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""]));
  });
}
