import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readDestination } from "./key-command/destination.ts";
import { runKeys } from "./key-command/run-keys.ts";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interruption.abort());
}

process.exitCode = await runKeys(
  {
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    readDestination: () => readDestination(process.env, stackText),
    signal: interruption.signal,
    now: () => new Date(),
  },
  process.argv.slice(2),
);

function stackText(): string | undefined {
  const file = resolve(import.meta.dirname, "../../../.data/stack.json");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
