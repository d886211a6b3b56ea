import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { startTestEndpoint, type TestEndpoint } from "../../test/evaluator-endpoint.ts";
import { aDelivery } from "../../test/integrations.ts";

let graph: TestEndpoint;
beforeAll(async () => {
  graph = await startTestEndpoint();
});
afterAll(() => graph.stop());
beforeEach(() => graph.renew());

const tickets = { id: "tickets", name: "Tickets", url: "https://tickets.example.com/hook" };
const members = "id name url enabled createdAt createdBy";
const save = (input: object, token?: string) =>
  graph.post(
    `mutation ($input: IntegrationInput!) { saveIntegration(input: $input) { integration { ${members} } secret } }`,
    { input },
    token,
  );
const remove = (id: string) => graph.post("mutation ($id: String!) { removeIntegration(id: $id) }", { id });
const retry = (id: string) =>
  graph.post("mutation ($id: String!) { retryDelivery(id: $id) { id state attempts nextAttemptAt deliveredAt } }", {
    id,
  });
const listed = (variables: object = {}) =>
  graph.post(
    `query ($id: String!, $state: DeliveryState, $key: String, $limit: Int) {
      deliveries(integrationId: $id, state: $state, nextPageKey: $key, limit: $limit) {
        items { id changeRequestId revision attempt boundaryId state attempts lastError nextAttemptAt deliveredAt }
        pageInfo { nextPageKey } } }`,
    { id: "tickets", ...variables },
  );
const uuidOf = async (id: string) => (await graph.fixture.integrations.find(id))?.uuid ?? "";

