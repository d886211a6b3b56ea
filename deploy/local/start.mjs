// `npm start`: prepares the machine, then runs run-stack.ts under the workspace's Node.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: true });
const args = ["--no-warnings", join(root, "deploy/local/run-stack.ts"), ...process.argv.slice(2)];
// The IPC channel closes when this process is killed; the stack then stops.
process.exit(await runScript(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] }));
