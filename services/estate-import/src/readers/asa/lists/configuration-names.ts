import type { AddressMember } from "@network-access/service-contracts/device-snapshot";
import type { Definitions } from "../objects/definitions.ts";
import type { Families } from "../objects/object-families.ts";
import type { Aliases } from "../objects/read-address.ts";

/** What the lines of a configuration may refer to. */
export interface ConfigurationNames {
  readonly aliases: Aliases;
  readonly definitions: Definitions;
  readonly familiesOf: (members: readonly AddressMember[]) => Families;
  /**
   * The addresses of each interface by its `nameif`. The value is undefined if the configuration does not contain all
   * addresses of the interface.
   */
  readonly interfaces: ReadonlyMap<string, readonly string[] | undefined>;
  readonly timeRanges: ReadonlySet<string>;
  /** The address families that `any` stands for. Before version 9.0, it stands for IPv4 only. */
  readonly any: Families;
}
