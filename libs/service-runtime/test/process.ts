import { createHttpServer } from "../src/http/http-server.ts";
import { pause } from "../src/process/deadline.ts";
import type { Part } from "../src/process/part.ts";
import { runUntilSignal } from "../src/process/run-until-signal.ts";
import { createLogger } from "../src/telemetry/logger.ts";

/** This file is a process for the tests of run-until-signal. The first argument selects its behaviour. */
const how = process.argv[2];
const logger = createLogger({ name: "process", level: "info" });
const logging = (name: string): Part => ({
  name,
  start: () => logger.info(`start ${name}`),
  async stop() {
    if (how === "stuck" && name === "second") await new Promise(() => undefined);
    logger.info(`stop ${name}`);
  },
});
const work = new Set<Promise<void>>();
/** A part that requests use. It stops only when no request uses it any more. */
const tool: Part = {
  name: "tool",
  start: () => undefined,
  async stop() {
    await Promise.all(work);
    logger.info("stop tool");
  },
};
const server = createHttpServer({
  logger,
  host: "127.0.0.1",
  port: 0,
  drainGraceMs: 50,
  routes: [
    {
      method: "GET",
      path: "/slow",
      async handle() {
        logger.info("slow began");
        await pause(400);
        return { status: 200, body: "finished" };
      },
    },
    {
      method: "GET",
      path: "/endless",
      async handle({ signal }) {
        logger.info("endless began");
        const working = pause(60_000, signal);
        work.add(working);
        await working;
        logger.info("endless was cut");
        return { status: 200 };
      },
    },
  ],
});
const broken: Part = {
  name: "broken",
  start() {
    throw new Error("can't start", { cause: new Error("the deeper cause") });
  },
  stop: () => logger.info("stop broken"),
};
const waiting: Part = {
  name: "waiting",
  start() {
    logger.info("start waiting");
    return pause(60_000);
  },
  stop: () => logger.info("stop waiting"),
};

await runUntilSignal(() => {
  if (how === "misconfigured") throw new Error("the environment can't be used");
  const parts = [logging("first"), logging("second"), tool, server];
  if (how === "broken") parts.splice(1, 0, broken);
  if (how === "waiting") parts.splice(1, 0, waiting);
  if (how === "uncaught")
    setTimeout(() => {
      throw new Error("thrown in a timer");
    }, 300);
  if (how === "unhandled") setTimeout(() => void Promise.reject(new Error("rejected in a timer")), 300);
  return { logger, parts, stopDeadlineMs: how === "stuck" ? 200 : how === "brief" ? 2_000 : 5_000 };
});
