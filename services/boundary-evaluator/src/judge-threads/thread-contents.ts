import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { BoundarySet } from "../judging/indexing/boundary-set.ts";
import type { BoundaryDefinition } from "../judging/model/boundary-definition.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";
import { createBoundarySets } from "./boundary-sets.ts";
import type { AnswersByHash, ResolvedByHash, Transferred } from "./judge-protocol.ts";

/** What a thread was handed over (thread-holdings.ts): boundaries, address lists, and which boundaries make a set. */
export interface ThreadContents {
  take(message: Transferred): void;
  /** Answers with their addresses. Throws when a list is not held. */
  resolutionOf(answers: AnswersByHash): Map<string, Resolved>;
  /** The compiled set with this hash. Throws when it is not held. */
  setOf(hash: string, resolution: Resolution): BoundarySet;
}

/** Compiled sets kept. */
const SETS_KEPT = 2;

export function createThreadContents(): ThreadContents {
  const boundaries = new Map<string, BoundaryDefinition>();
  const addresses = new Map<string, AddressSet>();
  const held = new Map<string, { readonly boundaryKeys: readonly string[]; readonly references: readonly string[] }>();
  let sets = createBoundarySets(SETS_KEPT);

  function definition(key: string): BoundaryDefinition {
    const found = boundaries.get(key);
    if (!found) throw new Error("a boundary is not held");
    return found;
  }

  function withAddresses(answer: ResolvedByHash): Resolved {
    if (answer.outcome !== "resolved") return answer;
    const found = addresses.get(answer.hash);
    if (!found) throw new Error("an address list is not held");
    return { ...answer, addresses: found };
  }

  return {
    take(message) {
      switch (message.kind) {
        case "hold-boundaries":
          for (const [key, boundary] of message.boundaries) boundaries.set(key, boundary);
          break;
        case "hold-addresses":
          addresses.set(message.hash, message.addresses);
          break;
        case "hold-set":
          held.set(message.hash, message);
          break;
        case "forget":
          boundaries.clear();
          addresses.clear();
          held.clear();
          sets = createBoundarySets(SETS_KEPT);
          break;
      }
    },
    resolutionOf: (answers) => new Map(answers.map(([reference, answer]) => [reference, withAddresses(answer)])),
    setOf(hash, resolution) {
      const set = held.get(hash);
      if (!set) throw new Error("the set of boundaries is not held");
      return sets.get(hash, () => set.boundaryKeys.map(definition), set.references, resolution);
    },
  };
}
