import { expect, test } from "@jest/globals";
import { allEdges, type Edges, noEdges, union } from "@network-access/traffic-sets/edges";
import { placesOf, serviceLineEnd } from "@network-access/traffic-sets/service-line";
import fc from "fast-check";
import { servicesOfPlaces } from "./service-places.ts";

test.each<[Edges, string[]]>([
  [noEdges, []],
  [allEdges, ["any"]],
  [placesOf(6, 443, 443), ["tcp/443"]],
  [placesOf(17, 0, 65_535), ["udp"]],
  [union(placesOf(6, 80, 81), placesOf(6, 82, 90)), ["tcp/80-90"]],
  [placesOf(1, 2_048, 2_303), ["icmp/8"]],
  [placesOf(58, 2_303, 2_560), ["icmpv6/8/255", "icmpv6/9", "icmpv6/10/0"]],
  [placesOf(47, 0, 0), ["ip/47"]],
])("%#", (places, texts) => {
  expect(servicesOfPlaces(places)).toEqual(texts);
});

/** Reads an operand as SIQL does. */
function placesOfText(text: string): Edges {
  const [name = "", first, second] = text.split("/");
  if (name === "any") return allEdges;
  if (name === "ip") return placesOf(Number(first), 0, 0);
  const protocol = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 }[name] ?? Number.NaN;
  if (first === undefined) return placesOf(protocol, 0, 65_535);
  const [low = 0, high = low] = first.split("-").map(Number);
  if (protocol === 6 || protocol === 17) return placesOf(protocol, low, high);
  return placesOf(protocol, low * 256 + Number(second ?? 0), low * 256 + Number(second ?? 255));
}

test("printed services mean the same places", () => {
  const place = fc.integer({ min: 0, max: serviceLineEnd - 1 });
  const length = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: serviceLineEnd }));
  const range = fc.tuple(place, length).map(([from, size]) => {
    return from + size >= serviceLineEnd ? Uint32Array.of(from) : Uint32Array.of(from, from + size);
  });
  fc.assert(
    fc.property(fc.array(range, { maxLength: 4 }), (ranges) => {
      const places = ranges.reduce<Edges>(union, noEdges);
      const read = servicesOfPlaces(places).map(placesOfText).reduce<Edges>(union, noEdges);
      expect(Array.from(read)).toEqual(Array.from(places));
    }),
  );
});
