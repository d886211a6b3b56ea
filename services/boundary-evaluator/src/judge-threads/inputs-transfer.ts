import { setImmediate as nextTurn } from "node:timers/promises";
import { type Boundary, definitionOf } from "../boundaries/boundary.ts";
import type { EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { Transferred } from "./judge-protocol.ts";

/**
 * Transfers inputs to one thread. Boundaries and lists of addresses that the thread has cached are not transferred
 * again.
 */
export interface InputsTransfer {
  /**
   * Transfers the inputs that the thread has not cached. It sends them in portions, so that the event loop stays free.
   */
  transfer(inputs: Pick<EvaluationInputs, "admitted" | "resolution">): Promise<void>;
}

/** The number of boundaries in one message. */
const PORTION = 200;
/** If the thread's cache has reached one of these limits, the next transfer begins by clearing the cache. */
const MAX_BOUNDARIES = 100_000;
const MAX_SETS = 200;
const MAX_ADDRESSES = 5_000_000;

export function createInputsTransfer(send: (message: Transferred) => void): InputsTransfer {
  const boundaries = new Set<string>();
  const sets = new Set<string>();
  const lists = new Set<string>();
  let addresses = 0;

  function clearWhenFull(): void {
    if (boundaries.size < MAX_BOUNDARIES && sets.size < MAX_SETS && addresses < MAX_ADDRESSES) return;
    boundaries.clear();
    sets.clear();
    lists.clear();
    addresses = 0;
    send({ kind: "clear" });
  }

  async function transferBoundaries(all: readonly Boundary[]): Promise<void> {
    const missing = all.filter((boundary) => !boundaries.has(keyOf(boundary)));
    for (let start = 0; start < missing.length; start += PORTION) {
      const portion = missing.slice(start, start + PORTION);
      send({
        kind: "cache-boundaries",
        boundaries: portion.map((boundary) => [keyOf(boundary), definitionOf(boundary)] as const),
      });
      for (const boundary of portion) boundaries.add(keyOf(boundary));
      await nextTurn();
    }
  }

  return {
    async transfer({ admitted, resolution }) {
      clearWhenFull();
      if (!sets.has(admitted.hash)) {
        await transferBoundaries(admitted.boundaries);
        const boundaryKeys = admitted.boundaries.map(keyOf);
        const references = admitted.references.map(({ reference }) => reference);
        send({ kind: "cache-set", hash: admitted.hash, boundaryKeys, references });
        sets.add(admitted.hash);
      }
      for (const resolved of resolution.values()) {
        if (resolved.outcome !== "resolved" || lists.has(resolved.hash)) continue;
        send({ kind: "cache-addresses", hash: resolved.hash, addresses: resolved.addresses });
        lists.add(resolved.hash);
        addresses += resolved.addressCount;
      }
    },
  };
}

function keyOf({ uuid, revision }: Boundary): string {
  return `${uuid}:${revision}`;
}
