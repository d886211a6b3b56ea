import { withDeadline } from "../process/deadline.ts";
import type { Logger } from "../telemetry/logger.ts";
import { collectedGauge } from "../telemetry/metrics.ts";
import { json, type Reply } from "./http-reply.ts";
import type { ReadinessCheck } from "./http-request.ts";

const passing = collectedGauge({
  name: "readiness_check_passing",
  help: "1 if a readiness check passes, else 0; a process is ready if all of its checks pass",
  label: "check",
});

/** The name of the check that fails while the process is draining. */
const ACCEPTING = "accepting requests";

/**
 * Creates the handler of `/readyz`. It responds with the name of each check and whether the check passes, without
 * details. After `drain`, it responds with the status "draining".
 */
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
    /** Reports the checks as metrics. Each scrape runs the checks. */
    report(): void {
      passing.set(ACCEPTING, async () => (draining ? 0 : 1));
      for (const check of checks) passing.set(check.name, async () => ((await passes(check))[1] === "ok" ? 1 : 0));
    },
    forget(): void {
      for (const { name } of [...checks, { name: ACCEPTING }]) passing.delete(name);
    },
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
