import { parseLiteral } from "./parse-literal.ts";
import type { Argument, Call } from "./syntax.ts";
import { stopAt, type TokenReader } from "./token-reader.ts";

/**
 * How deeply the parser lets calls of functions be nested. Valid queries need less: at most fields(usage(date('...'))).
 */
const MOST_NESTED_CALLS = 8;

/** Parses a call of a function with its arguments. The next token must be the name of the function. */
export function parseCall(reader: TokenReader, depth = 0): Call {
  const name = reader.next();
  if (name.kind !== "name") return reader.refuse(["a function"]);
  if (depth > MOST_NESTED_CALLS) stopAt(name.at, name.name, "% is nested too deeply");
  if (!reader.takeSign("(")) reader.refuse(["("]);
  const found: Argument[] = [];
  if (reader.takeSign(")")) return { kind: "call", name: name.name, at: name.at, arguments: found };
  do found.push(parseArgument(reader, depth));
  while (reader.takeSign(","));
  if (!reader.takeSign(")")) reader.refuse([",", ")"]);
  return { kind: "call", name: name.name, at: name.at, arguments: found };
}

function parseArgument(reader: TokenReader, depth: number): Argument {
  const literal = parseLiteral(reader);
  if (literal) return literal;
  const name = reader.peek();
  if (name.kind !== "name") return reader.refuse(["an argument"]);
  const following = reader.peek(1);
  if (following.kind === "sign" && following.sign === "(") return parseCall(reader, depth + 1);
  reader.next();
  return { kind: "name", name: name.name, at: name.at };
}
