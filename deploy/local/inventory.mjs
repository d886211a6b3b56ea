// `npm run inventory -- rebuild` rebuilds the search index.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: false });
process.exit(
  await runScript(node, [
    "--no-warnings",
    join(root, "deploy/local/run-rebuild.ts"),
    "inventory",
    ...process.argv.slice(2),
  ]),
);
