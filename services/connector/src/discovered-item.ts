/** One resource as the inventory takes it. */
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

/** What clean-up can be limited to: items of one type in one region of one account. */
export interface Cell {
  readonly accountId: string;
  readonly region: string;
  readonly type: string;
}

/** One text per cell, equal only for equal cells. */
export function cellText({ accountId, region, type }: Cell): string {
  return JSON.stringify([accountId, region, type]);
}
