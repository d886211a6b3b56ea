import { hostileText } from "@network-access/testkit/hostile-text";
import fc from "fast-check";

/** Invalid and unusual request bodies. Everything here can occur in a JSON document. */

const hostileNumber = fc.constantFrom(0, -0, -1, 1.5, 1e308, 2 ** 53, 5e-324);
const anything = fc.oneof(hostileText, hostileNumber, fc.jsonValue(), fc.constant(null));
const mostly = <Value>(right: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: anything });
const short = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcdefghij-0123456789") });

const addresses = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("10.0.0.0/8", "2001:db8::/32"));

/** Generates values that resemble items. Any member may be invalid. About half of the values are valid items. */
export const almostAnItem: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: anything },
  { weight: 1, arbitrary: fc.record({ accountId: short, region: short, type: short, id: short, hostName: anything }) },
  {
    weight: 20,
    arbitrary: fc.record(
      {
        accountId: mostly(short),
        region: mostly(short),
        type: mostly(short),
        id: mostly(fc.constantFrom("a", "b", "c", "d")),
        cloudAccountId: mostly(short),
        name: mostly(short),
        typeName: mostly(short),
        hostname: mostly(fc.domain()),
        vendor: mostly(short),
        macAddress: mostly(fc.constantFrom("001A.2B3C.4D5E", "00-1a-2b-3c-4d-5e-6f-70", null)),
        ips: mostly(fc.array(mostly(addresses), { maxLength: 6 })),
        tags: mostly(
          fc.dictionary(
            mostly(short).map((name) => (typeof name === "string" ? name : JSON.stringify(name))),
            mostly(short),
            { maxKeys: 6 },
          ),
        ),
        item: mostly(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 6 })),
      },
      { requiredKeys: ["accountId", "region", "type", "id"] },
    ),
  },
);

const scopeTexts = mostly(fc.array(mostly(short), { maxLength: 4 }));

/** Generates values that resemble the body of an upload. The items are values of `almostAnItem`. */
export const almostAnUpload: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: anything },
  {
    weight: 12,
    arbitrary: fc.record(
      {
        discoveryId: mostly(short),
        scope: mostly(
          fc.record({ accountIds: scopeTexts, regions: scopeTexts, types: scopeTexts }, { requiredKeys: [] }),
        ),
        items: mostly(fc.array(almostAnItem, { minLength: 1, maxLength: 5 })),
        more: anything,
      },
      { requiredKeys: ["discoveryId", "items"] },
    ),
  },
);
