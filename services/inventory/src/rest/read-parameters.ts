import { fieldErrors } from "@network-access/firewall-rules/field-error";
import type { Request } from "express";
import { shorten } from "../schemas/bounded-schemas.ts";
import { failed } from "./replying.ts";

/** What an address carries after its question mark. */
export type Parameters<Name extends string> = { readonly [One in Name]?: string };

/** Reads the parameters of an address. Throws, with every fault, where one is not known, stands there twice or can't be decoded. */
export function readParameters<Name extends string>(request: Request, known: readonly Name[]): Parameters<Name> {
  const { originalUrl } = request;
  const mark = originalUrl.indexOf("?");
  const found: { [One in Name]?: string } = {};
  const errors = fieldErrors();
  const pairs = mark < 0 ? [] : originalUrl.slice(mark + 1).split("&");
  for (const pair of pairs) {
    if (pair === "") continue;
    const equal = pair.indexOf("=");
    const written = equal < 0 ? pair : pair.slice(0, equal);
    const path = shorten(decode(written) ?? written);
    const name = known.find((one) => one === decode(written));
    const value = decode(equal < 0 ? "" : pair.slice(equal + 1));
    if (name === undefined)
      errors.add(
        path,
        `is not a parameter of this address; ${known.length > 0 ? `known are ${known.join(", ")}` : "it takes none"}`,
      );
    else if (name in found) errors.add(path, "stands there twice; once is enough");
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

/** A parameter that is a whole number, also one that is out of every range; null where it is left out. Throws where it is none. */
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
