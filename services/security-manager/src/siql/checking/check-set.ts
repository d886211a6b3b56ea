import { unionAll } from "@network-access/traffic-sets/address-set";
import { type Edges, noEdges, union } from "@network-access/traffic-sets/edges";
import type { Comparison, Literal } from "../language/syntax.ts";
import type { OperandReading } from "../operands/operand-reading.ts";
import { readNetworkOperand } from "../operands/read-network-operand.ts";
import { readServiceOperand } from "../operands/read-service-operand.ts";
import type { Attribute } from "../schema/attribute.ts";
import { refuseAt } from "./check-context.ts";
import type { Condition, SetOperator } from "./checked-query.ts";
import { literalText } from "./literal-text.ts";

/** Checks a comparison of addresses or services. Several operands stand for their union. */
export function checkSet({ name, type }: Attribute, comparison: Comparison, operands: readonly Literal[]): Condition {
  const operator = (comparison.operator === "=" ? "EQUALS" : comparison.operator) as SetOperator;
  if (type === "network") {
    const sets = operands.map((one) => read(one, readNetworkOperand)).filter((one) => one !== "any");
    const operand = sets.length < operands.length ? "any" : unionAll(sets);
    return { kind: "network", attribute: name, operator, operand };
  }
  const sets = operands.map((one) => read(one, readServiceOperand)).filter((one) => one !== "any");
  const operand = sets.length < operands.length ? "any" : sets.reduce<Edges>((sum, one) => union(sum, one), noEdges);
  return { kind: "service", attribute: name, operator, operand };
}

function read<Value>(literal: Literal, reader: (text: string) => OperandReading<Value>): Value {
  const text = literalText(literal);
  const found = reader(text);
  return found.ok ? found.value : refuseAt(literal.at, text, found.problem);
}
