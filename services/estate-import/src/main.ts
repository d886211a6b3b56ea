import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readDestination, readStack } from "./config.ts";
import { runImport } from "./run-import.ts";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interruption.abort());
}

process.exitCode = await runImport(
  {
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    // npm runs this command in the package's folder. File names of the user are relative to the folder in which the
    // user typed the command.
    resolve: (name) => resolve(process.env.INIT_CWD ?? process.cwd(), name),
    readDestination: (fromStack) => (fromStack ? readStack(stackText()) : readDestination(process.env)),
    signal: interruption.signal,
    now: () => new Date(),
  },
  process.argv.slice(2),
);

function stackText(): string | undefined {
  const file = resolve(import.meta.dirname, "../../../.data/stack.json");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
