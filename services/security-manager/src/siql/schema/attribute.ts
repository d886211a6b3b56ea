import type { Operator } from "../language/syntax.ts";

export type AttributeType =
  | "string"
  | "enum"
  | "number"
  | "boolean"
  | "uuid"
  | "date"
  /** A list of texts. */
  | "array"
  | "network"
  | "service";

/** An attribute of a stanza. Its name and aliases are compared ignoring case. */
export interface Attribute {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: AttributeType;
  /** The values of an enum. */
  readonly values: readonly string[];
  /** True if a record may have no value of the attribute. */
  readonly nullable: boolean;
  readonly sortable: boolean;
  /** True if the value is computed for each caller. Such a value is not stored in an index. */
  readonly computed: boolean;
  readonly description: string;
}

const EQUALITY: readonly Operator[] = ["=", "!="];
const ORDER: readonly Operator[] = [">", "<", ">=", "<="];
const MEMBERSHIP: readonly Operator[] = ["~", "!~"];
const NULL: readonly Operator[] = ["IS NULL", "IS NOT NULL"];
const EMPTY: readonly Operator[] = ["IS EMPTY", "IS NOT EMPTY"];
const SETS: readonly Operator[] = [
  "=",
  "EQUALS",
  "INTERSECTS",
  "IS SUBSET OF",
  "IS SUPERSET OF",
  "IS DISJOINT FROM",
  ...NULL,
  ...EMPTY,
];

export const OPERATORS: Readonly<Record<AttributeType, readonly Operator[]>> = {
  string: [...EQUALITY, ...MEMBERSHIP, ...NULL, ...EMPTY],
  enum: [...EQUALITY, ...MEMBERSHIP, ...NULL],
  number: [...EQUALITY, ...ORDER, ...MEMBERSHIP, ...NULL],
  boolean: [...EQUALITY, ...NULL],
  uuid: [...EQUALITY, ...MEMBERSHIP, ...NULL],
  date: [...EQUALITY, ...ORDER, ...MEMBERSHIP, ...NULL],
  array: [...EQUALITY, ...MEMBERSHIP, ...NULL, ...EMPTY],
  network: SETS,
  service: SETS,
};

type Options = Partial<Pick<Attribute, "aliases" | "values" | "nullable" | "computed" | "sortable">>;

const NOT_SORTABLE: readonly AttributeType[] = ["array", "network", "service"];

/**
 * Returns an attribute. By default, the attribute has a value in every record (`nullable` is false), and records can be
 * sorted by the attribute unless its type is in `NOT_SORTABLE`. `options` overrides these defaults.
 */
export function attribute(name: string, type: AttributeType, description: string, options: Options = {}): Attribute {
  return {
    ...{ name, type, description, aliases: [], values: [], nullable: false, computed: false },
    ...{ sortable: !NOT_SORTABLE.includes(type), ...options },
  };
}
