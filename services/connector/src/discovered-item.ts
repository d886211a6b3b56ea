/** One resource in the form that the inventory accepts. */
export interface DiscoveredItem {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
  readonly id: string;
  readonly cloudAccountId?: string;
  readonly name?: string;
  readonly typeName?: string;
  readonly hostname?: string;
  readonly macAddress?: string;
  readonly vendor?: string;
  readonly ips?: readonly string[];
  readonly tags?: Readonly<Record<string, string>>;
  /** The raw attributes. */
  readonly item?: Readonly<Record<string, unknown>>;
}

/** The items of one type in one region of one account. A cell is the smallest unit of a clean-up. */
export interface Cell {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
}

/** Returns a key that is equal only for equal cells. */
export function cellText({ accountId, region, type }: Cell): string {
  return JSON.stringify([accountId, region, type]);
}
