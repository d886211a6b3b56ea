import type { PreparedEstate } from "../described-estate.ts";
import type { Calls } from "./call.ts";

/** Calls about the documentation of rules and its properties. */
export function noteCalls({ device, rule, create, newName }: PreparedEstate): Record<string, Calls> {
  const property = () => ({ name: newName(), key: newName().replace(" ", "_"), type: "STRING" });
  const newProperty = async () => {
    const input = property();
    return { path: { id: await create("/customproperty/domain/1", input) }, body: input };
  };
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
    readRuleDocumentation: { succeed: [{ path: { id: device, rule } }] },
  };
}
