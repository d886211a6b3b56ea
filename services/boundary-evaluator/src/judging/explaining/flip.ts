import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import type { JudgedState } from "../model/judgement.ts";
import type { Resolved } from "../model/resolved.ts";
import { addressText, joined, type MessageBuilder, shortened } from "./message-text.ts";

/** A change since a request's previous evaluation that may have caused the new state of the request. */
export type FlipCause =
  | {
      readonly kind: "addresses";
      readonly of: "group" | "item";
      /** The id by which users know the group or item. */
      readonly id: string;
      /**
       * "request" if the request itself refers to the group or item. Otherwise the name of a boundary that refers to
       * the group or item.
       */
      readonly namedBy: "request" | { readonly boundaryName: string };
      readonly before: Resolved["outcome"];
      readonly now: Resolved["outcome"];
      /**
       * `gained` contains addresses that were added to the group or item. `lost` contains addresses that were removed
       * from the group or item. Both contain only addresses that can affect the request.
       */
      readonly gained: AddressSet;
      readonly lost: AddressSet;
    }
  | { readonly kind: "boundary"; readonly name: string; readonly what: "changed" | "began" | "stopped" };

/** A sentence names at most this many causes and states only the number of further causes. */
const MOST_CAUSES = 3;

/** Says in one sentence what changed a request's former state. Returns null if no cause is known. */
export function flipMessage(former: JudgedState, causes: readonly FlipCause[]): MessageBuilder | null {
  if (causes.length === 0) return null;
  return (showsAddresses) =>
    shortened((mostNamed) => {
      const clauses = [...new Set(causes.map((cause) => causeMessage(cause, showsAddresses, mostNamed)))];
      // At least one cause is always named.
      const named = clauses.slice(0, Math.max(1, Math.min(MOST_CAUSES, mostNamed)));
      const more = clauses.length - named.length;
      const rest = more > 0 ? [`${more} more ${more === 1 ? "change" : "changes"} followed`] : [];
      return `It was ${former} until ${joined([...named, ...rest], "and")}.`;
    });
}

const boundaryText = {
  changed: "was changed",
  began: "began to apply",
  stopped: "stopped applying",
} as const;

function causeMessage(cause: FlipCause, showsAddresses: boolean, mostNamed: number): string {
  if (cause.kind === "boundary") return `boundary "${cause.name}" ${boundaryText[cause.what]}`;
  const { of, id, namedBy, before, now, gained, lost } = cause;
  if (!showsAddresses && namedBy !== "request")
    return `addresses that boundary "${namedBy.boundaryName}" names changed`;
  const name = `${of} "${id}"`;
  if (now === "unknown") return `${name} was ${of === "group" ? "deleted" : "removed from the inventory"}`;
  if (before === "unknown") {
    const began = `${name} was ${of === "group" ? "created" : "discovered"}`;
    if (now === "empty") return `${began} without addresses`;
    return showsAddresses ? `${began} with ${addressText(gained, mostNamed)}` : began;
  }
  if (!showsAddresses) return `the addresses of ${name} changed`;
  const moves = [
    ...(addresses.isEmpty(gained) ? [] : [`gained ${addressText(gained, mostNamed)}`]),
    ...(addresses.isEmpty(lost) ? [] : [`lost ${addressText(lost, mostNamed)}`]),
    ...(now === "empty" ? ["has no address any more"] : []),
  ];
  return moves.length === 0 ? `the addresses of ${name} changed` : `${name} ${joined(moves, "and")}`;
}
