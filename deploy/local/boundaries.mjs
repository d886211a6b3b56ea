// `npm run boundaries -- COMMAND DIR`: policy as code.
import { join } from "node:path";
import { prepare, root, runScript } from "./prepare.mjs";

const node = await prepare({ engines: false });
// Names of folders are meant from where the command was typed; npm says where that was.
const env = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
const command = ["--no-warnings", join(root, "services/policy/src/main.ts"), ...process.argv.slice(2)];
process.exit(await runScript(node, command, { env }));
