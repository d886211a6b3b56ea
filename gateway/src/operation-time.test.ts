import { describe, expect, test } from "@jest/globals";
import { gatewaysOverRaw } from "../test/gateways-over-raw.ts";

describe.each(["compiled", "stock"])("when operations are carried out in the way that is %s, the time", (execution) => {
  const gatewayOver = gatewaysOverRaw(execution);

  /** Starts a gateway over two subgraphs. The subgraph `hangs` receives requests but never responds. */
  async function gatewayWith(
    limits: Readonly<Record<string, number>>,
    { hangs = "groups", arrived = () => {} }: { hangs?: "groups" | "requests"; arrived?: () => void } = {},
  ) {
    const settings = Object.entries(limits).map(([name, ms]) => [`${name}_DEADLINE_MS`, String(ms)]);
    const { gateway, raw } = await gatewayOver(arrived, { instead: hangs, settings: Object.fromEntries(settings) });
    return { gateway, hanging: raw };
  }
  const late = [{ extensions: { code: "UPSTREAM_TIMEOUT" } }];

  test("of a read ends at its deadline, with the data received in time and an error for the rest", async () => {
    const { gateway, hanging } = await gatewayWith({ READ: 2_000 });
    // The first operation opens the connections. On a busy machine this may take as long as the deadline, so the first
    // operation is not measured.
    await gateway.post({ query: `{ request(id: "r-g1") { id } }` });
    const began = performance.now();
    const { data, errors } = await gateway.post({
      query: `{ request(id: "r-g1") { id } other: group(id: "g1") { name } }`,
    });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(data).toEqual({ request: { id: "r-g1" }, other: null });
    expect(errors).toMatchObject([
      {
        path: ["other"],
        message: "there was no answer within 2 s; try again, or ask for less at once",
        extensions: { code: "UPSTREAM_TIMEOUT" },
      },
    ]);
    await hanging.received[0]?.closed;
  });

  test("of a draft is longer, also when it is selected through a fragment", async () => {
    const { gateway } = await gatewayWith({ READ: 200, DRAFT: 20_000 });
    const [draft, read] = await Promise.all([
      gateway.post({
        query: "query { ...Draft } fragment Draft on Query { ... on Query { evaluateChangeRequest(ms: 400) } }",
      }),
      gateway.post({ query: "{ slow(ms: 400) }" }),
    ]);
    expect(draft.data).toEqual({ evaluateChangeRequest: "judged" });
    expect(read.errors).toMatchObject(late);
  });

  test("of a draft ends as well, and that of a boundary preview is longer still", async () => {
    const { gateway } = await gatewayWith({ READ: 200, DRAFT: 300, PREVIEW: 30_000 });
    const [draft, preview] = await Promise.all([
      gateway.post({ query: "{ evaluateChangeRequest(ms: 1500) }" }),
      // The preview takes 1500 ms. This is more than the deadline of a draft (300 ms) plus the time for shaping a
      // response (1000 ms).
      gateway.post({ query: "{ previewBoundary(ms: 1500) }" }),
    ]);
    expect(draft.errors).toMatchObject(late);
    expect(preview.data).toEqual({ previewBoundary: "previewed" });
  });

  test("of a mutation ends with the advice to read before repeating", async () => {
    const { gateway, hanging } = await gatewayWith({ MUTATION: 1_500 }, { hangs: "requests" });
    const { errors } = await gateway.post({ query: `mutation { saveRequest(input: { id: "a" }) { id } }` });
    expect(errors).toMatchObject([
      {
        path: ["saveRequest"],
        message:
          "there was no answer within 1.5 s; whether the change was made is not known: read it before sending it again",
        extensions: { code: "UPSTREAM_TIMEOUT" },
      },
    ]);
    expect(hanging.received).toHaveLength(1);
  });

  test("is not spent on a caller that disconnected: the subgraph's request is aborted", async () => {
    const arrived = Promise.withResolvers<void>();
    const { gateway, hanging } = await gatewayWith({}, { arrived: arrived.resolve });
    const leaving = new AbortController();
    const answer = gateway.post({ query: `{ group(id: "g1") { name } }` }, { signal: leaving.signal });
    await arrived.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow(/abort/i);
    await hanging.received[0]?.closed;
  });
});
