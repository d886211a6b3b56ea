import { permissions } from "@network-access/access/permissions";
import { escapeControlsInLines } from "@network-access/service-runtime/escape-controls";
import { MISCONFIGURED, MISUSED } from "@network-access/service-runtime/exit-codes";
import { lockHolder } from "../processes/lock-file.ts";
import { readStackFile } from "../stack-file.ts";
import { workspace } from "../workspace.ts";
import { userToken } from "./mint-token.ts";
import { readOrMakeKeys } from "./signing-keys.ts";
import { readTokenArguments } from "./token-arguments.ts";

const read = readTokenArguments(process.argv.slice(2), permissions);
// A killed stack leaves its stack file behind. Therefore the file is used only if a running process holds the start
// lock.
const stack = lockHolder(workspace.lockFile) && readStackFile(workspace.stackFile);
if (!read.ok) fail(read.problem, MISUSED);
else if (!stack) fail("no stack runs in this clone; run `npm start`", MISCONFIGURED);
else console.log(await userToken(await readOrMakeKeys(workspace.keyFile), stack.issuer, read.options));

function fail(problem: string, code: number): void {
  console.error(escapeControlsInLines(problem));
  process.exitCode = code;
}
