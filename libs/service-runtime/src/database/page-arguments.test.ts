import { expect, test } from "@jest/globals";
import { z } from "zod";
import { readPageArguments } from "./page-arguments.ts";
import { encodePageKey } from "./page-key.ts";

const list = { kind: "things", position: z.tuple([z.string()]), defaultLimit: 50, maxLimit: 1_000 };

test("without arguments it is the first page with the default limit", () => {
  for (const given of [{}, { nextPageKey: null, limit: null }])
    expect(readPageArguments(given, list)).toEqual({ ok: true, page: { limit: 50, after: null } });
});

test("a key continues after its position, and the limit may be anything from 1 to the largest", () => {
  const nextPageKey = encodePageKey("things", ["a"]);
  for (const limit of [1, 1_000])
    expect(readPageArguments({ nextPageKey, limit }, list)).toEqual({ ok: true, page: { limit, after: ["a"] } });
});

test("a limit out of bounds and a key of another list are refused together, each by its name", () => {
  const nextPageKey = encodePageKey("others", ["a"]);
  for (const limit of [-1, 0, 1_001])
    expect(readPageArguments({ nextPageKey, limit }, list)).toEqual({
      ok: false,
      failure: {
        kind: "invalid-input",
        fields: [
          { path: "limit", message: `is ${limit}; send 1 to 1,000, or nothing for 50` },
          { path: "nextPageKey", message: expect.stringContaining("is not a key of this list") },
        ],
      },
    });
});
