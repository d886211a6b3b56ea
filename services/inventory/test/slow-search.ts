import { addressSetOfTexts, overlaps } from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import type { ItemContent } from "../src/items/item.ts";

/**
 * A query in parsed form. `matches`, the reference implementation of the search, checks whether an item meets the
 * query.
 */
export type Meaning =
  | { readonly kind: "and" | "or"; readonly all: readonly Meaning[] }
  | { readonly kind: "not"; readonly one: Meaning }
  | { readonly kind: "all" }
  | { readonly kind: "is" | "begins" | "contains"; readonly field: string; readonly text: string }
  | { readonly kind: "between"; readonly field: string; readonly low: string; readonly high: string }
  | { readonly kind: "has"; readonly field: string }
  | { readonly kind: "address"; readonly cidr: string; readonly orText: boolean }
  | { readonly kind: "words"; readonly words: readonly string[] };

type Seen = ItemContent & { readonly lastSeenAt: Date };

const values = {
  accountId: ["acc-1", "ACC-2"],
  region: ["eu-central-1", "eu-west-1", "US East"],
  type: ["vm", "VM", "bucket"],
  name: ["web-prod-01", "web-prod-02", "my_server_name", "Ärger 中文", "", "db - main", "a:b/c"],
  hostname: ["web.example.com", "db.example.com"],
  vendor: ["Acme (EU)", "acme"],
};
const tagKeys = ["env", "Env", "a=b", "my key", "aws:name"];
const tagValues = ["prod", "Prod", "test", "a=b", "x y", "", '"q"\\'];
const addresses = [
  "10.1.2.3",
  "10.1.0.0/24",
  "10.0.0.0/8",
  "192.168.0.0/16",
  "2001:db8::5",
  "2001:db8::/48",
  "::/0",
  "::1",
];
const asked = [
  "10.1.2.3",
  "10.1.2.0/24",
  "10.1.0.0/16",
  "0.0.0.0/0",
  "2001:db8::/32",
  "2001:db8::5",
  "::/0",
  "fd00::/8",
];

const optional = (texts: readonly string[]) => fc.option(fc.constantFrom(...texts));

export const sampleItem: fc.Arbitrary<ItemContent> = fc.record({
  key: fc.record({
    accountId: fc.constantFrom(...values.accountId),
    region: fc.constantFrom(...values.region),
    type: fc.constantFrom(...values.type),
    id: fc.integer({ min: 1, max: 60 }).map((n) => `i-${n}`),
  }),
  cloudAccountId: fc.constant(null),
  typeName: fc.constant(null),
  macAddress: fc.constant(null),
  attributes: fc.constant(null),
  name: optional(values.name),
  hostname: optional(values.hostname),
  vendor: optional(values.vendor),
  ips: fc.uniqueArray(fc.constantFrom(...addresses), { maxLength: 3 }),
  tags: fc.uniqueArray(fc.record({ key: fc.constantFrom(...tagKeys), value: fc.constantFrom(...tagValues) }), {
    selector: ({ key }) => key,
    maxLength: 3,
  }),
});

/** A query and its meaning. */
export interface Question {
  readonly text: string;
  readonly meaning: Meaning;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
const escaped = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");

const fieldAndText = fc
  .constantFrom(...(Object.keys(values) as (keyof typeof values)[]))
  .chain((field) => fc.constantFrom(...values[field]).map((text) => ({ field, text })));
const tagAndText = fc
  .tuple(fc.constantFrom(...tagKeys), fc.constantFrom(...tagValues))
  .map(([key, text]) => ({ field: `tags.${key}`, text }));
const nameOf = (field: string) =>
  field.startsWith("tags.")
    ? fc.constantFrom(`tags.${quoted(field.slice(5))}`, `tags.${escaped(field.slice(5))}`)
    : fc.constant(field);

const text = fc.oneof(fieldAndText, tagAndText);
const leaf: fc.Arbitrary<Question> = fc.oneof(
  text.chain(({ field, text }) =>
    nameOf(field).chain((name) =>
      fc
        .constantFrom(quoted(text), ...(text === "" ? [] : [escaped(text), escaped(text.toUpperCase())]))
        .map((value): Question => ({ text: `${name}:${value}`, meaning: { kind: "is", field, text } })),
    ),
  ),
  text.chain(({ field, text }) =>
    nameOf(field).map((name): Question => {
      const start = text.slice(0, 3);
      return start === ""
        ? { text: `${name}:*`, meaning: { kind: "has", field } }
        : { text: `${name}:${escaped(start)}*`, meaning: { kind: "begins", field, text: start } };
    }),
  ),
  text
    .filter(({ text }) => text.length >= 6)
    .chain(({ field, text }) =>
      nameOf(field).map((name): Question => {
        const middle = text.slice(2, 6);
        return { text: `${name}:*${escaped(middle)}*`, meaning: { kind: "contains", field, text: middle } };
      }),
    ),
  text.chain(({ field, text }) =>
    nameOf(field).map((name): Question => {
      const end = `${text}zz`;
      return /["\\]/.test(text) || text === ""
        ? { text: `_exists_:${name}`, meaning: { kind: "has", field } }
        : { text: `${name}:["${text}" TO "${end}"]`, meaning: { kind: "between", field, low: text, high: end } };
    }),
  ),
  fc
    .tuple(fc.constantFrom(...asked), fc.constantFrom('ip:"CIDR"', "ip:CIDR", '"CIDR"', "CIDR"))
    .map(([cidr, form]): Question => {
      const orText = !form.startsWith("ip");
      return { text: form.replace("CIDR", cidr), meaning: { kind: "address", cidr, orText } };
    }),
  fc
    .constantFrom("web", "PROD", "server", "example", "中文", "ärger", "central", "i", "q", "main")
    .map((word): Question => ({ text: word, meaning: { kind: "words", words: [word] } })),
  fc
    .constantFrom(
      "web prod",
      "prod-01",
      "server_name",
      "db - main",
      "example.com",
      "eu central",
      "a b",
      "env prod",
      "aws:name=x",
    )
    .map((words): Question => ({ text: `"${words}"`, meaning: { kind: "words", words: partsOf(words) } })),
  fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 })).map(([a, b]): Question => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)].map((day) => `2026-01-${String(day).padStart(2, "0")}`);
    const meaning = { kind: "between", field: "lastSeenAt", low: `${low}`, high: `${high}T23` } as const;
    return { text: `lastSeenAt:[${low} TO ${high}]`, meaning };
  }),
  fc.constant<Question>({ text: "*:*", meaning: { kind: "all" } }),
);

