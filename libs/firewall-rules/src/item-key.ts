/** What identifies an inventory item. Every part is 1..1,024 characters without control characters; `accountId` is the internal id of the account. */
export interface ItemKey {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
}

/** One text per key, equal only for equal keys: the canonical JSON array of its four parts. */
export function itemKeyText({ accountId, region, type, id }: ItemKey): string {
  return JSON.stringify([accountId, region, type, id]);
}
