import { type AttributeType, OPERATORS } from "../src/siql/schema/attribute.ts";
import { operatorLists, VALUES } from "./type-texts.ts";

const TYPES = Object.keys(OPERATORS) as AttributeType[];

/** Returns the lines of the page `operators`. */
export function operatorsPage(): string[] {
  return [
    "# SIQL: operators",
    "",
    "The type of an attribute decides which values and operators it takes. The values of each type:",
    "",
    ...Object.entries(VALUES).map(([type, values]) => `- ${type}: ${values}`),
    "",
    "The operators of each type, besides `IS NULL` and `IS NOT NULL`, which every type has:",
    "",
    ...[...operatorLists(TYPES)].map(([operators, types]) => `- ${types.join(", ")}: ${operators}`),
    "",
    "A list is in parentheses or brackets: `device{id ~ (1, 2, 3)}`. `!=` and `!~` are the opposites of `=` and `~`. `AND`",
    "binds tighter than `OR`. Instead of `NOT`, use the opposites, `IS NOT NULL`, `IS NOT EMPTY` or `IS DISJOINT FROM`.",
    "",
    "## Values",
    "",
    "- In a text, `\\'` is a quote and `\\*` an asterisk: `rule{name='Bob\\'s rule'}`.",
    "- If an attribute has no value (null), only `IS NULL` holds. No comparison holds, not even `!=`, `!~` or `IS [NOT] EMPTY`.",
    "  To include null, write `rule{p.owner != 'net' OR p.owner IS NULL}`. A text that a",
    "  configuration lacks is not null but empty: `rule{name !~ 'x'}` finds rules without a name.",
    "- Dates are in UTC: `2026-01-31` (the whole day), `2026-01-31T08:00`, `2026-01-31T08:00:00+0100`, or `date(...)`. With",
    "  a period, `=` and `~` mean inside, `<` before its start, `>` after its end.",
    "",
    "## Addresses and services",
    "",
    "The set of the attribute is compared with the set of the operand:",
    "",
    ...Object.entries(SETS).map(([operator, text]) => `- ${operator}: ${text}`),
    "",
    "An empty set matches none of these operators, not even `IS DISJOINT FROM`. `IS EMPTY` finds it. For example, a rule's",
    "source is empty if none of its objects has known addresses.",
    "",
    "`'any'` is every service, or every address of the families (IPv4, IPv6) that a record applies to:",
    "`rule{source EQUALS 'any'}` means the same as `rule{source.any=true}`. A rule for any service intersects every service.",
    "Add `service.any=false` to leave such rules out.",
    "",
    "Write addresses as an address, a CIDR (host bits are ignored), a range, or an IPv4 address with `*` for its last numbers",
    "and for at most one earlier number (`10.*.1.*`). Write services as a protocol with destination ports or type and code",
    "(`tcp/80-443`, `icmp/8/0`), a protocol (`tcp`, `gre`), or its number (`ip/47`). Source ports and names of objects are",
    "refused. `networkobj{name='web'}` on the endpoint `networkobj` finds an object with its addresses. An operand of too",
    "many intervals is refused.",
  ];
}

const SETS: Readonly<Record<string, string>> = {
  "`INTERSECTS`": "the two have something in common",
  "`IS DISJOINT FROM`": "the two have nothing in common",
  "`IS SUBSET OF`": "the operand contains all of the attribute",
  "`IS SUPERSET OF`": "the attribute contains all of the operand",
  "`EQUALS`, `=`": "the two are the same",
};
