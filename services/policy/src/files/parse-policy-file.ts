import { parseBoundary } from "@network-access/firewall-rules/parse-boundary";
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import { boundarySchema } from "../boundary-schema.ts";
import type { Place, PolicyBoundary, PolicyError } from "../policy-boundary.ts";
import { type ErrorPath, errorsOfIssues, pathOfText, pathText } from "./schema-errors.ts";

export interface ParsedPolicyFile {
  readonly boundaries: readonly PolicyBoundary[];
  readonly errors: readonly PolicyError[];
}

/** Longer lists are refused before their entries are read. */
const MOST_ENTRIES = 10_000;
/**
 * In one boundary, fewer aliases than this may refer to the same anchor. Without a limit, a small file could expand to
 * very large data. If the data of the anchor contain aliases too, even fewer aliases may be allowed.
 */
const MOST_ALIASES = 1_000;

/**
 * Parses the text of a file. Each YAML document in it is a boundary or a list of boundaries. Returns all errors, with
 * their places in the file.
 */
export function parsePolicyFile(file: string, text: string): ParsedPolicyFile {
  const lines = new LineCounter();
  const boundaries: PolicyBoundary[] = [];
  const errors: PolicyError[] = [];
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const refuse = (offset: number, message: string, path: ErrorPath = [], id: string | null = null) =>
    errors.push({ place: placeAt(offset), id, path: pathText(path), message });

  for (const document of parseDocuments()) {
    const [first, ...more] = [...document.errors, ...document.warnings];
    if (first !== undefined) {
      const rest = more.length > 0 ? ` (and ${more.length} more in this document)` : "";
      const tab = tabBefore(text, first.pos[0]);
      const problem = tab === undefined ? lowered(first.message) : "tabs are not allowed as indentation";
      refuse(tab ?? first.pos[0], `is not valid YAML: ${problem}${rest}`);
    } else if (document.contents !== null) readDocument(document, document.contents);
  }
  return { boundaries, errors };

  function parseDocuments(): readonly Document.Parsed[] {
    try {
      // With the core schema, "no" and "on" are texts, and 12:30 is not a number.
      const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, schema: "core", merge: false });
      return "empty" in parsed ? [] : parsed;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      refuse(0, "is nested too deeply");
      return [];
    }
  }

  function readDocument(document: Document.Parsed, contents: Node): void {
    if (isMap(contents)) readBoundary(document, contents);
    else if (!isSeq(contents)) {
      if (!isEmptyScalar(document)) refuse(offsetOf(contents), "is neither a boundary nor a list of boundaries");
    } else if (contents.items.length > MOST_ENTRIES)
      refuse(offsetOf(contents), `has ${contents.items.length} boundaries; the limit is 10,000, split the file`);
    else
      contents.items.forEach((entry, index) => {
        const node = nodeOf(document, entry);
        if (isMap(node)) readBoundary(document, node);
        else refuse(offsetOf(node ?? contents), "is not a boundary; give members such as id and name", [index]);
      });
  }

  function readBoundary(document: Document.Parsed, map: YAMLMap): void {
    const written = plainData(document, map);
    if (written === undefined) return;
    const at = (path: ErrorPath) => placeAt(offsetAt(document, map, path));
    const { id: named } = written as { id?: unknown };
    const id = typeof named === "string" ? named : null;
    const tooLong = Object.entries(written).find(([, value]) => Array.isArray(value) && value.length > MOST_ENTRIES);
    if (tooLong !== undefined) {
      const [member, { length }] = tooLong as [string, unknown[]];
      errors.push({ place: at([member]), id, path: member, message: `has ${length} entries; the limit is 10,000` });
      return;
    }
    const shaped = boundarySchema.safeParse(written, { reportInput: true });
    const found = shaped.success
      ? parseBoundary(shaped.data)
      : { ok: false as const, fields: errorsOfIssues(shaped.error.issues, written) };
    if (found.ok) boundaries.push({ text: found.text, place: at(["id"]) });
    else for (const { path, message } of found.fields) errors.push({ place: at(pathOfText(path)), id, path, message });
  }

  /** Converts the document to plain data. Refuses aliases that expand too far. */
  function plainData(document: Document.Parsed, map: YAMLMap): Record<string, unknown> | undefined {
    try {
      return map.toJS(document, { maxAliasCount: MOST_ALIASES });
    } catch (error) {
      refuse(offsetOf(map), `can't be read: ${error instanceof Error ? lowered(error.message) : String(error)}`);
      return undefined;
    }
  }
}

/**
 * Returns the offset of a member, for error messages. This is the offset of the member's value, or of its name if the
 * value is a list or mapping. If the member is missing, returns the offset of the innermost existing node on the path
 * to it.
 */
function offsetAt(document: Document.Parsed, root: YAMLMap, path: ErrorPath): number {
  let node: Node = root;
  let offset = offsetOf(root);
  for (const step of path) {
    if (!isCollection(node)) return offset;
    const pair: unknown = isMap(node) ? node.items.find(({ key }) => keyText(key) === step) : node.items[Number(step)];
    const inner = nodeOf(document, isPair(pair) ? pair.value : pair);
    if (isPair(pair)) offset = offsetOf(pair.key) || offset;
    if (inner === null) return offset;
    // The offset of a list or mapping that has a name is the offset of the name. The offset of any other value is its
    // own.
    if (!isPair(pair) || !isCollection(inner)) offset = offsetOf(isPair(pair) ? pair.value : pair) || offset;
    node = inner;
  }
  return offset;
}

function keyText(key: unknown): unknown {
  return typeof key === "object" && key !== null && "value" in key ? String(key.value) : key;
}

function nodeOf(document: Document.Parsed, value: unknown): Node | null {
  const node = isAlias(value) ? value.resolve(document) : value;
  return typeof node === "object" && node !== null ? (node as Node) : null;
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

/**
 * Returns the offset of the first tab in the indentation of the line, if the given offset is in the indentation or
 * directly after it. Returns undefined if there is no such tab. The parser often reports an error at the offset after a
 * tab.
 */
function tabBefore(text: string, offset: number): number | undefined {
  const begin = text.lastIndexOf("\n", offset - 1) + 1;
  const [indentation = ""] = /^[ \t]*/.exec(text.slice(begin)) ?? [];
  const tab = indentation.indexOf("\t");
  return tab < 0 || offset > begin + indentation.length ? undefined : begin + tab;
}

/** Returns whether the document is empty or contains only comments. */
function isEmptyScalar({ contents }: Document.Parsed): boolean {
  return contents !== null && "value" in contents && contents.value === null;
}

function lowered(message: string): string {
  const [line = ""] = message.split("\n");
  return line.slice(0, 1).toLowerCase() + line.slice(1);
}
