import type { AddressMember, ServiceMember } from "@network-access/service-contracts/device-snapshot";
import type { Command } from "../text/commands.ts";

/**
 * What an object or object group may be used for. `ports` are groups of ports, and `unknown` are groups of users and
 * tags.
 */
export type DefinitionKind = "network" | "service" | "ports" | "protocol" | "icmp-type" | "unknown";

/** An object or object group as it is defined. */
export interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly isGroup: boolean;
  readonly line: number;
  /** For a group of ports: the protocols that its head names, or TCP and UDP if it names none. */
  readonly protocols: readonly number[];
  readonly body: Command[];
  comment: string;
  fqdn?: string;
  type: "HOST" | "NETWORK" | "ADDRESS_RANGE" | "FQDN" | "SERVICE" | "GROUP";
  addresses: AddressMember[];
  services: ServiceMember[];
}

export type Definitions = ReadonlyMap<string, Definition>;
