import { fieldErrors } from "@network-access/firewall-rules/field-error";
import type { Request } from "express";
import { shorten } from "../schemas/bounded-schemas.ts";
import { failed } from "./replying.ts";

/** The query parameters of a URL. */
export type Parameters<Name extends string> = { readonly [Key in Name]?: string };

/**
 * Parses the query parameters of a request. If parameters are unknown, repeated or can't be decoded, throws one error
 * that lists all of them.
 */
export function readParameters<Name extends string>(request: Request, known: readonly Name[]): Parameters<Name> {
  const { originalUrl } = request;
  const mark = originalUrl.indexOf("?");
  const found: { [Key in Name]?: string } = {};
  const errors = fieldErrors();
  const pairs = mark < 0 ? [] : originalUrl.slice(mark + 1).split("&");
  for (const pair of pairs) {
    if (pair === "") continue;
    const equal = pair.indexOf("=");
    const written = equal < 0 ? pair : pair.slice(0, equal);
    const path = shorten(decode(written) ?? written);
    const name = known.find((candidate) => candidate === decode(written));
    const value = decode(equal < 0 ? "" : pair.slice(equal + 1));
    if (name === undefined)
      errors.add(
        path,
        `is not a parameter of this address; ${known.length > 0 ? `known are ${known.join(", ")}` : "it takes none"}`,
      );
    else if (name in found) errors.add(path, "is given more than once; once works");
    else if (value === undefined)
      errors.add(
        path,
        'holds a "%" that is not followed by the two digits of a character in UTF-8; write %25 for the sign itself',
      );
    else found[name] = value;
  }
  if (!errors.empty) throw failed({ kind: "invalid-input", fields: errors.all() });
  return found;
}

/**
 * Reads a parameter that must be a whole number of at most 15 digits. The caller checks its range. Returns null if the
 * parameter is left out. Throws if it is not such a number.
 */
export function wholeNumber(path: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw failed({ kind: "invalid-input", fields: [{ path, message: `is "${shorten(text)}"; a whole number works` }] });
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
