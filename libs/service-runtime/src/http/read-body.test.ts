import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "@jest/globals";
import { echo, post, raw, type Served, serve } from "../../test/serve.ts";

let served: Served | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
});

async function start(...options: Parameters<typeof serve>): Promise<Served> {
  served = await serve(...options);
  return served;
}

describe("bodies", () => {
  test.each([
    ["not JSON", "{", {}, 400],
    ["empty", "", {}, 400],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), {}, 400],
    ["of another type", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["compressed where the route does not accept it", gzipSync("{}"), { "content-encoding": "gzip" }, 415],
    ["in another character set", "{}", { "content-type": "application/json; charset=ISO-8859-1" }, 415],
    ["nested too deep", "[".repeat(1_000), {}, 400],
    ["too large", JSON.stringify("x".repeat(2_000)), {}, 413],
  ] as const)("a body that is %s is refused in JSON", async (_, body, headers, status) => {
    const { url } = await start({ routes: [echo], maxBodyBytes: 1_024 });
    const answer = await fetch(`${url}/echo`, post(body, headers));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status, detail: expect.any(String), requestId: expect.any(String) });
  });

  test("a body without a length is counted while it arrives", async () => {
    const { url } = await start({ routes: [echo], maxBodyBytes: 1_024 });
    const body = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 100; n += 1) controller.enqueue(new Uint8Array(100).fill(32));
        controller.close();
      },
    });
    const answer = await fetch(`${url}/echo`, { ...post(body), duplex: "half" });
    expect(answer.status).toBe(413);
  });

  test("where a route accepts gzip, a bomb is stopped at the limit", async () => {
    const { url } = await start({ routes: [{ ...echo, gzip: true }], maxBodyBytes: 10_000 });
    const packed = { "content-encoding": "gzip" };
    const small = await fetch(`${url}/echo`, post(gzipSync('{"a":1}'), packed));
    expect(await small.json()).toEqual({ a: 1 });
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    expect((await fetch(`${url}/echo`, post(bomb.subarray(0, 9_000), packed))).status).toBe(413);
    expect((await fetch(`${url}/echo`, post("not packed", packed))).status).toBe(400);
    expect((await fetch(`${url}/echo`, post(gzipSync('{"a":1}').subarray(0, 15), packed))).status).toBe(400);
    const after = await fetch(`${url}/echo`, post("{}"));
    expect(after.status).toBe(200);
  });

  test.each([
    ["with a length", "x".repeat(5_000_000)],
    ["without a length", new Blob(["x".repeat(5_000_000)]).stream()],
  ])("a client that is still sending a body %s gets the answer that it is too large", async (_, body) => {
    const { url } = await start({ routes: [echo], maxBodyBytes: 1_024 });
    const answer = await fetch(`${url}/echo`, { ...post("", {}), body, duplex: "half" });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ status: 413 });
  });

  test("a client that sends its body too slowly gets 408, not 504", async () => {
    const { port } = await start({ routes: [echo], timeoutMs: 6_000 });
    const answer = await raw(
      port,
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"detail":"the request did not arrive in time"/s);
  });

  test("a refused body is not parsed as the next request of its connection", async () => {
    const { port } = await start({ routes: [], maxBodyBytes: 1_024 });
    const smuggled = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    const answer = await raw(
      port,
      `POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: ${smuggled.length + 10}\r\n\r\n${smuggled}`,
    );
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});
