import { expect, test } from "@jest/globals";
import { deviceOf } from "./test/read-configuration.ts";

const staticRoutes = (...lines: readonly string[]) => {
  const { routes, notUnderstood } = deviceOf(...lines);
  const read = (routes.get("default") ?? []).filter(({ type }) => type !== "CONNECTED");
  return { read, reasons: notUnderstood.map(({ reason }) => reason) };
};

test("a route whose target is tracked is read, and named", () => {
  expect(staticRoutes("route outside 0.0.0.0 0.0.0.0 198.51.100.1 1 track 1")).toMatchObject({
    read: [{ destination: "0.0.0.0/0", gateway: "198.51.100.1" }],
    reasons: ["the route holds only while its target answers"],
  });
});

test("routes for tunnels, to scattered networks and with unknown words are left out, and named", () => {
  expect(
    staticRoutes(
      "route inside 0.0.0.0 0.0.0.0 10.0.0.9 tunneled",
      "route inside 10.0.0.0 255.0.255.0 10.0.0.9",
      "route inside 10.8.0.0 255.255.0.0 10.0.0.9 1 frobnicate",
    ),
  ).toEqual({
    read: [],
    reasons: [
      "a route for the traffic of tunnels alone is left out",
      'the mask of "10.0.0.0/255.0.255.0" is not contiguous',
      '"frobnicate" is not known in a route',
    ],
  });
});

test("an interface that is shut down has no network", () => {
  const lines = ["interface GigabitEthernet0/4", " shutdown", " nameif spare", " ip address 10.4.0.1 255.255.255.0"];
  const { interfaces, routes } = deviceOf(...lines);
  expect(interfaces.at(-1)).toMatchObject({ name: "spare", addresses: ["10.4.0.1/24"], disabled: true });
  expect(routes.get("default")?.filter(({ interface: name }) => name === "spare")).toEqual([]);
});
