import { type Refusal, refuseAt } from "../text/refusal.ts";
import { isObject } from "./text/json-value.ts";

/** The kind of a file, as its content shows it. */
export type RecognisedFile =
  | { readonly ok: true; readonly kind: "listing" | "sets" }
  | { readonly ok: true; readonly kind: "addresses" | "routes"; readonly list: readonly unknown[] };

const EXPECTED =
  "expected what iptables-save, ip6tables-save, ipset save, `ip -j -d addr` or `ip -j route show table all` prints";

export function recogniseFile(text: string): RecognisedFile | Refusal {
  const [first, line] = firstLine(text);
  if (/^\[(?!\d+:\d)/.test(first) || first.startsWith("{")) return recogniseJson(text, line);
  if (/^(?:[*:-]|\[\d|COMMIT$)/.test(first)) return { ok: true, kind: "listing" };
  if (/^(?:create|add)[ \t]/.test(first)) return { ok: true, kind: "sets" };
  return refuseAt(line, first === "" ? `the file holds nothing; ${EXPECTED}` : `the file is unknown; ${EXPECTED}`);
}

/** Finds the first line that is neither blank nor a comment. Returns the beginning of its text, and its line number. */
function firstLine(text: string): readonly [string, number] {
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    const start = text.slice(from, Math.min(end, from + 1_000)).trim();
    if (start !== "" && !start.startsWith("#")) return [start, line];
    from = end + 1;
  }
  return ["", 1];
}

function recogniseJson(text: string, firstLineNumber: number): RecognisedFile | Refusal {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return refuseAt(lineOfError(text, error), "the file is not valid JSON; it was cut off or changed");
  }
  if (Array.isArray(parsed)) {
    if (parsed.some((one) => isObject(one) && Array.isArray(one.addr_info)))
      return { ok: true, kind: "addresses", list: parsed };
    // An empty list is a file of routes, because a device may have no routes.
    if (parsed.every((one) => isObject(one) && typeof one.dst === "string"))
      return { ok: true, kind: "routes", list: parsed };
  }
  return refuseAt(firstLineNumber, `this JSON is unknown; ${EXPECTED}`);
}

function lineOfError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  // If the error message of `JSON.parse` contains no position, it quotes the text. A quotation that does not begin at
  // the start of the text begins ten characters before the error.
  const [, dots = "", quoted] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const around = quoted === undefined ? -1 : text.indexOf(quoted) + (dots === "" ? 0 : 10);
  const end = position !== undefined ? Number(position) : around >= 0 ? around : text.length;
  return text.slice(0, end).split("\n").length;
}
