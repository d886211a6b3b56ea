import type { ToolContext } from "../src/answers/tool.ts";
import type { UserCaller } from "../src/callers/caller.ts";
import type { Manager } from "../src/manager/manager.ts";

/** Returns the context of a call by user 7, who may use the device groups 3 and 5. */
export function userContext(manager: Manager, caller: Partial<UserCaller> = {}): ToolContext {
  return {
    caller: {
      ...{ kind: "user", keyId: "k", userId: 7, deviceGroupIds: [3, 5], defaultGroupId: 3, headerGroupId: null },
      ...caller,
    },
    manager,
    now: () => new Date("2026-11-25T10:00:00Z"),
    signal: new AbortController().signal,
  };
}
