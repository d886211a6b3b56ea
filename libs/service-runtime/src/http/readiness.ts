import { withDeadline } from "../process/deadline.ts";
import type { Logger } from "../telemetry/logger.ts";
import { json, type Reply } from "./http-reply.ts";
import type { ReadinessCheck } from "./http-request.ts";

/** Answers `/readyz` with the result of each check by name, without detail. After `drain` it answers "draining". */
export function createReadiness(checks: readonly ReadinessCheck[], logger: Logger) {
  let draining = false;

  async function passes({ name, check, deadlineMs = 1_000 }: ReadinessCheck): Promise<readonly [string, string]> {
    try {
      await withDeadline(name, deadlineMs, check);
      return [name, "ok"];
    } catch (error) {
      logger.warn({ err: error, check: name }, "a readiness check failed");
      return [name, "failing"];
    }
  }

  return {
    drain(): void {
      draining = true;
    },
    async answer(): Promise<Reply> {
      if (draining) return json(503, { status: "draining" });
      const results = Object.fromEntries(await Promise.all(checks.map(passes)));
      const ready = Object.values(results).every((result) => result === "ok");
      return json(ready ? 200 : 503, { status: ready ? "ready" : "not-ready", checks: results });
    },
  };
}
