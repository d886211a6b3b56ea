import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { loadEstateDemonstration } from "@network-access/local-stack/load-estate-demonstration";
import { showProgress } from "@network-access/local-stack/progress";
import { createToolServerAccess } from "@network-access/local-stack/tool-server-access";
import { managerClient } from "../clients/manager.ts";
import { toolClient } from "../clients/tools.ts";
import { startTestStack } from "../stack.ts";
import { settledRules } from "./settled-rules.ts";

/** The time that the services' clocks show permanently. It is on a Wednesday. */
const FIXED_TIME = "2026-06-17T12:00:00Z";

/**
 * Starts a stack with the demonstration's firewalls, loaded as if at the fixed time, and creates a key of the tool
 * server.
 */
async function startLoadedToolServer() {
  const folder = mkdtempSync(path.join(tmpdir(), "tools-"));
  const stack = await startTestStack({ only: "estate", settings: { FIXED_TIME } });
  const token = await stack.token();
  const now = Date.parse(FIXED_TIME);
  const { userIds } = await loadEstateDemonstration({
    ...{ managerUrl: stack.managerUrl, token, stateFile: path.join(folder, "state.json") },
    ...{ progress: showProgress({ write: () => undefined }), signal: new AbortController().signal },
    now,
  });
  const access = await createToolServerAccess({ mcpUrl: stack.mcpUrl, token }, userIds);
  const { apiKey, userId } = access;
  const client = toolClient(stack.mcpUrl, { apiKey, userId });
  await client.untilServed();
  /** The REST interface of the security manager, with all permissions. */
  const manager = managerClient(stack.managerUrl, token);
  return {
    ...{ stack, token, access, client, manager },
    rules: await settledRules(manager, now),
    async stop() {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The tool server for all tests of `tools.test.ts`. */
export let loaded: Awaited<ReturnType<typeof startLoadedToolServer>>;
beforeAll(async () => {
  loaded = await startLoadedToolServer();
});
afterAll(() => loaded?.stop());
