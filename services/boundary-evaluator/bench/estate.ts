import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import type { Rule } from "@network-access/firewall-rules/rule";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import type { BoundaryDefinition } from "../src/judging/model/boundary-definition.ts";
import type { Resolved } from "../src/judging/model/resolved.ts";

/**
 * Random boundaries and rules. The sources of each boundary and rule are a group of about 96 address ranges, and so are
 * the destinations. Two estates are equal if their seeds and their numbers of boundaries and rules are equal.
 */
export interface Estate {
  readonly boundaries: readonly BoundaryDefinition[];
  readonly rules: readonly Rule[];
  readonly resolution: ReadonlyMap<string, Resolved>;
}

const rangesPerSide = 96;
/** The addresses of a side are clustered, as in real networks: they are in at most four of 256 zones. */
const zones = 256;
const zonesPerSide = 4;

export function makeEstate(boundaryCount: number, ruleCount: number, seed: number): Estate {
  const random = randomNumbers(seed);
  const resolution = new Map<string, Resolved>();
  const group = (id: string, texts: readonly string[]): NetworkObject[] => {
    const addresses = addressSetOfTexts(texts);
    resolution.set(`group:${id}`, {
      outcome: "resolved",
      addresses,
      revision: 1,
      hash: id,
      addressCount: texts.length,
    });
    return [{ type: "ConnectGroup", negate: null, groupId: id, comparison: null }];
  };
  const written: { sources: readonly string[]; destinations: readonly string[]; services: readonly ServiceObject[] }[] =
    [];
  const boundaries = Array.from({ length: boundaryCount }, (_, index): BoundaryDefinition => {
    const sides = { sources: randomSide(random), destinations: randomSide(random), services: randomServices(random) };
    written.push(sides);
    const id = `boundary-${String(index).padStart(5, "0")}`;
    return {
      id,
      revision: 1,
      name: `Boundary ${index}`,
      action: (["Pass", "Fail", "Score"] as const)[index % 3] ?? "Pass",
      enforced: true,
      score: index % 3 === 2 ? 1 : null,
      ruleActions: ["Allow"],
      sources: group(`${id}-sources`, sides.sources),
      destinations: group(`${id}-destinations`, sides.destinations),
      services: sides.services,
      partialMatch: "Review",
      platforms: [],
      projectIds: null,
      message: null,
    };
  });
  const rules = Array.from({ length: ruleCount }, (_, index): Rule => {
    // Every second rule takes its traffic from a random boundary, with fewer destinations, so that some rules match.
    const model = index % 2 === 0 ? written[Math.floor(random() * written.length)] : undefined;
    return {
      id: `rule-${index}`,
      action: "Allow",
      sources: group(`rule-${index}-sources`, model?.sources ?? randomSide(random)),
      destinations: group(`rule-${index}-destinations`, model?.destinations.slice(0, 64) ?? randomSide(random)),
      services: model?.services ?? randomServices(random),
    };
  });
  return { boundaries, rules, resolution };
}

/** Returns ranges of 16 to 256 addresses. */
function randomSide(random: () => number): string[] {
  const own = Array.from({ length: zonesPerSide }, () => Math.floor(random() * zones));
  return Array.from({ length: rangesPerSide }, () => {
    const prefix = 24 + Math.floor(random() * 5);
    const zone = own[Math.floor(random() * own.length)] ?? 0;
    const low = (zone * 2 ** 16 + Math.floor(random() * 2 ** 16)) >>> 0;
    const base = low - (low % 2 ** (32 - prefix));
    return `10.${(base >>> 16) & 255}.${(base >>> 8) & 255}.${base & 255}/${prefix}`;
  });
}

function randomServices(random: () => number): ServiceObject[] {
  return Array.from({ length: 3 }, () => {
    const portStart = Math.floor(random() * 60_000);
    return { type: "TCP" as const, portStart, portEnd: portStart + Math.floor(random() * 4_000) };
  });
}

/**
 * Returns a function that generates pseudorandom numbers from 0 (inclusive) to 1 (exclusive) with the algorithm
 * mulberry32.
 */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
