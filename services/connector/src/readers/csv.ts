import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { Finding, Reader } from "../reader.ts";
import type { Source } from "../source.ts";
import { type CsvMapping, readCsvMapping } from "./csv-mapping.ts";
import { readText, type SourceFile, UnreadableFile } from "./read-text.ts";

const MOST_RECORD_CHARACTERS = 1_000_000;
const textFields = [
  "accountId",
  "cloudAccountId",
  "region",
  "typeName",
  "name",
  "hostname",
  "vendor",
  "macAddress",
] as const;

/** Any CSV with a header. */
export const csv: Source = {
  name: "csv",
  files: ["any CSV with a header, and --mapping FILE, which maps columns to fields"],
  example: ["npm run connector -- csv assets.csv --mapping assets.yaml --dry-run"],
  flags: ["cloud-account", "mapping"],
  needs: { flag: "mapping", problem: "a CSV needs --mapping FILE, which maps columns to fields" },
  showsAll: true,
  async open(_, mapping) {
    if (mapping === undefined) throw new Error("a CSV is read without a mapping");
    return createCsvReader(await readCsvMapping(mapping));
  },
};

/** Reads a CSV line by line. */
export function createCsvReader(mapping: CsvMapping): Reader {
  return {
    provider: mapping.constants.vendor ?? "csv",
    accountFlag: "--account",
    read: (file) => readCsv(mapping, file),
  };
}

async function* readCsv(mapping: CsvMapping, file: SourceFile): AsyncIterable<Finding> {
  const parser = parse({
    delimiter: mapping.delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MOST_RECORD_CHARACTERS,
  });
  // The callback does nothing: an error is thrown below, where the lines are read.
  const lines = pipeline(Readable.from(textOfCsv(file)), parser, () => undefined);
  let header: string[] | undefined;
  for await (const { record, info } of readLines(lines)) {
    if (header === undefined) {
      header = record.map((name) => name.trim());
      checkHeader(mapping, header);
      continue;
    }
    const place = `line ${info.lines}`;
    if (record.length !== header.length) {
      const message = `has ${record.length} columns, but the header has ${header.length}`;
      yield { kind: "problem", place, message };
    } else yield findingOf(mapping, header, record, place);
  }
  if (header === undefined) throw new UnreadableFile("has no line; the first must name the columns");
}

/** Yields the text with normalized line ends, because the parser would count a CRLF within quotes as two lines. */
async function* textOfCsv(file: SourceFile): AsyncIterable<string> {
  let isStart = true;
  let pending = "";
  for await (const piece of readText(file)) {
    const [, mark] = /^\s*([{[<])/.exec(piece) ?? [];
    if (isStart && mark !== undefined)
      throw new UnreadableFile(`begins like ${mark === "<" ? "XML or HTML" : "JSON"}; expected a CSV with a header`);
    isStart = false;
    const text = pending + piece;
    pending = text.endsWith("\r") ? "\r" : "";
    yield text.slice(0, text.length - pending.length).replaceAll("\r\n", "\n");
  }
  yield pending;
}

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* readLines(lines: AsyncIterable<Line>): AsyncIterable<Line> {
  try {
    yield* lines;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(`is not valid CSV: ${error.message}`);
  }
}

function checkHeader(mapping: CsvMapping, header: readonly string[]): void {
  const wanted = [...Object.values(mapping.columns).flat(), ...Object.values(mapping.tags)];
  const shown = header.slice(0, 30).map((name) => JSON.stringify(name));
  const missing = wanted.filter((name) => name !== undefined && !header.includes(name));
  if (missing.length > 0) {
    const other = header.length === 1 ? [";", "\t", "|"].find((one) => header[0]?.includes(one)) : undefined;
    const advice =
      other === undefined
        ? ""
        : `; its columns seem to be separated by ${JSON.stringify(other)}: set "delimiter" to it`;
    throw new UnreadableFile(
      `has no column ${missing.map((name) => JSON.stringify(name)).join(", ")}, which the mapping names; it has ${shown.join(", ")}${header.length > 30 ? ", ..." : ""}${advice}`,
    );
  }
  const twice = wanted.find((name) => name !== undefined && header.indexOf(name) !== header.lastIndexOf(name));
  if (twice !== undefined) throw new UnreadableFile(`has the column ${JSON.stringify(twice)} twice; rename one`);
}

function findingOf(
  { columns, tags, constants, listSeparator }: CsvMapping,
  header: readonly string[],
  record: readonly string[],
  place: string,
): Finding {
  const cell = (name: string | undefined) => {
    const text = name === undefined ? "" : (record[header.indexOf(name)] ?? "").trim();
    return text === "" ? undefined : text;
  };
  const id = cell(columns.id);
  const type = cell(columns.type) ?? constants.type;
  if (id === undefined) return { kind: "problem", place, message: `has nothing in the column ${columns.id}`, type };
  if (type === undefined)
    return { kind: "problem", place, message: "has no type; map a column to it or set a constant" };
  const found: Partial<Record<(typeof textFields)[number], string | undefined>> = {};
  for (const field of textFields)
    found[field] = cell(columns[field]) ?? (field === "macAddress" ? undefined : constants[field]);
  return {
    kind: "item",
    place,
    item: {
      ...found,
      type,
      typeName: found.typeName ?? type,
      id,
      ips: [columns.ips ?? []].flat().flatMap((name) => addressesIn(cell(name), listSeparator)),
      tags: Object.entries(tags).flatMap(([key, name]): [string, string][] => {
        const value = cell(name);
        return value === undefined ? [] : [[key, value]];
      }),
      attributes: Object.fromEntries(header.map((name, index) => [name, record[index] ?? ""])),
    },
  };
}

function addressesIn(text: string | undefined, separator: string | undefined): string[] {
  if (text === undefined) return [];
  return text
    .split(separator ?? /[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
