/** What a right is for. */
export const PERMISSION_NAMES = [
  "securityManager",
  "policyPlanner",
  "devices",
  "ruleDocumentation",
  "controls",
  "users",
] as const;

export type PermissionName = (typeof PERMISSION_NAMES)[number];

/** Write includes read. */
export type Access = "read" | "write";

/** The device group that contains every device. A right to it is a right to each group. */
export const ALL_DEVICES = 1;
/** The only domain. */
export const DOMAIN = 1;

/** What a caller may. */
export interface Rights {
  may(access: Access, permission: PermissionName): boolean;
  /** Returns whether a group is authorised, by an entry for the group itself or for All Devices. */
  mayGroup(access: Access, deviceGroupId: number): boolean;
}

/** Who asks, and what they may. */
export interface EstateCaller extends Rights {
  /** A user of the estate, a person of the platform by their idToken, or another service. */
  readonly kind: "user" | "person" | "service";
  /** The caller as `createdBy` records it. */
  readonly name: string;
  /** Of an estate user. */
  readonly userId: number | null;
}
