/** The kinds of records that have numbers. */
export type Counted =
  | "device"
  | "device-group"
  | "revision"
  | "user"
  | "user-group"
  | "custom-property"
  | "entity-change";

/** A source of numbers that are never used twice. */
export interface CounterStore {
  next(counted: Counted): Promise<number>;
}

/**
 * For each kind of record, the number that the first new record receives. Device group 1, user group 1 and the
 * properties 1 to 9 exist from the start.
 */
export const FIRST: Readonly<Record<Counted, number>> = {
  ...{ device: 1, "device-group": 2, revision: 1, user: 1, "user-group": 2, "custom-property": 10, "entity-change": 1 },
};
