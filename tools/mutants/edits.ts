import type {
  AssignmentExpression,
  BinaryExpression,
  CallExpression,
  Expression,
  OptionalChainingExpression,
} from "@swc/core";
import type { Range, RangeOf, SyntaxNode } from "./syntax.ts";

/** The change that makes a mutant: `replacement` takes the place of the original text in `range`. */
export interface Edit {
  readonly range: Range;
  readonly replacement: string;
}

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "**": ["*"],
  "&": ["|"],
  "|": ["&"],
  "^": ["&"],
  "<<": [">>>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
  "&=": ["|="],
  "|=": ["&="],
  "<<=": [">>>="],
  ">>>=": ["<<="],
  "??=": ["="],
  "++": ["--"],
  "--": ["++"],
};

const otherMethods = new Map(
  [
    ["some", "every"],
    ["min", "max"],
    ["floor", "ceil"],
    ["find", "findLast"],
    ["indexOf", "lastIndexOf"],
    ["push", "unshift"],
    ["startsWith", "endsWith"],
    ["toUpperCase", "toLowerCase"],
  ].flatMap(([one = "", other = ""]) => [
    [one, other],
    [other, one],
  ]),
);

/**
 * Methods that return an object of the same kind as the one on which they are called, so that a mutant can leave out
 * the call.
 */
const needlessMethods = new Set(
  "concat filter flat map reverse slice sort subarray toReversed toSorted trim trimEnd trimStart".split(" "),
);

/**
 * Returns the edits by which mutants can change a node of the syntax tree. Mutation testing usually makes edits of
 * these kinds.
 */
export function editsAt(node: SyntaxNode, source: string, rangeOf: RangeOf): readonly Edit[] {
  const whole = rangeOf(node);
  const by = (...replacements: readonly string[]): Edit[] =>
    replacements.map((replacement) => ({ range: whole, replacement }));
  const textOf = (part: Expression): string => source.slice(rangeOf(part).start, rangeOf(part).end);

  switch (node.type) {
    case "BinaryExpression":
      if (node.operator === "??") return by(textOf(node.left));
      return replacedOperator(node, source, rangeOf);
    case "AssignmentExpression":
      return replacedOperator(node, source, rangeOf);
    case "UpdateExpression": {
      const range = node.prefix
        ? { start: whole.start, end: whole.start + 2 }
        : { start: whole.end - 2, end: whole.end };
      return (otherOperators[node.operator] ?? []).map((replacement) => ({ range, replacement }));
    }
    case "UnaryExpression":
      return ["!", "-", "~"].includes(node.operator) ? by(textOf(node.argument)) : [];
    case "IfStatement":
    case "ConditionalExpression":
      return decided(node.test, ["true", "false", ...negated(node.test, textOf)], rangeOf);
    // The condition of a loop is not replaced by `true`. Tests would detect the endless loop only at their deadline,
    // which takes long.
    case "WhileStatement":
    case "ForStatement":
      return node.test ? decided(node.test, ["false"], rangeOf) : [];
    case "BooleanLiteral":
      return by(String(!node.value));
    case "NumericLiteral":
      return by(String(node.value + 1), String(node.value - 1));
    case "BigIntLiteral": {
      const value = BigInt(source.slice(whole.start, whole.end - 1).replaceAll("_", ""));
      return by(`${value + 1n}n`, `${value - 1n}n`);
    }
    case "StringLiteral":
      return node.value === "" ? [] : by('""');
    case "TemplateLiteral":
      return whole.end - whole.start === 2 ? [] : by("``");
    case "CallExpression":
      return "arguments" in node ? replacedMethod(node, source, rangeOf) : [];
    case "OptionalChainingExpression":
      return demandedLink(node, source, rangeOf);
    case "ExpressionStatement":
    case "ReturnStatement":
    case "ThrowStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return by(";");
    default:
      return [];
  }
}

function decided(test: Expression, replacements: readonly string[], rangeOf: RangeOf): Edit[] {
  const literal = test.type === "BooleanLiteral";
  return literal ? [] : replacements.map((replacement) => ({ range: rangeOf(test), replacement }));
}

/**
 * Returns a list that contains the negated condition. Returns an empty list for `!a`, `a === b` and `a !== b`, because
 * another edit negates these conditions.
 */
function negated(test: Expression, textOf: (part: Expression) => string): string[] {
  const turned = test.type === "UnaryExpression" ? "!" : test.type === "BinaryExpression" ? test.operator : "";
  return ["!", "===", "!=="].includes(turned) ? [] : [`!(${textOf(test)})`];
}

function replacedOperator(
  { left, right, operator }: BinaryExpression | AssignmentExpression,
  source: string,
  rangeOf: RangeOf,
): Edit[] {
  const end = rangeOf(left as Expression).end;
  const start = source.indexOf(operator, end);
  // The found text may be part of a comment between the operands. The expression is therefore skipped if anything but
  // white space stands between the left operand and the found text.
  if (start === -1 || start >= rangeOf(right).start || source.slice(end, start).trim() !== "") return [];
  const range = { start, end: start + operator.length };
  return (otherOperators[operator] ?? []).map((replacement) => ({ range, replacement }));
}

function replacedMethod(node: Pick<CallExpression, "type" | "callee">, source: string, rangeOf: RangeOf): Edit[] {
  const { callee } = node;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return [];
  const { value: method } = callee.property;
  const other = otherMethods.get(method);
  const replaced = other === undefined ? [] : [{ range: rangeOf(callee.property), replacement: other }];
  if (!needlessMethods.has(method)) return replaced;
  const { start, end } = rangeOf(callee.object);
  return [...replaced, { range: rangeOf(node), replacement: source.slice(start, end) }];
}

/** Returns the edit that replaces `a?.b` by `a.b`. */
function demandedLink({ base }: OptionalChainingExpression, source: string, rangeOf: RangeOf): Edit[] {
  const start = rangeOf(base.type === "MemberExpression" ? base.object : base.callee).end;
  if (!source.startsWith("?.", start)) return [];
  const beforeBracket = /[[(]/.test(source.charAt(start + 2));
  return [{ range: { start, end: start + 2 }, replacement: beforeBracket ? "" : "." }];
}
