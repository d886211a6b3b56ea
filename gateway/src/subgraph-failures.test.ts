import type { ServerResponse } from "node:http";
import { describe, expect, test } from "@jest/globals";
import { registry } from "@network-access/service-runtime/metrics";
import { gatewaysOverRaw } from "../test/gateways-over-raw.ts";
import { answerJson, type Received } from "../test/raw-subgraph.ts";

describe.each(["compiled", "stock"])("when operations are carried out in the way that is %s,", (execution) => {
  const gatewayOver = gatewaysOverRaw(execution);
  const bothParts = { query: `{ request(id: "r-g1") { id } other: group(id: "g1") { name } }` };
  const inside = /127\.0\.0\.1|ECONN|undici|fetch|socket|secret|stack|node_modules|serviceName|"groups"|<html/i;

  describe("a subgraph that fails", () => {
    test.each([
      ["is down", undefined, "UPSTREAM_UNAVAILABLE"],
      ["cuts the connection", (response: ServerResponse) => response.destroy(), "UPSTREAM_UNAVAILABLE"],
      [
        "answers 502 with a body",
        (response: ServerResponse) =>
          answerJson(response, { message: "secret of 127.0.0.1", stack: "at node_modules" }, 502),
        "UPSTREAM_UNAVAILABLE",
      ],
      [
        "answers HTML",
        (response: ServerResponse) =>
          response.writeHead(200, { "content-type": "text/html" }).end("<html>secret</html>"),
        "UPSTREAM_UNAVAILABLE",
      ],
      [
        "answers half of a body",
        (response: ServerResponse) => {
          response.writeHead(200, { "content-length": "99" });
          response.write('{"da', () => response.destroy());
        },
        "UPSTREAM_UNAVAILABLE",
      ],
      [
        "answers nothing at all",
        (response: ServerResponse) => answerJson(response, { data: null }),
        "UPSTREAM_UNAVAILABLE",
      ],
      [
        "shows internal details in an error",
        (response: ServerResponse) =>
          answerJson(response, {
            errors: [
              {
                message: "connect ECONNREFUSED 127.0.0.1:27017",
                extensions: { code: "WEIRD", stacktrace: ["at node_modules"], response: { url: "http://secret" } },
              },
            ],
            extensions: { secret: true },
          }),
        "INTERNAL_SERVER_ERROR",
      ],
      [
        "blames the client for what the gateway sent",
        (response: ServerResponse) =>
          answerJson(
            response,
            { errors: [{ message: "Cannot query secret", extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] },
            400,
          ),
        "INTERNAL_SERVER_ERROR",
      ],
    ])(
      "and %s: the other part is answered, the failing one is null with a code, and nothing internal is shown",
      async (_, answer, code) => {
        const { gateway, raw } = await gatewayOver(answer ?? (() => {}));
        if (!answer) await raw.stop();
        const answered = await gateway.post(bothParts);
        expect(answered.status).toBe(200);
        expect(answered.data).toEqual({ request: { id: "r-g1" }, other: null });
        expect(answered.errors).toHaveLength(1);
        expect(answered.errors[0]?.extensions).toEqual({ code, requestId: answered.headers.get("x-request-id") });
        if (code === "UPSTREAM_UNAVAILABLE") {
          expect(answered.errors[0]).toMatchObject({
            path: ["other"],
            message: "a part of the service does not answer; try again",
          });
        }
        expect(answered.text).not.toMatch(inside);
      },
    );

    test("leaves entities null with one error at their list", async () => {
      const { gateway } = await gatewayOver((response) => response.destroy());
      const { data, errors } = await gateway.post({ query: "{ requests { id group { name } } }" });
      expect(data).toEqual({ requests: ["a", "b", "c"].map((id) => ({ id, group: null })) });
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ path: ["requests"], extensions: { code: "UPSTREAM_UNAVAILABLE" } });
    });

    test("keeps its message and fields where its code is public", async () => {
      const fields = [{ path: "id", message: "is too long" }];
      const { gateway } = await gatewayOver((response) =>
        answerJson(response, {
          data: { group: null },
          errors: [
            {
              message: "id: is too long",
              path: ["group"],
              extensions: { code: "BAD_USER_INPUT", fields, more: "secret" },
            },
          ],
        }),
      );
      const { errors, text } = await gateway.post({ query: `{ group(id: "g1") { name } }` });
      expect(errors).toMatchObject([
        { message: "id: is too long", path: ["group"], extensions: { code: "BAD_USER_INPUT", fields } },
      ]);
      expect(text).not.toMatch(inside);
    });

    test("with an answer over the bound counts as unavailable", async () => {
      const { gateway } = await gatewayOver(
        (response) => answerJson(response, { data: { group: { name: "x".repeat(5_000) } } }),
        { settings: { SUBGRAPH_MAX_ANSWER_BYTES: "4096" } },
      );
      const { errors } = await gateway.post({ query: `{ group(id: "g1") { name } }` });
      expect(errors).toMatchObject([{ extensions: { code: "UPSTREAM_UNAVAILABLE" } }]);
    });

    test("by omitting a non-null value without an error does not empty the response without an error", async () => {
      const { gateway } = await gatewayOver((response) => answerJson(response, { data: { mustHaveGroup: null } }));
      const { data, errors } = await gateway.post({ query: `{ mustHaveGroup(id: "g1") { name } }` });
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
    });

    test("is logged with its cause and counted", async () => {
      const { gateway } = await gatewayOver((response) => answerJson(response, "no"));
      await gateway.post({ query: `{ group(id: "g1") { name } }` });
      expect(gateway.lines.join("")).toContain("the answer is not one of a GraphQL server");
      expect(await registry.metrics()).toMatch(
        /subgraph_request_duration_seconds_count\{subgraph="groups",outcome="broken"\} [1-9]/,
      );
    });
  });

  describe("a cut connection", () => {
    const cutFirst = (response: ServerResponse, received: Received, nth: number) => {
      if (nth === 1) response.destroy();
      else if (received.body.query.startsWith("mutation")) answerJson(response, { data: { saveRequest: { id: "a" } } });
      else answerJson(response, { data: { group: { name: "One" } } });
    };

    test("is retried once for a query", async () => {
      const { gateway, raw } = await gatewayOver(cutFirst);
      const { data } = await gateway.post({ query: `{ group(id: "g1") { name } }` });
      expect(data).toEqual({ group: { name: "One" } });
      expect(raw.received).toHaveLength(2);
    });

    test("is not retried twice", async () => {
      const { gateway, raw } = await gatewayOver((response) => response.destroy());
      await gateway.post({ query: `{ group(id: "g1") { name } }` });
      expect(raw.received).toHaveLength(2);
    });

    test("is never retried for a mutation: it may have been executed", async () => {
      const { gateway, raw } = await gatewayOver(cutFirst, { instead: "requests" });
      const { errors } = await gateway.post({ query: `mutation { saveRequest(input: { id: "a" }) { id } }` });
      expect(raw.received).toHaveLength(1);
      expect(errors).toMatchObject([
        {
          message:
            "a part of the service does not answer; whether the change was made is not known: read it before sending it again",
          extensions: { code: "UPSTREAM_UNAVAILABLE" },
        },
      ]);
    });

    test("that was never established says for a mutation that nothing was changed", async () => {
      const { gateway, raw } = await gatewayOver(cutFirst, { instead: "requests" });
      await raw.stop();
      const { errors } = await gateway.post({ query: `mutation { saveRequest(input: { id: "a" }) { id } }` });
      expect(errors).toMatchObject([
        { message: "a part of the service does not answer; nothing was changed; try again" },
      ]);
    });
  });

  describe("headers", () => {
    test("that are forwarded are the authorization as sent, the request id and the trace context, and no others", async () => {
      const { gateway, raw } = await gatewayOver((response) =>
        answerJson(response, { data: { group: { name: "One" } } }),
      );
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
      await gateway.post(
        { query: `query Mine { group(id: "g1") { name } }` },
        {
          headers: {
            authorization: gateway.token,
            "x-request-id": "mine-1",
            traceparent,
            cookie: "a=b",
            "x-forwarded-for": "192.0.2.1",
            "x-other": "1",
          },
        },
      );
      const { connection: _, host: __, "content-length": ___, ...headers } = raw.received[0]?.headers ?? {};
      expect(headers).toEqual({
        "content-type": "application/json",
        accept: "application/json",
        authorization: gateway.token,
        "x-request-id": "mine-1",
        traceparent,
      });
    });

    test("of the subgraph's answer do not reach the client", async () => {
      const { gateway } = await gatewayOver((response) => {
        response.setHeader("x-secret", "1");
        response.setHeader("set-cookie", "a=b");
        answerJson(response, { data: { group: { name: "One" } } });
      });
      const { headers } = await gateway.post({ query: `{ group(id: "g1") { name } }` });
      expect([headers.get("x-secret"), headers.get("set-cookie")]).toEqual([null, null]);
    });

    test("of the planner's debugging are ignored", async () => {
      const { gateway } = await gatewayOver((response) => answerJson(response, { data: { group: { name: "One" } } }));
      const { text } = await gateway.post(
        { query: `{ group(id: "g1") { name } }` },
        { headers: { "apollo-query-plan-experimental": "1", "apollo-federation-include-trace": "ftv1" } },
      );
      expect(text).toBe('{"data":{"group":{"name":"One"}}}');
    });
  });
});
