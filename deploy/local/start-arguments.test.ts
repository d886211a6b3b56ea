import { expect, test } from "@jest/globals";
import { engineUrls } from "./engines/prepare-engines.ts";
import { readStartArguments } from "./start-arguments.ts";
import { engineDataFolder } from "./workspace.ts";

test("without arguments data is kept and the demonstration estate is loaded", () => {
  expect(readStartArguments([], {})).toEqual({
    ok: true,
    options: { fresh: false, demonstration: true, refreshEngines: false },
  });
});

test("an unknown argument is refused with the ones there are", () => {
  expect(readStartArguments(["--frsh"], {})).toMatchObject({ ok: false, problem: expect.stringContaining("--fresh") });
});

test("data of an engine given by URL is never emptied", () => {
  const urls = engineUrls({ MONGO_URL: "mongodb://db.example.com/", REDIS_URL: "" });
  expect(urls).toEqual({ mongo: "mongodb://db.example.com/" });
  expect(readStartArguments(["--fresh"], urls)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("MONGO_URL"),
  });
  expect(readStartArguments(["--fresh"], {})).toMatchObject({ ok: true, options: { fresh: true } });
  expect(readStartArguments(["--no-demo"], urls)).toMatchObject({ ok: true, options: { demonstration: false } });
});

test("data lies in the clone; as root in a folder of this clone's own where the clone can't be passed", () => {
  expect(engineDataFolder("/root/a", false, () => false)).toBe("/root/a/.data/engines");
  expect(engineDataFolder("/srv/a", true, () => true)).toBe("/srv/a/.data/engines");
  const folder = engineDataFolder("/root/a", true, () => false);
  expect(folder).toMatch(/^\/var\/tmp\/network-access-service\/a-[0-9a-f]{8}$/);
  expect(engineDataFolder("/root/b/a", true, () => false)).not.toBe(folder);
});
