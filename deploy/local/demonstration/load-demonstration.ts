import { setTimeout as sleep } from "node:timers/promises";
import { readLoadState, writeLoadState } from "../load-state.ts";
import type { Progress } from "../processes/progress.ts";
import { type ConnectorCredentials, uploadItems } from "./connector.ts";
import { type Demonstration, readDemonstration } from "./demonstration.ts";
import { type Graph, graphClient, retrying } from "./graph-client.ts";
import { SHOWN_QUERY, type ShownRequest } from "./shown-request.ts";

const AT_ONCE = 4;
const READY_DEADLINE_MS = 180_000;

/**
 * What a clone of the repository stores about its demonstration estate. The connector's secret must be stored, because
 * the inventory shows it only once.
 */
interface LoadState {
  connector: ConnectorCredentials;
  fingerprint: string;
}

export interface LoadedDemonstration {
  connector: ConnectorCredentials;
  /** The last change request, with its verdict. */
  shown: ShownRequest;
}

/**
 * Loads the estate through the public interfaces, unless this estate is already loaded. Waits until the last change
 * request has a verdict.
 */
export async function loadDemonstration(place: {
  graphUrl: string;
  baseUrl: string;
  token: string;
  /** The path of the file that stores the `LoadState`. Only the file's owner can read it. */
  stateFile: string;
  progress: Progress;
}): Promise<LoadedDemonstration> {
  const { progress } = place;
  // Operations are retried, because the services may respond slowly at first on a busy machine. Every operation of the
  // load is safe to repeat.
  const graph = retrying(graphClient(place.graphUrl, place.token));
  const estate = readDemonstration();
  const last = estate.changeRequests.at(-1);
  if (!last) throw new Error("the demonstration estate has no change request");
  const kept = readLoadState<LoadState>(place.stateFile);
  let connector = kept?.connector;
  if (connector && kept?.fingerprint === estate.fingerprint && (await readShown(graph, last.input.id))) {
    progress.line(`  ${summary(estate)}: already loaded`);
  } else {
    connector = await loadItems(place, graph, estate, connector);
    await loadRest(graph, estate, progress);
    writeLoadState<LoadState>(place.stateFile, { connector, fingerprint: estate.fingerprint });
  }
  const shown = await untilTrue("the change requests have verdicts", async () => {
    const request = await readShown(graph, last.input.id);
    return request?.state === "Pending" ? undefined : request;
  });
  return { connector, shown };
}

async function loadItems(
  { baseUrl, stateFile, progress }: { baseUrl: string; stateFile: string; progress: Progress },
  graph: Graph,
  { items }: Demonstration,
  kept: ConnectorCredentials | undefined,
): Promise<ConnectorCredentials> {
  let uploaded = 0;
  const step = progress.begin("uploading items", () => `${uploaded} of ${items.length}`);
  try {
    const connector = await uploadItems(baseUrl, graph, kept, items, (count) => {
      uploaded = count;
    });
    // Store the secret now. Otherwise, an interruption later in this start would lose it.
    writeLoadState<LoadState>(stateFile, { connector, fingerprint: "incomplete" });
    step.done(`  ${items.length} items uploaded by the connector "${connector.id}"`);
    return connector;
  } finally {
    step.end();
  }
}

async function loadRest(
  graph: Graph,
  { groups, boundaries, changeRequests }: Demonstration,
  progress: Progress,
): Promise<void> {
  const step = progress.begin("saving groups, boundaries and change requests");
  try {
    await each(groups, (input) =>
      graph("mutation ($input: GroupInput!) { saveGroup(input: $input) { id } }", { input }),
    );
    await untilTrue("the groups are filled", async () => {
      const { groups: page } = await graph<{ groups: { items: { membersUpdatedAt: string | null }[] } }>(
        "{ groups(limit: 200) { items { membersUpdatedAt } } }",
      );
      return page.items.every((group) => group.membersUpdatedAt !== null);
    });
    await each(boundaries, (input) =>
      graph("mutation ($input: BoundaryInput!) { saveBoundary(input: $input) { id } }", { input }),
    );
    // The change requests are saved one by one, because lists show them in the order of their creation.
    for (const { input } of changeRequests)
      await graph("mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }", { input });
    step.done(
      `  ${groups.length} groups, ${boundaries.length} boundaries and ${changeRequests.length} change requests saved`,
    );
  } finally {
    step.end();
  }
}

async function each<Input>(inputs: readonly Input[], save: (input: Input) => Promise<unknown>): Promise<void> {
  const waiting = [...inputs];
  const worker = async () => {
    for (let input = waiting.shift(); input !== undefined; input = waiting.shift()) await save(input);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function readShown(graph: Graph, id: string): Promise<ShownRequest | undefined> {
  const { changeRequest } = await graph<{ changeRequest: ShownRequest | null }>(SHOWN_QUERY, { id });
  return changeRequest ?? undefined;
}

async function untilTrue<Value>(what: string, ask: () => Promise<Value | undefined | false>): Promise<Value> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`after ${READY_DEADLINE_MS / 1_000} s still waiting until ${what}`);
    await sleep(200);
  }
}

function summary({ items, groups, boundaries, changeRequests }: Demonstration): string {
  return `${items.length} items, ${groups.length} groups, ${boundaries.length} boundaries, ${changeRequests.length} change requests`;
}
