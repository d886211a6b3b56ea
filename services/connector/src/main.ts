import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createStatusLine } from "@network-access/service-runtime/status-line";
import { readDestination, readStack } from "./config.ts";
import { runConnector } from "./run-connector.ts";
import { createTerminal } from "./terminal/terminal.ts";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interruption.abort());
}

process.exitCode = await runConnector(
  {
    terminal: createTerminal(console, createStatusLine(process.stderr, Date.now)),
    // npm runs this command in the package's folder. File names of the user are relative to the folder in which the
    // user typed the command.
    resolve: (name) => resolve(process.env.INIT_CWD ?? process.cwd(), name),
    readDestination: (fromStack) => (fromStack ? readStack(stackText()) : readDestination(process.env)),
    signal: interruption.signal,
    now: () => new Date(),
    unique: () => randomBytes(3).toString("hex"),
  },
  process.argv.slice(2),
);

function stackText(): string | undefined {
  const file = resolve(import.meta.dirname, "../../../.data/stack.json");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
