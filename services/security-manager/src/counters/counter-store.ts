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
 * The first number that `next` returns for each kind of record. The smaller numbers are reserved for records that every
 * installation starts with: device group 1, user group 1 and the properties 1 to 9.
 */
export const FIRST: Readonly<Record<Counted, number>> = {
  ...{ device: 1, "device-group": 2, revision: 1, user: 1, "user-group": 2, "custom-property": 10, "entity-change": 1 },
};
