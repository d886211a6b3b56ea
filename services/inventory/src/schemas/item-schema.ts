import { canonicalJson } from "@network-access/service-runtime/canonical-json";
import { parseCidr } from "@network-access/traffic-sets/cidr";
import { z } from "zod";
import { attributesError, DEEPEST_ATTRIBUTES } from "./attributes-error.ts";
import { isObject, line, list, members, shorten, text, textError } from "./bounded-schemas.ts";
import { parseMacAddress } from "./mac-address.ts";

const MOST_TEXT = 1_024;
const MOST_ADDRESSES = 1_000;
const MOST_TAGS = 100;
const MOST_TAG_NAME = 256;
const MOST_ATTRIBUTE_BYTES = 256 * 1_024;

const keyShape = {
  accountId: line(MOST_TEXT).meta({
    description: "The internal id of the account; a UUID by convention, any text is accepted.",
    examples: ["4f6d2c1e-8f3b-4a57-9c61-2f9d2b8e1a77"],
  }),
  region: line(MOST_TEXT).meta({ description: "The region within the account.", examples: ["eu-central-1"] }),
  type: line(MOST_TEXT).meta({ description: "The type of the resource.", examples: ["aws.ec2.instance"] }),
  id: line(MOST_TEXT).meta({ description: "Its id within account, region and type.", examples: ["i-0a1b2c3d4e5f"] }),
};

/** The four parts of a key, in an object that may have other members. */
export const KeyParts = z.object(keyShape);

/** The four parts of a key, in an object without other members. */
export const ItemKeyBody = members(keyShape, {
  wrongType: "the body is not an object; send accountId, region, type and id",
  known: "is not known here; send accountId, region, type and id",
});

const macAddress = text(64).transform((value, { addIssue }) => {
  const mac = parseMacAddress(value);
  if (mac === undefined)
    addIssue(`"${shorten(value)}" is not a hardware address; write 6 or 8 bytes, such as 00:1a:2b:3c:4d:5e`);
  return mac ?? "";
});

/** Checking stops after this many wrong addresses, because the diagnosis of a wrong address is slow. */
const MOST_REPORTED = 20;

const addresses = list(
  z.unknown(),
  { most: MOST_ADDRESSES },
  {
    wrongType: "is not a list; send a list of addresses or CIDRs",
    wrongLength: (found) => `has ${found} entries; at most ${MOST_ADDRESSES} work`,
  },
).transform((entries, { addIssue }) => {
  const found = new Set<string>();
  let errors = 0;
  for (const [index, entry] of entries.entries()) {
    const read = readAddress(entry);
    if (read.ok) found.add(read.text);
    else {
      addIssue({ code: "custom", path: [index], message: read.problem });
      errors += 1;
      if (errors < MOST_REPORTED) continue;
      addIssue(`has ${errors} errors up to entry ${index}; the entries after it were not checked`);
      break;
    }
  }
  return [...found];
});

function readAddress(
  value: unknown,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string } {
  if (typeof value !== "string") return { ok: false, problem: "is not a text; send an address or CIDR in quotes" };
  const parsed = parseCidr(value);
  if (!parsed.ok) return parsed;
  const { family, prefix } = parsed.cidr;
  const isHost = prefix === (family === 4 ? 32 : 128);
  return { ok: true, text: isHost ? parsed.text.slice(0, parsed.text.lastIndexOf("/")) : parsed.text };
}

