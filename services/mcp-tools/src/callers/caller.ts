/** The device group that contains every device. */
export const ALL_DEVICES = 1;

/** A user of the estate, and what the user may access, as the user feed of the security manager reports it. */
export interface DirectoryUser {
  readonly id: number;
  readonly enabled: boolean;
  readonly locked: boolean;
  readonly expired: boolean;
  /**
   * The ids of the device groups that the user may read, in ascending order. The id 1 (All Devices) means that the user
   * may read every device group.
   */
  readonly deviceGroupIds: readonly number[];
}

/** A caller with a valid key whose request names a user of the estate. */
export interface UserCaller {
  readonly kind: "user";
  /** The id of the key with which the request was sent. */
  readonly keyId: string;
  readonly userId: number;
  /** Every device group that the user may use, in ascending order. */
  readonly deviceGroupIds: readonly number[];
  /**
   * The device group in the header `x-device-group-id`, or the first of `deviceGroupIds` if there is no such header.
   */
  readonly defaultGroupId: number;
  /** The device group in the header `x-device-group-id`, or null if there is no such header. */
  readonly headerGroupId: number | null;
}

/** A caller without a key. Such a caller may only search the documentation. */
interface AnonymousCaller {
  readonly kind: "anonymous";
}

export type Caller = AnonymousCaller | UserCaller;
