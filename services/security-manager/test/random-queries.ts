import fc from "fast-check";
import {
  COMPARISON_OPERATORS,
  NULL_OPERATORS,
  type Operator,
  type ParsedQuery,
  SET_OPERATORS,
} from "../src/siql/language/syntax.ts";
import { ANY_CHARACTERS } from "../src/siql/language/tokens.ts";

/** A parsed query without its positions in the text. */
export type PlainQuery = {
  readonly filters: readonly { readonly stanza: string; readonly body: PlainExpression }[];
  readonly pipes: readonly PlainCall[];
};
export type PlainExpression =
  | { readonly kind: "all" | "any"; readonly parts: readonly PlainExpression[] }
  | { readonly kind: "constant"; readonly value: boolean }
  | { readonly kind: "call"; readonly call: PlainCall }
  | {
      readonly kind: "comparison";
      readonly subject: { readonly kind: "attribute"; readonly name: string } | PlainCall;
      readonly operator: Operator;
      readonly operand?: PlainOperand;
    };
type PlainCall = { readonly kind: "call"; readonly name: string; readonly arguments: readonly PlainOperand[] };
export type PlainOperand =
  | { readonly kind: "string"; readonly pieces: readonly (string | typeof ANY_CHARACTERS)[] }
  | { readonly kind: "number" | "date"; readonly text: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "list"; readonly members: readonly PlainOperand[] }
  | PlainCall;

const name = fc.constantFrom("rule", "device", "p", "ruleName", "date", "usage", "x1", "é_-", "fields");
const text = fc
  .array(fc.oneof(fc.constantFrom("a", "'", "\\", "*", " ", "{", "𝒳", "\n"), fc.string({ maxLength: 3 })), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(""));
const string = fc.array(fc.oneof(text, fc.constant(ANY_CHARACTERS)), { maxLength: 3 }).map((pieces) => ({
  kind: "string" as const,
  // The pieces in the form that the lexer returns: there are no empty texts, and adjacent texts are joined.
  pieces: joinTexts(pieces),
}));
function joinTexts(pieces: readonly (string | typeof ANY_CHARACTERS)[]): (string | typeof ANY_CHARACTERS)[] {
  const joined: (string | typeof ANY_CHARACTERS)[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece !== "string") joined.push(piece);
    else if (typeof last === "string") joined[joined.length - 1] = last + piece;
    else if (piece !== "") joined.push(piece);
  }
  return joined;
}

const literal = fc.oneof(
  string,
  fc.constantFrom("0", "7", "30", "11.01").map((one) => ({ kind: "number" as const, text: one })),
  fc
    .constantFrom("2012-01-01", "2024-12-10T19:57:49+0000", "2024-12-10T19:57Z")
    .map((one) => ({ kind: "date" as const, text: one })),
  fc.boolean().map((value) => ({ kind: "boolean" as const, value })),
);
const call: fc.Arbitrary<PlainCall> = fc.letrec<{ call: PlainCall }>((tie) => ({
  call: fc.record({
    kind: fc.constant("call" as const),
    name,
    arguments: fc.array(
      fc.oneof(
        { maxDepth: 2 },
        literal,
        name.map((one) => ({ kind: "name" as const, name: one })),
        tie("call"),
      ),
      { maxLength: 3 },
    ),
  }),
})).call;
const operand: fc.Arbitrary<PlainOperand> = fc.oneof(
  literal,
  call,
  fc.array(literal, { minLength: 1, maxLength: 3 }).map((members) => ({ kind: "list" as const, members })),
);
const attribute = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((names) => ({ kind: "attribute" as const, name: names.join(".") }));
const comparison = fc.oneof(
  fc.record({
    kind: fc.constant("comparison" as const),
    subject: attribute,
    operator: fc.constantFrom<Operator>(...COMPARISON_OPERATORS, ...SET_OPERATORS),
    operand,
  }),
  fc.record({
    kind: fc.constant("comparison" as const),
    subject: call,
    operator: fc.constantFrom<Operator>(...COMPARISON_OPERATORS),
    operand,
  }),
  fc.record({
    kind: fc.constant("comparison" as const),
    subject: attribute,
    operator: fc.constantFrom<Operator>(...NULL_OPERATORS),
  }),
);
const expression: fc.Arbitrary<PlainExpression> = fc.letrec<{ expression: PlainExpression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc.boolean().map((value) => ({ kind: "constant" as const, value })),
    call.map((one) => ({ kind: "call" as const, call: one })),
    fc.record({
      kind: fc.constantFrom("all" as const, "any" as const),
      parts: fc.array(tie("expression"), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).expression;

export const randomQueries: fc.Arbitrary<PlainQuery> = fc.record({
  filters: fc.array(fc.record({ stanza: name, body: expression }), { minLength: 1, maxLength: 3 }),
  pipes: fc.array(call, { maxLength: 2 }),
});

/** Returns the query without its positions in the text. */
export function withoutPlaces(query: ParsedQuery): PlainQuery {
  return JSON.parse(JSON.stringify(query, (key, value) => (key === "at" || key === "operatorAt" ? undefined : value)));
}
