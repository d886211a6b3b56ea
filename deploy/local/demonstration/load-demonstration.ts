import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Progress } from "../processes/progress.ts";
import { type ConnectorCredentials, uploadItems } from "./connector.ts";
import { type Demonstration, readDemonstration } from "./demonstration.ts";
import { type Graph, graphClient, patiently } from "./graph-client.ts";
import { SHOWN_QUERY, type ShownRequest } from "./shown-request.ts";

const AT_ONCE = 4;
const READY_DEADLINE_MS = 60_000;

/** What a clone remembers of its demonstration estate: the connector's secret is never shown a second time. */
interface Memory {
  connector: ConnectorCredentials;
  fingerprint: string;
}

export interface LoadedDemonstration {
  connector: ConnectorCredentials;
  /** The last change request, judged. */
  shown: ShownRequest;
}

/** Loads the estate through the public interfaces, unless this very estate is there already; waits until all is judged. */
export async function loadDemonstration(place: {
  graphUrl: string;
  baseUrl: string;
  token: string;
  /** The file that holds the memory; readable by its owner only. */
  memory: string;
  progress: Progress;
}): Promise<LoadedDemonstration> {
  const { progress } = place;
  // A machine with other work may be slow to answer at first; everything that is loaded may be sent again.
  const graph = patiently(graphClient(place.graphUrl, place.token));
  const estate = readDemonstration();
  const last = estate.changeRequests.at(-1);
  if (!last) throw new Error("the demonstration estate holds no change request");
  const kept = readMemory(place.memory);
  let connector = kept?.connector;
  if (connector && kept?.fingerprint === estate.fingerprint && (await readShown(graph, last.input.id))) {
    progress.line(`  ${summary(estate)}: already there`);
  } else {
    connector = await loadItems(place, graph, estate, connector);
    await loadRest(graph, estate, progress);
    writeMemory(place.memory, { connector, fingerprint: estate.fingerprint });
  }
  const shown = await untilTrue("the change requests are judged", async () => {
    const request = await readShown(graph, last.input.id);
    return request?.state === "Pending" ? undefined : request;
  });
  return { connector, shown };
}

async function loadItems(
  { baseUrl, memory, progress }: { baseUrl: string; memory: string; progress: Progress },
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
    // At once, so that a start that is cut short here does not lose the secret.
    writeMemory(memory, { connector, fingerprint: "incomplete" });
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
    // One after the other: they are listed by the time they were created.
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
    if (Date.now() > deadline) throw new Error(`waited ${READY_DEADLINE_MS / 1_000} s in vain until ${what}`);
    await sleep(200);
  }
}

function summary({ items, groups, boundaries, changeRequests }: Demonstration): string {
  return `${items.length} items, ${groups.length} groups, ${boundaries.length} boundaries, ${changeRequests.length} change requests`;
}

function readMemory(file: string): Memory | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Memory;
  } catch {
    return undefined;
  }
}

function writeMemory(file: string, memory: Memory): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(memory)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
