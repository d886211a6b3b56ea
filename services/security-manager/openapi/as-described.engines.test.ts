import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import {
  type Answer,
  describedInterface,
  type Operation,
  type Sent,
} from "@network-access/testkit/described-interface";
import { describedRequest, hostileRequest } from "@network-access/testkit/described-requests";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import fc from "fast-check";
import type { Call, Calls } from "../test/calls/call.ts";
import { describedCalls } from "../test/described-calls.ts";
import { prepareEstate, proofsOfAll } from "../test/described-estate.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/** In these tests, a client calls the running service. The client is generated only from the OpenAPI description. */

jest.setTimeout(600_000);

const { operations, find, send } = describedInterface(
  readFileSync(new URL("../openapi.json", import.meta.url), "utf8"),
);

type Proof = Readonly<Record<string, string>>;

let issuer: TestIssuer;
let manager: RunningManager;
let calls: Readonly<Record<string, Calls>>;
/**
 * The request headers of each kind of credentials, by name: one entry for each scheme with which a caller can
 * authenticate, one entry for a service that acts on behalf of a user (`acting`), and entries for missing (`none`),
 * unprivileged (`stranger`) and invalid (`garbled`) credentials.
 */
let credentials: Readonly<Record<string, Proof>>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
  calls = describedCalls(await prepareEstate(manager));
  credentials = {
    ...(await proofsOfAll(manager, issuer)),
    none: {},
    stranger: { authorization: await manager.tokenOf("inventory:view") },
    garbled: { authorization: "Basic !!!" },
  };
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

test("every operation is called here", () => {
  expect(Object.keys(calls).sort()).toEqual(operations.map(({ id }) => id).sort());
});

test.each(operations)("$id succeeds as described", async (operation) => {
  for (const given of calls[operation.id]?.succeed ?? []) {
    const call = await callOf(given);
    const { status, text } = await meet(operation, requestOf(operation, call));
    expect([call, status < 300, text]).toEqual([call, true, text]);
    const { results, total } = text.startsWith("{") ? JSON.parse(text) : { results: undefined, total: undefined };
    // The list must not be empty: an empty list would not show whether its records are as described.
    if (results) expect([call, results.length]).not.toEqual([call, 0]);
    else if (total !== undefined) expect([call, total]).not.toEqual([call, 0]);
  }
});

/** Statuses that no single request can cause. */
const NOT_CAUSED = ["408", "429", "431", "500", "503", "504"];

test.each(operations)("$id is refused as described", async (operation) => {
  const seen = new Set<string>();
  const { succeed = [], refused = {}, notCaused = [] } = calls[operation.id] ?? {};
  const [first = {}] = succeed;
  const call = await callOf(first);
  for (const [status, given] of Object.entries(refused)) {
    const answer = await meet(operation, requestOf(operation, await callOf(given)));
    expect([status, String(answer.status), answer.text]).toEqual([status, status, answer.text]);
    seen.add(status);
  }
  for (const request of brokenRequests(operation, requestOf(operation, call))) {
    const { status } = await meet(operation, request);
    seen.add(String(status));
  }
  const takesInput = operation.body !== undefined || operation.parameters.some(({ name }) => name in WRONG);
  const expected = Object.keys(operation.responses).filter(
    (status) =>
      status >= "400" &&
      ![...NOT_CAUSED, ...notCaused.map(String)].includes(status) &&
      (status !== "400" || takesInput),
  );
  expect([...seen]).toEqual(expect.arrayContaining(expected));
});

// Each operation gets only a twentieth of the usual number of runs, because there are many operations.
const runs = { numRuns: Math.ceil(Number(process.env.PROPERTY_RUNS ?? 100) / 20) };

test.each(operations)("$id responds as described to described requests", async (operation) => {
  await fc.assert(
    fc.asyncProperty(
      describedRequest(operation, { credentials, find, path: await pathOf(operation) }),
      async (request) => {
        const { status, text } = await meet(operation, request);
        // A schema can't express all conditions on a request. The service may therefore refuse a request that fits the
        // schema.
        expect([status < 500 && status !== 403, status, text]).toEqual([true, status, text]);
      },
    ),
    runs,
  );
});

