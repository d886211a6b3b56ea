import { readFileSync } from "node:fs";
import { askGraph, type Service } from "./ask-graph.ts";
import { listChangeRequests } from "./list-change-requests.ts";
import { type ChangeRequestInput, DraftDocument, SaveDocument, VerdictDocument } from "./operations.generated.ts";
import { Refusal } from "./refusal.ts";
import { watchStates } from "./watch-states.ts";

/** How long to wait for a verdict. */
const VERDICT_TIMEOUT_MS = 120_000;

/** The verdict of a saved change request or of a draft. */
interface Verdict {
  readonly state: string;
  readonly stateReason: string | null;
  readonly findings:
    | readonly { readonly code: string; readonly ruleId: string | null; readonly message: string }[]
    | null;
}

/**
 * Evaluates a change request as a draft, saves it, and waits for its verdict. Then prints an overview of all change
 * requests. Returns the exit code: 0 if the verdict is Pass, and otherwise 2.
 */
async function requestAccess(service: Service, input: ChangeRequestInput): Promise<number> {
  const { evaluateChangeRequest: draft } = await askGraph(service, DraftDocument, { input });
  printVerdict("If it were saved now", draft);

  const { saveChangeRequest: saved } = await askGraph(service, SaveDocument, { input });
  console.log(`\nSaved "${saved.id}" in revision ${saved.revision}.`);

  let verdict: Verdict | undefined;
  for await (const shown of watchStates(service, saved.id, VERDICT_TIMEOUT_MS)) {
    console.log(`  ${shown.state} (revision ${shown.revision})`);
    // States of older revisions are skipped. If another caller has saved the request again, the state of that newer
    // revision counts.
    if (shown.revision < saved.revision || shown.state === "Pending") continue;
    const { changeRequest } = await askGraph(service, VerdictDocument, { id: saved.id });
    verdict = changeRequest ?? undefined;
    break;
  }
  if (verdict === undefined)
    throw new Error(`"${saved.id}" has no verdict: it was deleted, or its evaluation takes longer`);
  printVerdict("Verdict", verdict);

  await printOverview(service);
  return verdict.state === "Pass" ? 0 : 2;
}

function printVerdict(title: string, { state, stateReason, findings }: Verdict): void {
  console.log(`\n${title}: ${state}`);
  if (stateReason) console.log(`  ${stateReason}`);
  for (const { code, ruleId, message } of findings ?? [])
    console.log(`  - ${code}, rule ${ruleId ?? "any"}: ${message}`);
}

/** Prints the number of change requests in each state, and the three newest change requests. */
async function printOverview(service: Service): Promise<void> {
  const counts = new Map<string, number>();
  const newest: string[] = [];
  for await (const { id, name, state } of listChangeRequests(service)) {
    counts.set(state, (counts.get(state) ?? 0) + 1);
    if (newest.length < 3) newest.push(`  ${state.padEnd(7)}  ${id}  "${name}"`);
  }
  console.log(
    `\nAll change requests: ${[...counts].map(([state, count]) => `${count} ${state}`).join(", ")}. The newest:`,
  );
  console.log(newest.join("\n"));
}

const [file] = process.argv.slice(2);
const { GRAPH_URL: graphUrl, EVENTS_URL: eventsUrl, GRAPH_TOKEN: token } = process.env;
if (!file || !graphUrl || !eventsUrl || !token) {
  console.error("usage: request-access.ts FILE, with GRAPH_URL, EVENTS_URL and GRAPH_TOKEN in the environment");
  process.exit(1);
}
try {
  process.exitCode = await requestAccess({ graphUrl, eventsUrl, token }, JSON.parse(readFileSync(file, "utf8")));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const { message, cause } = error;
  console.error(error instanceof Refusal || !(cause instanceof Error) ? message : `${message}: ${cause.message}`);
  process.exitCode = 1;
}
