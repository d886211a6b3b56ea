import { expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { findDevice } from "./find-device.ts";

const EDGE = { id: 7, name: "edge-fw", deviceGroupIds: [3] };
const CORE = { id: 9, name: "core fw", deviceGroupIds: [] };
const TWIN = { id: 11, name: "Core FW", deviceGroupIds: [3] };

const byName = (name: string) => `/domain/1/device?name=${name}&pageSize=100`;
const page = (...results: readonly object[]) => ({ total: results.length, results });

const manager = fakeManager({
  "/domain/1/device/7": EDGE,
  "/domain/1/device/9": CORE,
  "/domain/1/device/8": { kind: "not-found" },
  "/domain/1/device/10": { kind: "unavailable" },
  [byName("edge-fw")]: page(EDGE),
  [byName("core%20fw")]: page(CORE, TWIN),
  [byName("edge-fv")]: page(),
  [byName("nothing")]: page(),
  "/siql/device/paged-search?q=device%7Bid%20%3E%200%7D&page=0&pageSize=1000": page(EDGE, CORE, TWIN),
});
const asking = { manager, call: { userId: 7, signal: new AbortController().signal } };

const listing = "list_all_devices lists the devices of a device group with their ids and names.";
const refused = (...texts: readonly string[]) => ({ ok: false, problem: { kind: "refusal", texts } });
const found = (value: unknown) => ({ ok: true, value });

test.each<[number | undefined, string | undefined, object]>([
  [undefined, undefined, found(undefined)],
  [7, undefined, found(EDGE)],
  [undefined, "edge-fw", found(EDGE)],
  [7, " edge-fw ", found(EDGE)],
  [9, "core fw", found(CORE)],
  [8, undefined, refused("deviceId 8 is unknown.", listing)],
  [8, "edge-fw", refused("deviceId 8 is unknown.", listing)],
  [10, undefined, { ok: false, problem: { kind: "manager-failure", failure: { kind: "unavailable" } } }],
  [undefined, "nothing", refused('deviceName "nothing" is unknown.', listing)],
  [undefined, "edge-fv", refused('deviceName "edge-fv" is unknown.', "The nearest names are: edge-fw.")],
  [7, "edge-fv", refused('deviceName "edge-fv" is unknown.', "The nearest names are: edge-fw.")],
  [undefined, "core fw", refused('deviceName "core fw" is the name of the devices 9, 11.', "Send deviceId instead.")],
  [
    9,
    "edge-fw",
    refused('deviceId 9 and deviceName "edge-fw" disagree: the name is that of device 7.', "Send one of them."),
  ],
])("the id %j and the name %j", async (deviceId, deviceName, expected) => {
  expect(await findDevice(asking, { deviceId, deviceName })).toEqual(expected);
});
