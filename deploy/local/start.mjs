// `npm start` runs this file. It prepares the machine, and then runs run-stack.ts with the Node that `prepare` returns.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: true });
const args = ["--no-warnings", join(root, "deploy/local/run-stack.ts"), ...process.argv.slice(2)];
// The IPC channel closes when this process is killed. The stack then stops.
process.exit(await runScript(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] }));
