// `npm run check`: the part of the tests that needs no engines.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: false });
process.exit(
  await runScript(node, ["--no-warnings", join(root, "deploy/local/checks/run-tests.ts"), "without-engines"]),
);
