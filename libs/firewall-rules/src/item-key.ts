/**
 * The identity of an inventory item. Every part has 1 to 1,024 characters and no control characters. `accountId` is the
 * internal id of the account.
 */
export interface ItemKey {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
}

/** Returns a text that is equal for equal keys only: the canonical JSON array of the four parts. */
export function itemKeyText({ accountId, region, type, id }: ItemKey): string {
  return JSON.stringify([accountId, region, type, id]);
}
