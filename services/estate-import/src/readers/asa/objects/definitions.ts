import type { AddressMember, ServiceMember } from "@network-access/service-contracts/device-snapshot";
import type { Command } from "../text/commands.ts";

/**
 * The kind of an object or object group. "ports" is a group of ports. "unknown" stands for groups of users or security
 * tags.
 */
export type DefinitionKind = "network" | "service" | "ports" | "protocol" | "icmp-type" | "unknown";

/** An object or object group as it is defined. */
export interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly isGroup: boolean;
  readonly line: number;
  /** The text of the definition's first line. */
  readonly text: string;
  /**
   * The protocols of a group of ports: the protocols in the group's first line, or TCP and UDP if that line contains no
   * protocol.
   */
  readonly protocols: readonly number[];
  readonly body: Command[];
  comment: string;
  fqdn?: string;
  type: "HOST" | "NETWORK" | "ADDRESS_RANGE" | "FQDN" | "SERVICE" | "GROUP";
  addresses: AddressMember[];
  services: ServiceMember[];
}

export type Definitions = ReadonlyMap<string, Definition>;
