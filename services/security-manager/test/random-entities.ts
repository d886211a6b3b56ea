import fc from "fast-check";
import type { PutEntityName } from "../src/siql/schema/entities.ts";
import type { SlowEntity } from "./slow-interpreter/slow-entities.ts";

/**
 * The values of random entities and queries. There are only a few, so that queries often find entities. Some ranges
 * begin or end at the first or last address of a family, or at an edge of the IPv4-mapped block.
 */
const ADDRESSES = [
  ...["10.0.0.1", "10.0.0.0/24", "10.0.0.0/8", "10.0.0.5-10.0.0.9", "0.0.0.0/0", "0.0.0.0/1", "255.255.255.255"],
  ...["2001:db8::1", "2001:db8::/32", "::/0", "::/97", "::1:0:0:0-2001:db8::5", "10.*.*.*", "any"],
];
const SERVICES = ["tcp/80", "tcp/443", "tcp/80-443", "tcp", "udp/53", "udp/443", "icmp", "ip/47", "tcp/0-65535", "any"];
const NAMES = ["web", "web server", "FW-1-DMZ", "Accounting's", "a*b", "temporary \\ rule", "é", "WEB"];
const IDS = ["a", "b", "c", "crm", "CRM", "web:Shared", "x"].flatMap((id) => [id, `${id}.1`, `${id}-2`]);
/** The ids of stored devices, and null for entities without a device. */
const DEVICES = [1, 2, 3, 4, null, null];

const operands = (values: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...values).map((one) => [one]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }) },
  );
const connection = fc.record({
  source: operands(ADDRESSES),
  destination: operands(ADDRESSES),
  service: operands(SERVICES),
  comment: fc.constantFrom("", "web", "temporary until friday"),
});
const attributes = {
  id: fc.constantFrom(...IDS),
  device: fc.constantFrom(...DEVICES),
  name: fc.constantFrom(...NAMES),
  displayName: fc.constantFrom(...NAMES),
  comment: fc.constantFrom("", "web", "temporary until friday", "a*b"),
};

/** Generates entities of a kind. An entity replaces an earlier one with the same id and device. */
export function randomEntities(kind: PutEntityName): fc.Arbitrary<readonly SlowEntity[]> {
  const entity = fc.record({
    ...attributes,
    connections: kind === "application" ? fc.array(connection, { maxLength: 3 }) : fc.constant([]),
    applications:
      kind === "applicationgroup" ? fc.array(fc.constantFrom(...IDS, "nothing"), { maxLength: 3 }) : fc.constant([]),
  });
  return fc.array(entity, { minLength: 150, maxLength: 150 }).map((all) => {
    const last = new Map(all.map((one) => [`${one.device} ${one.id}`, one]));
    return [...last.values()];
  });
}

const TEXTS = [
  "web",
  "",
  "FW-*-DMZ",
  "*",
  "web*",
  "Accounting\\'s",
  "a\\*b",
  "a*b",
  "*rule",
  "temp",
  "é",
  "\\\\",
  "crm",
];
const setOperator = fc.constantFrom("equals", "=", "intersects", "is subset of", "is superset of", "is disjoint from");
const operand = (values: readonly string[]) =>
  operands(values.filter((one) => one !== "any")).chain((some) =>
    fc.constantFrom(
      ...[`(${some.map((one) => `'${one}'`).join(",")})`, `'${some[0]}'`, `'${some[0]}'`, `'${some[0]}'`, "'any'"],
    ),
  );
const words = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(" "));

function textComparison(names: readonly string[]) {
  return fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("=", "!=", "~", "!~"), fc.constantFrom(...TEXTS, ...IDS))
    .map(([name, operator, text]) => `${name} ${operator} '${text}'`);
}

const ofEntity = fc.oneof(
  { weight: 4, arbitrary: textComparison(["id", "name", "displayName", "comment"]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["device = 2", "device != 2", "device > 2", "device <= 3", "device ~ (1, 4)", "device !~ (1, 4)"],
      ...["device is null", "device is not null", "name is null", "comment is empty", "comment is not empty", "true"],
    ),
  },
);
const ofConnection = fc.oneof(
  { weight: 5, arbitrary: words(fc.constantFrom("source", "destination"), setOperator, operand(ADDRESSES)) },
  { weight: 3, arbitrary: words(fc.constant("service"), setOperator, operand(SERVICES)) },
  { weight: 1, arbitrary: textComparison(["comment"]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...["source is empty", "service is not empty", "comment is empty", "comment is not empty"],
      ...["source is null", "destination is not null", "true", "false"],
    ),
  },
);
const ofDevice = fc.constantFrom(
  ...["id = 2", "id ~ (1, 3)", "name = 'fw-*'", "name ~ 'two'", "name != 'fw-two'", "true", "false"],
);

function bodyOf(comparison: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ body: string }>((tie) => ({
    body: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      comparison,
      fc.array(tie("body"), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(" and ")})`),
      fc.array(tie("body"), { minLength: 2, maxLength: 3 }).map((parts) => `(${parts.join(" or ")})`),
    ),
  })).body;
}

/** Generates texts of valid queries on a kind of entity. */
export function randomEntityQuery(kind: PutEntityName): fc.Arbitrary<string> {
  const own = bodyOf(ofEntity).map((body) => `${kind}{${body}}`);
  const connected = bodyOf(ofConnection).map((body) => `connection{${body}}`);
  const estate = fc.oneof(
    bodyOf(ofDevice).map((body) => `device{${body}}`),
    fc.constantFrom("devicegroup{name = 'Even'}", "devicegroup{true}", "domain{id = 1}", "domain{id = 2}"),
  );
  const stanza = kind.startsWith("application")
    ? fc.oneof({ weight: 2, arbitrary: own }, { weight: 4, arbitrary: connected }, { weight: 1, arbitrary: estate })
    : fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: estate });
  return fc.array(stanza, { minLength: 1, maxLength: 3 }).map((filters) => filters.join(" and "));
}

/** Random values of the parameter `sort`. */
export const randomEntitySort: fc.Arbitrary<readonly string[]> = fc.array(
  fc.constantFrom(
    "name",
    "-name",
    "displayName",
    "-comment",
    "device",
    "-device",
    "id",
    "-id",
    "device.name",
    "-device.name",
  ),
  { maxLength: 3 },
);
