import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { composeTwo } from "../test/two-subgraphs.ts";
import { addressVariable, readSupergraph } from "./supergraph.ts";

function reading(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "gateway-supergraph-"));
  try {
    writeFileSync(join(folder, "file.graphql"), text);
    return readSupergraph(join(folder, "file.graphql"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("a supergraph file", () => {
  test("names its subgraphs; a placeholder is no URL", () => {
    expect(reading(composeTwo()).subgraphs).toEqual([
      { name: "groups", url: undefined },
      { name: "requests", url: undefined },
    ]);
  });

  test("keeps real URLs", () => {
    const text = composeTwo().replace("http://groups.subgraph.invalid", "https://groups.example");
    expect(reading(text).subgraphs).toContainEqual({ name: "groups", url: "https://groups.example/graphql" });
  });

  test("that is another schema is refused", () => {
    expect(() => reading("type Query { a: String }")).toThrow("the file holds no composed supergraph");
    expect(() => reading("not a schema {")).toThrow();
  });

  test("gives each subgraph a variable for its URL", () => {
    expect(addressVariable("change-request")).toBe("SUBGRAPH_CHANGE_REQUEST_URL");
    expect(addressVariable("a.b c1")).toBe("SUBGRAPH_A_B_C1_URL");
  });
});
