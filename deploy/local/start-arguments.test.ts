import { expect, test } from "@jest/globals";
import { engineUrls } from "./engines/prepare-engines.ts";
import { readStartArguments } from "./start-arguments.ts";
import { engineDataFolder } from "./workspace.ts";

test("without arguments data is kept and the demonstration estate is loaded", () => {
  expect(readStartArguments([], {})).toEqual({
    ok: true,
    options: { fresh: false, demonstration: true, refreshEngines: false, conformance: false },
  });
});

test("an unknown argument is refused with the known ones", () => {
  expect(readStartArguments(["--frsh"], {})).toMatchObject({ ok: false, problem: expect.stringContaining("--fresh") });
});

test("the conformance profile is started if it is asked for", () => {
  expect(readStartArguments(["--conformance"], {})).toMatchObject({ ok: true, options: { conformance: true } });
});

test("data of an engine given by URL is never deleted", () => {
  const urls = engineUrls({ MONGO_URL: "mongodb://db.example.com/", REDIS_URL: "" });
  expect(urls).toEqual({ mongo: "mongodb://db.example.com/" });
  expect(readStartArguments(["--fresh"], urls)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("MONGO_URL"),
  });
  expect(readStartArguments(["--fresh"], {})).toMatchObject({ ok: true, options: { fresh: true } });
  expect(readStartArguments(["--no-demo"], urls)).toMatchObject({ ok: true, options: { demonstration: false } });
});

test("data is in the clone, or for root in a folder of its own if others can't enter the clone", () => {
  expect(engineDataFolder("/root/a", false, () => false)).toBe("/root/a/.data/engines");
  expect(engineDataFolder("/srv/a", true, () => true)).toBe("/srv/a/.data/engines");
  const folder = engineDataFolder("/root/a", true, () => false);
  expect(folder).toMatch(/^\/var\/tmp\/network-access-service\/a-[0-9a-f]{8}$/);
  expect(engineDataFolder("/root/b/a", true, () => false)).not.toBe(folder);
});
