// `npm test`: prepares the machine, then proves everything on engines of its own.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: true });
process.exit(await runScript(node, ["--no-warnings", join(root, "deploy/local/checks/run-tests.ts"), "everything"]));
