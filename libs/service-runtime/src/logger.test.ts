import { expect, test } from "@jest/globals";
import { keepLogLines } from "../test/log-lines.ts";
import { annotateRequest, currentRequest, runInRequest } from "./request-context.ts";

const context = { requestId: "r-1", traceparent: undefined, signal: new AbortController().signal, annotations: {} };

test("secrets are hidden wherever they usually lie", () => {
  const { logger, lines } = keepLogLines();
  logger.info(
    {
      authorization: "geheim",
      request: { headers: { authorization: "geheim", cookie: "geheim" } },
      config: { password: "geheim" },
    },
    "hello",
  );
  expect(JSON.stringify(lines)).not.toContain("geheim");
  expect(lines[0]).toMatchObject({ name: "test", level: "info", msg: "hello", authorization: "[hidden]" });
});

test("lines inside a request carry its id, also after waiting, and lines outside carry none", async () => {
  const { logger, lines } = keepLogLines();
  await runInRequest(context, async () => {
    await Promise.resolve();
    logger.info("inside");
    annotateRequest({ caller: "ada" });
    expect(currentRequest()?.annotations).toEqual({ caller: "ada" });
  });
  logger.info("outside");
  annotateRequest({ caller: "nobody" });
  expect(lines.map((line) => line.requestId)).toEqual(["r-1", undefined]);
});

test("a fault is logged with its cause", () => {
  const { logger, lines } = keepLogLines();
  logger.error({ err: new Error("outer", { cause: new Error("inner") }) }, "failed");
  expect(JSON.stringify(lines)).toContain("inner");
});
