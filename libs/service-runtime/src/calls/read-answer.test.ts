import { expect, test } from "@jest/globals";
import { parseJson } from "../http/parse-json.ts";
import { readAnswer } from "./read-answer.ts";

test("an answer of as many bytes as are allowed is read whole, whatever pieces it comes in", async () => {
  const { body } = new Response(new Blob(["a", "é", "", "b"]));
  expect((await readAnswer(body, 4)).toString()).toBe("aéb");
  expect(await readAnswer(null, 0)).toHaveLength(0);
});

test("an answer of one byte more is given up at once, and what would come after is never asked for", async () => {
  const asked: number[] = [];
  async function* pieces() {
    try {
      for (let n = 1; ; n += 1) {
        asked.push(n);
        yield new Uint8Array(2);
      }
    } finally {
      asked.push(Number.NaN);
    }
  }
  await expect(readAnswer(pieces(), 5)).rejects.toThrow("the answer is larger than 5 bytes");
  expect(asked).toEqual([1, 2, 3, Number.NaN]);
});

test("a text that is no JSON says nothing", () => {
  expect(["null", '{"a":[1]}', "", "<html>", "{", "1 2"].map(parseJson)).toEqual([
    null,
    { a: [1] },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
