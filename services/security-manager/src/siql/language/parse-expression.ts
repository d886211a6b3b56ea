import { parseCall } from "./parse-call.ts";
import { parseLiteral } from "./parse-literal.ts";
import {
  type Attribute,
  COMPARISON_OPERATORS,
  type Comparison,
  type Expression,
  type Literal,
  NULL_OPERATORS,
  type Operand,
  type Operator,
  SET_OPERATORS,
} from "./syntax.ts";
import { stopAt, type TokenReader } from "./token-reader.ts";

const MOST_COMPARISONS = 500;
const MOST_PARENTHESES = 32;

/** The operators that consist of words. */
const WORD_OPERATORS = [...NULL_OPERATORS, ...SET_OPERATORS].map((operator) => ({
  operator,
  words: operator.toLowerCase().split(" "),
}));
const NEGATIONS = "!=, !~, IS NOT NULL, IS NOT EMPTY and IS DISJOINT FROM";

/**
 * Returns a parser for the conditions between the braces of a filter. AND binds tighter than OR. All filters of a query
 * use the same parser, because the limit on comparisons applies to the whole query.
 */
export function createExpressionParser(reader: TokenReader): () => Expression {
  let comparisons = 0;
  let parentheses = 0;

  function anyOf(): Expression {
    return joined("any", "or", () => joined("all", "and", primary));
  }

  function joined(kind: "all" | "any", word: string, parse: () => Expression): Expression {
    const parts = [parse()];
    while (reader.takeWords(word)) parts.push(parse());
    return parts.length === 1 ? (parts[0] as Expression) : { kind, parts };
  }

  function primary(): Expression {
    const token = reader.peek();
    const { at } = token;
    if (reader.takeSign("(")) {
      parentheses += 1;
      if (parentheses > MOST_PARENTHESES) stopAt(at, "(", `more than ${MOST_PARENTHESES} parentheses are nested here`);
      const inside = anyOf();
      if (!reader.takeSign(")")) reader.refuse(["AND", "OR", ")"]);
      parentheses -= 1;
      return inside;
    }
    if (token.kind !== "name") return reader.refuse(["an attribute", "(", "true"]);
    if (reader.takeWords("true")) return { kind: "constant", value: true, at };
    if (reader.takeWords("false")) return { kind: "constant", value: false, at };
    const following = reader.peek(1);
    if (reader.isWord("not") && (following.kind === "name" || (following.kind === "sign" && following.sign === "(")))
      reader.refuse(["an attribute", "(", "true"], `NOT does not stand before a condition; use ${NEGATIONS}`);
    if (following.kind !== "sign" || following.sign !== "(") return comparison(attribute());
    const call = parseCall(reader);
    const operator = reader.peek();
    const isCompared = operator.kind === "sign" && COMPARISON_OPERATORS.some((sign) => sign === operator.sign);
    return isCompared ? comparison(call) : { kind: "call", call };
  }

  function attribute(): Attribute {
    const { at } = reader.peek();
    const names: string[] = [];
    do {
      const token = reader.peek();
      if (token.kind !== "name") reader.refuse(["the name of an attribute"]);
      reader.next();
      names.push(token.name);
    } while (reader.takeSign("."));
    return { kind: "attribute", name: names.join("."), at };
  }

  function comparison(subject: Comparison["subject"]): Comparison {
    comparisons += 1;
    if (comparisons > MOST_COMPARISONS)
      stopAt(
        subject.at,
        subject.name,
        `the query has more than ${MOST_COMPARISONS} comparisons; % begins the next one`,
      );
    const operatorAt = reader.peek().at;
    const operator = takeOperator();
    const head = { kind: "comparison", subject, operator, operatorAt } as const;
    return (NULL_OPERATORS as readonly Operator[]).includes(operator) ? head : { ...head, operand: operand() };
  }

  function takeOperator(): Operator {
    const token = reader.peek();
    if (token.kind === "sign")
      for (const operator of COMPARISON_OPERATORS)
        if (token.sign === operator && reader.takeSign(operator)) return operator;
    for (const { operator, words } of WORD_OPERATORS) if (reader.takeWords(...words)) return operator;
    return reader.refuse([...COMPARISON_OPERATORS, ...SET_OPERATORS, ...NULL_OPERATORS]);
  }

  function operand(): Operand {
    const token = reader.peek();
    const literal = parseLiteral(reader);
    if (literal) return literal;
    const following = reader.peek(1);
    if (token.kind === "name" && following.kind === "sign" && following.sign === "(") return parseCall(reader);
    if (token.kind === "name")
      reader.refuse(["a text", "a number", "a function"], `texts stand in single quotes: '${token.name.slice(0, 40)}'`);
    const closing = reader.takeSign("(") ? ")" : reader.takeSign("[") ? "]" : undefined;
    if (closing === undefined) return reader.refuse(["a text", "a number", "a date", "a list", "a function"]);
    const members: Literal[] = [];
    do {
      const member = parseLiteral(reader);
      if (!member) return reader.refuse(["a text", "a number", "a date"]);
      members.push(member);
    } while (reader.takeSign(","));
    if (!reader.takeSign(closing)) reader.refuse([",", closing]);
    return { kind: "list", at: token.at, members };
  }

  return anyOf;
}
