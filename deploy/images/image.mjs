// `npm run image -- PROCESS DIR` writes the files of an image.
import { join } from "node:path";
import { prepare, root, runScript } from "../local/prepare.mjs";

const node = await prepare({ engines: false });
// The command's argument DIR is relative to the folder in which the user typed the command. npm sets INIT_CWD to that
// folder.
const env = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
const command = ["--no-warnings", join(root, "deploy/images/write-image.ts"), ...process.argv.slice(2)];
process.exit(await runScript(node, command, { env }));
