import { expect, test } from "@jest/globals";
import { nearestNames } from "./nearest-names.ts";
import { knownServiceNames, portsOfServiceName } from "./service-names.ts";

test.each([
  ["http", ["tcp/80", "udp/80"]],
  ["www", ["tcp/80", "udp/80"]],
  ["www-http", ["tcp/80", "udp/80"]],
  ["HTTPS", ["tcp/443", "udp/443"]],
  ["syslog", ["udp/514"]],
  ["x11", ["tcp/6000-6063", "udp/6000-6063"]],
  ["http-alt", ["tcp/591", "udp/591", "tcp/8008", "udp/8008", "tcp/8080", "udp/8080"]],
  ["no such service", []],
])("%s is %j", (name, ports) => {
  expect(portsOfServiceName(name)).toEqual(ports);
});

test("nearest names differ by a few characters, or contain the text", () => {
  expect(nearestNames("htps", knownServiceNames())).toContain("https");
  expect(nearestNames("Microsoft_DS", knownServiceNames())[0]).toBe("microsoft-ds");
  expect(nearestNames("web", ["webmail", "my-web", "wep", "dns"])).toEqual(["wep", "webmail", "my-web"]);
  expect(nearestNames("x", ["y", "xyz"])).toEqual([]);
  expect(nearestNames("a".repeat(100), ["a".repeat(100)])).toEqual([]);
});
