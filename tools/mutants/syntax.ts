import {
  type BigIntLiteral,
  type Expression,
  type OptionalChainingCall,
  parseSync,
  type Span,
  type Statement,
} from "@swc/core";

/**
 * A node that exists at run time. The last two types of this union are parts of expressions, although the parser's
 * types do not list them as expressions.
 */
export type SyntaxNode = Expression | Statement | BigIntLiteral | OptionalChainingCall;

/**
 * A range of the source text. `start` is the offset of the first character, and `end` that of the character after the
 * last one.
 */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the range of a node in the source. JSX is not supported, because no file here contains JSX. */
export type RangeOf = (node: { readonly type: string }) => Range;

const options = { syntax: "typescript", target: "es2024" } as const;

export function isValidSyntax(source: string): boolean {
  try {
    parseSync(source, options);
    return true;
  } catch {
    return false;
  }
}

/**
 * Calls `visit` for each node that has an effect at run time, parents before children. Leaves out types and imports.
 */
export function visitNodes(source: string, visit: (node: SyntaxNode, rangeOf: RangeOf) => void): void {
  const rangeOf = rangesIn(source);
  const pending: unknown[] = [parseSync(source, options)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isRecord(next) || isWithoutEffect(next)) continue;
    if (isNode(next)) visit(next, rangeOf);
    pending.push(...childrenOf(next).toReversed());
  }
}

/**
 * Returns a function that converts the parser's ranges to offsets in the text. The parser counts bytes, beginning with
 * 1.
 */
function rangesIn(source: string): RangeOf {
  const bytes = Buffer.from(source);
  const place =
    bytes.length === source.length
      ? (offset: number) => offset - 1
      : (offset: number) => bytes.toString("utf8", 0, offset - 1).length;
  return (node) => {
    const { span } = node as { readonly type: string; readonly span: Span };
    return { start: place(span.start), end: place(span.end) };
  };
}

const typed = new Set(["TsAsExpression", "TsSatisfiesExpression", "TsConstAssertion", "TsNonNullExpression"]);

function isWithoutEffect({ type }: Record<string, unknown>): boolean {
  if (typeof type !== "string") return false;
  if (type === "ImportDeclaration" || type === "ExportNamedDeclaration" || type === "ExportAllDeclaration") return true;
  return type.startsWith("Ts") && !typed.has(type);
}

/**
 * Returns the children of a node in the order of the source. The name of a property is not among them, unless it is
 * computed: only a computed name is an expression.
 */
function childrenOf(node: Record<string, unknown>): unknown[] {
  return Object.entries(node)
    .filter(([name, child]) => name !== "key" || (isRecord(child) && child.type === "Computed"))
    .flatMap(([, child]) => (Array.isArray(child) ? child : [child]))
    .filter((child) => typeof child === "object" && child !== null);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isNode(value: Record<string, unknown>): value is Record<string, unknown> & SyntaxNode {
  return typeof value.type === "string" && isRecord(value.span);
}
