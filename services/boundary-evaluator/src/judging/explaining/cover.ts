import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { type FamilyBlock, lowestPacketOfBlocks } from "@network-access/traffic-sets/traffic-product";
import type { CompiledRule } from "../compiling/compile-rule.ts";
import type { NotCovered, RuleCover } from "../matching/joint-cover.ts";
import { packetOf } from "../matching/pair-evidence.ts";
import type { Packet } from "../model/judgement.ts";
import { exactnessMessage } from "./exactness.ts";
import {
  addressText,
  boundaryNames,
  capitalised,
  type Family,
  type MessageBuilder,
  serviceText,
} from "./message-text.ts";
import { touchedObjects } from "./outside-objects.ts";

/** The finding is there to name them; a message still has an end. */
const mostCovering = 100;

/** Which boundaries hold a rule that none of them holds alone. */
export function jointCoverMessage({ rule, boundaries }: Extract<RuleCover, { kind: "joint" }>): MessageBuilder {
  const names = boundaryNames(
    boundaries.map(({ definition }) => definition.name),
    mostCovering,
  );
  return () =>
    `Rule "${rule.rule.id}" is covered by ${names} together, by none of them alone: it stays covered while all of them stand`;
}

/** What of a rule no Pass boundary holds, an example of it, and what would help. */
export function notCoveredMessage({ rule, rest, isWhole, granting, refusing }: NotCovered): MessageBuilder {
  const named = `rule "${rule.rule.id}"`;
  const [refused] = refusing;
  return (showsAddresses) => {
    if (granting.length > 0) {
      const names = capitalised(boundaryNames(granting.map(({ definition }) => definition.name)));
      const left = showsAddresses ? partsOf(rest) : namesOf(rule, rest);
      return `${names} ${granting.length === 1 ? "allows" : "allow"} ${named} except ${isWhole ? "" : "at least "}${left}: take that out of the rule or have a boundary allow it`;
    }
    if (refused === undefined)
      return `No Pass boundary allows any of ${named}: have a boundary allow it, or remove the rule`;
    return `No Pass boundary allows any of ${named}, for ${boundaryNames([refused.boundary.definition.name])} holds traffic of it but does not count: ${exactnessMessage(refused, showsAddresses)}`;
  };
}

const mostParts = 2;

function partsOf(rest: readonly FamilyBlock[]): string {
  const parts = rest
    .slice(0, mostParts)
    .map(
      (block) =>
        `${addressText(block.sources)} to ${addressText(block.destinations)} on ${serviceText(block.services, [block.family])}`,
    );
  const more = rest.length - parts.length;
  const witness = lowestPacketOfBlocks(rest);
  const example = witness === undefined ? "" : ` (for example ${packetText(packetOf(witness))})`;
  return `${more > 0 ? `${parts.join(", ")} and ${more} more such parts` : parts.join(" and ")}${example}`;
}

/** The same in the words of the request: its own objects. */
function namesOf(rule: CompiledRule, rest: readonly FamilyBlock[]): string {
  const families = ([4, 6] as const satisfies readonly Family[]).filter((family) =>
    rest.some((block) => block.family === family),
  );
  const sources = touchedObjects(rule.sources, unionOf(rest, "sources"), families, false);
  const destinations = touchedObjects(rule.destinations, unionOf(rest, "destinations"), families, false);
  const on = serviceText(services.unionAll(rest.map((block) => block.services)), families);
  return `some traffic from ${sources} to ${destinations} on ${on}`;
}

function unionOf(rest: readonly FamilyBlock[], side: "sources" | "destinations"): AddressSet {
  return addresses.unionAll(rest.map((block) => block[side]));
}

function packetText({ source, destination, protocol, port, icmpType, icmpCode }: Packet): string {
  const isIpv6 = source.includes(":");
  const plain = protocol === 1 && !isIpv6 ? "icmp" : protocol === 58 && isIpv6 ? "icmpv6" : `protocol/${protocol}`;
  const name = protocol === 6 ? "tcp" : protocol === 17 ? "udp" : plain;
  const selector =
    port !== null ? `/${port}` : icmpType !== null && icmpCode !== null ? ` type ${icmpType} code ${icmpCode}` : "";
  return `${source} to ${destination} on ${name}${selector}`;
}
