import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { BoundarySet } from "../judging/indexing/boundary-set.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";
import { createBoundarySets } from "./boundary-sets.ts";
import type { AnswersByHash, ResolvedByHash, Transferred } from "./judge-protocol.ts";

/**
 * Caches the data that inputs-transfer.ts sends to this thread: boundaries, address lists, and the list of boundaries
 * in each boundary set.
 */
export interface ThreadCache {
  take(message: Transferred): void;
  /** Returns the lookup results `answers` with the cached addresses. Throws if an address list is not cached. */
  resolutionOf(answers: AnswersByHash): Map<string, Resolved>;
  /**
   * Returns the boundary set with this hash, compiled with the given lookup results. Throws if the set or one of its
   * boundaries is not cached.
   */
  setOf(hash: string, resolution: Resolution): BoundarySet;
}

/** The number of compiled sets in the cache. */
const MAX_SETS = 2;

export function createThreadCache(): ThreadCache {
  const boundaries = new Map<string, BoundaryDefinition>();
  const addresses = new Map<string, AddressSet>();
  const setContents = new Map<
    string,
    { readonly boundaryKeys: readonly string[]; readonly references: readonly string[] }
  >();
  let sets = createBoundarySets(MAX_SETS);

  function definition(key: string): BoundaryDefinition {
    const found = boundaries.get(key);
    if (!found) throw new Error("a boundary is not cached");
    return found;
  }

  function withAddresses(answer: ResolvedByHash): Resolved {
    if (answer.outcome !== "resolved") return answer;
    const found = addresses.get(answer.hash);
    if (!found) throw new Error("an address list is not cached");
    return { ...answer, addresses: found };
  }

  return {
    take(message) {
      switch (message.kind) {
        case "cache-boundaries":
          for (const [key, boundary] of message.boundaries) boundaries.set(key, boundary);
          break;
        case "cache-addresses":
          addresses.set(message.hash, message.addresses);
          break;
        case "cache-set":
          setContents.set(message.hash, message);
          break;
        case "clear":
          boundaries.clear();
          addresses.clear();
          setContents.clear();
          sets = createBoundarySets(MAX_SETS);
          break;
      }
    },
    resolutionOf: (answers) => new Map(answers.map(([reference, answer]) => [reference, withAddresses(answer)])),
    setOf(hash, resolution) {
      const set = setContents.get(hash);
      if (!set) throw new Error("the boundary set is not cached");
      return sets.get(hash, () => set.boundaryKeys.map(definition), set.references, resolution);
    },
  };
}
