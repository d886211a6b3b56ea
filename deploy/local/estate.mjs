// `npm run estate -- rebuild` rebuilds the search indexes of the estate.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: false });
process.exit(
  await runScript(node, [
    "--no-warnings",
    join(root, "deploy/local/run-rebuild.ts"),
    "estate",
    ...process.argv.slice(2),
  ]),
);
