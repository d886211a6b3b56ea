import { estateText } from "../answers/estate-text.ts";
import type { ToolOutcome } from "../answers/tool.ts";
import type { QueryMistake } from "../manager/manager.ts";

const MOST_MESSAGE = 600;
const MOST_FOUND = 100;
const MOST_EXPECTED = 1_500;

/**
 * Returns the refusal of a query with a mistake. The text says what is wrong and where, and names the sections of the
 * reference that help.
 */
export function queryRefusal(mistake: QueryMistake, section: string): ToolOutcome {
  const { message, position, found, expected, nearest } = mistake;
  const lines = [
    `The query has a mistake: ${estateText(message, MOST_MESSAGE)}`,
    ...(position === null ? [] : [`position: ${position} (in characters, from 1)`]),
    ...(found === null || found === "" ? [] : [`found: ${estateText(found, MOST_FOUND)}`]),
    ...(expected.length === 0 ? [] : [`expected: ${estateText(expected.join(", "), MOST_EXPECTED)}`]),
    ...(nearest === null ? [] : [`nearest: ${estateText(nearest, MOST_FOUND)}`]),
  ];
  const sections = JSON.stringify([...new Set(["overview", section])]);
  const advice = `Correct the query and call again. get_siql_reference with sections ${sections} has the grammar, the attributes and their operators.`;
  return { kind: "refusal", texts: [lines.join("\n"), advice] };
}
