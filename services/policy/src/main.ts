import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as pauseFor } from "node:timers/promises";
import { createStatusLine } from "@network-access/service-runtime/status-line";
import { createGraphBoundaries } from "./clients/graph-boundaries.ts";
import { readDestination } from "./config.ts";
import { INTERRUPTED } from "./exit-codes.ts";
import { policyFolder } from "./files/policy-folder.ts";
import { runPolicy } from "./run-policy.ts";
import { type Line, printed, wantsColours } from "./terminal/line.ts";

const { stdin, stdout, stderr, env } = process;
const interruption = new AbortController();
const { signal } = interruption;
let interruptedAt = Number.POSITIVE_INFINITY;
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    // A terminal and npm both pass one Ctrl-C on; only a later one is another.
    if (Date.now() - interruptedAt > 1_000) process.exit(INTERRUPTED);
    interruptedAt = Math.min(interruptedAt, Date.now());
    interruption.abort();
  });
}

const pause = async (ms: number) => {
  await pauseFor(ms, undefined, { signal }).catch(() => undefined);
};
const show = (stream: NodeJS.WriteStream) => {
  const colours = wantsColours(stream.isTTY, env);
  return (lines: readonly Line[]) => {
    if (lines.length > 0) stream.write(`${lines.map((line) => printed(line, colours)).join("\n")}\n`);
  };
};

const status = createStatusLine(stderr, Date.now);

process.exitCode = await runPolicy(
  {
    terminal: {
      print: show(stdout),
      complain: show(stderr),
      status,
      ask: stdin.isTTY && stdout.isTTY ? ask : null,
    },
    // npm changes into the package's folder; names are meant from where the command was typed.
    openFolder: (name) => policyFolder(resolve(env.INIT_CWD ?? process.cwd(), name)),
    readDestination: () => readDestination(env, stackText()),
    connect: ({ url, token }) =>
      createGraphBoundaries({
        ...{ url, token, signal, pause, now: Date.now },
        onWait: (reason, ms) => status.say(`${reason}; again in ${ms / 1_000} s`),
      }),
    isInterrupted: () => signal.aborted,
    pause,
  },
  process.argv.slice(2),
);

async function ask(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    return (await terminal.question(question, { signal })).trim();
  } catch {
    interruption.abort();
    return undefined;
  } finally {
    terminal.close();
  }
}

function stackText(): string | undefined {
  const file = resolve(import.meta.dirname, "../../../.data/stack.json");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
