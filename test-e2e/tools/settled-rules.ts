import { until } from "../clients/until.ts";
import type { LoadedToolServer } from "./loaded-tool-server.ts";
import type { StoredRule } from "./stable-answer.ts";

/**
 * Owners that the documentation of the demonstration's rules contains. Documentation and usage reach the search index
 * some seconds after they are saved, so a search must show all these owners before its result is used.
 */
const OWNERS = ["Lab", "Accounting", "Logistics", "Purchasing"];

/** Reads the rules of the demonstration from the manager's REST interface until two successive reads are equal. */
export async function settledRules({ manager }: Pick<LoadedToolServer, "manager">): Promise<readonly StoredRule[]> {
  const q = encodeURIComponent("rule{true} | fields(usage(), props)");
  let before = "";
  const { results } = await until(
    () => manager.call("GET", `/siql/secrule/paged-search?q=${q}&pageSize=1000`),
    (found) => {
      const [last, now] = [before, JSON.stringify(found)];
      before = now;
      return now === last && OWNERS.every((owner) => now.includes(`"${owner}"`));
    },
    60_000,
    2_000,
  );
  return results;
}
