import type { PreparedEstate } from "../described-estate.ts";
import type { Calls } from "./call.ts";

/** The `countType` of each entity that is searched. */
const ENTITIES = {
  ...{ Secrule: "SECURITYRULE", Natrule: "NATRULE", Policy: "POLICY", Networkobj: "NETWORKOBJECT" },
  ...{ Serviceobj: "SERVICEOBJECT", Scheduleobj: "SCHEDULEOBJECT", Interface: "INTERFACE", Route: "ROUTE" },
  ...{ Device: "DEVICE", Devicegroup: "DEVICEGROUP" },
};

/** Calls about searches. */
export function searchCalls({ device }: PreparedEstate): Record<string, Calls> {
  const q = `device{id = ${device}}`;
  const fields = {
    query: {
      q: `${q} and rule{source intersects 'any'} | fields(props, usage(), objUsage(), change, highlight, tfacount)`,
    },
  };
  const searches = [{ query: { q, pageSize: "100" } }, { query: { q, sort: "-name", sortdir: "asc" } }];
  return {
    ...Object.fromEntries(Object.keys(ENTITIES).map((name) => [`search${name}`, { succeed: searches }])),
    searchSecrule: { succeed: [...searches, fields] },
    countRecords: {
      succeed: [...Object.values(ENTITIES), "ASSET"].map((countType) => ({ query: { q, countType } })),
    },
    streamRules: { succeed: [{ query: { q } }, fields] },
  };
}