test("a new integration has a signing secret, in this response only, and stored encrypted", async () => {
  const { data, errors } = await save(tickets);
  expect(errors).toBeUndefined();
  const { integration, secret } = data.saveIntegration;
  expect(integration).toEqual({
    ...tickets,
    enabled: true,
    createdAt: "2026-11-21T05:04:03.210Z",
    createdBy: "ada@example.com",
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(() => new Webhook(secret).sign("a", new Date(), "b")).not.toThrow();
  expect((await graph.post(`{ integrations { ${members} } }`)).data.integrations).toEqual([integration]);
  expect(JSON.stringify(await graph.fixture.integrations.list())).not.toContain(secret.slice(6));
});

test("saved again under its id it changes, and keeps its secret and its creation", async () => {
  const first = (await save(tickets)).data.saveIntegration;
  const sealed = (await graph.fixture.integrations.find("tickets"))?.secret;
  const changed = { ...tickets, name: "New", url: "https://new.example.com", enabled: false };
  const { data } = await save(changed);
  expect(data.saveIntegration).toEqual({ integration: { ...first.integration, ...changed }, secret: null });
  expect((await graph.fixture.integrations.find("tickets"))?.secret).toEqual(sealed);
  expect((await save({ ...tickets, enabled: null })).data.saveIntegration.integration.enabled).toBe(true);
});

test("all errors are returned at once, by their fields", async () => {
  const { errors } = await save({ id: "", name: "a\u0000b", url: "http://10.0.0.1" });
  expect(errors[0].extensions).toMatchObject({
    code: "BAD_USER_INPUT",
    fields: [{ path: "id" }, { path: "name" }, { path: "url", message: expect.stringContaining("begin with https") }],
  });
  expect((await save({ ...tickets, url: "https://169.254.169.254" })).errors[0].extensions.fields).toEqual([
    { path: "url", message: expect.stringContaining("a link-local address") },
  ]);
  expect(await graph.fixture.integrations.list()).toEqual([]);
});

test("there are at most a hundred, also with concurrent saves; an existing one can still be changed", async () => {
  const named = (n: number) => ({ ...tickets, id: `i-${n}` });
  const answers = await Promise.all(Array.from({ length: 110 }, (_, n) => save(named(n))));
  const refused = answers.filter(({ errors }) => errors);
  for (const { errors } of refused) expect(errors[0].extensions.code).toBe("CONFLICT");
  expect(refused.length).toBeGreaterThanOrEqual(10);
  const left = await graph.fixture.integrations.list();
  expect(left.length).toBe(110 - refused.length);
  for (let n = left.length; n < 100; n += 1)
    expect((await save({ ...tickets, id: `more-${n}` })).errors).toBeUndefined();
  expect((await save({ ...tickets, id: "one too many" })).errors[0]).toMatchObject({
    message: expect.stringContaining("remove one first"),
    extensions: { code: "CONFLICT" },
  });
  expect((await save({ ...tickets, id: "more-99" })).data?.saveIntegration.secret ?? null).toBeNull();
  expect((await graph.post("{ integrations { id } }")).data.integrations).toHaveLength(100);
});

test("removing returns the id, and an unknown one is not found", async () => {
  await save(tickets);
  await graph.fixture.deliveries.add([aDelivery({ id: "evt_1", integrationUuid: await uuidOf("tickets") })]);
  expect((await remove("tickets")).data).toEqual({ removeIntegration: "tickets" });
  for (const answer of [await remove("tickets"), await remove("\u0000"), await listed(), await retry("evt_1")])
    expect(answer.errors[0].extensions.code).toBe("NOT_FOUND");
  expect((await save(tickets)).data.saveIntegration.secret).toMatch(/^whsec_/);
  expect((await listed()).data.deliveries.items).toEqual([]);
});

test("deliveries are listed newest first, in pages, also by state", async () => {
  await save(tickets);
  const integrationUuid = await uuidOf("tickets");
  const at = (n: number) => `2026-11-21T05:0${n}:00.000Z`;
  const { deliveries } = graph.fixture;
  await deliveries.add(
    [0, 1, 2, 3, 4].map((n) => aDelivery({ id: `evt_${n}`, integrationUuid, boundaryId: `b-${n}`, createdAt: at(n) })),
  );
  const claim = await deliveries.claim({ id: "evt_2", attempts: 0, scheduledAttempts: 0, body: "{}" }, at(9));
  if (claim) await deliveries.settleFailed(claim, "it answered 500", at(8), null);
  const seen: string[] = [];
  let key: string | null = null;
  do {
    const { data }: ReturnType<typeof JSON.parse> = await listed({ key, limit: 2 });
    seen.push(...data.deliveries.items.map(({ id }: { id: string }) => id));
    key = data.deliveries.pageInfo.nextPageKey;
  } while (key);
  expect(seen).toEqual(["evt_4", "evt_3", "evt_2", "evt_1", "evt_0"]);
  const parked = (await listed({ state: "Parked" })).data.deliveries;
  expect(parked).toEqual({
    items: [
      {
        id: "evt_2",
        changeRequestId: "cr-1",
        revision: 1,
        attempt: 1,
        boundaryId: "b-2",
        state: "Parked",
        attempts: 1,
        lastError: "it answered 500",
        nextAttemptAt: null,
        deliveredAt: null,
      },
    ],
    pageInfo: { nextPageKey: null },
  });
  const waiting = (await listed({ state: "Waiting", limit: 1 })).data.deliveries.pageInfo.nextPageKey;
  for (const [variables, path] of [
    [{ key: "garbled" }, "nextPageKey"],
    [{ key: waiting }, "nextPageKey"],
    [{ limit: 0 }, "limit"],
    [{ limit: 201 }, "limit"],
  ] as const)
    expect((await listed(variables)).errors[0].extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      fields: [{ path }],
    });
  expect((await listed({ key: waiting, state: "Waiting" })).data.deliveries.items).toHaveLength(3);
});

test("a parked delivery that is retried is due now", async () => {
  await save(tickets);
  const { deliveries } = graph.fixture;
  await deliveries.add([aDelivery({ id: "evt_1", integrationUuid: await uuidOf("tickets") })]);
  const claim = await deliveries.claim(
    { id: "evt_1", attempts: 0, scheduledAttempts: 0, body: "{}" },
    "2026-11-21T05:01:00.000Z",
  );
  if (claim) await deliveries.settleFailed(claim, "it answered 500", "2026-11-21T05:01:00.000Z", null);
  expect((await retry("evt_1")).data.retryDelivery).toEqual({
    id: "evt_1",
    state: "Waiting",
    attempts: 1,
    nextAttemptAt: "2026-11-21T05:04:03.210Z",
    deliveredAt: null,
  });
  expect((await retry("evt_2")).errors[0].extensions.code).toBe("NOT_FOUND");
});

test.each([
  ["integrations", "{ integrations { id } }"],
  ["deliveries", '{ deliveries(integrationId: "a") { items { id } } }'],
  ["saving", 'mutation { saveIntegration(input: { id: "a", name: "a", url: "https://a.example.com" }) { secret } }'],
  ["removing", 'mutation { removeIntegration(id: "a") }'],
  ["retrying", 'mutation { retryDelivery(id: "a") { id } }'],
])("%s without integration:manage is FORBIDDEN and names it", async (_, query) => {
  const token = await graph.issuer.userToken({ permissions: ["boundary:edit", "connector:manage"] });
  const { errors } = await graph.post(query, {}, token);
  expect(errors[0]).toMatchObject({
    extensions: { code: "FORBIDDEN" },
    message: expect.stringContaining("integration:manage"),
  });
});
