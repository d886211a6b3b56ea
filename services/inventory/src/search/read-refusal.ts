import type { IndexRefused } from "@network-access/service-runtime/opensearch-failures";
import { shorten } from "../schemas/bounded-schemas.ts";
import { readToken, skipSpace, withoutEscapes } from "./query-tokens.ts";

/**
 * Explains why OpenSearch refuses a query. Returns an error message, and the column of the refused text or null if the
 * column is unknown. If OpenSearch's error is unknown, the message contains the first line of its text.
 */
export function readRefusal(
  { causes, type }: Pick<IndexRefused, "causes" | "type">,
  query: string,
): { readonly problem: string; readonly column: number | null } {
  const last = causes.at(-1);
  for (const { reason, type: kind } of causes.toReversed()) {
    const [, token = "", column] = /Encountered "(.*?) "+ at line 1, column (\d+)/s.exec(reason) ?? [];
    if (column !== undefined) {
      const shown = /^ ?(?:<\w+>|"[^"]*") "(.*)$/s.exec(token)?.[1];
      const expected = "stands where something to search for is expected";
      const problem = `"${shown ?? token.trim()}" ${expected}; put it in quotes where the text itself is meant`;
      return { problem, column: Number(column) };
    }
    const [, end] = /Encountered "<EOF>" at line 1, column (\d+)/.exec(reason) ?? [];
    if (end !== undefined)
      return { problem: "the query ends too early; something is missing here", column: Number(end) };
    const [, place] = /Lexical error at line 1, column (\d+)/.exec(reason) ?? [];
    if (place !== undefined) return { problem: "this can't be read", column: Number(place) };
    const [, time] = /failed to parse date field \[(.*?)\] with format/s.exec(reason) ?? [];
    if (time !== undefined) {
      const at = query.indexOf(time);
      const problem = `"${time}" is not a time; write 2026-11-21, 2026-11-21T10:00:00Z or now-1d`;
      return { problem, column: at < 0 ? null : at };
    }
    if (kind === "too_complex_to_determinize_exception") return tooManyWildcards(query, reason);
  }
  const reported = last?.reason.split("\n")[0]?.slice(0, 200) ?? type;
  return { problem: `can't be searched for: ${reported}`, column: null };
}

/**
 * Finds the word that OpenSearch refused, by its length. OpenSearch's error contains only the number of states of the
 * word's automaton, not the word. That number is one more than the number of characters in the word.
 */
function tooManyWildcards(query: string, reason: string) {
  const states = Number(/automaton with (\d+) states/.exec(reason)?.[1]);
  const words = wildWords(query);
  const offBy = ({ word }: { readonly word: string }) => Math.abs([...withoutEscapes(word)].length + 1 - states);
  const found = words.find((word) => offBy(word) <= 1) ?? words.sort((a, b) => b.word.length - a.word.length)[0];
  if (!found) return { problem: "has a word with too many wildcards; use fewer", column: null };
  return { problem: `"${shorten(withoutEscapes(found.word))}" has too many wildcards; use fewer`, column: found.at };
}

function wildWords(query: string) {
  const words: { readonly at: number; readonly word: string }[] = [];
  for (let at = skipSpace(query, 0); at < query.length; ) {
    const token = readToken(query, at);
    if (token.kind === "word" && token.wild) words.push({ at, word: query.slice(at, token.end) });
    at = skipSpace(query, Math.max(token.end, at + 1));
  }
  return words;
}