// z.record is not used, because it silently drops the name "__proto__" and checks every tag before it counts them.
const tags = z
  .custom<Readonly<Record<string, unknown>>>(isObject, {
    error: 'is not an object; send names and texts, such as {"application": "payments"}',
  })
  .transform((value, { addIssue }) => {
    const entries = Object.entries(value);
    if (entries.length > MOST_TAGS) {
      addIssue(`has ${entries.length} tags; at most ${MOST_TAGS} work`);
      return [];
    }
    const found: { key: string; value: string }[] = [];
    for (const [key, tag] of entries) {
      const error = tagError(key, tag);
      if (key === "") addIssue("has a tag without a name; 1 to 256 characters work");
      else if (error !== undefined) addIssue({ code: "custom", path: [key], message: error });
      else if (typeof tag === "string") found.push({ key, value: tag });
    }
    return found;
  })
  .meta({
    type: "object",
    maxProperties: MOST_TAGS,
    propertyNames: { minLength: 1, maxLength: MOST_TAG_NAME },
    additionalProperties: { type: "string", maxLength: MOST_TEXT },
  });

function tagError(key: string, value: unknown): string | undefined {
  const error = textError(key, MOST_TAG_NAME);
  if (error !== undefined) return error;
  return typeof value === "string" ? textError(value, MOST_TEXT) : "is not a text; send its value in quotes";
}

const attributes = z
  .custom<Readonly<Record<string, unknown>>>(isObject, {
    error: "is not an object; send the raw attributes as one JSON object",
  })
  .transform((value, { addIssue }) => {
    const error = attributesError(value);
    if (error !== undefined) {
      addIssue(error);
      return "";
    }
    const json = canonicalJson(value);
    const bytes = Buffer.byteLength(json);
    if (bytes > MOST_ATTRIBUTE_BYTES) addIssue(`takes ${bytes} bytes; at most ${MOST_ATTRIBUTE_BYTES} work`);
    return json;
  })
  .meta({ type: "object", additionalProperties: true });

const itemShape = {
  ...keyShape,
  cloudAccountId: text(MOST_TEXT)
    .nullish()
    .meta({
      description: "The cloud provider's own id of the account.",
      examples: ["123456789012"],
    }),
  name: text(MOST_TEXT)
    .nullish()
    .meta({ description: "The name of the resource.", examples: ["web-prod-01"] }),
  typeName: text(MOST_TEXT)
    .nullish()
    .meta({ description: "The display name of the type.", examples: ["EC2 instance"] }),
  hostname: text(MOST_TEXT)
    .nullish()
    .meta({ description: "The host name.", examples: ["web-prod-01.example.net"] }),
  vendor: text(MOST_TEXT)
    .nullish()
    .meta({ description: "Who makes or operates it.", examples: ["Amazon"] }),
  macAddress: macAddress.nullish().meta({
    description: "6 or 8 bytes in any common notation; stored in lower case with colons.",
    examples: ["00:1a:2b:3c:4d:5e"],
  }),
  ips: addresses.nullish().meta({
    type: ["array", "null"],
    items: { type: "string", description: "An address or a CIDR." },
    description:
      "Addresses and CIDRs, IPv4 and IPv6, stored once each in canonical form. Host bits, leading zeros, zone ids and IPv4 written as IPv6 are refused, with the form to send.",
    examples: [["10.1.2.5", "10.1.3.0/24", "2001:db8::1"]],
  }),
  tags: tags.nullish().meta({
    description: "Names and values, compared without case.",
    examples: [{ application: "payments", stage: "prod" }],
  }),
  item: attributes.nullish().meta({
    description: `The raw attributes: at most ${MOST_ATTRIBUTE_BYTES} bytes of JSON, nested at most ${DEEPEST_ATTRIBUTES} deep. Members come back in the order of their names, not as they were sent. Numbers keep their exact value, and whole numbers all their digits, also where 64-bit floating point would round them; 1.10 comes back as 1.1, and 1e3 as 1000. A number beyond 1.8e308 is refused.`,
    examples: [{ instanceType: "m7g.large" }],
  }),
};

/**
 * One item as a connector sends it. Parsing converts texts to the form in which they are stored. A member that is null
 * has the same effect as a missing member.
 */
export const UploadedItem = members(itemShape, {
  wrongType: "is not an object; send accountId, region, type, id and what else is known",
  known: `is not a member of an item; known are ${Object.keys(itemShape).join(", ")}`,
});
