import { readFileSync } from "node:fs";
import { type Pair, parseDocument, type Scalar, type YAMLMap } from "yaml";

/** One value of the chart. `place` is its path in `values.yaml`, such as "mongo.url". */
interface DescribedValue {
  readonly place: string;
  readonly standard: string;
  readonly description: string;
}

/** Returns the text of the chart's README. */
export function readmeText(valuesYaml: string): string {
  return `${readFileSync(new URL("readme-text.md", import.meta.url), "utf8")}${valuesTable(valuesYaml)}\n`;
}

/**
 * Returns the table of all values in a `values.yaml`, as Markdown. The description of a value is the comment above it,
 * and a comment above a map describes the whole map. A map that is written in one line counts as one value.
 */
function valuesTable(valuesYaml: string): string {
  const document = parseDocument(valuesYaml);
  const rows = describeMap(document.contents as YAMLMap, "");
  const lines = rows.map(({ place, standard, description }) => `| \`${place}\` | ${standard} | ${description} |`);
  return ["| value | default | meaning |", "| --- | --- | --- |", ...lines].join("\n");
}

function describeMap(map: YAMLMap, prefix: string): DescribedValue[] {
  return map.items.flatMap((item, index) => {
    const { key, value } = item as Pair<Scalar<string>, unknown>;
    const place = prefix === "" ? key.value : `${prefix}.${key.value}`;
    const before = index === 0 ? (map.commentBefore ?? key.commentBefore) : key.commentBefore;
    const description = (prefix === "" && index === 0 ? lastParagraph(before) : (before ?? ""))
      .split("\n")
      .map((line) => line.trim())
      .join(" ")
      .trim();
    const nested = value as YAMLMap;
    const isBlock = nested !== null && typeof nested === "object" && "items" in nested && nested.flow !== true;
    if (!isBlock || Array.isArray(nested.toJSON()))
      return [{ place, standard: code((value as Scalar | YAMLMap).toJSON()), description }];
    const rows = describeMap(nested, place);
    return description === "" ? rows : [{ place, standard: "", description }, ...rows];
  });
}

/**
 * Returns the last paragraph of a comment. In the comment above the first value of the file, earlier paragraphs
 * introduce the whole file, and only the last paragraph describes the value.
 */
function lastParagraph(comment: string | null | undefined): string {
  return (comment ?? "").split(/\n\s*\n/).at(-1) ?? "";
}

function code(value: unknown): string {
  return value === "" ? "" : `\`${JSON.stringify(value).replaceAll("|", "\\|")}\``;
}
