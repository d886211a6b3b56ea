import type { PreparedEstate } from "../described-estate.ts";
import type { Calls } from "./call.ts";

/** Calls about the usage and documentation of rules, and about properties. */
export function noteCalls({ device, rule, create, newName }: PreparedEstate): Record<string, Calls> {
  const property = () => ({ name: newName(), key: newName().replace(" ", "_"), type: "STRING" });
  const newProperty = async () => {
    const input = property();
    return { path: { id: await create("/customproperty/domain/1", input) }, body: input };
  };
  const hit = { id: crypto.randomUUID(), parentId: null, hitCount: 2 };
  const usage = (endDate: string, hitCount: number) => ({
    endDate,
    ruleUsages: [
      { deviceId: device, ruleId: rule, hitCount, sources: [hit], services: [] },
      { deviceId: device, ruleId: crypto.randomUUID(), hitCount },
    ],
  });
  const taken = { name: newName(), key: "OWNER", type: "STRING" };
  return {
    listCustomProperties: { succeed: [{}, { query: { disabled: "false" } }] },
    createCustomProperty: { succeed: [{ body: property() }], refused: { 409: { body: taken } } },
    readCustomProperty: { succeed: [{ path: { id: 6 } }] },
    updateCustomProperty: { succeed: [newProperty], refused: { 409: { path: { id: 5 }, body: taken } } },
    removeCustomProperty: { succeed: [async () => ({ path: (await newProperty()).path })] },
    documentRule: {
      succeed: [
        {
          path: { id: device },
          body: {
            ruleId: rule,
            props: [
              { key: "owner", stringval: "Ada" },
              { customProperty: { key: "date_created" }, dateval: "2026-11-20" },
            ],
          },
        },
        { path: { id: device }, body: { ruleId: rule, props: [{ key: "business_unit" }] } },
      ],
    },
    documentFoundRules: {
      succeed: [
        { body: { siql: `device{id = ${device}}`, deviceId: `${device}`, props: [{ id: 8, value: "Sales" }] } },
        { body: { siql: "rule{name = 'none'}", props: [{ key: "owner", value: null }], deleteExpirationDate: true } },
      ],
    },
    reportUsage: {
      succeed: [
        { body: usage(new Date().toISOString(), 5) },
        { body: usage(new Date(Date.now() - 86_400_000).toISOString().replace("Z", "+0000"), 0) },
      ],
    },
    readTotalUsage: { succeed: [{ path: { id: device } }] },
    listDailyUsage: { succeed: [{ path: { id: device }, query: { pageSize: "100" } }] },
    readRuleDocumentation: { succeed: [{ path: { id: device, rule } }] },
  };
}
