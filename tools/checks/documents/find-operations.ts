/** An operation, or a part of one, in a text. */
export interface ShownOperation {
  /** The number of the line, counted from 1. */
  readonly line: number;
  /**
   * How the documentation shows the operation:
   * - "operation": a complete GraphQL document
   * - "call": a root field with its selection, in prose
   * - "signature": a field with the names of its arguments, or a function in the same form, in prose
   * - "name": a word that the text calls a mutation or query
   */
  readonly kind: "operation" | "call" | "signature" | "name";
  readonly text: string;
}

interface Form {
  readonly kind: ShownOperation["kind"];
  readonly pattern: RegExp;
  /** Returns the text as a client would send it. */
  readonly read: (match: string) => string;
}

const asItIs = (match: string) => match;
// `query '...'` is a command of a runbook.
const keyword = "(?:query|mutation|subscription|fragment)\\b(?! ')";

/** The form of an operation in Markdown: a block of GraphQL. */
const blocks: Form = { kind: "operation", pattern: /^[ \t]*```graphql\n(.*?)^[ \t]*```/gms, read: asItIs };
/**
 * The forms that are searched in every file: the body of a POST request, and strings and templates that begin like an
 * operation.
 */
const literals: readonly Form[] = [
  { kind: "operation", pattern: /"query":\s*"((?:[^"\\\n]|\\.)*)"/g, read: (match) => JSON.parse(`"${match}"`) },
  {
    kind: "operation",
    pattern: new RegExp(`"(${keyword}(?:[^"\\\\\\n]|\\\\.)*\\{(?:[^"\\\\\\n]|\\\\.)*)"`, "g"),
    read: unescaped,
  },
  { kind: "operation", pattern: new RegExp(`"""\\s*(${keyword}.*?)"""`, "gs"), read: asItIs },
  { kind: "operation", pattern: new RegExp(`(?<!\`)\`\\s*(${keyword}[^\`]*\\{[^\`]*)\``, "g"), read: asItIs },
];
/**
 * The forms that are searched in the prose of Markdown files, such as `group(id: "web") { name }` and
 * `retryDelivery(id)`.
 */
const calls: readonly Form[] = [
  { kind: "call", pattern: /(?<!`)`([a-z]\w*(?:\([^`]*\))? \{ [^`]*\})`/g, read: asItIs },
  { kind: "signature", pattern: /(?<!`)`([a-z]\w*\([^`{}]*\))`/g, read: asItIs },
  { kind: "name", pattern: /(?:mutation|GraphQL query) `([a-z]\w*)`/g, read: asItIs },
];

function unescaped(match: string): string {
  return match.replaceAll('\\"', '"').replaceAll("\\n", "\n");
}

/** Returns all operations in a Markdown file, a GraphQL file or a program. */
export function findOperations(file: string, text: string): readonly ShownOperation[] {
  if (file.endsWith(".graphql")) return [{ line: 1, kind: "operation", text }];
  if (!file.endsWith(".md")) return literals.flatMap((form) => found(text, form));
  const prose = outsideBlocks(text);
  return [
    ...found(text, blocks),
    ...literals.flatMap((form) => found(text, form)),
    ...calls.flatMap((form) => found(prose, form)),
  ];
}

function found(text: string, { kind, pattern, read }: Form): ShownOperation[] {
  return [...text.matchAll(pattern)].map(({ index, 1: match = "" }) => ({
    line: text.slice(0, index).split("\n").length,
    kind,
    text: read(match),
  }));
}

/** Empties blocks but keeps line numbers. */
function outsideBlocks(markdown: string): string {
  return markdown.replace(/^[ \t]*```.*?^[ \t]*```$/gms, (block) => block.replace(/[^\n]/g, ""));
}
