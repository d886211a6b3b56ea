import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describedInterface, type Operation, type Sent } from "@network-access/testkit/described-interface";
import { describedRequest, hostileRequest } from "@network-access/testkit/described-requests";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { eventually } from "@network-access/testkit/until";
import fc from "fast-check";
import { almostAnUpload } from "../test/hostile-bodies.ts";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/** These tests call the running service as a client would that knows only the OpenAPI description. */

const { operations, find, send } = describedInterface(
  readFileSync(new URL("../openapi.json", import.meta.url), "utf8"),
);

let issuer: TestIssuer;
let inventory: RunningInventory;
/** Request headers by the name of the security scheme. */
let credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  inventory = await startInventory(issuer);
  const { authorization } = await inventory.connector("cloud");
  const group = 'mutation { saveGroup(input: {id: "web", name: "Web", filter: {types: ["vm"]}}) { id } }';
  await inventory.graphql(group);
  await eventually(
    async () => (await inventory.graphql('{ group(id: "web") { membersUpdatedAt } }')).body.data.group,
    ({ membersUpdatedAt }) => membersUpdatedAt !== null,
  );
  const token = await inventory.graphql('mutation { issueFeedToken(groupId: "web", consumer: "fw") { id secret } }');
  const { id, secret } = token.body.data.issueFeedToken;
  credentials = {
    idToken: { authorization: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}` },
    connector: { authorization },
    feedToken: { authorization: `Bearer ${secret}` },
    feedTokenByBasic: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` },
    none: { authorization: "" },
    stranger: { authorization: `Bearer ${await issuer.userToken({ permissions: ["estate:view"] })}` },
    garbled: { authorization: "Basic !!!" },
  };
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await issuer.stop();
});

const settings = () => ({ credentials, find, path: { groupId: "web" } });
const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) };

test.each(operations)("$method $path responds as described to described requests", async (operation) => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(describedRequest(operation, settings()), async (request) => {
      const status = await meet(operation, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A request that fits the description must not be refused as invalid. The only exception is the limit on the sum
      // of `from` and `size` in GET /inventory, which a schema can't express. Other refusals are allowed, for example
      // because the request refers to something unknown or conflicts with stored data.
      expect([200, 304, 404, 409, 507, ...(operation.path === "/inventory" ? [400] : [])]).toContain(status);
    }),
    runs,
  );
  expect(statuses.size).toBeGreaterThan(0);
});

test.each(operations)("$method $path responds as described to any other request", async (operation) => {
  await fc.assert(
    fc.asyncProperty(
      hostileRequest(operation, { ...settings(), bodies: almostAnUpload }),
      async (request) => void (await meet(operation, request)),
    ),
    runs,
  );
});

test("other methods are refused with the allowed ones", async () => {
  for (const { path, method } of operations)
    for (const other of ["DELETE", "PUT", "PATCH", method === "GET" ? "POST" : "GET"]) {
      const answer = await fetch(inventory.url + path.replace("{groupId}", "web"), { method: other });
      expect([other, path, answer.status, answer.headers.get("allow")]).toEqual([
        other,
        path,
        405,
        expect.stringContaining(method),
      ]);
      await answer.body?.cancel();
    }
});

/**
 * Sends the request and returns the status of the response. Expects a response that fits the description of its status,
 * and a status other than 500.
 */
async function meet(operation: Operation, request: Sent): Promise<number> {
  const { status, text, differs } = await send(inventory.url, operation, request);
  expect([operation.id, differs]).toEqual([operation.id, undefined]);
  expect([status, text]).not.toEqual([500, text]);
  return status;
}
