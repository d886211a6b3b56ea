import { parse } from "yaml";
import { z } from "zod";
import { readText, type SourceFile, UnreadableFile } from "./read-text.ts";

const word = z.string().min(1);
const texts = {
  accountId: word.optional(),
  cloudAccountId: word.optional(),
  region: word.optional(),
  type: word.optional(),
  typeName: word.optional(),
  name: word.optional(),
  hostname: word.optional(),
  vendor: word.optional(),
};

const mappingShape = z.strictObject({
  /** The column of each item field. */
  columns: z.strictObject({
    ...texts,
    id: z.string("must name the column of the id").min(1),
    macAddress: word.optional(),
    ips: z.union([word, z.array(word).min(1)]).optional(),
  }),
  /** The column of each tag. */
  tags: z.record(word, word).default({}),
  /** The default text of each field, for lines that have no text for it. */
  constants: z.strictObject(texts).default({}),
  /** The character between two columns. */
  delimiter: z.string().length(1).default(","),
  /** What separates several addresses in one field of a line. By default, these are spaces, commas and semicolons. */
  listSeparator: word.optional(),
});

/** Maps columns to fields of items. */
export type CsvMapping = z.output<typeof mappingShape>;

/** Reads a mapping in YAML or JSON. Throws an UnreadableFile that lists all errors. */
export async function readCsvMapping(file: SourceFile): Promise<CsvMapping> {
  const pieces: string[] = [];
  for await (const piece of readText(file)) pieces.push(piece);
  const parsed = mappingShape.safeParse(parseYaml(pieces.join("")), { error: messageFor });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) => {
    const named = (key: string) => [...issue.path, key].join(".");
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => `${named(key)}: is unknown; check its spelling or remove it`)
      : [`${issue.path.join(".") || "the mapping"}: ${issue.message}`];
  });
  throw new UnreadableFile("is not a valid mapping", errors);
}

function messageFor({ code, expected, input }: z.core.$ZodRawIssue): string | undefined {
  const missing = input === undefined ? "is missing; " : "";
  if (code === "invalid_union") return `${missing}give a column or a list of columns`;
  if (code === "too_small") return "must not be empty";
  if (code === "too_big") return "must be one character";
  if (code !== "invalid_type") return undefined;
  if (expected === "string") return `${missing || "is not text; "}give text, in quotes if it is a number`;
  return `${missing || "has no members; "}give members, such as id: "Asset ID" under columns`;
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new UnreadableFile(
      `is not YAML: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`,
    );
  }
}
