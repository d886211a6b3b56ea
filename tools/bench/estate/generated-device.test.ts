import { expect, test } from "@jest/globals";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import { generatedDevice } from "./generated-device.ts";

const size = { rules: 5_500, objects: 6_000, routes: 10_500, textBytes: 4_200_000 };

test("a generated device has the size that was asked for, in parts that the schema takes", () => {
  const has = { rules: 0, objects: 0, routes: 0, textBytes: 0 };
  for (const given of generatedDevice(7, size)) {
    const part = SnapshotPart.parse(given);
    if (part.kind === "policy") has.rules += part.rows.length;
    if (part.kind === "objects") has.objects += part.objects.length;
    if (part.kind === "routes") has.routes += part.routes.length;
    if (part.kind === "text") has.textBytes += part.text.length;
  }
  expect(has).toEqual(size);
});

test("devices of the same number are equal, and others differ", () => {
  const small = { rules: 20, objects: 50, routes: 5, textBytes: 100 };
  const jsonOf = (number: number) => JSON.stringify([...generatedDevice(number, small)]);
  expect(jsonOf(1)).toBe(jsonOf(1));
  expect(jsonOf(1)).not.toBe(jsonOf(2));
});
