import { DEFAULT_PROPERTIES } from "../src/documentation/default-properties.ts";
import type { Attribute } from "../src/siql/schema/attribute.ts";
import { isPutEntity, STANZAS, type StanzaName } from "../src/siql/schema/entities.ts";
import { codeList } from "./code-list.ts";
import { ENDPOINTS, endpointsOf, ownEndpointOf } from "./endpoints.ts";
import { exampleLines } from "./example-lines.ts";
import { STANZA_EXAMPLES } from "./examples.ts";
import { STANZA_TEXTS } from "./stanza-texts.ts";
import { typeLines } from "./type-texts.ts";

/**
 * Returns the lines of the reference page about one stanza (a kind of record). The page lists the endpoints,
 * attributes, operators and examples of the stanza. Readers need no other page to understand it.
 */
export function stanzaPage(stanza: StanzaName): string[] {
  const attributes: readonly Attribute[] = STANZAS[stanza];
  return [
    `# SIQL: ${stanza}`,
    "",
    `${STANZA_TEXTS[stanza]} ${endpointText(stanza)}`,
    "",
    ...attributeLines(attributes),
    ...(stanza === "rule" ? PROPERTIES : []),
    "",
    "## Operators",
    "",
    ...typeLines(new Set(attributes.map(({ type }) => type))),
    "",
    "All types take `IS [NOT] NULL`. Examples:",
    "",
    ...exampleLines(STANZA_EXAMPLES[stanza], ownEndpointOf(stanza)?.[0]),
  ];
}

/** Returns lines that describe the attributes of a stanza. */
export function attributeLines(attributes: readonly Attribute[]): string[] {
  return attributes.map(
    (one) => `- ${codeList([one.name, ...one.aliases])} (${typeOf(one)}): ${one.description.replace(/\.$/, "")}`,
  );
}

function typeOf({ type, values, nullable }: Attribute): string {
  return `${type}${values.length > 0 ? `: ${codeList(values)}` : ""}${nullable ? " or null" : ""}`;
}

function endpointText(stanza: StanzaName): string {
  const all = endpointsOf(stanza);
  const own = ownEndpointOf(stanza);
  const isEverywhere = all.length === ENDPOINTS.length;
  if (own === undefined)
    return `The stanza has no endpoint of its own; it works on ${isEverywhere ? "every endpoint" : codeList(all)} (\`/securitymanager/api/siql/{endpoint}/paged-search\`).`;
  const places = isEverywhere ? "every other endpoint" : codeList(all.filter((one) => one !== own[0]));
  const [name, { stanzas, countType }] = own;
  const others = stanzas.filter((other) => other !== stanza);
  return [
    `Endpoint: \`/securitymanager/api/siql/${name}/paged-search\``,
    countType === null ? "" : ` (\`countType\` ${countType})`,
    `; further stanzas: ${codeList(others)}.`,
    all.length > 1 ? ` The stanza also works on ${places}.` : "",
    isPutEntity(name) ? ` ${PUT}` : "",
  ].join("");
}

const PUT = "Clients send these records. A record without a device matches no filter on devices or groups.";

const PROPERTY_KEYS = Map.groupBy(DEFAULT_PROPERTIES, ({ type }) => (type === "DATE" ? "dates" : "texts"));

const PROPERTIES = [
  `- \`p.KEY\` (type of the property, or null): The value of the registered property KEY in the rule's documentation. A new estate has ${[
    ...PROPERTY_KEYS,
  ]
    .map(([type, properties]) => `the ${type} ${codeList(properties.map(({ key }) => `p.${key}`))}`)
    .join(" and ")}`,
  "- `usage(PERIOD) = 0`, `usage(PERIOD) > 0`: Whether the rule matched connections in a period that ends now, by default the last 30 days. `hitCount` is no attribute; `| fields(usage())` adds it",
];
