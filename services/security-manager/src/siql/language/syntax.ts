import type { StringPiece } from "./tokens.ts";

/** A parsed query. Names are spelled as in the query's text. `at` counts UTF-16 units from the start of this text. */
export interface ParsedQuery {
  readonly filters: readonly Filter[];
  readonly pipes: readonly Call[];
}

export interface Filter {
  readonly stanza: string;
  readonly at: number;
  readonly body: Expression;
}

export type Expression =
  | { readonly kind: "all" | "any"; readonly parts: readonly Expression[] }
  | { readonly kind: "constant"; readonly value: boolean; readonly at: number }
  /** A function as a condition of its own. */
  | { readonly kind: "call"; readonly call: Call }
  | Comparison;

export interface Comparison {
  readonly kind: "comparison";
  /** The attribute, or a function whose value is compared. */
  readonly subject: Attribute | Call;
  readonly operator: Operator;
  readonly operatorAt: number;
  /** Missing for the tests of null and empty. */
  readonly operand?: Operand;
}

export interface Attribute {
  readonly kind: "attribute";
  /** The names of the attribute, joined by dots. */
  readonly name: string;
  readonly at: number;
}

export interface Call {
  readonly kind: "call";
  readonly name: string;
  readonly at: number;
  readonly arguments: readonly Argument[];
}

export type Argument = Operand | { readonly kind: "name"; readonly name: string; readonly at: number };

export type Operand =
  | Literal
  | Call
  | { readonly kind: "list"; readonly at: number; readonly members: readonly Literal[] };

export type Literal = { readonly at: number } & (
  | { readonly kind: "string"; readonly pieces: readonly StringPiece[] }
  | { readonly kind: "number" | "date"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
);

export const COMPARISON_OPERATORS = ["=", "!=", ">=", "<=", ">", "<", "~", "!~"] as const;
export const SET_OPERATORS = ["EQUALS", "INTERSECTS", "IS SUBSET OF", "IS SUPERSET OF", "IS DISJOINT FROM"] as const;
export const NULL_OPERATORS = ["IS NULL", "IS NOT NULL", "IS EMPTY", "IS NOT EMPTY"] as const;
export type Operator =
  | (typeof COMPARISON_OPERATORS)[number]
  | (typeof SET_OPERATORS)[number]
  | (typeof NULL_OPERATORS)[number];
