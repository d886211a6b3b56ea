import { setImmediate as nextTurn } from "node:timers/promises";
import { type Boundary, definitionOf } from "../boundaries/boundary.ts";
import type { EvaluationInputs } from "../inputs/collect-inputs.ts";
import type { Transferred } from "./judge-protocol.ts";

/** What one thread has been given already, so that nothing large is handed over twice. */
export interface ThreadHoldings {
  /** Hands over what the thread lacks for a judging, in portions that leave the event loop free. */
  give(inputs: Pick<EvaluationInputs, "admitted" | "resolution">): Promise<void>;
}

/** Boundaries handed over at once. */
const PORTION = 200;
/** Beyond these the thread forgets everything and is given anew what it needs. */
const MAX_BOUNDARIES = 100_000;
const MAX_SETS = 200;
const MAX_ADDRESSES = 5_000_000;

export function createThreadHoldings(send: (message: Transferred) => void): ThreadHoldings {
  const boundaries = new Set<string>();
  const sets = new Set<string>();
  const lists = new Set<string>();
  let addresses = 0;

  function forgetWhenFull(): void {
    if (boundaries.size < MAX_BOUNDARIES && sets.size < MAX_SETS && addresses < MAX_ADDRESSES) return;
    boundaries.clear();
    sets.clear();
    lists.clear();
    addresses = 0;
    send({ kind: "forget" });
  }

  async function giveBoundaries(all: readonly Boundary[]): Promise<void> {
    const lacking = all.filter((boundary) => !boundaries.has(keyOf(boundary)));
    for (let start = 0; start < lacking.length; start += PORTION) {
      const portion = lacking.slice(start, start + PORTION);
      send({
        kind: "hold-boundaries",
        boundaries: portion.map((boundary) => [keyOf(boundary), definitionOf(boundary)] as const),
      });
      for (const boundary of portion) boundaries.add(keyOf(boundary));
      await nextTurn();
    }
  }

  return {
    async give({ admitted, resolution }) {
      forgetWhenFull();
      if (!sets.has(admitted.hash)) {
        await giveBoundaries(admitted.boundaries);
        const boundaryKeys = admitted.boundaries.map(keyOf);
        const references = admitted.references.map(({ reference }) => reference);
        send({ kind: "hold-set", hash: admitted.hash, boundaryKeys, references });
        sets.add(admitted.hash);
      }
      for (const resolved of resolution.values()) {
        if (resolved.outcome !== "resolved" || lists.has(resolved.hash)) continue;
        send({ kind: "hold-addresses", hash: resolved.hash, addresses: resolved.addresses });
        lists.add(resolved.hash);
        addresses += resolved.addressCount;
      }
    },
  };
}

function keyOf({ uuid, revision }: Boundary): string {
  return `${uuid}:${revision}`;
}
