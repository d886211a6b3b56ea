import { parseCall } from "./parse-call.ts";
import { createExpressionParser } from "./parse-expression.ts";
import { positionedError, type QueryError } from "./query-error.ts";
import type { Call, Filter, ParsedQuery } from "./syntax.ts";
import { createTokenReader, QueryStop, type TokenReader } from "./token-reader.ts";
import { tokenize } from "./tokens.ts";

export const MOST_CHARACTERS = 16_384;

export type Parsed =
  | { readonly ok: true; readonly query: ParsedQuery }
  | { readonly ok: false; readonly error: QueryError };

/**
 * Parses a query: filters joined by AND, followed by pipes. Does not check whether names exist and operators fit.
 * Parsing takes linear time. Refuses a query with more than 16,384 characters, more than 32 nested parentheses or more
 * than 500 comparisons.
 */
export function parseQuery(text: string): Parsed {
  const length = text.length > MOST_CHARACTERS ? [...text].length : text.length;
  if (length > MOST_CHARACTERS) {
    const message = `the query has ${length} characters; at most ${MOST_CHARACTERS} work`;
    return { ok: false, error: { message, position: MOST_CHARACTERS + 1, found: "", expected: [] } };
  }
  const read = tokenize(text);
  if (!read.ok) return { ok: false, error: positionedError(text, read.error) };
  try {
    return { ok: true, query: parseTokens(createTokenReader(text, read.tokens)) };
  } catch (error) {
    if (error instanceof QueryStop) return { ok: false, error: positionedError(text, error.located) };
    throw error;
  }
}

function parseTokens(reader: TokenReader): ParsedQuery {
  const parseExpression = createExpressionParser(reader);
  const filters: Filter[] = [];
  do filters.push(parseFilter(reader, parseExpression));
  while (reader.takeWords("and"));
  if (reader.isWord("or"))
    reader.refuse(["AND", "|", "the end of the query"], "stanzas are joined by AND only; OR works inside one stanza");
  const pipes: Call[] = [];
  while (reader.takeSign("|")) pipes.push(parsePipe(reader));
  if (reader.peek().kind !== "end")
    reader.refuse(pipes.length > 0 ? ["|", "the end of the query"] : ["AND", "|", "the end of the query"]);
  return { filters, pipes };
}

function parseFilter(reader: TokenReader, parseExpression: () => Filter["body"]): Filter {
  const name = reader.peek();
  if (name.kind !== "name") reader.refuse(["a stanza such as rule{true}"]);
  reader.next();
  if (!reader.takeSign("{")) reader.refuse(["{"]);
  const isEmpty = reader.peek();
  const body =
    isEmpty.kind === "sign" && isEmpty.sign === "}"
      ? ({ kind: "constant", value: true, at: isEmpty.at } as const)
      : parseExpression();
  if (!reader.takeSign("}")) reader.refuse(["AND", "OR", "}"]);
  return { stanza: name.name, at: name.at, body };
}

function parsePipe(reader: TokenReader): Call {
  const name = reader.peek();
  if (name.kind !== "name") reader.refuse(["a function such as fields(props)"]);
  const following = reader.peek(1);
  if (following.kind === "sign" && following.sign === "(") return parseCall(reader);
  reader.next();
  return { kind: "call", name: name.name, at: name.at, arguments: [] };
}
