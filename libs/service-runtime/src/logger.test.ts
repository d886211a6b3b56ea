import { expect, test } from "@jest/globals";
import { keepLogLines } from "../test/log-lines.ts";
import { annotateRequest, currentRequest, runInRequest } from "./request-context.ts";

const context = { requestId: "r-1", traceparent: undefined, signal: new AbortController().signal, annotations: {} };

test("secrets are hidden wherever they usually lie", () => {
  const { logger, lines } = keepLogLines();
  logger.info(
    {
      authorization: "geheim",
      request: { headers: { authorization: "geheim", cookie: "geheim" }, secret: undefined },
      config: { password: "geheim" },
    },
    "hello",
  );
  expect(JSON.stringify(lines)).not.toContain("geheim");
  expect(lines[0]).toMatchObject({ name: "test", level: "info", msg: "hello", authorization: "[hidden]" });
});

test("a fault's own secrets are hidden as well, and nothing that is logged is changed", () => {
  const { logger, lines } = keepLogLines();
  const fault = Object.assign(new Error("failed", { cause: new Error("inner") }), {
    token: "geheim",
    config: { headers: { Authorization: "shown", authorization: "geheim" } },
  });
  const line = { err: fault, request: { headers: { cookie: "geheim", accept: "text/html" } } };
  logger.error(line, "failed");
  expect(JSON.stringify(lines)).not.toContain("geheim");
  expect(lines[0]).toMatchObject({
    err: {
      type: "Error",
      message: "failed: inner",
      token: "[hidden]",
      config: { headers: { Authorization: "shown" } },
    },
    request: { headers: { cookie: "[hidden]", accept: "text/html" } },
  });
  expect(fault.token).toBe("geheim");
  expect(line.request.headers.cookie).toBe("geheim");
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
