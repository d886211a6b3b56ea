import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { readService } from "./read-service.ts";

test.each([
  [443, ["tcp/443", "udp/443"]],
  ["443", ["tcp/443", "udp/443"]],
  ["0", ["tcp/0", "udp/0"]],
  ["8000-8100", ["tcp/8000-8100", "udp/8000-8100"]],
  ["8000 - 8100", ["tcp/8000-8100", "udp/8000-8100"]],
  ["80-80", ["tcp/80", "udp/80"]],
  ["tcp/443", ["tcp/443"]],
  ["TCP/443", ["tcp/443"]],
  ["udp/53", ["udp/53"]],
  ["udp/5000-5010", ["udp/5000-5010"]],
])("%j means %j", (sent, operands) => {
  expect(readService(sent)).toEqual({ ok: true, value: { kind: "ports", operands } });
});

test.each(["http", "web:8080", "z39.50", "cl/1", "sql*net", "tcp", "9p-server", "10.0.0.1"])("%j is a name", (name) => {
  expect(readService(name)).toEqual({ ok: true, value: { kind: "name", name } });
});

test.each([
  [65_536, '"65536" has a port outside 0 to 65535; 443, 8000-8100, tcp/443, udp/53 and names such as https work'],
  [-1, "outside 0 to 65535"],
  ["90-80", '"90-80" begins after it ends; write 80-90'],
  ["tcp/http", '"tcp/http" is no port, range of ports or service name'],
  ["tcp/", "is no port"],
  ["443/tcp", 'must have the protocol first: "tcp/443"'],
  ["", "is no port"],
  ["4.5", "is no port"],
])("%j is refused", (sent, text) => {
  expect(readService(sent)).toEqual({ ok: false, problem: expect.stringContaining(text) });
});

test("ports are read like a person reads them", () => {
  const port = fc.nat(70_000);
  fc.assert(
    fc.property(fc.constantFrom("", "tcp/", "UDP/"), port, fc.option(port), (protocol, first, last) => {
      const read = readService(`${protocol}${first}${last === null ? "" : `-${last}`}`);
      const works = first <= 65_535 && (last ?? first) <= 65_535 && first <= (last ?? first);
      expect(read.ok).toBe(works);
      if (!read.ok || read.value.kind !== "ports") return;
      const protocols = protocol === "" ? ["tcp", "udp"] : [protocol.slice(0, 3).toLowerCase()];
      expect(read.value.operands.map((one) => one.split("/")[0])).toEqual(protocols);
      for (const one of read.value.operands) {
        const [low, high = low] = (one.split("/")[1] ?? "").split("-");
        expect([Number(low), Number(high)]).toEqual([first, last ?? first]);
      }
    }),
  );
});
