import type { Literal } from "../language/syntax.ts";
import type { StringPiece } from "../language/tokens.ts";

/** Returns a literal as text: without quotes and escapes, and with wildcards as asterisks. */
export function literalText(literal: Literal): string {
  if (literal.kind === "boolean") return String(literal.value);
  if (literal.kind !== "string") return literal.text;
  return literal.pieces.map((piece) => (typeof piece === "string" ? piece : "*")).join("");
}

/** Returns the characters and wildcards of a literal. */
export function literalPieces(literal: Literal): readonly StringPiece[] {
  return literal.kind === "string" ? literal.pieces : [literalText(literal)];
}
