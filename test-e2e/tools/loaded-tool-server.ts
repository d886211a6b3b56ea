import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadEstateDemonstration } from "@network-access/local-stack/load-estate-demonstration";
import { showProgress } from "@network-access/local-stack/progress";
import { createToolServerAccess } from "@network-access/local-stack/tool-server-access";
import { managerClient } from "../clients/manager.ts";
import { toolClient } from "../clients/tools.ts";
import { startTestStack } from "../stack.ts";

/**
 * Starts a stack with the firewalls of the demonstration, and makes a key of the tool server. The clocks of the services
 * always show `fixedTime`, and the estate is loaded as if at that time.
 */
export async function startLoadedToolServer(fixedTime: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "tools-"));
  const stack = await startTestStack({
    only: "estate",
    settings: { FIXED_TIME: fixedTime },
  });
  const token = await stack.token();
  const now = Date.parse(fixedTime);
  const { userIds } = await loadEstateDemonstration({
    ...{ managerUrl: stack.managerUrl, token, stateFile: path.join(folder, "state.json") },
    ...{ progress: showProgress({ write: () => undefined }), signal: new AbortController().signal },
    now,
  });
  const access = await createToolServerAccess({ mcpUrl: stack.mcpUrl, token }, userIds);
  const { apiKey, userId } = access;
  const client = toolClient(stack.mcpUrl, { apiKey, userId });
  await client.untilServed();
  return {
    ...{ stack, token, access, client, userIds },
    /** The time at which the estate was loaded, in milliseconds. */
    now,
    /** The REST interface of the security manager, with all permissions. */
    manager: managerClient(stack.managerUrl, token),
    async stop() {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type LoadedToolServer = Awaited<ReturnType<typeof startLoadedToolServer>>;
