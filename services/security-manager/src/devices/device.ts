/** The number of records of each kind in the current revision of a device. */
export interface DeviceCounts {
  readonly totalSecRules: number;
  readonly natRuleCount: number;
  readonly ntwkObjCount: number;
  readonly svcObjCount: number;
  readonly scheduleObjCount: number;
  readonly routeCount: number;
  readonly zoneCount: number;
  readonly interfaceCount: number;
  readonly policyCount: number;
}

export interface CurrentRevision {
  readonly id: number;
  readonly configuredAt: Date;
  /** When the revision became current. */
  readonly since: Date;
  readonly counts: DeviceCounts;
}

export interface DeviceInput {
  readonly name: string;
  readonly description: string;
  readonly type: "FIREWALL" | "DEVICE_MGR";
  readonly vendor: string;
  readonly product: string;
  /** One IP address, or null. */
  readonly managementIp: string | null;
  /** The id of the device's management station. */
  readonly managementStationId: number | null;
  readonly active: boolean;
}

export interface Device extends DeviceInput {
  readonly id: number;
  /** The ids of the groups that contain the device directly, except the group All Devices. */
  readonly deviceGroupIds: readonly number[];
  readonly currentRevision: CurrentRevision | null;
  readonly lastUpdated: Date;
}

export interface DeviceGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly parentId: number | null;
}

export const MOST_DEVICES = 10_000;
export const MOST_GROUPS = 1_000;

/** The group that contains every device. It is stored nowhere. */
export const ALL_DEVICES_GROUP: DeviceGroup = {
  ...{ id: 1, name: "All Devices", description: "Every device of the estate.", parentId: null },
};
