import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pauseFor } from "node:timers/promises";
import { createGraphBoundaries } from "./clients/graph-boundaries.ts";
import { readDestination } from "./config.ts";
import { policyFolder } from "./files/policy-folder.ts";
import { runPolicy } from "./run-policy.ts";
import { interruption } from "./terminal/interruption.ts";
import { processTerminal } from "./terminal/process-terminal.ts";

const interrupted = interruption();
const { signal } = interrupted;
const terminal = processTerminal(interrupted);
const pause = async (ms: number) => {
  await pauseFor(ms, undefined, { signal }).catch(() => undefined);
};

process.exitCode = await runPolicy(
  {
    terminal,
    // npm runs this command in the package's folder. File names of the user are relative to the folder in which the
    // user typed the command.
    openFolder: (name) => policyFolder(resolve(process.env.INIT_CWD ?? process.cwd(), name)),
    readDestination: () => readDestination(process.env, stackText()),
    connect: ({ url, token }) =>
      createGraphBoundaries({
        ...{ url, token, signal, pause, now: Date.now },
        onWait: (reason, ms) => terminal.status.say(`${reason}; again in ${ms / 1_000} s`),
      }),
    isInterrupted: () => signal.aborted,
    pause,
  },
  process.argv.slice(2),
);

function stackText(): string | undefined {
  const file = resolve(import.meta.dirname, "../../../.data/stack.json");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
