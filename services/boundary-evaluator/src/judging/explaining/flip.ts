import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { JudgedState } from "../model/judgement.ts";
import type { Resolved } from "../model/resolved.ts";
import { addressText, joined, type MessageBuilder } from "./message-text.ts";

/** Something that changed since a request was judged to be in another state. */
export type FlipCause =
  | {
      readonly kind: "addresses";
      readonly of: "group" | "item";
      /** The id people know it by. */
      readonly id: string;
      /** The request itself names it; else only this boundary does. */
      readonly namedBy: "request" | { readonly boundaryName: string };
      readonly before: Resolved["outcome"];
      readonly now: Resolved["outcome"];
      /** Of what it gained and lost, what matters to the request. */
      readonly gained: AddressSet;
      readonly lost: AddressSet;
    }
  | { readonly kind: "boundary"; readonly name: string; readonly what: "changed" | "began" | "stopped" };

/** Causes that one sentence names; the rest is counted. */
const MOST_NAMED = 3;

/** What brought a request out of its former state, as one sentence; null where nothing is known that did. */
export function flipMessage(former: JudgedState, causes: readonly FlipCause[]): MessageBuilder | null {
  if (causes.length === 0) return null;
  return (showsAddresses) => {
    const clauses = [...new Set(causes.map((cause) => causeMessage(cause, showsAddresses)))];
    const more = clauses.length - MOST_NAMED;
    const named = clauses.slice(0, MOST_NAMED);
    const rest = more > 0 ? [`${more} more ${more === 1 ? "change" : "changes"} followed`] : [];
    return `It was ${former} until ${joined([...named, ...rest], "and")}.`;
  };
}

const boundaryText = {
  changed: "was changed",
  began: "began to apply",
  stopped: "stopped applying",
} as const;

function causeMessage(cause: FlipCause, showsAddresses: boolean): string {
  if (cause.kind === "boundary") return `boundary "${cause.name}" ${boundaryText[cause.what]}`;
  const { of, id, namedBy, before, now, gained, lost } = cause;
  if (!showsAddresses && namedBy !== "request")
    return `addresses that boundary "${namedBy.boundaryName}" names changed`;
  const name = `${of} "${id}"`;
  if (now === "unknown") return `${name} was ${of === "group" ? "deleted" : "removed from the inventory"}`;
  if (before === "unknown") {
    const words = `${name} was ${of === "group" ? "created" : "discovered"}`;
    if (now === "empty") return `${words} without addresses`;
    return showsAddresses ? `${words} with ${addressText(gained)}` : words;
  }
  if (!showsAddresses) return `the addresses of ${name} changed`;
  const moves = [
    ...(addresses.isEmpty(gained) ? [] : [`gained ${addressText(gained)}`]),
    ...(addresses.isEmpty(lost) ? [] : [`lost ${addressText(lost)}`]),
    ...(now === "empty" ? ["has no address any more"] : []),
  ];
  return moves.length === 0 ? `the addresses of ${name} changed` : `${name} ${joined(moves, "and")}`;
}
