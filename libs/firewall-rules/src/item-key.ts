/**
 * Identifies an inventory item. Each part has 1 to 1,024 characters and no control characters. `accountId` is the
 * internal id of the account, not the id that the cloud provider uses.
 */
export interface ItemKey {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
}

/** Returns the canonical JSON array of the four parts. Different keys have different texts. */
export function itemKeyText({ accountId, region, type, id }: ItemKey): string {
  return JSON.stringify([accountId, region, type, id]);
}
