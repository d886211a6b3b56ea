import type { SnapshotRow } from "@network-access/service-contracts/device-snapshot";
import type { Expression, ParsedQuery } from "../../src/siql/language/syntax.ts";
import { addressMember, addressPoints, serviceMembers, servicePoints } from "./slow-columns.ts";
import {
  addressOperand,
  type Comparison,
  familyOf,
  literalsOf,
  plain,
  SERVICE_END,
  serviceOperand,
} from "./slow-comparisons.ts";
import type { SlowDevice } from "./slow-rules.ts";

type Column = "source" | "destination" | "service";

/**
 * Returns the positions of the members of a column that overlap an operand of the query. A negated member stands for
 * everything outside of its own set.
 */
export function slowHighlight(query: ParsedQuery, { parts }: SlowDevice, row: SnapshotRow, column: Column): number[] {
  const comparisons = query.filters
    .filter(({ stanza }) => stanza.toLowerCase() === "rule")
    .flatMap(({ body }) => comparisonsOf(body))
    .filter((one) => isSetComparison(one, column));
  const read = column === "service" ? serviceOperand : addressOperand;
  const operands = comparisons
    .flatMap((one) => literalsOf(one))
    .map((one) => (plain(one) === "any" ? { has: () => true, points: [] } : read(plain(one))));
  const own =
    column === "service" ? [...servicePoints(row, parts), 0n, SERVICE_END] : addressPoints(row[column], parts);
  const points = [...own, ...operands.flatMap((one) => one.points)].filter(
    (point) => column === "service" || row.families.some((family) => family === familyOf(point)),
  );
  const asked = points.filter((point) => operands.some((one) => one.has(point)));
  if (row[column].length === 0) return asked.length > 0 ? [0] : [];
  const members = row[column].flatMap((term) =>
    term.members.map((member) => ({
      isKnown: !("notUnderstood" in member),
      negated: term.negated,
      has: (point: bigint) =>
        column === "service"
          ? serviceMembers(member as never, parts).some(([low, high]) => low <= point && point <= high)
          : addressMember(member as never, point, parts),
    })),
  );
  return members.flatMap(({ isKnown, negated, has }, place) =>
    isKnown && asked.some((point) => has(point) !== negated) ? [place] : [],
  );
}

function comparisonsOf(expression: Expression): readonly Comparison[] {
  if (expression.kind === "all" || expression.kind === "any") return expression.parts.flatMap(comparisonsOf);
  return expression.kind === "comparison" ? [expression] : [];
}

function isSetComparison({ subject, operator }: Comparison, column: Column): boolean {
  const isOperator = ["=", "EQUALS", "INTERSECTS", "IS SUBSET OF", "IS SUPERSET OF"].includes(operator);
  return subject.kind === "attribute" && subject.name.toLowerCase() === column && isOperator;
}
