import { expect, test } from "@jest/globals";
import { servicesOfPlaces } from "../arguments/service-places.ts";
import { placesOfServices } from "./listed-services.ts";

test.each([
  [{ protocol: null, formattedValue: "any" }, ["any"]],
  [{ protocol: 6, startPort: 443, endPort: 443, formattedValue: "tcp/443" }, ["tcp/443"]],
  [{ protocol: 17, startPort: 0, endPort: 65_535, formattedValue: "udp" }, ["udp"]],
  [{ protocol: 47, formattedValue: "ip/47" }, ["ip/47"]],
  [{ protocol: 1, formattedValue: "icmp" }, ["icmp"]],
  [{ protocol: 1, formattedValue: "icmp/8" }, ["icmp/8"]],
  [{ protocol: 58, formattedValue: "icmpv6/3:4" }, ["icmpv6/3/4"]],
  [{ protocol: 1, formattedValue: "icmp/3:254-5:0" }, ["icmp/3/254", "icmp/3/255", "icmp/4", "icmp/5/0"]],
])("%j", (service, texts) => {
  expect(servicesOfPlaces(placesOfServices([service]))).toEqual(texts);
});

test("several services are their union", () => {
  const ports = [80, 81, 443].map((port) => ({
    protocol: 6,
    startPort: port,
    endPort: port,
    formattedValue: `tcp/${port}`,
  }));
  expect(servicesOfPlaces(placesOfServices(ports))).toEqual(["tcp/80-81", "tcp/443"]);
  expect(servicesOfPlaces(placesOfServices([]))).toEqual([]);
});
