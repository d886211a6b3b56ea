import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { keepPorts } from "./free-ports.ts";

const listening: Server[] = [];
afterEach(() => Promise.all(listening.splice(0).map((server) => new Promise((done) => server.close(done)))));

async function listenOn(port: number): Promise<void> {
  const server = createServer();
  listening.push(server);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
}

/**
 * Loads a new copy of the module, which stands for another run. The copy shares no variables with the first copy, so it
 * knows earlier ports only from the file.
 */
const anotherRun = (): Promise<typeof import("./free-ports.ts")> => import(`./free-ports.ts?run=${Math.random()}`);

const portsFile = () => join(mkdtempSync(join(tmpdir(), "ports-")), "ports.json");

test("the next run gets the same ports, and logs nothing", async () => {
  const file = portsFile();
  const said: string[] = [];
  const first = await keepPorts(file, ["gateway", "issuer"]);
  const again = await (await anotherRun()).keepPorts(file, ["gateway", "issuer"], (line) => said.push(line));
  expect(again).toEqual(first);
  expect(first.gateway).not.toBe(first.issuer);
  expect(said).toEqual([]);
});

test("a port taken by another process is replaced, and that is logged", async () => {
  const file = portsFile();
  const said: string[] = [];
  const first = await keepPorts(file, ["gateway", "issuer"]);
  await listenOn(first.gateway);
  const again = await (await anotherRun()).keepPorts(file, ["gateway", "issuer"], (line) => said.push(line));
  expect(again.issuer).toBe(first.issuer);
  expect(again.gateway).not.toBe(first.gateway);
  expect(said).toEqual([`port ${first.gateway} of gateway is taken by another process; it gets ${again.gateway}`]);
});

test("two runs choose different ports although nothing listens there yet, even with the same random numbers", async () => {
  const chosen: number[] = [];
  for (const { freePort } of [await anotherRun(), await anotherRun()]) {
    let drawn = 0;
    const sameChance = () => (0.37 * ++drawn) % 1;
    for (let n = 0; n < 20; n += 1) chosen.push(await freePort(sameChance));
  }
  expect(new Set(chosen).size).toBe(40);
});

test("a run that needs more ports than it has reserved reserves more, also when it needs them at once", async () => {
  const { freePort } = await anotherRun();
  const ports = await Promise.all(Array.from({ length: 250 }, () => freePort()));
  expect(new Set(ports).size).toBe(250);
});
