import { createSocket, type Socket } from "node:dgram";
import { afterEach, expect, test } from "@jest/globals";
import { createNameResolver } from "./receiver-lookup.ts";

const servers: Socket[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * Starts a DNS server that answers queries for any name. `answers` maps a query type (1 is A, 28 is AAAA) to the bytes
 * of the address in the response. If `isSilent` is true, the server never responds. Returns the server's address and
 * port.
 */
async function startNameServer(
  answers: Readonly<Record<number, readonly number[]>>,
  isSilent = false,
): Promise<string> {
  const server = createSocket("udp4");
  servers.push(server);
  server.on("message", (question, { port, address }) => {
    if (isSilent) return;
    const nameEnd = question.indexOf(0, 12) + 1;
    const asked = question.subarray(12, nameEnd + 4);
    const bytes = answers[question.readUInt16BE(nameEnd)];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(bytes ? 1 : 0, 6);
    header.writeUInt16BE(0, 8);
    header.writeUInt16BE(0, 10);
    const about = Buffer.from([
      0xc0,
      12,
      ...question.subarray(nameEnd, nameEnd + 4),
      0,
      0,
      0,
      1,
      0,
      bytes?.length ?? 0,
    ]);
    server.send(Buffer.concat([header, asked, ...(bytes ? [about, Buffer.from(bytes)] : [])]), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  return `127.0.0.1:${server.address().port}`;
}

test("a name has the addresses of both families", async () => {
  const both = await startNameServer({ 1: [192, 0, 2, 1], 28: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1] });
  expect(await createNameResolver({ servers: [both], questionMs: 5_000 })("tickets.example.com")).toEqual([
    "192.0.2.1",
    "2001:db8::1",
  ]);
});

test("one family is enough, and none is an error with its code", async () => {
  const one = await startNameServer({ 1: [192, 0, 2, 1] });
  expect(await createNameResolver({ servers: [one], questionMs: 5_000 })("tickets.example.com")).toEqual(["192.0.2.1"]);
  const none = await startNameServer({});
  await expect(createNameResolver({ servers: [none], questionMs: 5_000 })("tickets.example.com")).rejects.toMatchObject(
    {
      code: "ENODATA",
    },
  );
});

test("lookups at name servers that never answer block no other one", async () => {
  const [silent, quick] = [await startNameServer({}, true), await startNameServer({ 1: [192, 0, 2, 1] })];
  const waiting = Array.from({ length: 20 }, () =>
    createNameResolver({ servers: [silent], questionMs: 2_000 })("tickets.example.com"),
  );
  const answer = createNameResolver({ servers: [quick], questionMs: 10_000 })("tickets.example.com");
  expect(await Promise.race([answer, ...waiting])).toEqual(["192.0.2.1"]);
  for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ status: "rejected" });
});
