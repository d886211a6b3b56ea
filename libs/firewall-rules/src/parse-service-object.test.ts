import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { fieldErrors } from "./field-error.ts";
import type { ServiceObjectInput } from "./object-input.ts";
import { parseServiceObject } from "./parse-service-object.ts";

/**
 * The lowest and the highest number that the API schema allows for a member. `membersOf` lists the members of each
 * service type with these limits.
 */
const port = [0, 65_535] as const;
const byte = [0, 255] as const;
const membersOf = {
  AllTraffic: {},
  AllTCP: {},
  AllUDP: {},
  AllICMPv4: {},
  AllICMPv6: {},
  TCP: { portStart: port, portEnd: port },
  UDP: { portStart: port, portEnd: port },
  ICMPv4: { icmpType: byte, icmpCode: byte },
  ICMPv6: { icmpType: byte, icmpCode: byte },
  CustomProtocol: { protocol: byte },
  PortRangeSize: { maxSize: [1, 65_536] },
} as const satisfies Record<ServiceObjectInput["type"], Record<string, readonly [low: number, high: number]>>;
const types = Object.keys(membersOf) as ServiceObjectInput["type"][];
const allMembers = ["protocol", "icmpType", "icmpCode", "portStart", "portEnd", "maxSize"] as const;

function parse(input: ServiceObjectInput, sender: "request" | "boundary") {
  const errors = fieldErrors();
  const object = parseServiceObject(errors, "here", input, sender);
  return { object, errors: errors.all() };
}

/**
 * Generates service inputs. Most inputs have few members that do not belong to their type. Most values are near the
 * limits of the allowed range.
 */
const input = fc.constantFrom(...types).chain((type) => {
  const own: Readonly<Record<string, readonly [low: number, high: number]>> = membersOf[type];
  const member = (name: string): fc.Arbitrary<number | null | undefined> => {
    const bounds = own[name];
    if (bounds === undefined) return fc.constantFrom(null, null, null, null, undefined, undefined, undefined, 0, 7);
    const [low, high] = bounds;
    return fc.constantFrom(low, low + 1, 80, high - 1, high, low, high, low - 1, high + 1, 1.5, null);
  };
  const record = Object.fromEntries(allMembers.map((name) => [name, member(name)]));
  return fc.record(record).map((members) => ({ type, ...members }) as ServiceObjectInput);
});

test("a service is taken exactly when it has what belongs to its type, in range and in order, and nothing else", () => {
  fc.assert(
    fc.property(input, fc.constantFrom("request" as const, "boundary" as const), (sent, sender) => {
      const own: Readonly<Record<string, readonly [low: number, high: number]>> = membersOf[sent.type];
      const { object, errors } = parse(sent, sender);
      const paths = errors.map(({ path }) => path);
      if (sent.type === "PortRangeSize" && sender === "request") {
        expect(paths).toEqual(["here.type"]);
        expect(object).toBeUndefined();
        return;
      }
      const foreign = allMembers.filter((name) => own[name] === undefined && sent[name] != null);
      const wrong = allMembers.filter((name) => {
        const [low = 0, high = 0] = own[name] ?? [];
        const value = sent[name] ?? Number.NaN;
        return own[name] !== undefined && !(Number.isInteger(value) && value >= low && value <= high);
      });
      const isTurned = wrong.length === 0 && (sent.portStart ?? 0) > (sent.portEnd ?? 65_535) && "portStart" in own;
      const expected = [...foreign, ...wrong, ...(isTurned ? ["portStart"] : [])].map((name) => `here.${name}`);
      expect(paths.toSorted()).toEqual(expected.toSorted());
      const understood = {
        type: sent.type,
        ...Object.fromEntries(Object.keys(own).map((name) => [name, sent[name as "protocol"]])),
      };
      expect(object).toEqual(wrong.length > 0 || isTurned ? undefined : understood);
    }),
    { numRuns: 2_000 },
  );
});

test("each error says what would work", () => {
  const faultOf = (sent: ServiceObjectInput): string => parse(sent, "boundary").errors[0]?.message ?? "";
  expect(faultOf({ type: "TCP", portStart: 1, portEnd: 70_000 })).toMatch(/70000.*\b0 to 65535\b/);
  expect(faultOf({ type: "ICMPv6", icmpType: 8 })).toMatch(/missing.*ICMPv6.*\b0 to 255\b/);
  expect(faultOf({ type: "PortRangeSize", maxSize: 0 })).toMatch(/\b0;.*\b1 to 65536\b/);
  expect(faultOf({ type: "TCP", portStart: 9, portEnd: 1 })).toMatch(/\b1 to 9\b/);
  // Other systems write -1 for "every type" or "every code". The error for -1 therefore suggests AllICMPv6.
  expect(faultOf({ type: "ICMPv6", icmpType: 8, icmpCode: -1 })).toContain("AllICMPv6");
  expect(faultOf({ type: "ICMPv6", icmpType: 8, icmpCode: -2 })).not.toContain("AllICMPv6");
  expect(faultOf({ type: "TCP", portStart: -1, portEnd: 1 })).not.toContain("All");
  expect(faultOf({ type: "CustomProtocol", protocol: 6, portStart: 1 })).toMatch(/CustomProtocol.*protocol/);
  expect(faultOf({ type: "AllUDP", portStart: 1 })).toMatch(/AllUDP.*leave it out/);
});
