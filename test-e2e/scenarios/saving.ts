import { beforeAll, describe, expect, test } from "@jest/globals";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import type { GraphClient } from "../clients/graph.ts";
import { stack } from "./shared-stack.ts";

let graph: GraphClient;
let client: ReturnType<typeof changeRequests>;

beforeAll(async () => {
  graph = stack.graph();
  client = changeRequests(graph);
  await client.saveBoundary({
    id: "office-to-web",
    name: "Office to web",
    action: "Pass",
    sources: [{ type: "Cidr", cidr: "10.1.0.0/16" }],
    destinations: [{ type: "Cidr", cidr: "10.9.0.0/16" }],
    services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
  });
});

const request = (id: string, over: object = {}) => ({
  id,
  name: `Request ${id}`,
  projectId: "payments",
  rules: [tcpRule("10.1.2.0/24", "10.9.1.0/24", 443)],
  ...over,
});

describe("a draft that asks for too much", () => {
  test("suggests the part that is granted, as rules that pass when they are sent back", async () => {
    const broad = request("broad", { rules: [tcpRule("10.0.0.0/15", "10.9.0.0/16", 443)] });
    expect(await client.draft(broad)).toMatchObject({ state: "Review" });
    const rules = await client.suggested(broad);
    expect(rules).toMatchObject([{ action: "Allow", sources: [{ type: "Cidr", cidr: "10.1.0.0/16" }] }]);
    expect(await client.draft({ ...broad, rules })).toMatchObject({ state: "Pass" });
  });
});

