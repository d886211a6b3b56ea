import { parseCidr } from "@network-access/traffic-sets/cidr";
import type { FieldErrors } from "./field-error.ts";
import type { ItemKey } from "./item-key.ts";
import type { NetworkObject } from "./network-object.ts";
import type { NetworkObjectInput } from "./object-input.ts";
import { checkId, checkLine } from "./text.ts";

const memberOf = { Any: null, Cidr: "cidr", ConnectGroup: "groupId", InventoryItem: "itemKey" } as const;
const members = ["cidr", "groupId", "itemKey"] as const;

/**
 * Validates one network object, and adds each error to `errors` under `path`. A single address gets the prefix length
 * /32 or /128. A CIDR is changed to its canonical form. Returns undefined if the member that the type requires is
 * missing, or if the CIDR is invalid.
 */
export function parseNetworkObject(
  errors: FieldErrors,
  path: string,
  input: NetworkObjectInput,
): NetworkObject | undefined {
  const own = memberOf[input.type];
  for (const member of members) {
    if (member !== own && input[member] != null)
      errors.add(`${path}.${member}`, `does not belong to type ${input.type}; ${belongsTo(own)}`);
  }
  const negate = input.negate ?? null;
  const comparison = input.comparison ?? null;
  switch (input.type) {
    case "Any":
      if (comparison !== null)
        errors.add(
          `${path}.comparison`,
          "does not belong to type Any; to compare with everything, send 0.0.0.0/0 and ::/0 as Cidr, each with Equals",
        );
      return { type: "Any", negate };
    case "Cidr": {
      if (input.cidr == null) return missing(errors, path, "cidr", input.type, '"10.0.0.0/24"');
      const parsed = parseCidr(input.cidr);
      if (!parsed.ok) {
        errors.add(`${path}.cidr`, parsed.problem);
        return undefined;
      }
      return { type: "Cidr", negate, comparison, cidr: parsed.text };
    }
    case "ConnectGroup":
      if (input.groupId == null) return missing(errors, path, "groupId", input.type, "the id of a group");
      checkId(errors, `${path}.groupId`, input.groupId);
      return { type: "ConnectGroup", negate, comparison, groupId: input.groupId };
    case "InventoryItem":
      if (input.itemKey == null)
        return missing(errors, path, "itemKey", input.type, "accountId, region, type and id of an item");
      checkItemKey(errors, `${path}.itemKey`, input.itemKey);
      return { type: "InventoryItem", negate, comparison, itemKey: copyKey(input.itemKey) };
  }
}

/** Checks that each of the four parts of an item key has 1 to 1,024 characters and no control characters. */
export function checkItemKey(errors: FieldErrors, path: string, key: ItemKey): void {
  for (const part of ["accountId", "region", "type", "id"] as const)
    checkLine(errors, `${path}.${part}`, key[part], 1_024);
}

// Copies the key into a plain object with a fixed order of members. The object that GraphQL passes has no prototype,
// and the client determines the order of its members.
function copyKey({ accountId, region, type, id }: ItemKey): ItemKey {
  return { accountId, region, type, id };
}

function belongsTo(own: string | null): string {
  return own === null ? "leave it out" : `send ${own} instead`;
}

function missing(errors: FieldErrors, path: string, member: string, type: string, example: string): undefined {
  errors.add(`${path}.${member}`, `is missing; type ${type} needs it, for example ${example}`);
  return undefined;
}
