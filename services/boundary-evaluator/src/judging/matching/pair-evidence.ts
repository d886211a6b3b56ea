import type { RuleSide } from "@network-access/firewall-rules/rule";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import { formatAddress } from "@network-access/traffic-sets/cidr";
import * as services from "@network-access/traffic-sets/service-set";
import {
  blocksOfProduct,
  type FamilyBlock,
  intersectProducts,
  lowestPacketOfBlocks,
  subtractProduct,
} from "@network-access/traffic-sets/traffic-product";
import type { PacketPoint } from "@network-access/traffic-sets/traffic-set";
import type { Packet, RuleRelation, Traffic, TrafficBlock } from "../model/judgement.ts";
import type { RelatedPair } from "./judge-pair.ts";

/**
 * Returns the relation of a rule and a boundary that share traffic. The comments of `RuleRelation` define its `witness`
 * and its `residual`. If `withResidual` is false, a residual that is not null has no blocks and is marked as truncated.
 */
export function evidenceOf(pair: RelatedPair, withResidual: boolean): RuleRelation {
  const forbids = pair.boundary.definition.action === "Fail";
  const blocks = forbids
    ? blocksOfProduct(intersectProducts(pair.rule.traffic, pair.named))
    : subtractProduct(pair.rule.traffic, pair.named);
  const witness = lowestPacketOfBlocks(blocks);
  return {
    ruleId: pair.rule.rule.id,
    relation: pair.relation,
    failingSides: failingSides(pair),
    witness: witness === undefined ? null : packetOf(witness),
    residual: blocks.length === 0 ? null : withResidual ? trafficOf(blocks) : { blocks: [], truncated: true },
  };
}

/**
 * Returns the sides on which the rule has addresses or services that the boundary does not contain. Families in which
 * the rule has no traffic are ignored.
 */
export function failingSides({ rule, named }: RelatedPair): RuleSide[] {
  const blocks = blocksOfProduct(rule.traffic);
  const failing: RuleSide[] = [];
  if (blocks.some((block) => !addresses.contains(named.sources, block.sources))) failing.push("Source");
  if (blocks.some((block) => !addresses.contains(named.destinations, block.destinations))) failing.push("Destination");
  if (blocks.some((block) => !services.contains(named.services, block.services))) failing.push("Service");
  return failing;
}

function packetOf({ family, source, destination, service }: PacketPoint): Packet {
  return {
    source: formatAddress(family, source),
    destination: formatAddress(family, destination),
    protocol: service.protocol,
    port: service.port ?? null,
    icmpType: service.icmpType ?? null,
    icmpCode: service.icmpCode ?? null,
  };
}

const mostCidrs = 1_000;
const mostServiceTexts = 1_000;

/**
 * Formats blocks as texts. If there are too many texts, the remaining texts are left out and `truncated` is true. A
 * truncated result contains a part of the traffic of the blocks, and no other traffic.
 */
export function trafficOf(blocks: readonly FamilyBlock[]): Traffic {
  const written: TrafficBlock[] = [];
  let cidrsLeft = mostCidrs;
  let textsLeft = mostServiceTexts;
  let truncated = false;
  for (const block of blocks) {
    const wanted = {
      sources: addresses.cidrCount(block.sources),
      destinations: addresses.cidrCount(block.destinations),
    };
    const sources = cidrsOf(block.sources, Math.max(cidrsLeft >>> 1, cidrsLeft - wanted.destinations));
    const destinations = cidrsOf(block.destinations, cidrsLeft - sources.length);
    const everyText = services.serviceTexts(block.services, block.family, textsLeft + 1);
    const texts = everyText.slice(0, textsLeft);
    truncated ||=
      sources.length < wanted.sources || destinations.length < wanted.destinations || texts.length < everyText.length;
    if (sources.length === 0 || destinations.length === 0 || texts.length === 0) continue;
    cidrsLeft -= sources.length + destinations.length;
    textsLeft -= texts.length;
    written.push({ sources, destinations, services: texts });
  }
  return { blocks: written, truncated };
}

function cidrsOf(set: AddressSet, limit: number): string[] {
  return limit <= 0 ? [] : addresses.toCidrs(set, limit);
}
