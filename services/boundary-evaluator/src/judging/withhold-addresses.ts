import { parseCidr } from "@network-access/traffic-sets/cidr";
import type { CompiledRule } from "./compile-rule.ts";
import type { Worded } from "./judgement.ts";
import type { Telling } from "./wording.ts";

/** The texts that a request itself holds and that may therefore be said to whoever sent it. */
export type Held = ReadonlySet<string>;

export function heldBy(rules: readonly CompiledRule[]): Held {
  const held = new Set<string>();
  for (const { rule, sources, destinations } of rules) {
    hold(held, rule.id);
    for (const { object } of [...sources.objects, ...destinations.objects]) {
      if (object.type === "Cidr") hold(held, object.cidr);
      if (object.type === "ConnectGroup") hold(held, object.groupId);
      if (object.type === "InventoryItem") hold(held, object.itemKey.id);
    }
  }
  return held;
}

function hold(held: Set<string>, text: string): void {
  if (!mayHoldAddress.test(text)) return;
  for (const token of text.match(addressLike) ?? []) held.add(canonical(token) ?? token);
}

/** Both variants of a text; policy authors' own words and names pass through here too. */
export function worded(telling: Telling, held: Held): Worded {
  return { full: telling(true), withoutAddresses: withholdAddresses(telling(false), held) };
}

/** Runs of the characters addresses are made of, with at least two separators of one family. */
const addressLike =
  /(?<![0-9A-Za-z.:])(?:\d+(?:\.\d+){3}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)(?:\/\d+)?(?![0-9A-Za-z])/g;

/** A quick look that most texts end with. */
const mayHoldAddress = /\d\.\d|:[0-9A-Fa-f:]/;

/** The text with every address that is not held replaced. */
export function withholdAddresses(text: string, held: Held): string {
  if (!mayHoldAddress.test(text)) return text;
  return text.replace(addressLike, (token) => {
    const ending = /[.:]+$/.exec(token.replace(/::$/, "  "))?.[0] ?? "";
    const address = token.slice(0, token.length - ending.length);
    const known = canonical(address);
    return known === null || held.has(known) ? token : `(an address)${ending}`;
  });
}

/** Null for what only looks like an address. A network written with host bits is one all the same. */
function canonical(token: string): string | null {
  const parsed = parseCidr(token);
  if (parsed.ok) return parsed.text;
  const [bare = ""] = token.split("/");
  return parseCidr(bare).ok ? token : null;
}
