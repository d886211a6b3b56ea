import { describe, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { createToolKey, toolClient } from "../clients/tools.ts";
import { loaded } from "./shared-tool-server.ts";

/** These tests check which callers are refused, and with which status and message. */

const server = (credentials: Parameters<typeof toolClient>[1]) => toolClient(loaded.stack.mcpUrl, credentials);
const keyed = (userId?: number | string, deviceGroupId?: number | string) =>
  server({
    apiKey: loaded.access.apiKey,
    ...(userId !== undefined && { userId }),
    ...(deviceGroupId !== undefined && { deviceGroupId }),
  });
const error = (code: number, message: unknown) => ({ jsonrpc: "2.0", id: null, error: { code, message } });

describe("a caller without a key", () => {
  test("sees and calls the documentation search alone", async () => {
    const anonymous = server({});
    expect(await anonymous.names()).toEqual(["search_documentation"]);
    const found = await anonymous.call("search_documentation", { question: "How do I connect a client?" });
    expect(found.structured.rows.length).toBeGreaterThan(0);
    const other = await anonymous.ask("tools/call", { name: "list_all_devices", arguments: {} });
    expect([other.status, other.body.error]).toEqual([
      200,
      { code: -32_602, message: "Tool list_all_devices not found" },
    ]);
  });

  test("is anonymous with an empty key, and with a user's header alone", async () => {
    for (const credentials of [{ apiKey: "" }, { userId: loaded.access.userId }, { apiKey: "", userId: "x" }])
      expect(await server(credentials).names()).toEqual(["search_documentation"]);
  });
});

describe("a caller with a key", () => {
  test("sees every tool", async () => {
    const names = await loaded.client.names();
    expect(names.toSorted()).toEqual([
      ...["count_firewall_rules", "execute_siql_query", "get_siql_reference", "list_all_device_groups"],
      ...["list_all_devices", "list_all_security_rules_by_device", "search_documentation"],
      ...["search_firewall_rules_by_destination", "search_firewall_rules_by_source"],
    ]);
  });

  test("that is unknown, expired or revoked gets 401", async () => {
    const { id, secret } = await createToolKey(loaded.stack.mcpUrl, loaded.token, { label: "revoked" });
    const revoked = server({ apiKey: secret, userId: loaded.access.userId });
    expect((await revoked.ask("tools/list")).status).toBe(200);
    const deleted = await fetch(new URL(`/tool-keys/${id}`, loaded.stack.mcpUrl), {
      ...{ method: "DELETE", headers: { authorization: loaded.token } },
    });
    expect(deleted.status).toBe(200);
    await eventually(
      () => revoked.ask("tools/list"),
      ({ status }) => status === 401,
      undefined,
      200,
    );
    for (const refused of [revoked, server({ apiKey: "unknown" }), server({ apiKey: "unknown", userId: "x" })]) {
      const { status, body, headers } = await refused.ask("tools/list");
      expect([status, body]).toEqual([401, error(401, "API key not recognised or expired")]);
      expect(headers.get("www-authenticate")).toBe("ApiKey");
    }
  });

  test("names a user who may be acted for, else gets 403 in the words of the contract", async () => {
    const { users, userId } = loaded.access;
    const refusals: [ReturnType<typeof keyed>, string][] = [
      [keyed(), "Missing x-mgr-user-id header"],
      [keyed(""), "Missing x-mgr-user-id header"],
      [keyed("999999"), "Unknown user"],
      [keyed("1x"), "Unknown user"],
      [keyed(users.disabled), "user is disabled"],
      [keyed(users.noGroups), "user has no authorized device groups"],
      [keyed(users.limited, 1), "Device group 1 is not authorized for this user"],
      [keyed(users.limited, 999_999), "Device group 999999 is not authorized for this user"],
      [keyed(userId, "a".repeat(30)), `Device group ${"a".repeat(20)} is not authorized for this user`],
    ];
    for (const [client, message] of refusals) {
      const { status, body } = await client.ask("tools/list");
      expect([status, body]).toEqual([403, error(403, message)]);
    }
    expect((await keyed(userId, 1).ask("tools/list")).status).toBe(200);
  });

  test("whose user is disabled during its work gets 403 in the same words", async () => {
    const username = "disabled meanwhile";
    const userId = await loaded.manager.createReader(username);
    const client = keyed(userId);
    await client.untilServed();
    expect((await client.call("list_all_device_groups")).isError).toBe(false);
    await loaded.manager.call("PUT", `/domain/1/user/${userId}`, { username, enabled: false });
    const { status, body } = await client.ask("tools/call", { name: "list_all_device_groups", arguments: {} });
    expect([status, body]).toEqual([403, error(403, "user is disabled")]);
  });
});

describe("a request in another form", () => {
  test("gets the status of the first rule that it breaks", async () => {
    const { post } = server({ apiKey: "unknown" });
    expect(await post("", {}, "GET")).toMatchObject({ status: 405, body: error(405, "Method not allowed") });
    expect(await post("", {}, "DELETE")).toMatchObject({ status: 405 });
    const elsewhere = await post("{}", { origin: "https://elsewhere.example", accept: "*/*" });
    expect(elsewhere).toMatchObject({ status: 403, body: error(403, "Origin not allowed") });
    const accept = await post("{}", { accept: "application/json", "content-type": "text/plain" });
    expect(accept).toMatchObject({
      status: 406,
      body: error(406, "Not acceptable: accept must list application/json and text/event-stream"),
    });
    expect(await post("{}", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await post("{")).toMatchObject({ status: 401 });
    expect(await loaded.client.post("{")).toMatchObject({ status: 400, body: { error: { code: -32_700 } } });
    expect(await loaded.client.post([])).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
    const large = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { x: "x".repeat(300_000) } });
    expect(await loaded.client.post(large)).toMatchObject({
      ...{ status: 413, body: error(413, expect.stringMatching(/^Body too large/)) },
    });
  });
});
