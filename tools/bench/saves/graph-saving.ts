import { setTimeout as sleep } from "node:timers/promises";
import type { Graph } from "@network-access/local-stack/graph-client";
import type { Saving } from "../load/saving.ts";
import { BOUNDARIES, boundaryInput, changeRequestInput } from "./saved-inputs.ts";

const SAVE = "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id revision state } }";
const SAVE_BOUNDARY = "mutation ($input: BoundaryInput!) { saveBoundary(input: $input) { id } }";
const LIST =
  "query ($nextPageKey: String) { changeRequests(limit: 100, nextPageKey: $nextPageKey) { items { state } pageInfo { nextPageKey } } }";
const BOUNDARIES_AT_ONCE = 8;
const DEADLINE_MS = 60_000;

/** Saves through the graph. */
export function graphSaving(graph: Graph, finalOf: Saving["finalOf"]): Saving {
  return {
    async save(id, n) {
      await graph(SAVE, { input: changeRequestInput(id, n) });
    },
    finalOf,
  };
}

export async function saveBoundaries(graph: Graph): Promise<void> {
  const waiting = Array.from({ length: BOUNDARIES }, (_, index) => boundaryInput(index));
  const worker = async () => {
    for (let input = waiting.pop(); input !== undefined; input = waiting.pop()) await graph(SAVE_BOUNDARY, { input });
  };
  await Promise.all(Array.from({ length: BOUNDARIES_AT_ONCE }, worker));
}

/**
 * Waits at most `DEADLINE_MS` until no request is Pending. Throws unless the graph then shows a state other than
 * Pending and Error for every acknowledged save.
 */
export async function everyOneIsFinal(graph: Graph, acknowledged: number): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  let states = await countStates(graph);
  while (states.has("Pending") && Date.now() < deadline) {
    await sleep(500);
    states = await countStates(graph);
  }
  const count = [...states.values()].reduce((sum, one) => sum + one, 0);
  const seen = [...states].map(([state, number]) => `${number} ${state}`).join(", ");
  console.log(`  ${acknowledged} saves were acknowledged; the graph shows ${count} requests: ${seen}`);
  if (count < acknowledged || states.has("Pending") || states.has("Error"))
    throw new Error(`of ${acknowledged} acknowledged requests the graph shows ${seen}`);
}

interface Page {
  changeRequests: { items: { state: string }[]; pageInfo: { nextPageKey: string | null } };
}

async function countStates(graph: Graph): Promise<Map<string, number>> {
  const states = new Map<string, number>();
  let nextPageKey: string | null = null;
  do {
    const { changeRequests }: Page = await graph<Page>(LIST, { nextPageKey });
    for (const { state } of changeRequests.items) states.set(state, (states.get(state) ?? 0) + 1);
    nextPageKey = changeRequests.pageInfo.nextPageKey;
  } while (nextPageKey !== null);
  return states;
}
