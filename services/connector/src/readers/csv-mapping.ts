import { parse } from "yaml";
import { z } from "zod";
import { readText, type SourceFile, UnreadableFile } from "./read-text.ts";

const column = z.string().min(1);
const constant = z.string().min(1);
const texts = [
  "accountId",
  "cloudAccountId",
  "region",
  "type",
  "id",
  "typeName",
  "name",
  "hostname",
  "vendor",
] as const;
const fields = [...texts, "macAddress"] as const;

const mappingShape = z.strictObject({
  /** Item field -> column. */
  columns: z
    .strictObject({
      ...Object.fromEntries(fields.map((name) => [name, column.optional()])),
      ips: z.union([column, z.array(column).min(1)]).optional(),
    } as { [Field in (typeof fields)[number]]: z.ZodOptional<typeof column> } & {
      ips: z.ZodOptional<z.ZodUnion<[typeof column, z.ZodArray<typeof column>]>>;
    })
    .refine((columns) => columns.id !== undefined, "must name the column of the id"),
  /** Tag -> column. */
  tags: z.record(z.string().min(1), column).default({}),
  /** Item field -> text for every item that has none of its own. */
  constants: z
    .strictObject(
      Object.fromEntries(texts.filter((name) => name !== "id").map((name) => [name, constant.optional()])) as {
        [Field in Exclude<(typeof texts)[number], "id">]: z.ZodOptional<typeof constant>;
      },
    )
    .default({}),
  /** Between the columns of a line. */
  delimiter: z.string().length(1).default(","),
  /** Between the addresses in one cell; spaces, commas and semicolons when left out. */
  listSeparator: z.string().min(1).optional(),
});

/** How columns become items. */
export type CsvMapping = z.output<typeof mappingShape>;

/** Reads a mapping in YAML or JSON. Every mistake is named at once. Throws UnreadableFile. */
export async function readCsvMapping(file: SourceFile): Promise<CsvMapping> {
  const pieces: string[] = [];
  for await (const piece of readText(file)) pieces.push(piece);
  const parsed = mappingShape.safeParse(parseYaml(pieces.join("")));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".") || "the mapping"}: ${issue.message}`);
  throw new UnreadableFile(`can't be used as a mapping\n    ${faults.join("\n    ")}`);
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new UnreadableFile(`is no YAML: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`);
  }
}
