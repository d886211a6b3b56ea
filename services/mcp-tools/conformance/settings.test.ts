import { expect, test } from "@jest/globals";
import { readConformanceSettings } from "./settings.ts";

test("the profile listens on loopback if nothing is set", () => {
  expect(readConformanceSettings({}).http).toMatchObject({ host: "127.0.0.1", port: 0 });
});

test.each(["localhost", "127.0.0.1", "127.1.2.3", "::1"])("HOST %s is accepted", (host) => {
  expect(readConformanceSettings({ HOST: host }).http.host).toBe(host);
});

test.each(["0.0.0.0", "::", "10.1.2.3", "tools.example", "localhost.example", "127.0.0.1.example"])(
  "HOST %s is refused",
  (host) => {
    expect(() => readConformanceSettings({ HOST: host })).toThrow(/HOST: .*loopback/);
  },
);

test.each(["production", "Production", " production "])("NODE_ENV %j is refused", (name) => {
  expect(() => readConformanceSettings({ NODE_ENV: name })).toThrow(/NODE_ENV: .*not run in production/);
});

test.each(["development", "test", ""])("NODE_ENV %j is accepted", (name) => {
  expect(() => readConformanceSettings({ NODE_ENV: name })).not.toThrow();
});
