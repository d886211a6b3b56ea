// `npm run bench -- NAME` runs one benchmark. Its baseline (the floor) is measured in the same run.
import { join } from "node:path";
import { prepare, root, runScript } from "../deploy/local/prepare.mjs";

const args = process.argv.slice(2);
// The benchmarks that need engines.
const withEngines = [
  "save",
  "inventory",
  "resolution",
  "reevaluation",
  "preview",
  "fuzz-query",
  "siql",
  "import",
  "tools",
  "upgrade",
];
const node = await prepare({ engines: withEngines.includes(args[0] ?? "") });
// Ctrl-C sends the signal to the benchmark too. These listeners keep this process running until the benchmark ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.exit(await runScript(node, ["--no-warnings", join(root, "tools/bench/run-bench.ts"), ...args]));
