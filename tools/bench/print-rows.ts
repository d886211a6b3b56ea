import { type BenchRow, ratioOf, reaches } from "@network-access/testkit/bench-row";

const GAP = "   ";
const INDENT = "    ";

/**
 * Returns the text of an aligned table with the rows. Each row is followed by its note, wrapped at `width` characters.
 */
export function printRows(rows: readonly BenchRow[], width = 100): string {
  const lines = [["", "floor", "ours", "ratio", "aim", ""], ...rows.map(cells)];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .flatMap((line, index) => {
      const [name = "", ...rest] = line;
      const padded = rest.map((cell, column) => cell.padStart(widths[column + 1] ?? 0));
      const note = rows[index - 1]?.note;
      return [
        [name.padEnd(widths[0] ?? 0), ...padded].join(GAP).trimEnd(),
        ...(note ? wrapped(note, width - INDENT.length).map((part) => INDENT + part) : []),
      ];
    })
    .join("\n");
}

function cells(row: BenchRow): string[] {
  const reached = reaches(row);
  return [
    row.name,
    printDuration(row.floorMs),
    printDuration(row.oursMs),
    `${threeDigits(ratioOf(row))}x`,
    aimOf(row),
    reached === null ? "" : reached ? "reached" : "MISSED",
  ];
}

function aimOf({ aim, barMs }: BenchRow): string {
  const aims = [...(aim === null ? [] : [`${aim}x`]), ...(barMs === undefined ? [] : [printDuration(barMs)])];
  return aims.join(", ") || "none";
}

/** Prints three digits and a suitable unit: "43.2 µs", "1.52 ms" or "2.10 s". */
export function printDuration(ms: number): string {
  if (ms < 0.9995) return `${threeDigits(ms * 1_000)} µs`;
  return ms < 999.5 ? `${threeDigits(ms)} ms` : `${threeDigits(ms / 1_000)} s`;
}

function threeDigits(value: number): string {
  if (value < 9.995) return value.toFixed(2);
  return value.toFixed(value < 99.95 ? 1 : 0);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
