import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readEvents } from "@network-access/testkit/event-reader";
import { freePort } from "@network-access/testkit/free-port";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import { languages, runExample } from "../clients/client-examples.ts";
import { stack } from "./shared-stack.ts";

let client: ReturnType<typeof changeRequests>;
let token: string;
const files = mkdtempSync(path.join(tmpdir(), "client-examples-"));

beforeAll(async () => {
  client = changeRequests(stack.graph());
  token = await stack.token();
  const side = { sources: [{ type: "Any" }], destinations: [{ type: "Cidr", cidr: "10.88.0.0/24" }] };
  const https = [{ type: "TCP", portStart: 443, portEnd: 443 }];
  await client.saveBoundary({ id: "shop", name: "Customers reach the shop", action: "Pass", ...side, services: https });
});
afterAll(() => rmSync(files, { recursive: true, force: true }));

describe.each(languages)("the example in %s", (language) => {
  const run = (input: object, given: { token?: string; graphUrl?: string } = {}) => {
    const file = path.join(files, "request.json");
    writeFileSync(file, JSON.stringify(input));
    return runExample(language, file, {
      GRAPH_URL: given.graphUrl ?? stack.graphUrl,
      EVENTS_URL: stack.eventsUrl,
      GRAPH_TOKEN: given.token ?? token,
    });
  };
  const request = (id: string, port: number, destination = "10.88.0.7/32") => ({
    id: `${id}-${language}`,
    name: "Customers",
    projectId: "shop",
    rules: [{ ...tcpRule("0.0.0.0/0", destination, port), id: "web" }],
  });

  test("evaluates a draft, saves it and follows it to its verdict, with the reason", async () => {
    const { code, printed, complained } = await run(request("covered-not", 80)).ended;
    expect(complained).toBe("");
    const because = `Review\n  No Pass boundary allows any of rule "web": remove the rule or ask the policy owner to allow it.\n  - NotCovered, rule web: `;
    expect(printed).toContain(`If it were saved now: ${because}`);
    expect(printed).toContain(`Saved "covered-not-${language}" in revision 1.\n`);
    expect(printed).toContain("  Review (revision 1)\n");
    expect(printed).toContain(`Verdict: ${because}`);
    expect(code).toBe(2);
    expect(await client.judged(`covered-not-${language}`)).toMatchObject({ state: "Review", revision: 1 });
  });

  test("counts every request over all pages, and exits with 0 for one that passes", async () => {
    const before = Array.from({ length: 60 }, (_, n) => request(`page-${n}`, 443));
    await client.saveAll(before);
    for (const { id } of before) await client.judged(id);
    const { code, printed } = await run(request("covered", 443)).ended;
    expect(printed).toContain("Verdict: Pass");
    const [, counted] = /All change requests: .*?(\d+) Pass/.exec(printed) ?? [];
    const { changeRequests: all } = await stack
      .graph()
      .get<{ changeRequests: { items: { state: string }[] } }>("{ changeRequests(limit: 200) { items { state } } }");
    expect(Number(counted)).toBe(all.items.filter(({ state }) => state === "Pass").length);
    expect(Number(counted)).toBeGreaterThan(60);
    expect(printed).toContain(`  Pass     covered-${language}  "Customers"`);
    expect(code).toBe(0);
  });

  test("lists every mistake of the input, and saves nothing", async () => {
    const wrong = request("wrong", 443, "10.88.0.7/24");
    const { code, printed, complained } = await run({ ...wrong, name: "" }).ended;
    expect([code, printed]).toEqual([1, ""]);
    expect(complained).toMatch(
      /^The input is wrong; correct it:\n {2}name: .*\n {2}rules\[0\].destinations\[0\].cidr: .*did you mean/,
    );
    expect(complained).toMatch(/\nRequest id: [\w-]+\n$/);
    expect(await client.read(wrong.id)).toBeNull();
  });

  test("reports a wrong token and a missing permission", async () => {
    const unknown = await run(request("refused", 443), { token: await stack.forgedToken() }).ended;
    expect(unknown.complained).toContain("The token is missing, wrong or expired; put a new one into GRAPH_TOKEN: ");
    const limited = await run(request("refused", 443), {
      token: await stack.token({ permissions: ["change-request:view"] }),
    }).ended;
    expect(limited.complained).toContain(
      'A permission is missing; ask for it: the permission "change-request:edit" is needed',
    );
    expect([unknown.code, limited.code]).toEqual([1, 1]);
  });

  test("waits as long as a busy service requires, and continues", async () => {
    const other = request("watched", 443);
    await client.save(other);
    // This stack allows each caller one open stream. The stream of an earlier example may end slightly later than the
    // example, so opening this stream is retried.
    const stream = await eventually(
      () => readEvents(`${stack.eventsUrl}/change-requests/${other.id}/events`, { token }),
      ({ response }) => response.status === 200,
    );
    const running = run(request("waited", 443));
    await eventually(
      async () => running.printed(),
      (text) => text.includes("The service is busy; trying again in 10 s."),
    );
    stream.close();
    const { code, printed } = await running.ended;
    expect(printed).toContain("Verdict: Pass");
    expect(code).toBe(0);
  });

  test("reports a service that is down", async () => {
    const graphUrl = `http://127.0.0.1:${await freePort()}`;
    const { code, complained } = await run(request("unreachable", 443), { graphUrl }).ended;
    expect([code, complained]).toEqual([1, expect.stringMatching(/refused/i)]);
    expect(complained).toContain(new URL(graphUrl).host);
  });
});
