import type { Literal } from "./syntax.ts";
import type { TokenReader } from "./token-reader.ts";

/** Reads a text, number, date or boolean. Returns undefined if the next token is none of these. */
export function parseLiteral(reader: TokenReader): Literal | undefined {
  const token = reader.peek();
  const { at } = token;
  if (token.kind === "string") {
    reader.next();
    return { kind: "string", pieces: token.pieces, at };
  }
  if (token.kind === "number" || token.kind === "date") {
    reader.next();
    return { kind: token.kind, text: token.text, at };
  }
  for (const [word, value] of [["true", true] as const, ["false", false] as const])
    if (reader.takeWords(word)) return { kind: "boolean", value, at };
  return undefined;
}
