// `npm run boundaries -- COMMAND DIR` runs a command on a policy folder (docs/policy-as-code.md).
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: false });
// Folder arguments are relative to the folder in which the user typed the command. npm passes that folder in INIT_CWD.
const env = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
const command = ["--no-warnings", join(root, "services/policy/src/main.ts"), ...process.argv.slice(2)];
process.exit(await runScript(node, command, { env }));
