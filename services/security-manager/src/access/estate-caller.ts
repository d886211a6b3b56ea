/** The parts of the product for which there are rights. */
export const PERMISSION_NAMES = [
  "securityManager",
  "policyPlanner",
  "devices",
  "ruleDocumentation",
  "controls",
  "users",
] as const;

export type PermissionName = (typeof PERMISSION_NAMES)[number];

/** The right to write includes the right to read. */
export type Access = "read" | "write";

/** The id of the device group that contains every device. A right to this group applies to every device group. */
export const ALL_DEVICES = 1;
/** The id of the only domain. */
export const DOMAIN = 1;

/** The rights of a caller. */
export interface Rights {
  may(access: Access, permission: PermissionName): boolean;
  /**
   * Reports whether the caller may read or write (`access`) a device group. A right to the group All Devices applies to
   * every group.
   */
  mayGroup(access: Access, deviceGroupId: number): boolean;
}

/** The caller of a request, with the caller's rights. */
export interface EstateCaller extends Rights {
  /** An estate user, a person of the platform with an idToken, or another service. */
  readonly kind: "user" | "person" | "service";
  /** The name of the caller, as `createdBy` records it. */
  readonly name: string;
  /** The id of an estate user; null for other callers. */
  readonly userId: number | null;
  /** The service that sent the request on behalf of the user. Undefined if the caller itself sent the request. */
  readonly actingService?: string;
}
