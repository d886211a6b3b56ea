import { type AttributeType, OPERATORS } from "../src/siql/schema/attribute.ts";

/** Describes, for each attribute type, the values with which a query may compare an attribute of this type. */
export const VALUES: Readonly<Record<AttributeType, string>> = {
  string: "a text; `*` stands for any characters; `~` tests whether the attribute contains the text",
  enum: "one of the listed values, case ignored; after `~`, a list of values",
  number: "a number, with or without quotes; after `~`, a list of numbers",
  boolean: "`true` or `false`",
  uuid: "an id; after `~`, a list of ids",
  date: "a date, a time, or a period such as `date('last 30 days')`",
  array: "a text; `=` and `~` test whether the attribute, a list of texts, contains it; `*` stands for any characters",
  network: "addresses: `10.0.0.1`, `10.0.0.0/8`, `10.0.0.1-10.0.0.9`, `192.168.*.*`, `any`, or a list of them",
  service: "services: `tcp/443`, `udp/5000-5010`, `icmp/8`, `ip/47`, `any`, or a list of them",
};

/** For each type of attribute, how queries write its values. */
const WRITTEN: Readonly<Record<AttributeType, string>> = {
  string: "`'Text'`, case-sensitive; `*` is a wildcard; `~` means contains",
  enum: "`'VALUE'`; after `~` a list of values",
  number: "`5`; after `~` a list `(5, 6)`",
  boolean: "`true`, `false`",
  uuid: "`'id'`; after `~` a list of ids",
  date: "`2026-01-31`, `date('last 30 days')`; `~` means inside",
  array: "`'text'`; `=` and `~` mean that the array contains it",
  network: "`'10.0.0.1'`, `'10.0.0.0/8'`, `'10.0.0.1-10.0.0.9'`, `'any'` or a list `('10.0.0.1', '10.1.0.1')`",
  service: "`'tcp/443'`, `'udp/5000-5010'`, `'icmp/8'`, `'ip/47'`, `'any'` or a list",
};

const NULL = "IS [NOT] NULL";

/**
 * Returns a map from lists of operators, written in Markdown, to the types that have exactly these operators. The lists
 * omit IS NULL and IS NOT NULL, because all types have them.
 */
export function operatorLists(types: readonly AttributeType[]): ReadonlyMap<string, readonly AttributeType[]> {
  return Map.groupBy(types, (type) => {
    const operators = inPairs(OPERATORS[type]);
    if (!operators.includes(NULL)) throw new Error(`${type} has no ${NULL}`);
    return `\`${operators.filter((operator) => operator !== NULL).join(", ")}\``;
  });
}

/**
 * Returns Markdown list items that describe the operators and values of the given attribute types. Types with equal
 * operators share one item.
 */
export function typeLines(used: ReadonlySet<AttributeType>): string[] {
  const types = (Object.keys(OPERATORS) as AttributeType[]).filter((type) => used.has(type));
  return [...operatorLists(types)].map(
    ([operators, same]) => `- ${same.map((type) => `${type} (${WRITTEN[type]})`).join(", ")}: ${operators}`,
  );
}

function inPairs(operators: readonly string[]): string[] {
  return operators
    .filter((operator) => !operator.startsWith("IS NOT"))
    .map((operator) => (/^IS (NULL|EMPTY)$/.test(operator) ? operator.replace("IS", "IS [NOT]") : operator));
}
