import { gunzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { pageFile } from "./page-file.ts";

const text = "a line of a script\n".repeat(200);
const answer = pageFile({ type: "text/javascript; charset=utf-8", bytes: Buffer.from(text) });

test("a file is sent whole, with its type and a policy that allows nothing from elsewhere", () => {
  const { status, headers, body } = answer({});
  expect([status, body?.toString()]).toEqual([200, text]);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
    vary: "accept-encoding",
  });
  expect(headers?.["content-encoding"]).toBeUndefined();
  expect(headers?.["content-security-policy"]).toMatch(/default-src 'none'; script-src 'self';.*connect-src 'self'/);
  expect(headers?.["content-security-policy"]).not.toMatch(/unsafe|http|\*/);
});

test("a client that accepts gzip gets it compressed, with an ETag of its own", () => {
  const packed = answer({ "accept-encoding": "gzip, br" });
  expect(packed.headers?.["content-encoding"]).toBe("gzip");
  expect(gunzipSync(packed.body ?? "").toString()).toBe(text);
  expect(packed.headers?.etag).not.toBe(answer({}).headers?.etag);
});

test("a file that compression would enlarge is sent plain", () => {
  const tiny = pageFile({ type: "text/plain", bytes: Buffer.from("x") });
  expect(tiny({ "accept-encoding": "gzip" }).headers?.["content-encoding"]).toBeUndefined();
});

test("a client that has the file gets 304 without it, with its policy", () => {
  const headers = { "accept-encoding": "gzip" };
  const etag = answer(headers).headers?.etag;
  const again = answer({ ...headers, "if-none-match": `"old", W/${etag}` });
  expect([again.status, again.body]).toEqual([304, undefined]);
  expect(again.headers).toMatchObject({ etag, "content-security-policy": expect.stringContaining("default-src") });
  expect(answer({ "if-none-match": etag }).status).toBe(200);
});
