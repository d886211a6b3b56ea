import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { createMakerThread } from "./maker-thread.ts";

const open: { end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.end();
});

function makerWith(mongoUrl: string) {
  const maker = createMakerThread(
    {
      mongo: { url: mongoUrl, database: "none" },
      openSearch: { cluster: { nodes: ["http://127.0.0.1:9"] }, prefix: "none" },
      logLevel: "fatal",
    },
    () => undefined,
  );
  open.push(maker);
  return maker;
}

/** Starts a server that accepts connections but never responds. */
async function silentServer(): Promise<string> {
  const server: Server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ end: async () => void server.close() });
  const address = server.address();
  return `mongodb://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

test("a thread that can't begin says why, and the next call begins another one", async () => {
  const maker = makerWith("nonsense");
  const never = new AbortController().signal;
  for (let call = 0; call < 2; call += 1)
    await expect(maker.make(never)).rejects.toThrow('expected connection string to start with "mongodb://"');
});

test("a thread that does not stop in time is ended", async () => {
  const maker = makerWith(await silentServer());
  const stopping = new AbortController();
  const made = maker.make(stopping.signal);
  const reason = new Error("the process stops");
  const beganAt = performance.now();
  setTimeout(() => stopping.abort(reason), 1_000);
  await expect(made).rejects.toThrow(reason);
  expect(performance.now() - beganAt).toBeGreaterThan(3_000);
  await expect(maker.make(stopping.signal)).rejects.toThrow(reason);
});

test("a thread that is ended ends the call", async () => {
  const maker = makerWith(await silentServer());
  const made = maker.make(new AbortController().signal);
  setTimeout(() => void maker.end(), 500);
  await expect(made).rejects.toThrow("the thread that makes revisions ended");
});
