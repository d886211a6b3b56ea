import { z } from "zod";
import { AddressObject, objectCell, ServiceObject } from "./object-cell.ts";
import { recordPage } from "./record-kind.ts";
import { RULE_MATCH_COLUMNS, RULE_MEMBERS, RULE_NAME_COLUMNS } from "./rule-record.ts";

const NatRule = z.object({
  ...RULE_MEMBERS,
  type: z.string(),
  translatedSources: z.array(AddressObject),
  translatedDestinations: z.array(AddressObject),
  translatedServices: z.array(ServiceObject),
  sourceIsInterface: z.boolean(),
  bidirectional: z.boolean(),
});

/** Reads pages of NAT rules. The column of a translated value is empty if the rule does not translate this value. */
export const NAT_RULES = recordPage(NatRule, [
  ...RULE_NAME_COLUMNS,
  { name: "type", cell: ({ type }) => type },
  ...RULE_MATCH_COLUMNS,
  {
    name: "translatedSource",
    cell: ({ sourceIsInterface, translatedSources }) =>
      sourceIsInterface ? "address of the outgoing interface" : objectCell(translatedSources),
  },
  { name: "translatedDestination", cell: ({ translatedDestinations }) => objectCell(translatedDestinations) },
  { name: "translatedService", cell: ({ translatedServices }) => objectCell(translatedServices) },
  { name: "bidirectional", cell: ({ bidirectional }) => bidirectional },
]);
