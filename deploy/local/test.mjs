// `npm test`: prepares the machine, then proves everything on engines of its own; `npm test -- PATH` only what lies there.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: true });
const runner = join(root, "deploy/local/checks/run-tests.ts");
process.exit(await runScript(node, ["--no-warnings", runner, "everything", ...process.argv.slice(2)]));
