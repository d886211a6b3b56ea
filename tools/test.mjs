// `npm test` runs all checks and tests, on engines of its own. `npm test -- PATH` runs only the tests at that path.
import { join } from "node:path";
import { prepare, root, runScript } from "../deploy/local/prepare.mjs";

const node = await prepare({ engines: true });
const runner = join(root, "tools/checks/run-tests.ts");
process.exit(await runScript(node, ["--no-warnings", runner, "everything", ...process.argv.slice(2)]));
