import type { ManagerClient } from "../clients/manager.ts";
import { untilSearchable } from "../estate/searchable-estate.ts";
import type { StoredRule } from "./stable-answer.ts";

/**
 * Waits until searches find all documentation and usage of the demonstration, which was loaded at the time `now`. Then
 * reads its rules over the manager's REST interface.
 */
export async function settledRules(manager: ManagerClient, now: number): Promise<readonly StoredRule[]> {
  await untilSearchable(manager, now);
  const q = encodeURIComponent("rule{true} | fields(usage(), props)");
  return (await manager.call("GET", `/siql/secrule/paged-search?q=${q}&pageSize=1000`)).results;
}
