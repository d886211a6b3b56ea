import { createStatusLine } from "@network-access/service-runtime/status-line";
import type { Destination } from "../src/config.ts";
import { runImport } from "../src/run-import.ts";
import { createTerminal } from "../src/terminal/terminal.ts";
import { ID_TOKEN } from "./manager-server.ts";

/** Short waits, so that a test of what never happens ends. */
const TIMES = { deadlineMs: 5_000, patienceMs: 1_500, firstWaitMs: 1, pollMs: 5, searchableMs: 2_000 };

/** Runs one command, and collects what it shows. */
export async function runCommand(
  args: readonly string[],
  {
    url = "http://127.0.0.1:9",
    credentials = { token: ID_TOKEN } as Destination["credentials"],
    readDestination = (): Destination => ({ url, credentials, hint: "check the credentials" }),
    interruption = new AbortController(),
    times = {},
  } = {},
) {
  const printed: string[] = [];
  const complained: string[] = [];
  const said: string[] = [];
  const console = { log: (text: string) => printed.push(text), error: (text: string) => complained.push(text) };
  const status = createStatusLine({ write: (text) => said.push(text) }, () => 0);
  const code = await runImport(
    {
      ...{ terminal: createTerminal(console, status), resolve: (name: string) => name, readDestination },
      ...{ signal: interruption.signal, now: () => new Date("2026-03-01T08:00:00Z"), times: { ...TIMES, ...times } },
    },
    args,
  );
  return { code, printed: printed.join("\n"), complained: complained.join("\n"), said: said.join("") };
}
