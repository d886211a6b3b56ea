import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Listening, listen } from "@network-access/testkit/listen";
import { importRevisions } from "./import-revisions.ts";
import { managerClient } from "./manager-client.ts";

const folder = mkdtempSync(join(tmpdir(), "import-"));
const now = Date.UTC(2026, 0, 1);
let manager: Listening;
let requests = 0;

beforeAll(async () => {
  manager = await listen(
    createServer((_, response) => {
      requests += 1;
      response.writeHead(404).end();
    }),
  );
});
afterAll(async () => {
  await manager.stop();
  rmSync(folder, { recursive: true });
});

function importText(text: string, stopping = new AbortController().signal): Promise<void> {
  const address = { managerUrl: manager.url, token: "s3cret" };
  const client = managerClient({ ...address, signal: new AbortController().signal });
  const files = [{ name: "rules.v4", text }];
  return importRevisions(
    { ...address, manager: client, signal: stopping, now, folder },
    {
      ...{ name: "edge-1", description: "", managementIp: "10.0.0.1", groups: [] },
      revisions: [{ daysAgo: 1, files }],
    },
    1,
    () => undefined,
  );
}

test("a configuration that can't be read ends the load with the device, the line and the reason", async () => {
  const before = requests;
  await expect(importText("*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -j nowhere\nCOMMIT\n")).rejects.toThrow(
    /^the import of edge-1 as of 2025-12-31T00:00:00.000Z ended with code 65:\nrules.v4:3.*nowhere[\s\S]*Nothing was sent/,
  );
  // `importRevisions` sends one request, which reads the device's stored configurations. The failed import sends no
  // request.
  expect(requests).toBe(before + 1);
});

test("an import that is stopped before its first call ends the load", async () => {
  const text = "*filter\n:INPUT ACCEPT [0:0]\nCOMMIT\n";
  await expect(importText(text, AbortSignal.abort())).rejects.toThrow(
    /^the import of edge-1 as of 2025-12-31T00:00:00.000Z ended with code 130:\n[\s\S]*Interrupted/,
  );
});
