import { readFileSync } from "node:fs";
import { askGraph, type Service } from "./ask-graph.ts";
import { listChangeRequests } from "./list-change-requests.ts";
import { type ChangeRequestInput, DraftDocument, SaveDocument, VerdictDocument } from "./operations.generated.ts";
import { Refusal } from "./refusal.ts";
import { watchStates } from "./watch-states.ts";

/** So long a verdict is waited for. */
const PATIENCE_MS = 120_000;

/** What is told of a change request, judged or drafted. */
interface Told {
  readonly state: string;
  readonly stateReason: string | null;
  readonly findings:
    | readonly { readonly code: string; readonly ruleId: string | null; readonly message: string }[]
    | null;
}

/** Drafts, saves and follows one change request, then lists what there is; gives the exit code. */
async function requestAccess(service: Service, input: ChangeRequestInput): Promise<number> {
  const { evaluateChangeRequest: draft } = await askGraph(service, DraftDocument, { input });
  tell("If it were saved now", draft);

  const { saveChangeRequest: saved } = await askGraph(service, SaveDocument, { input });
  console.log(`\nSaved "${saved.id}" in revision ${saved.revision}.`);

  let verdict: Told | undefined;
  for await (const told of watchStates(service, saved.id, PATIENCE_MS)) {
    console.log(`  ${told.state} (revision ${told.revision})`);
    // Somebody else may have saved it again in the meantime; then the newer revision counts.
    if (told.revision < saved.revision || told.state === "Pending") continue;
    const { changeRequest } = await askGraph(service, VerdictDocument, { id: saved.id });
    verdict = changeRequest ?? undefined;
    break;
  }
  if (verdict === undefined) throw new Error(`"${saved.id}" has no verdict: it was deleted, or judging takes longer`);
  tell("Verdict", verdict);

  await publishStates(service);
  return verdict.state === "Pass" ? 0 : 2;
}

function tell(what: string, { state, stateReason, findings }: Told): void {
  console.log(`\n${what}: ${state}`);
  if (stateReason) console.log(`  ${stateReason}`);
  for (const { code, ruleId, message } of findings ?? [])
    console.log(`  - ${code}, rule ${ruleId ?? "any"}: ${message}`);
}

/** How many change requests there are in each state, and the newest ones. */
async function publishStates(service: Service): Promise<void> {
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
