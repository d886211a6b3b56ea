// `npm start`: prepares the machine, then goes on with run-stack.ts under the workspace's own Node.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: true });
const args = ["--no-warnings", join(root, "deploy/local/run-stack.ts"), ...process.argv.slice(2)];
// The channel tells the stack when this process vanishes, so that nothing is left behind.
process.exit(await runScript(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] }));
