import { createServer } from "node:http";
import { afterEach, expect, test } from "@jest/globals";
import { type Listening, listen } from "@network-access/testkit/listen";
import express from "express";
import { descriptionRoutes } from "./description-routes.ts";

let server: Listening | undefined;
afterEach(() => server?.stop());

async function open(hasDocsPage: boolean): Promise<string> {
  const app = express();
  descriptionRoutes(app, { hasDocsPage });
  server = await listen(createServer(app));
  return server.url;
}

test("the page loads only its own files, and may run no other script and call no other origin", async () => {
  const url = await open(true);
  const page = await fetch(`${url}/inventory/docs`);
  expect(page.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; script-src 'self';.*connect-src 'self'/,
  );
  const html = await page.text();
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => new URL(address ?? "", page.url));
  expect(loaded).toHaveLength(4);
  for (const address of loaded) {
    expect(address.origin).toBe(url);
    const answer = await fetch(address);
    expect([address.pathname, answer.status, answer.headers.get("x-content-type-options")]).toEqual([
      address.pathname,
      200,
      "nosniff",
    ]);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});

test("the description is not sent again to a client that has it", async () => {
  const url = await open(true);
  const first = await fetch(`${url}/inventory/openapi.json`);
  expect(await first.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(`${url}/inventory/openapi.json`, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("without the page the description stays", async () => {
  const url = await open(false);
  expect((await fetch(`${url}/inventory/docs`)).status).toBe(404);
  expect((await fetch(`${url}/inventory/openapi.json`)).status).toBe(200);
});
