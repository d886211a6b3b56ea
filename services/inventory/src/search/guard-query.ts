import { characterCount } from "@network-access/firewall-rules/text";
import { shorten } from "../schemas/bounded-schemas.ts";
import { type NamedField, readNaming } from "./query-fields.ts";
import { positionAt, rewriting } from "./query-rewriting.ts";
import { isValue, type QueryToken, readToken, skipSpace } from "./query-tokens.ts";
import { asFieldReads, askValue } from "./query-values.ts";

export const MOST_CHARACTERS = 4_096;
const MOST_OPEN = 50;
const MOST_CLAUSES = 256;
/**
 * The maximum number of words in all values of a query together. It is lower than OpenSearch's limit of 1,024 clauses,
 * because OpenSearch's error would not contain the position in the query.
 */
const MOST_WORDS_TOGETHER = 1_000;

// Control characters except white space, and lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/**
 * The result of checking a user's query: the query rewritten for OpenSearch's parser, or the reason for its refusal.
 * The reason contains the position of the error.
 */
export type GuardedQuery =
  | {
      readonly ok: true;
      readonly text: string;
      /**
       * Converts a column of OpenSearch's error to a position in the user's query. Columns count from 0 in the
       * rewritten query. Positions count characters from 1.
       */
      readonly positionOf: (column: number) => number;
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Checks and rewrites a query in one pass over its tokens, in time linear in its length:
 * - Refuses a query that would be too expensive, or that OpenSearch would understand differently from what it seems to
 *   mean.
 * - Rewrites addresses and tags to the terms of the index.
 *
 * The grammar and everything else is left to OpenSearch's parser.
 */
export function guardQuery(query: string): GuardedQuery {
  const refuse = (at: number, problem: string) =>
    ({ ok: false, problem: `position ${positionAt(query, at)}: ${problem}` }) as const;
  const length = query.length > MOST_CHARACTERS ? characterCount(query) : 0;
  if (length > MOST_CHARACTERS)
    return {
      ok: false,
      problem: `position ${MOST_CHARACTERS + 1}: the query has ${length} characters; at most ${MOST_CHARACTERS} work`,
    };
  const unfitAt = query.search(unfit);
  if (unfitAt >= 0) return refuse(unfitAt, "a control character or half a character stands here; leave it out");

  const rewritten = rewriting(query);
  const groups: { readonly field: NamedField | undefined; readonly at: number }[] = [];
  let named: NamedField | undefined;
  let afterWord = false;
  let clauses = 0;
  let words = 0;
  let at = skipSpace(query, 0);

  for (;;) {
    const group = groups.at(-1)?.field;
    const token = asFieldReads(query, readToken(query, at), named ?? group);
    const { start, end } = token;
    const naming = named ? undefined : readNaming(query, token);
    at = skipSpace(query, naming?.ok ? naming.end : end);

    if (token.kind === "wrong") return refuse(start, token.problem);
    if (named && token.kind !== "open" && !isValue(token)) return refuse(start, valueExpected(named));
    if (naming) {
      if (!naming.ok) return refuse(start, naming.problem);
      named = naming.field;
      if (naming.by !== undefined) rewritten.replace(start, naming.end, naming.by);
    } else if (isValue(token)) {
      clauses += 1;
      if (clauses > MOST_CLAUSES) return refuse(start, `more than ${MOST_CLAUSES} words and phrases stand here`);
      const asked = askValue(query, token, named ?? group);
      if (!asked.ok) return refuse(start, asked.problem);
      words += asked.words ?? 1;
      if (words > MOST_WORDS_TOGETHER) return refuse(start, tooManyWords(query, token));
      if (asked.by !== undefined) rewritten.replace(start, end, asked.by);
      // Without the "+", OpenSearch would treat adjacent plain words as one value of the field.
      else if (afterWord && group && !named && isPlain(token)) rewritten.replace(start, start, "+");
      named = undefined;
    } else if (token.kind === "open") {
      if (groups.length === MOST_OPEN) return refuse(start, `more than ${MOST_OPEN} parentheses are open here`);
      if (named?.kind === "anything" || named?.kind === "presence") return refuse(start, valueExpected(named));
      groups.push({ field: named ?? group, at: start });
      named = undefined;
    } else if (token.kind === "close") {
      if (!groups.pop()) return refuse(start, 'this ")" closes nothing; write \\) or quotes if it is meant itself');
    } else if (token.kind === "colon") {
      return refuse(start, 'no field stands before this ":"; a value that holds ":" wants quotes');
    } else if (token.kind === "end") break;
    afterWord = !naming && isPlain(token);
  }
  const open = groups.at(-1);
  if (open) return refuse(open.at, "the parenthesis that opens here is not closed");
  return { ok: true, ...rewritten.finish() };
}

function tooManyWords(query: string, { start, end }: QueryToken): string {
  const shown = shorten(query.slice(start, end).replace(/^"|"$/g, ""));
  return `up to "${shown}" these are more than ${MOST_WORDS_TOGETHER} words for all texts; ask for fewer, or name the field they are in`;
}

function isPlain(token: QueryToken): boolean {
  return token.kind === "word" && !token.wild;
}

function valueExpected({ name, kind }: NamedField): string {
  const value = kind === "presence" ? "the name of one field" : kind === "anything" ? "*" : "a value";
  return `${value} is expected right after "${shorten(name)}:"; what holds signs of its own wants quotes`;
}
