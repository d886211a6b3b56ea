import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { estateStores, inventoryStores, LOCAL_PREFIX } from "./process-plans.ts";
import { describeMissingStack, readStackFile, type StackFile, writeStackFile } from "./stack-file.ts";

test("the stack file is read as written, and readable by its owner only", () => {
  const path = join(mkdtempSync(join(tmpdir(), "stack-")), "stack.json");
  expect(readStackFile(path)).toBeUndefined();
  const content: StackFile = {
    graphUrl: "http://127.0.0.1:1",
    baseUrl: "http://127.0.0.1:2",
    eventsUrl: "http://127.0.0.1:8",
    managerUrl: "http://127.0.0.1:4",
    manager: { username: "u", password: "p" },
    mcpUrl: "http://127.0.0.1:7/mcp",
    mcp: {
      ...{ apiKey: "k", userId: 1, users: { limited: 2, noGroups: 3, disabled: 4 } },
      conformanceUrl: "http://127.0.0.1:9/mcp",
    },
    issuer: "http://127.0.0.1:3",
    token: "t",
    connector: null,
    engines: { mongo: "mongodb://127.0.0.1:4/", redis: "redis://127.0.0.1:5", opensearch: "http://127.0.0.1:6" },
    processes: [{ name: "gateway", pid: 7, url: "http://127.0.0.1:1" }],
  };
  writeStackFile(path, content);
  expect(readStackFile(path)).toEqual(content);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([inventoryStores, estateStores])("without a stack, a rebuild names every setting of its stores", (stores) => {
  const names = Object.keys(stores({ mongoUrl: "", opensearchUrl: "" }, LOCAL_PREFIX));
  expect(describeMissingStack(names)).toBe(
    "no stack runs in this clone; run `npm start`, or set MONGO_URL, MONGO_DATABASE, OPENSEARCH_URL and INDEX_PREFIX",
  );
});
