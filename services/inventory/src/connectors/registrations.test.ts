import { expect, test } from "@jest/globals";
import { aConnector } from "../../test/inventory-builders.ts";
import { createInMemoryConnectorStore } from "./in-memory-connector-store.ts";
import { createRegistrations } from "./registrations.ts";

/**
 * Simulates two processes with one database. Their clock advances only while `remove` waits and when `pass` is called.
 */
async function twoProcesses() {
  const connectors = createInMemoryConnectorStore();
  let time = 0;
  let reads = 0;
  const counted = {
    list: () => {
      reads += 1;
      return connectors.list();
    },
    remove: connectors.remove,
  };
  const process = () =>
    createRegistrations({
      connectors: counted,
      now: () => new Date(time),
      elapsedMs: () => time,
      async pause(ms) {
        time += ms;
      },
    });
  return {
    here: process(),
    there: process(),
    register: (id: string) => connectors.insert(aConnector(id), "hash"),
    pass: (ms: number) => {
      time += ms;
    },
    reads: () => reads,
  };
}

const uuidOf = (id: string) => aConnector(id).uuid;

test("an answered removal is visible to every process, whatever it has cached", async () => {
  const { here, there, register, pass } = await twoProcesses();
  await register("cloud");
  expect((await there.among([uuidOf("cloud")])).has(uuidOf("cloud"))).toBe(true);
  pass(1);
  expect(await here.remove("cloud")).toBe(true);
  expect((await there.among([uuidOf("cloud")])).has(uuidOf("cloud"))).toBe(false);
  expect((await there.recent()).has(uuidOf("cloud"))).toBe(false);
});

test("registrations are read once a second, and once more for an unknown one", async () => {
  const { here, register, pass, reads } = await twoProcesses();
  await register("cloud");
  for (let time = 0; time < 5; time += 1) await here.among([uuidOf("cloud")]);
  expect(reads()).toBe(1);
  await register("scanner");
  expect((await here.among([uuidOf("scanner"), uuidOf("cloud")])).has(uuidOf("scanner"))).toBe(true);
  expect(reads()).toBe(2);
  pass(1_000);
  await here.among([uuidOf("scanner"), uuidOf("cloud")]);
  expect(reads()).toBe(3);
});

test("removing an unknown connector does not wait", async () => {
  const { here, register, pass, reads } = await twoProcesses();
  await register("cloud");
  await here.recent();
  expect(await here.remove("unknown")).toBe(false);
  pass(999);
  await here.recent();
  expect(reads()).toBe(1);
});
