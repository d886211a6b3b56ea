import type { PlainExpression, PlainOperand, PlainQuery } from "./random-queries.ts";

/**
 * Prints a query in one of its many equivalent notations. Each choice between notations calls `choose` for a number.
 */
export function printQuery({ filters, pipes }: PlainQuery, choose: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[choose() % list.length] as T;
  const space = () => pick(["", "", " ", "  ", "\n", "\t "]);
  const gap = () => pick([" ", "  ", "\n"]);
  const word = (text: string) => pick([text, text.toUpperCase(), text.toLowerCase()]);
  const words = (text: string) => text.split(" ").map(word).join(gap());

  function operand(one: PlainOperand): string {
    switch (one.kind) {
      case "string":
        return `'${one.pieces.map((piece) => (typeof piece === "string" ? escaped(piece) : "*")).join("")}'`;
      case "number":
      case "date":
        return one.text;
      case "boolean":
        return word(String(one.value));
      case "name":
        return one.name;
      case "call":
        return `${one.name}${space()}(${one.arguments.map((argument) => space() + operand(argument) + space()).join(",")})`;
      case "list": {
        const [open, close] = pick([["(", ")"] as const, ["[", "]"] as const]);
        return open + one.members.map((member) => space() + operand(member) + space()).join(",") + close;
      }
    }
  }

  function escaped(text: string): string {
    return text.replace(/['*\\]/g, "\\$&");
  }

  function expression(one: PlainExpression, within?: "all" | "any"): string {
    const isExtra = choose() % 5 === 0;
    const inside = bare(one);
    const isNeeded =
      (one.kind === "all" || one.kind === "any") && within !== undefined && !(one.kind === "all" && within === "any");
    return isNeeded || isExtra ? `(${space()}${inside}${space()})` : inside;
  }

  function bare(one: PlainExpression): string {
    switch (one.kind) {
      case "constant":
        return word(String(one.value));
      case "call":
        return operand(one.call);
      case "all":
      case "any":
        return one.parts
          .map((part) => expression(part, one.kind))
          .join(gap() + word(one.kind === "all" ? "and" : "or") + gap());
      case "comparison": {
        const subject = one.subject.kind === "call" ? operand(one.subject) : one.subject.name;
        const isWord = /[A-Z]/.test(one.operator);
        const operator = isWord ? gap() + words(one.operator) + gap() : space() + one.operator + space();
        return subject + operator + (one.operand ? operand(one.operand) : "");
      }
    }
  }

  const body = filters.map(
    ({ stanza, body: inside }) => `${stanza}${space()}{${space()}${expression(inside)}${space()}}`,
  );
  return (
    space() +
    body.join(space() + word("and") + gap()) +
    pipes.map((pipe) => `${space()}|${space()}${operand(pipe)}`).join("") +
    space()
  );
}
