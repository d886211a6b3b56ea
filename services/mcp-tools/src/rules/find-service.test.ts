import { describe, expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { findService } from "./find-service.ts";
import { patternsOfBeginning, patternsOfName } from "./name-patterns.ts";

const place = { groupId: 3 };

function pathOf(patterns: readonly string[], filters = "devicegroup{id = 3}", page = 0): string {
  const q = `${filters} AND serviceobj{${patterns.map((one) => `name = ${one}`).join(" OR ")}}`;
  return `/siql/serviceobj/paged-search?q=${encodeURIComponent(q)}&page=${page}&pageSize=1000`;
}

const tcp = (port: number) => ({ protocol: 6, startPort: port, endPort: port, formattedValue: `tcp/${port}` });

function object(name: string, device: number, ports: readonly number[], more: object = {}) {
  return { name, services: ports.map(tcp), ndDevice: { id: device }, ...more };
}

function ask(name: string, results: readonly object[], other: Readonly<Record<string, unknown>> = {}) {
  const manager = fakeManager({ [pathOf(patternsOfName(name))]: { total: results.length, results }, ...other });
  const asking = { manager, call: { userId: 7, signal: new AbortController().signal } };
  return { manager, found: findService(asking, { kind: "name", name }, place) };
}

async function textsOf(found: ReturnType<typeof findService>): Promise<readonly string[]> {
  const answer = await found;
  return !answer.ok && answer.problem.kind === "refusal" ? answer.problem.texts : [];
}

test("ports need no service object", async () => {
  const manager = fakeManager({});
  const asking = { manager, call: { userId: 7, signal: new AbortController().signal } };
  const operands = ["tcp/443", "udp/443"];
  expect(await findService(asking, { kind: "ports", operands }, place)).toEqual({
    ok: true,
    value: { operands, note: null },
  });
  expect(manager.calls).toEqual([]);
});

describe("a name", () => {
  test("of IANA alone", async () => {
    const { found, manager } = ask("HTTPS", []);
    expect(await found).toEqual({
      ok: true,
      value: { operands: ["tcp/443", "udp/443"], note: 'Service "HTTPS" means tcp/443, udp/443 (IANA).' },
    });
    expect(manager.calls).toHaveLength(1);
  });

  test("of a service object alone, case ignored", async () => {
    const { found } = ask("web-front", [object("Web-Front", 1, [80, 443]), object("web-front-2", 1, [1])]);
    expect(await found).toEqual({
      ok: true,
      value: {
        operands: ["tcp/80", "tcp/443"],
        note: 'Service "web-front" means tcp/80, tcp/443 (service object on 1 device).',
      },
    });
  });

  test("of both means both", async () => {
    const objects = [object("http", 1, [8_080]), object("HTTP", 2, [80, 8_080])];
    expect(await ask("http", objects).found).toEqual({
      ok: true,
      value: {
        operands: ["tcp/80", "udp/80", "tcp/8080"],
        note: 'Service "http" means tcp/80, udp/80 (IANA) and tcp/80, tcp/8080 (service object on 2 devices). The service objects differ; all of them count.',
      },
    });
  });

  test("is sought on one device", async () => {
    const path = pathOf(patternsOfName("web"), "devicegroup{id = 3} AND device{id = 7}");
    const manager = fakeManager({ [path]: { total: 1, results: [object("web", 7, [80])] } });
    const asking = { manager, call: { userId: 7, signal: new AbortController().signal } };
    const found = await findService(asking, { kind: "name", name: "web" }, { ...place, deviceId: 7 });
    expect(found).toMatchObject({ ok: true, value: { operands: ["tcp/80"] } });
  });

  test("is sought on every page", async () => {
    const second = {
      [pathOf(patternsOfName("web"), undefined, 1)]: { total: 1_001, results: [object("WEB", 1, [80])] },
    };
    const first = { [pathOf(patternsOfName("web"))]: { total: 1_001, results: [] } };
    expect(await ask("web", [], { ...first, ...second }).found).toMatchObject({ value: { operands: ["tcp/80"] } });
  });

  test("that is unknown lists the nearest of both kinds", async () => {
    const nearby = { total: 2, results: [{ name: "htxps-proxy" }, { name: "htxp" }] };
    const { found } = ask("htxps", [], { [pathOf(patternsOfBeginning("htxps", 3))]: nearby });
    expect(await textsOf(found)).toEqual([
      'portNumberOrServiceName "htxps" is unknown: neither a service name of IANA nor a service object in device group 3.',
      expect.stringMatching(
        /^The nearest names are: htxp, https, .*\. 443, 8000-8100, tcp\/443, udp\/53 and names such as https work; for any service leave it out\.$/,
      ),
    ]);
  });

  test("with more services than a query takes is refused", async () => {
    const expected = [
      'portNumberOrServiceName "web" is a service object with more services than a query takes.',
      "Send one of its ports, such as tcp/443.",
    ];
    expect(await textsOf(ask("web", [object("web", 1, [80], { truncated: true })]).found)).toEqual(expected);
    const many = Array.from({ length: 151 }, (_, index) => 2 * index);
    expect(await textsOf(ask("web", [object("web", 1, many)]).found)).toEqual(expected);
    expect(await textsOf(ask("web", [object("web", 1, many.slice(1))]).found)).toEqual([]);
  });

  test("without a known service is refused", async () => {
    expect((await textsOf(ask("web", [object("web", 1, [])]).found))[0]).toBe(
      'portNumberOrServiceName "web" is a service object without a known service.',
    );
  });

  test("is not found when the manager fails", async () => {
    const failure = { kind: "timeout" };
    const { found } = ask("web", [], { [pathOf(patternsOfName("web"))]: failure });
    expect(await found).toEqual({ ok: false, problem: { kind: "manager-failure", failure } });
  });
});
