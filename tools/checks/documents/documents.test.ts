import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { showWelcome } from "@network-access/local-stack/show-welcome";
import { workspace } from "@network-access/local-stack/workspace";
import { buildSchema } from "graphql";
import { findOperations } from "./find-operations.ts";
import { judgeOperation } from "./judge-operation.ts";

const read = (file: string) => readFileSync(join(workspace.root, file), "utf8");
const schema = buildSchema(read("gateway/api-schema.graphql"));

const pages = globSync(
  [
    "*.md",
    "{docs,gateway,services,deploy,test-e2e,libs}/**/*.md",
    "docs/clients/{python,typescript}/*.{graphql,py,ts}",
  ],
  {
    cwd: workspace.root,
    exclude: (name) => name.includes("node_modules") || name.includes(".data") || name.endsWith(".generated.ts"),
  },
);
const welcome = showWelcome({
  graphUrl: "http://127.0.0.1:1",
  baseUrl: "http://127.0.0.1:2",
  eventsUrl: "http://127.0.0.1:3",
  managerUrl: "http://127.0.0.1:5",
  manager: null,
  mcpUrl: "http://127.0.0.1:6/mcp",
  mcp: { userId: 1 },
  shownId: undefined,
  issuer: "http://127.0.0.1:4",
  token: "TOKEN",
  seconds: 1,
});
const documents = [...pages.map((file) => ({ file, text: read(file) })), { file: "npm start", text: welcome }];

test("every operation in a page, an example or the output of npm start is valid", () => {
  const shown = documents.flatMap(({ file, text }) => findOperations(file, text).map((one) => ({ file, ...one })));
  const wrong = shown.flatMap(({ file, ...one }) =>
    judgeOperation(schema, one).map((problem) => `${file}:${one.line}: ${problem}`),
  );
  expect(wrong).toEqual([]);
  // Each of these files contains operations. If the search misses all operations of a file, they are in a form that it
  // does not recognize.
  expect([...new Set(shown.map(({ file }) => file))]).toEqual(
    expect.arrayContaining([
      "README.md",
      "docs/feeds.md",
      "docs/integrations.md",
      "docs/live-state.md",
      "docs/clients/python/operations.py",
      "docs/clients/typescript/operations.graphql",
      "npm start",
    ]),
  );
});

test.each([
  ["a block", "page.md", "Text.\n\n   ```graphql\n   { boundaris { items { id } } }\n   ```\n", 3],
  [
    "a call to paste",
    "page.md",
    '```sh\nask \'{"query": "{ boundaries(limit: \\"3\\") { items { id } } }"}\'\n```\n',
    2,
  ],
  ["a program on a page", "page.md", '```js\nconst query = "query ($id: Int!) { group(id: $id) { id } }";\n```\n', 2],
  ["a template of a program", "page.md", "```js\nconst query = `\n  mutation { deletGroup(id: 1) }`;\n```\n", 2],
  ["prose", "page.md", 'Ask\n`group(id: "web") { feedConsumer { name } }` for it.\n', 2],
  ["a signature", "page.md", "Then `retryDelivery(delivery)` sends it again.\n", 1],
  ["a name", "page.md", "Saved with the mutation `saveBoundry`.\n", 1],
  ["Python", "client.py", 'DRAFT = """\nquery Draft { changeRequests { item { id } } }\n"""\n', 1],
  ["TypeScript", "client.ts", "const PAGE = `query Page { changeRequests { items { id name statee } } }`;\n", 1],
  ["a file of operations", "operations.graphql", "query One($id: String!) { changeRequest(id: $id) { idd } }\n", 1],
])("an error in %s is found, with its line", (_, file, text, line) => {
  const wrong = findOperations(file, text).filter((one) => judgeOperation(schema, one).length > 0);
  expect(wrong.map((one) => one.line)).toEqual([line]);
});

test("a valid operation passes in each of these forms", () => {
  const page = [
    '```graphql\nmutation { removeIntegration(id: "tickets") }\n```',
    "`deliveries(integrationId, state: Parked)`, `fetch(url, options)` and `boundaries { items { id } }`",
    "the mutation `saveBoundary`",
  ].join("\n\n");
  const shown = findOperations("page.md", page);
  expect(shown.map(({ kind }) => kind)).toEqual(["operation", "call", "signature", "signature", "name"]);
  expect(shown.flatMap((one) => judgeOperation(schema, one))).toEqual([]);
});
