// `npm run check` runs the checks and the tests that need no engines.
import { join } from "node:path";
import { prepare, root, runScript } from "../deploy/local/prepare.mjs";

const node = await prepare({ engines: false });
process.exit(await runScript(node, ["--no-warnings", join(root, "tools/checks/run-tests.ts"), "without-engines"]));
