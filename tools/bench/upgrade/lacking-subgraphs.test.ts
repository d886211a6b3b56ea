import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { workspace } from "@network-access/local-stack/workspace";
import { lackingSubgraphs } from "./lacking-subgraphs.ts";

const older = mkdtempSync(join(tmpdir(), "older-release-"));
afterAll(() => rmSync(older, { recursive: true }));

test("no subgraph of this release lacks what its own gateway needs", () => {
  expect(lackingSubgraphs(workspace.root)).toEqual([]);
});

test("a subgraph of an older release that has no such field, or that does not exist there, is named", () => {
  const listing: { name: string; modules: string[] }[] = JSON.parse(
    readFileSync(join(workspace.root, "gateway/subgraphs.json"), "utf8"),
  );
  for (const module of listing.flatMap(({ modules }) => modules)) {
    cpSync(join(workspace.root, module), join(older, module));
    const text = readFileSync(join(older, module), "utf8");
    writeFileSync(join(older, module), text.replace("memberCount: Int!", "otherCount: Int!"));
  }
  const remaining = listing.filter(({ name }) => name !== "change-request");
  cpSync(join(workspace.root, "gateway/subgraphs.json"), join(older, "gateway/subgraphs.json"));
  writeFileSync(join(older, "gateway/subgraphs.json"), JSON.stringify(remaining));
  expect([...lackingSubgraphs(older)].sort()).toEqual(["change-request", "inventory"]);
});
