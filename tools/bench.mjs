// `npm run bench -- NAME`: one benchmark, beside a floor of the same run.
import { join } from "node:path";
import { prepare, root, runScript } from "../deploy/local/prepare.mjs";

const args = process.argv.slice(2);
// The others measure one piece in memory.
const withEngines = ["save", "inventory", "resolution", "reevaluation", "preview", "fuzz-query"];
const node = await prepare({ engines: withEngines.includes(args[0] ?? "") });
// A Ctrl-C reaches the benchmark as well; this process waits until everything has ended.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.exit(await runScript(node, ["--no-warnings", join(root, "tools/bench/run-bench.ts"), ...args]));