/**
 * Generates queries with their meaning. Within one pair of parentheses, a query never mixes AND with OR. Every NOT
 * follows a clause without NOT.
 */
export const anyQuestion: fc.Arbitrary<Question> = fc.letrec<{ question: Question; group: Question }>((tie) => ({
  question: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaf, tie("group")),
  group: fc.oneof(
    joined(tie("question"), "and", [" AND ", " ", " && ", " +"]),
    joined(tie("question"), "or", [" OR ", " || "]),
    fc.tuple(tie("question"), tie("question"), fc.constantFrom(" AND NOT ", " NOT ", " -", " !")).map(
      ([one, other, not]): Question => ({
        text: `(${one.text}${not}${other.text})`,
        meaning: { kind: "and", all: [one.meaning, { kind: "not", one: other.meaning }] },
      }),
    ),
  ),
})).question;

function joined(
  question: fc.Arbitrary<Question>,
  kind: "and" | "or",
  between: readonly string[],
): fc.Arbitrary<Question> {
  return fc
    .tuple(fc.array(question, { minLength: 2, maxLength: 3 }), fc.constantFrom(...between))
    .map(([all, operator]) => ({
      text: `(${all.map((one) => one.text).join(operator)})`,
      meaning: { kind, all: all.map((one) => one.meaning) },
    }));
}

/** Returns whether an item matches. */
export function matches(meaning: Meaning, item: Seen): boolean {
  switch (meaning.kind) {
    case "and":
      return meaning.all.every((one) => matches(one, item));
    case "or":
      return meaning.all.some((one) => matches(one, item));
    case "not":
      return !matches(meaning.one, item);
    case "all":
      return true;
    case "is":
      return textsOf(meaning.field, item).some((text) => text === meaning.text.toLowerCase());
    case "begins":
      return textsOf(meaning.field, item).some((text) => text.startsWith(meaning.text.toLowerCase()));
    case "contains":
      return textsOf(meaning.field, item).some((text) => text.includes(meaning.text.toLowerCase()));
    case "between": {
      const [low, high] = [meaning.low.toLowerCase(), meaning.high.toLowerCase()];
      return textsOf(meaning.field, item).some((text) => text >= low && text <= high);
    }
    case "has":
      return textsOf(meaning.field, item).length > 0;
    case "address":
      return item.ips.some((ip) => meet(ip, meaning.cidr)) || (meaning.orText && holds(item, partsOf(meaning.cidr)));
    case "words":
      return holds(
        item,
        meaning.words.map((word) => word.toLowerCase()),
      );
  }
}

function textsOf(field: string, item: Seen): string[] {
  const { key, tags } = item;
  if (field === "lastSeenAt") return [item.lastSeenAt.toISOString().toLowerCase()];
  const found = field.startsWith("tags.")
    ? tags.filter((tag) => tag.key.toLowerCase() === field.slice(5).toLowerCase()).map(({ value }) => value)
    : [{ ...key, name: item.name, hostname: item.hostname, vendor: item.vendor }[field] ?? null];
  return found.filter((text) => text !== null).map((text) => text.toLowerCase());
}

function meet(ip: string, cidr: string): boolean {
  return overlaps(addressSetOfTexts([ip]), addressSetOfTexts([cidr]));
}

/** Reports whether the words follow each other in one of the item's texts. */
function holds({ key, name, hostname, vendor, ips, tags }: Seen, words: readonly string[]): boolean {
  const texts = [...Object.values(key), name, hostname, vendor, ...ips, "cloud"];
  const tagged = tags.flatMap((tag) => [tag.key, `${tag.key}=${tag.value}`]);
  return [...texts, ...tagged].some((text) => {
    const parts = partsOf(text ?? "");
    return parts.some((_, place) => words.every((word, n) => parts[place + n] === word));
  });
}

function partsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
