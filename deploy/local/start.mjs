// `npm start`: prepares the machine, then goes on with run-stack.ts under the workspace's own Node.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

const node = await prepare({ engines: true });
// The channel tells the stack when this process vanishes, so that nothing is left behind.
const stack = spawn(node, ["--no-warnings", join(root, "deploy/local/run-stack.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  detached: false,
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stack.kill(signal));
stack.once("exit", (code) => process.exit(code ?? 1));
