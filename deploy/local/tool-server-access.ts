import type { ToolServerAccess } from "./stack-file.ts";

const DEADLINE_MS = 10_000;

/**
 * Creates a key of the tool server. The key is valid for 24 hours. `userIds` contains the ids of the demonstration's
 * users, by user name.
 */
export async function createToolServerAccess(
  { mcpUrl, token }: { readonly mcpUrl: string; readonly token: string },
  userIds: ReadonlyMap<string, number>,
): Promise<ToolServerAccess> {
  const answer = await fetch(new URL("/tool-keys", mcpUrl), {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ label: "demonstration", kind: "registration" }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the tool server answered POST /tool-keys with ${answer.status}: ${text}`);
  const { secret } = JSON.parse(text) as { secret: string };
  const idOf = (username: string) => {
    const id = userIds.get(username);
    if (id === undefined) throw new Error(`the demonstration has no user "${username}"`);
    return id;
  };
  return {
    ...{ apiKey: secret, userId: idOf("rowan.marsh") },
    users: { limited: idOf("nora.field"), noGroups: idOf("theo.lane"), disabled: idOf("iris.vale") },
  };
}