test.each(operations)("$id responds as described to any other request", async (operation) => {
  await fc.assert(
    fc.asyncProperty(
      hostileRequest(operation, { credentials, find, path: await pathOf(operation) }),
      async (request) => void (await meet(operation, request)),
    ),
    runs,
  );
});

test("other methods are refused with those that are possible", async () => {
  const matches = (template: string, path: string) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
  const possible = (path: string) => operations.filter((one) => matches(one.path, path)).map(({ method }) => method);
  for (const path of new Set(operations.map((one) => one.path.replaceAll(/\{\w+\}/g, "1"))))
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"].filter((one) => !possible(path).includes(one))) {
      const answer = await fetch(manager.origin + path, { method });
      const body: unknown = await answer.json();
      expect([method, path, answer.status, answer.headers.get("allow")?.split(", ").sort()]).toEqual([
        ...[method, path, 405, possible(path).sort()],
      ]);
      expect(body).toMatchObject({ code: "METHOD_NOT_ALLOWED", errors: [] });
    }
});

/** Sends a request. Expects that the response fits the description of its status, and that the status is not 500. */
async function meet(operation: Operation, request: Sent): Promise<Answer> {
  const answer = await send(manager.origin, operation, request);
  expect([operation.id, answer.differs]).toEqual([operation.id, undefined]);
  expect([answer.status, answer.text]).not.toEqual([500, answer.text]);
  return answer;
}

async function callOf(given: Call | (() => Promise<Call>)): Promise<Call> {
  return typeof given === "function" ? given() : given;
}

/**
 * Returns the request of a call. If the operation requires credentials, the request has those of a caller who may do
 * everything.
 */
function requestOf({ security, body }: Operation, call: Call): Sent {
  const proof = security.flatMap((one) => Object.keys(one)).includes("idToken") ? credentials.idToken : {};
  return {
    path: Object.fromEntries(Object.entries({ domain: 1, ...call.path }).map(([name, value]) => [name, String(value)])),
    query: call.query ?? {},
    headers: { ...proof, ...(body && { "content-type": "application/json" }) },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
  };
}

/** Wrong values for parameters, by the name of the parameter. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  ...{ pageSize: ["0"], limit: ["0"], q: ["device{", "device{nmae = 'x'}"], countType: ["NOTHING"] },
};
const LARGEST = 9 * 1_024 * 1_024;

/** Returns copies of a valid request, each with one mistake. */
function brokenRequests({ path, body, parameters, security }: Operation, right: Sent): readonly Sent[] {
  const inQuery = (name: string, value: string): Sent[] =>
    parameters.some((one) => one.in === "query" && one.name === name)
      ? [{ ...right, query: { ...right.query, [name]: value } }]
      : [];
  const changed = (headers: Proof): Sent => ({ ...right, headers: { ...right.headers, ...headers } });
  const { authorization: _, ...anonymous } = right.headers;
  return [
    ...Object.entries(WRONG).flatMap(([name, values]) => values.flatMap((value) => inQuery(name, value))),
    ...(security.length > 0 ? [{ ...right, headers: anonymous }, changed(credentials.stranger ?? {})] : []),
    ...(path.includes("{domain}") ? [{ ...right, path: { ...right.path, domain: "2" } }] : []),
    ...(path.includes("{id}") ? [{ ...right, path: { ...right.path, id: "999999999" } }] : []),
    ...(body
      ? [
          { ...right, body: "[]" },
          changed({ "content-type": "text/plain" }),
          { ...right, body: JSON.stringify("x".repeat(LARGEST)) },
        ]
      : []),
  ];
}

/** Returns the path of the operation's first call. */
async function pathOf(operation: Operation): Promise<Readonly<Record<string, string>>> {
  const [first = {}] = calls[operation.id]?.succeed ?? [];
  return requestOf(operation, await callOf(first)).path;
}
