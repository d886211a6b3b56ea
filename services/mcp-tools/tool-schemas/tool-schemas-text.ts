import { join } from "node:path";
import type { Caller } from "../src/callers/caller.ts";
import { createToolLists, type ListedTool } from "../src/protocol/tool-list.ts";
import { readSections } from "../src/siql/read-sections.ts";
import { toolTable } from "../src/tool-table.ts";

/** The tools as clients see them, by the kind of caller. */
export interface ToolSchemas {
  readonly withKey: readonly ListedTool[];
  readonly withoutKey: readonly ListedTool[];
}

const anonymous: Caller = { kind: "anonymous" };
const user: Caller = {
  ...{ kind: "user", keyId: "k", userId: 1, deviceGroupIds: [1], defaultGroupId: 1, headerGroupId: null },
};

/** Returns what `tools/list` returns to each kind of caller. */
export function toolSchemas(): ToolSchemas {
  const tools = toolTable({
    documentation: () => {
      throw new Error("schemas need no documentation");
    },
    siqlSections: readSections(join(import.meta.dirname, "../../../docs/siql")),
  });
  const toolsOf = createToolLists(tools, () => "");
  return { withKey: toolsOf(user).listed, withoutKey: toolsOf(anonymous).listed };
}

/** Returns the text of tools.json. */
export function toolSchemasText(): string {
  return `${JSON.stringify(toolSchemas(), null, 2)}\n`;
}
