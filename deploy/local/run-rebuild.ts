import { spawn } from "node:child_process";
import { join } from "node:path";
import { FAILED, MISCONFIGURED, MISUSED } from "@network-access/service-runtime/exit-codes";
import { estateStores, inventoryStores, LOCAL_PREFIX } from "./process-plans.ts";
import { lockHolder } from "./processes/lock-file.ts";
import { describeMissingStack, readStackFile } from "./stack-file.ts";
import { workspace } from "./workspace.ts";

/**
 * For each npm script that rebuilds search indexes: the service that the indexes belong to, and a function that returns
 * the settings of its database and indexes.
 */
const REBUILT = {
  inventory: { service: "inventory", stores: inventoryStores },
  estate: { service: "security-manager", stores: estateStores },
} as const;

const [script, task, ...rest] = process.argv.slice(2);
const { service, stores } = script === "estate" ? REBUILT.estate : REBUILT.inventory;
if (task !== "rebuild" || rest.length > 0)
  fail(`a task is missing or unknown; write \`npm run ${script} -- rebuild\``, MISUSED);
else {
  const environment = settings();
  if (!environment)
    fail(describeMissingStack(Object.keys(stores({ mongoUrl: "", opensearchUrl: "" }, LOCAL_PREFIX))), MISCONFIGURED);
  else {
    const entry = join(workspace.root, `services/${service}/src/main-rebuild.ts`);
    const child = spawn(process.execPath, ["--no-warnings", entry], { env: environment, stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
    child.once("exit", (code) => {
      process.exitCode = code ?? FAILED;
    });
  }
}

/**
 * Returns the environment variables of the rebuild. If the caller's environment contains the URL of an engine, returns
 * the caller's environment unchanged. Otherwise adds the database settings of the running stack. Returns undefined if
 * no stack runs.
 */
function settings(): Readonly<Record<string, string | undefined>> | undefined {
  if (process.env.MONGO_URL || process.env.OPENSEARCH_URL) return process.env;
  // A killed stack leaves its stack file behind. Therefore the file is used only if a running process holds the start
  // lock.
  const stack = lockHolder(workspace.lockFile) && readStackFile(workspace.stackFile);
  if (!stack) return undefined;
  const { mongo: mongoUrl, opensearch: opensearchUrl } = stack.engines;
  return { ...process.env, ...stores({ mongoUrl, opensearchUrl }, LOCAL_PREFIX) };
}

function fail(problem: string, code: number): void {
  console.error(problem);
  process.exitCode = code;
}
