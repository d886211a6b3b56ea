// `npm run boundaries -- COMMAND DIR`: policy as code.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: false });
// Folders are relative to the folder in which the command was typed. npm gives that folder in INIT_CWD.
const env = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
const command = ["--no-warnings", join(root, "services/policy/src/main.ts"), ...process.argv.slice(2)];
process.exit(await runScript(node, command, { env }));
