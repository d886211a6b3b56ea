import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { until } from "../servers/until.ts";
import { createEngineDoor, type EngineDoor } from "./engine-door.ts";

const DELAY_MS = 60_000;

const engine = createServer((socket) => socket.pipe(socket));
let door: EngineDoor;

beforeAll(async () => {
  engine.listen(0, "127.0.0.1");
  await once(engine, "listening");
  const address = engine.address();
  if (typeof address !== "object" || !address) throw new Error("the engine listens on no port");
  door = await createEngineDoor(`http://127.0.0.1:${address.port}`);
});
afterAll(() => void engine.close());

test("a proxy that is shut has no timer for delayed data, so its process can end", async () => {
  const started = jest.spyOn(globalThis, "setTimeout");
  const cleared = jest.spyOn(globalThis, "clearTimeout");
  door.slowDown("slow", DELAY_MS);
  const client = connect(Number(new URL(door.url).port), "127.0.0.1").on("error", () => undefined);
  client.write("slow");
  const timer = () => started.mock.results[started.mock.calls.findIndex(([, ms]) => ms === DELAY_MS)]?.value;
  await until("the data is delayed", () => timer() !== undefined);
  await door.shut();
  await until("the timer is cleared", () => cleared.mock.calls.some(([one]) => one === timer()));
  client.destroy();
  expect(started.mock.calls.filter(([, ms]) => ms === DELAY_MS)).toHaveLength(1);
});
