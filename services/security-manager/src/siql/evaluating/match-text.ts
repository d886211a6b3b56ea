import type { StringPiece } from "../language/tokens.ts";

/**
 * Reports whether a text matches a pattern of literals and wildcards. The pattern must match the whole text or, if
 * `within` is true, any part of the text.
 */
export function matchText(text: string, pieces: readonly StringPiece[], within: boolean): boolean {
  const [first = "", ...rest] = literalsBetweenWildcards(pieces, within);
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const literal of rest) {
    const at = text.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/**
 * Returns the texts around the wildcards: "a" and "b" for "a*b", and two empty texts for "*". `within` adds a wildcard
 * at both ends.
 */
function literalsBetweenWildcards(pieces: readonly StringPiece[], within: boolean): string[] {
  const literals = within ? ["", ""] : [""];
  for (const piece of pieces)
    if (typeof piece === "string") literals.push((literals.pop() ?? "") + piece);
    else literals.push("");
  return within ? [...literals, ""] : literals;
}
