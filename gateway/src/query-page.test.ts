import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { startTestGateway } from "../test/start-test-gateway.ts";

const urls = { requests: "http://127.0.0.1:9/graphql", groups: "http://127.0.0.1:9/graphql" };
const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8" };

let issuer: TestIssuer;
let withPage: Awaited<ReturnType<typeof startTestGateway>>;
let without: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  issuer = await startTestIssuer();
  withPage = await startTestGateway(issuer, urls, { QUERY_PAGE: "on" });
  without = await startTestGateway(issuer, urls);
});
afterAll(async () => {
  await Promise.all([withPage.stop(), without.stop()]);
  await issuer.stop();
});

test("a browser that opens the URL gets the page without a token, and may run only its own files", async () => {
  const page = await fetch(withPage.url, { headers: asBrowser });
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self';.*connect-src 'self'/,
  );
  expect(page.headers.get("vary")).toBe("accept, accept-encoding");
  const html = await page.text();
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, address]) => new URL(address ?? "", page.url))
    .filter(({ protocol }) => protocol !== "data:");
  expect(loaded).toHaveLength(6);
  for (const address of loaded) {
    expect(address.origin).toBe(new URL(withPage.url).origin);
    const answer = await fetch(address);
    expect([address.pathname, answer.status]).toEqual([address.pathname, 200]);
    expect(answer.headers.get("content-type")).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
  expect(html).not.toMatch(/https?:|<script>|<style>| on[a-z]+=| style=/);
});

test.each([
  ["off", {}],
  ["on", { INTROSPECTION: "on" }],
])("the page knows that introspection is %s", async (state, settings) => {
  const gateway = await startTestGateway(issuer, urls, { QUERY_PAGE: "on", ...settings });
  const html = await (await fetch(gateway.url, { headers: asBrowser })).text();
  await gateway.stop();
  expect(html).toContain(`data-introspection="${state}"`);
});

test("clients that have the page and its files get 304, and HEAD gets the same headers", async () => {
  for (const address of [withPage.url, `${withPage.url}/graphiql.js`]) {
    const first = await fetch(address, { headers: asBrowser });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^".+"$/);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await fetch(address, { headers: { ...asBrowser, "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const head = await fetch(address, { method: "HEAD", headers: asBrowser });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
    expect(head.headers.get("content-length")).toBe(first.headers.get("content-length"));
  }
});

test.each([
  ["asks for JSON", { accept: "application/json" }],
  ["accepts JSON and HTML", { accept: "application/graphql-response+json, text/html;q=0.5" }],
  ["accepts anything", { accept: "*/*" }],
])("a client that %s gets the graph, which needs a token", async (_, headers) => {
  const answer = await fetch(withPage.url, { headers });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
});

test("a path below the URL that is no file of the page gives 404 in JSON", async () => {
  for (const name of ["nothing.js", "..%2fsrc%2fapp.ts", "start.js/", ""]) {
    const answer = await fetch(`${withPage.url}/${name}`, { headers: asBrowser });
    expect([name, answer.status]).toEqual([name, 404]);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
  }
});

test("files of the page are only read", async () => {
  const answer = await fetch(`${withPage.url}/start.js`, { method: "POST", body: "x" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"]);
});

test("operations work as before", async () => {
  expect((await withPage.post({ query: "{ __typename }" })).data).toEqual({ __typename: "Query" });
});

test("unless it is enabled there is no page, and none of its files", async () => {
  const page = await fetch(without.url, { headers: asBrowser });
  expect([page.status, page.headers.get("content-type")]).toEqual([401, "application/json; charset=utf-8"]);
  expect((await fetch(`${without.url}/start.js`)).status).toBe(404);
});
