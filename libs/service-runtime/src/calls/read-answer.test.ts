import { expect, test } from "@jest/globals";
import { parseJson } from "../http/parse-json.ts";
import { readAnswer } from "./read-answer.ts";

test("a response of exactly the allowed size is read, whatever its chunks", async () => {
  const { body } = new Response(new Blob(["a", "é", "", "b"]));
  expect((await readAnswer(body, 4)).toString()).toBe("aéb");
  expect(await readAnswer(null, 0)).toHaveLength(0);
});

test("a response that is one byte too large is given up at once, and its rest is not read", async () => {
  const read: number[] = [];
  async function* pieces() {
    try {
      for (let n = 1; ; n += 1) {
        read.push(n);
        yield new Uint8Array(2);
      }
    } finally {
      read.push(Number.NaN);
    }
  }
  await expect(readAnswer(pieces(), 5)).rejects.toThrow("the answer is larger than 5 bytes");
  expect(read).toEqual([1, 2, 3, Number.NaN]);
});

test("a text that is not JSON parses as undefined", () => {
  expect(["null", '{"a":[1]}', "", "<html>", "{", "1 2"].map(parseJson)).toEqual([
    null,
    { a: [1] },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
