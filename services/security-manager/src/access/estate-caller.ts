/** What a right is for; write includes read. */
export type PermissionName =
  | "securityManager"
  | "policyPlanner"
  | "devices"
  | "ruleDocumentation"
  | "controls"
  | "users";

export type Access = "read" | "write";

/** The device group that holds every device; a right to it is a right to each group. */
export const ALL_DEVICES = 1;
/** The only domain. */
export const DOMAIN = 1;

/** Who asks, and what they may. */
export interface EstateCaller {
  /** A user of the estate, a person of the platform by their idToken, or another service. */
  readonly kind: "user" | "person" | "service";
  /** The value of `createdBy`. */
  readonly name: string;
  /** Of an estate user. */
  readonly userId: number | null;
  may(access: Access, permission: PermissionName): boolean;
  /** Whether a group is authorised, by an entry for itself or for All Devices. */
  mayGroup(access: Access, deviceGroupId: number): boolean;
}
