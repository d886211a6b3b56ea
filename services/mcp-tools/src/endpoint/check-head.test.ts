import { describe, expect, test } from "@jest/globals";
import { checkHead, originHeaders } from "./check-head.ts";

const places = { hosts: ["tools.example"], origins: ["https://desk.example"] };
const GOOD = {
  host: "tools.example:8443",
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
};
const check = (headers: Record<string, string | undefined> = {}, method = "POST") =>
  checkHead(method, { ...GOOD, ...headers }, places);
const refused = (status: number, message: string) => ({ kind: "refused", refusal: { status, message } });

test("a message with a good head is taken", () => {
  expect(check()).toEqual({ kind: "message" });
  expect(originHeaders(GOOD, places)).toEqual({ vary: "origin" });
});

describe("method", () => {
  test.each(["GET", "DELETE", "PUT", "HEAD", "OPTIONS"])("%s is refused with the method that works", (method) => {
    expect(check({}, method)).toMatchObject({ ...refused(405, "Method not allowed"), headers: { allow: "POST" } });
  });
});

describe("host", () => {
  test.each(["localhost", "localhost:3000", "127.0.0.1:1", "[::1]:80", "tools.example", "TOOLS.example:1"])(
    "%s is accepted",
    (host) => {
      expect(check({ host }).kind).toBe("message");
    },
  );
  test.each([undefined, "", "evil.example", "tools.example.evil.example", "a@tools.example", "tools.example/x", "x y"])(
    "%s is refused",
    (host) => {
      expect(check({ host })).toMatchObject(refused(403, "Host not allowed"));
    },
  );
});

describe("origin", () => {
  test.each(["https://desk.example", "http://localhost:5173", "https://127.0.0.1", "http://[::1]:1"])(
    "%s is accepted and may read the answer",
    (origin) => {
      expect(check({ origin })).toEqual({ kind: "message" });
      expect(originHeaders({ origin }, places)).toMatchObject({ "access-control-allow-origin": origin });
    },
  );
  test.each(["null", "https://evil.example", "https://desk.example:444", "http://localhost.evil.example", "localhost"])(
    "%s is refused",
    (origin) => {
      expect(check({ origin })).toEqual({ ...refused(403, "Origin not allowed"), headers: {} });
      expect(originHeaders({ origin }, places)).toEqual({ vary: "origin" });
    },
  );
});

describe("preflight", () => {
  const preflight = (origin: string) => check({ origin, "access-control-request-method": "POST" }, "OPTIONS");
  test("names the headers of callers and of both eras", () => {
    const head = preflight("https://desk.example");
    const allowed = head.kind === "preflight" ? head.headers["access-control-allow-headers"] : undefined;
    for (const name of ["x-api-key", "x-mgr-user-id", "x-device-group-id", "mcp-protocol-version", "mcp-method"])
      expect(allowed).toContain(name);
  });
  test("of another origin allows nothing", () => {
    expect(preflight("https://evil.example")).toEqual({ kind: "preflight", headers: {} });
  });
});

describe("accept", () => {
  test.each([
    "text/event-stream,application/json",
    "Application/JSON;q=0.5 , text/event-stream; charset=utf-8",
    "*/*, application/json, text/event-stream;q=0.1",
  ])("%s names both types", (accept) => {
    expect(check({ accept }).kind).toBe("message");
  });
  test.each([
    undefined,
    "",
    "*/*",
    "application/json",
    "text/event-stream",
    "application/*, text/*",
    "application/json, text/event-stream;q=0",
    "application/json;q=0.000, text/event-stream",
  ])("%s does not", (accept) => {
    expect(check({ accept })).toMatchObject(
      refused(406, "Not acceptable: accept must list application/json and text/event-stream"),
    );
  });
});

describe("content type", () => {
  test.each(["application/json", "Application/JSON; charset=utf-8"])("%s is read", (type) => {
    expect(check({ "content-type": type }).kind).toBe("message");
  });
  test.each([undefined, "text/plain", "application/jsonp", "application/x-www-form-urlencoded"])(
    "%s is not",
    (type) => {
      expect(check({ "content-type": type })).toMatchObject(
        refused(415, "Unsupported media type: content-type must be application/json"),
      );
    },
  );
});

test("of two broken rules the earlier one is answered", () => {
  const order: [Record<string, string>, string, number][] = [
    [{ host: "evil.example", accept: "*/*" }, "GET", 405],
    [{ host: "evil.example", origin: "https://evil.example", accept: "*/*" }, "POST", 403],
    [{ origin: "https://evil.example", accept: "*/*" }, "POST", 403],
    [{ accept: "*/*", "content-type": "text/plain" }, "POST", 406],
  ];
  const statuses = order.map(([headers, method]) => {
    const found = check(headers, method);
    return found.kind === "refused" ? found.refusal.status : 0;
  });
  expect(statuses).toEqual(order.map(([, , status]) => status));
});