describe("saving a change request", () => {
  test("answers Pending at once and is evaluated soon after, with its own texts and times", async () => {
    const saved = await client.save(request("first"));
    expect(saved).toMatchObject({
      id: "first",
      revision: 1,
      state: "Pending",
      stateReason: null,
      score: null,
      findings: null,
      parentPath: "/projects/payments",
      createdBy: stack.email,
    });
    expect(saved.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const judged = await client.judged("first");
    expect(judged.state).toBe("Pass");
    expect(judged.results).toMatchObject([
      { boundaryId: "office-to-web", isMatch: true, state: "Pass", matchingRuleIds: ["rule-1"] },
    ]);
  });

  test("again raises the revision, is evaluated again, and keeps its place and its creation", async () => {
    const before = await client.save(request("again"));
    await client.judged("again");
    const after = await client.save(request("again", { rules: [tcpRule("10.1.2.0/24", "10.9.1.0/24", 22)] }));
    expect(after).toMatchObject({ revision: 2, state: "Pending", createdAt: before.createdAt });
    expect(await client.judged("again")).toMatchObject({ revision: 2, state: "Review" });
  });

  test("of one id by two at once makes two revisions, one after the other, and the last one is evaluated", async () => {
    const saved = await Promise.all(Array.from({ length: 8 }, () => client.save(request("raced"))));
    expect(saved.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await client.judged("raced")).toMatchObject({ revision: 8, state: "Pass" });
  });

  test("with an expected revision refuses another one, and 0 asks for a new request", async () => {
    await client.save(request("expected"), 0);
    const mutation = `mutation ($input: ChangeRequestInput!, $expectedRevision: Int) {
      saveChangeRequest(input: $input, expectedRevision: $expectedRevision) { revision }
    }`;
    for (const expectedRevision of [0, 7]) {
      const { errors } = await graph.ask(mutation, { input: request("expected"), expectedRevision });
      expect(errors).toMatchObject([{ extensions: { code: "CONFLICT" } }]);
    }
    expect(await client.save(request("expected"), 1)).toMatchObject({ revision: 2 });
  });

  test("never moves a request to another project", async () => {
    await client.save(request("settled"));
    const { errors } = await graph.ask(
      `mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }`,
      { input: request("settled", { projectId: "other" }) },
    );
    expect(errors).toMatchObject([{ extensions: { code: "CONFLICT" } }]);
    expect(await client.read("settled")).toMatchObject({ projectId: "payments", revision: 1 });
  });
});

describe("deleting a change request", () => {
  test("answers its id, and saving the id again continues with the next revision", async () => {
    await client.save(request("reborn"));
    await client.judged("reborn");
    expect(await client.remove("reborn")).toEqual({ deleteChangeRequest: "reborn" });
    expect(await client.read("reborn")).toBeNull();
    const saved = await client.save(request("reborn", { projectId: "another" }));
    expect(saved).toMatchObject({ projectId: "another", state: "Pending" });
    expect(saved.revision).toBeGreaterThan(1);
    expect((await client.judged("reborn")).state).toBe("Pass");
  });

  test("that is not there says so", async () => {
    const { errors } = await graph.ask(`mutation { deleteChangeRequest(id: "nobody") }`);
    expect(errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  });
});

describe("the list of change requests", () => {
  test("goes newest first through all pages, undisturbed by what is saved meanwhile", async () => {
    for (let n = 0; n < 5; n += 1) await client.save(request(`listed-${n}`));
    const seen: string[] = [];
    let nextPageKey: string | null = null;
    do {
      const page: { changeRequests: { items: { id: string }[]; pageInfo: { nextPageKey: string | null } } } =
        await graph.get(
          `query ($nextPageKey: String) {
            changeRequests(nextPageKey: $nextPageKey, limit: 2) { items { id } pageInfo { nextPageKey } }
          }`,
          { nextPageKey },
        );
      seen.push(...page.changeRequests.items.map(({ id }) => id));
      nextPageKey = page.changeRequests.pageInfo.nextPageKey;
      await client.save(request(`meanwhile-${seen.length}`));
    } while (nextPageKey !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => id.startsWith("listed-"))).toEqual([
      "listed-4",
      "listed-3",
      "listed-2",
      "listed-1",
      "listed-0",
    ]);
    expect(seen.some((id) => id.startsWith("meanwhile-"))).toBe(false);
  });

  test.each([
    ["nextPageKey", { nextPageKey: "garbled" }],
    ["limit", { limit: 0 }],
    ["limit", { limit: 201 }],
  ])("refuses a %s that cannot be, naming it", async (path, variables) => {
    const { errors } = await graph.ask(
      `query ($nextPageKey: String, $limit: Int) { changeRequests(nextPageKey: $nextPageKey, limit: $limit) { items { id } } }`,
      variables,
    );
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", fields: [{ path }] } }]);
  });

  test("refuses the page key of another list", async () => {
    for (const id of ["b-1", "b-2"]) await client.saveBoundary(passAll(id));
    const { boundaries } = await graph.get<{ boundaries: { pageInfo: { nextPageKey: string } } }>(
      `{ boundaries(limit: 1) { pageInfo { nextPageKey } } }`,
    );
    const { errors } = await graph.ask(`query ($key: String) { changeRequests(nextPageKey: $key) { items { id } } }`, {
      key: boundaries.pageInfo.nextPageKey,
    });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", fields: [{ path: "nextPageKey" }] } }]);
  });
});

describe("invalid input", () => {
  const save = (input: object) =>
    graph.ask(`mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }`, { input });

  test("is refused with every error at once, and nothing is stored", async () => {
    const { errors, status } = await save(
      request("faulty", {
        name: "",
        rules: [
          { ...tcpRule("10.0.0.5/24", "10.9.0.0/16", 443) },
          { ...tcpRule("10.0.0.0/8", "::ffff:10.0.0.1", 443), services: [] },
        ],
      }),
    );
    expect(status).toBe(200);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect(errors[0]?.extensions.fields?.map(({ path }) => path)).toEqual([
      "name",
      "rules[0].sources[0].cidr",
      "rules[1].destinations[0].cidr",
      "rules[1].services",
    ]);
    expect(errors[0]?.extensions.fields?.[1]?.message).toBe(
      '"10.0.0.5/24" has host bits set; did you mean 10.0.0.0/24 or 10.0.0.5/32?',
    );
    expect(await client.read("faulty")).toBeNull();
  });

  test("by its types alone is refused in the same form", async () => {
    const { errors } = await save({
      id: "typed",
      projectId: "payments",
      name: "x",
      rules: [
        { ...tcpRule("10.0.0.0/8", "10.9.0.0/16", 443), action: "Permit", services: [{ type: "TCP", portStart: 1.5 }] },
      ],
    });
    expect(errors[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect(errors[0]?.extensions.fields?.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["rules[0].action", "rules[0].services[0].portStart"]),
    );
    expect(await client.read("typed")).toBeNull();
  });
});

function passAll(id: string) {
  return {
    id,
    name: id,
    action: "Pass",
    enforced: false,
    sources: [{ type: "Any" }],
    destinations: [{ type: "Any" }],
    services: [{ type: "AllTraffic" }],
  };
}
