import type { AddressSet } from "@network-access/traffic-sets/address-set";
import type { Edges } from "@network-access/traffic-sets/edges";
import type { StringPiece } from "../language/tokens.ts";
import type { DatePeriod } from "../operands/date-period.ts";
import type { FieldName, StanzaName } from "../schema/entities.ts";

/** A query after the check: all names exist, and all operators and operands fit the types of their attributes. */
export interface CheckedQuery {
  /** All filters must hold. */
  readonly filters: readonly CheckedFilter[];
  readonly fields: readonly CheckedField[];
}

export interface CheckedFilter {
  readonly stanza: StanzaName;
  readonly condition: Condition;
}

/** A field that the pipe `fields` adds. `period` is the period of the usage, by default the last 30 days. */
export interface CheckedField {
  readonly name: FieldName;
  readonly period?: DatePeriod;
}

export type SetOperator = "EQUALS" | "INTERSECTS" | "IS SUBSET OF" | "IS SUPERSET OF" | "IS DISJOINT FROM";

/**
 * A condition of a query. `attribute` is the canonical name of the compared attribute. If a record has no value of this
 * attribute, only a `null` condition can hold.
 */
export type Condition =
  | { readonly kind: "all" | "any"; readonly parts: readonly Condition[] }
  | { readonly kind: "constant"; readonly value: boolean }
  | { readonly kind: "null"; readonly attribute: string; readonly negated: boolean }
  | { readonly kind: "empty"; readonly attribute: string; readonly negated: boolean }
  | { readonly kind: "boolean"; readonly attribute: string; readonly value: boolean }
  /**
   * The condition that a text, or at least one element of an array, matches a pattern. `pieces` are the literals and
   * wildcards of the pattern. The pattern must match the whole text or, if `within` is true, any part of the text.
   */
  | {
      readonly kind: "text";
      readonly attribute: string;
      readonly pieces: readonly StringPiece[];
      readonly within: boolean;
      readonly negated: boolean;
    }
  /** The condition that the attribute has one of these values: numbers, ids or enum values. */
  | {
      readonly kind: "oneOf";
      readonly attribute: string;
      readonly values: readonly (string | number)[];
      readonly negated: boolean;
    }
  | {
      readonly kind: "order";
      readonly attribute: string;
      readonly operator: ">" | "<" | ">=" | "<=";
      readonly value: number;
    }
  | { readonly kind: "period"; readonly attribute: string; readonly period: DatePeriod; readonly negated: boolean }
  | {
      readonly kind: "network";
      readonly attribute: string;
      readonly operator: SetOperator;
      readonly operand: "any" | AddressSet;
    }
  | {
      readonly kind: "service";
      readonly attribute: string;
      readonly operator: SetOperator;
      readonly operand: "any" | Edges;
    }
  /** The condition that a rule has matched connections since a time. */
  | { readonly kind: "used"; readonly since: number; readonly negated: boolean };
