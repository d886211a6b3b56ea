import { listAt, textAt, valueAt } from "./json-value.ts";

/**
 * Finds the addresses that a resource has through other resources. A virtual machine has addresses through its network
 * interfaces. A load balancer or gateway has addresses through public IP resources. A row is one resource in the output
 * of az graph query.
 */
export interface AddressLinks {
  learn(row: unknown): void;
  addressesOf(row: unknown): string[];
  macOf(row: unknown): string | undefined;
  /** Returns the number of network interfaces that the row refers to but that no file contains. */
  missOf(row: unknown): number;
}

interface Interface {
  readonly addresses: readonly string[];
  readonly publicIds: readonly string[];
  readonly mac: string | undefined;
}

/**
 * Creates an empty store of links. Of network interfaces and public IP resources, it keeps only addresses, MACs and the
 * ids of public addresses, under the resource id in lower case.
 */
export function createAddressLinks(): AddressLinks {
  const publicAddresses = new Map<string, string>();
  const interfaces = new Map<string, Interface>();

  const named = (row: unknown) => [
    ...listAt(row, "properties", "networkProfile", "networkInterfaces"),
    ...listAt(row, "properties", "networkInterfaces"),
  ];
  const interfacesOf = (row: unknown) => named(row).flatMap((one) => interfaces.get(lowerId(one)) ?? []);
  const resolved = ({ addresses, publicIds }: Pick<Interface, "addresses" | "publicIds">) => [
    ...addresses,
    ...publicIds.flatMap((id) => publicAddresses.get(id) ?? []),
  ];

  return {
    learn(row) {
      const type = textAt(row, "type")?.toLowerCase();
      const address = textAt(row, "properties", "ipAddress") ?? textAt(row, "properties", "ipPrefix");
      if (type?.startsWith("microsoft.network/publicip") && address !== undefined)
        publicAddresses.set(lowerId(row), address);
      if (type === "microsoft.network/networkinterfaces")
        interfaces.set(lowerId(row), {
          ...configured(row),
          mac: textAt(row, "properties", "macAddress")?.replaceAll("-", ":"),
        });
    },
    addressesOf: (row) => [...resolved(configured(row)), ...interfacesOf(row).flatMap(resolved)],
    macOf: (row) => interfacesOf(row)[0]?.mac,
    missOf: (row) => named(row).length - interfacesOf(row).length,
  };
}

/**
 * Returns the private addresses that the row itself configures, and the resource ids of the public addresses to which
 * the row refers.
 */
function configured(row: unknown): Pick<Interface, "addresses" | "publicIds"> {
  const parts = ["ipConfigurations", "frontendIPConfigurations", "publicIPPrefixes"].flatMap((name) =>
    listAt(row, "properties", name),
  );
  const addresses = parts.flatMap((part) => textAt(part, "properties", "privateIPAddress") ?? []);
  const publicIds = parts.flatMap((part) => {
    const one =
      valueAt(part, "properties", "publicIPAddress") ?? valueAt(part, "properties", "publicIPPrefix") ?? undefined;
    return one === undefined ? [] : [lowerId(one)];
  });
  return { addresses, publicIds };
}

function lowerId(value: unknown): string {
  return textAt(value, "id")?.toLowerCase() ?? "";
}
