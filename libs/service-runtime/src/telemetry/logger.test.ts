import { expect, test } from "@jest/globals";
import { keepLogLines } from "../../test/log-lines.ts";
import { annotateRequest, currentRequest, runInRequest } from "./request-context.ts";

const context = { requestId: "r-1", traceparent: undefined, signal: new AbortController().signal, annotations: {} };

test("secrets are hidden in the places where they are usually logged", () => {
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

test("an error's own strings, numbers and booleans are logged without secrets, and the logged objects are not changed", () => {
  const { logger, lines } = keepLogLines();
  const error = Object.assign(new Error("failed", { cause: new Error("inner") }), {
    code: 112,
    retried: false,
    token: "geheim",
    found: "x".repeat(5_000),
    // Drivers attach the whole write to an error, including the documents.
    writeErrors: [{ err: { op: { document: { attributes: "geheim" } } } }],
    config: { headers: { authorization: "geheim" } },
  });
  const line = { err: error, request: { headers: { cookie: "geheim", accept: "text/html" } } };
  logger.error(line, "failed");
  expect(JSON.stringify(lines)).not.toContain("geheim");
  expect(lines[0]).toEqual(
    expect.objectContaining({
      err: {
        type: "Error",
        message: "failed: inner",
        stack: expect.stringContaining("caused by: Error: inner"),
        code: 112,
        retried: false,
        token: "[hidden]",
        found: `${"x".repeat(1_000)}...`,
      },
      request: { headers: { cookie: "[hidden]", accept: "text/html" } },
    }),
  );
  expect(error.token).toBe("geheim");
  expect(line.request.headers.cookie).toBe("geheim");
});

test("each error of an aggregate is logged, with bounds on its message and stack", () => {
  const { logger, lines } = keepLogLines();
  const several = Array.from({ length: 20 }, (_, n) => new Error(`number ${n}, ${"y".repeat(50_000)}`));
  logger.error({ err: new AggregateError(several, "") }, "failed");
  const logged = lines[0]?.err as { aggregateErrors: { message: string }[] };
  expect(logged.aggregateErrors.map(({ message }) => message.slice(0, 9))).toEqual(
    Array.from({ length: 5 }, (_, n) => `number ${n},`),
  );
  expect(JSON.stringify(lines).length).toBeLessThan(50_000);
});

test.each(["a text", 7, null, undefined])(
  "a thrown value that is no error, such as %p, is logged as well",
  (thrown) => {
    const { logger, lines } = keepLogLines();
    logger.error({ err: thrown }, "failed");
    expect(lines[0]?.msg).toBe("failed");
    if (thrown !== undefined) expect(lines[0]?.err).toEqual({ message: String(thrown) });
  },
);

test("lines inside a request carry its id, also after waiting, and lines outside carry none", async () => {
  const { logger, lines } = keepLogLines();
  await runInRequest(context, async () => {
    await Promise.resolve();
    logger.info("inside");
    annotateRequest({ caller: "ada" });
    expect(currentRequest()?.annotations).toEqual({ caller: "ada" });
  });
  logger.info("outside");
  annotateRequest({ caller: "ignored" });
  expect(lines.map((line) => line.requestId)).toEqual(["r-1", undefined]);
});

test("an error is logged with its cause", () => {
  const { logger, lines } = keepLogLines();
  logger.error({ err: new Error("outer", { cause: new Error("inner") }) }, "failed");
  expect(JSON.stringify(lines)).toContain("inner");
});
