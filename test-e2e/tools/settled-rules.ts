import { untilSearchable } from "../estate/searchable-estate.ts";
import type { LoadedToolServer } from "./loaded-tool-server.ts";
import type { StoredRule } from "./stable-answer.ts";

/**
 * Waits until searches use all documentation and usage of the demonstration. Then reads its rules from the manager's
 * REST interface.
 */
export async function settledRules({
  manager,
  now,
}: Pick<LoadedToolServer, "manager" | "now">): Promise<readonly StoredRule[]> {
  await untilSearchable(manager, now);
  const q = encodeURIComponent("rule{true} | fields(usage(), props)");
  return (await manager.call("GET", `/siql/secrule/paged-search?q=${q}&pageSize=1000`)).results;
}
