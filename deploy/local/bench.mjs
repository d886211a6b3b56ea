// `npm run bench -- NAME`: one benchmark, on engines of its own where it needs some.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: false });
process.exit(
  await runScript(node, ["--no-warnings", join(root, "deploy/local/checks/run-bench.ts"), ...process.argv.slice(2)]),
);
